import {
  CommandError,
  EXIT,
  type ExitCode,
  interrupted,
  orInterrupted
} from '../../src/commands/command-error.ts'
import { type Arguments, type Call, type Run, readChoice } from '../../src/commands/command-line/command.ts'
import { type Io, safeJson, stripControls, write, writeStderr } from '../../src/commands/io.ts'
import { type OpenedProvider, openProvider, providerError } from '../../src/commands/provider.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import {
  type AccountChanges,
  KEY_KINDS,
  type NewAccount,
  readKey
} from '../../src/identity-platform/accounts/account-fields.ts'
import type {
  AccountChange,
  AccountPage,
  Accounts,
  ListOptions
} from '../../src/identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../src/identity-platform/accounts/user-record.ts'
import { appendLine, createEventFormats } from '../../src/operations/audit.ts'
import { problemText } from '../../src/problem.ts'

/** The provider, with the accounts of the selected tenant. */
export interface Connection extends Omit<OpenedProvider, 'config'> {
  accounts: Accounts
  projectId: string
}

async function connect(call: Call): Promise<Connection> {
  const { config, platform, tenantId } = await openProvider(call)
  const accounts = withEvents(platform.accountsOf(tenantId), createNotes(config, call.io))
  return { platform, accounts, projectId: config.identityPlatform.projectId, tenantId }
}

export interface AccountCall extends Call {
  /** Reads the configuration and returns the provider without calling it. Throws a `CommandError`. */
  connect(): Promise<Connection>
}

/** A command that calls the provider. Ends at Ctrl-C. */
export function withAccounts(run: (call: AccountCall) => Promise<ExitCode>): Run {
  return async (call) => {
    const { io } = call
    const opened: Connection[] = []
    const running = run({
      ...call,
      async connect() {
        if (io.signal.aborted) throw interrupted()
        const connection = await connect(call)
        opened.push(connection)
        return connection
      }
    })
    try {
      return await orInterrupted(io.signal, running)
    } finally {
      await Promise.all(opened.map(({ platform }) => platform.close()))
    }
  }
}

/** The account named by the first argument. Throws a `CommandError` if there is none. */
export async function findAccount(accounts: Accounts, args: Arguments): Promise<UserRecord> {
  const word = args.words[0] ?? ''
  const result = await accounts.lookUp(readKey(word, readChoice(args, 'by', KEY_KINDS)))
  if (result.kind === 'found') return result.record
  throw providerError(result.failure, stripControls(word))
}

export interface RecordCall extends AccountCall {
  accounts: Accounts
  /** The account named by the first argument. */
  record: UserRecord
}

/** A command on one existing account. */
export function withRecord(run: (call: RecordCall) => Promise<ExitCode>): Run {
  return withAccounts(async (call) => {
    const { accounts } = await call.connect()
    return await run({ ...call, accounts, record: await findAccount(accounts, call.args) })
  })
}

/** A short description of an account, safe for a terminal: uid, and email or phone. */
export function nameAccount({ uid, email, phoneNumber }: UserRecord): string {
  const known = email ?? phoneNumber
  return stripControls(known === null ? uid : `${uid} (${known})`)
}

/** Prints `text`, safe for a terminal, or the changed record with `--json`. Throws a `CommandError` if the change failed. */
export async function finishChange(
  { io, args, accounts, record }: Omit<RecordCall, 'connect'>,
  change: AccountChange,
  text: string
): Promise<ExitCode> {
  if (change.kind === 'failed') throw providerError(change.failure, nameAccount(record))
  const line = args.flag('json')
    ? await readAsJson(accounts, record.uid, `${nameAccount(record)} was changed; reading it again`)
    : text
  await write(io.stdout, `${line}\n`)
  return EXIT.done
}

/** The record as JSON. `doing`: for the error. Throws a `CommandError` on failure. */
export async function readAsJson(accounts: Accounts, uid: string, doing: string): Promise<string> {
  const result = await accounts.lookUp({ uid })
  if (result.kind === 'failed') throw providerError(result.failure, doing)
  return safeJson(result.record)
}

/** The pages of a tenant, fetched on demand. Throws a `CommandError` if one cannot be read, and at Ctrl-C. */
export async function* readPages(
  { signal }: Io,
  accounts: Accounts,
  options: ListOptions
): AsyncGenerator<Extract<AccountPage, { kind: 'page' }>, void> {
  const pages = accounts.list(options)
  for (;;) {
    // Manually: `for await` would await the response before leaving.
    const { done, value: page } = await orInterrupted(signal, pages.next())
    if (done === true) return
    if (page.kind === 'failed') throw providerError(page.failure, 'listing accounts')
    yield page
  }
}

type EventFields = Record<string, string | string[] | undefined>

/**
 * The accounts, with each change written as an event `account.changed` to the file in `audit.to`, if any. Throws a
 * `CommandError` before the first change if the file is not writable.
 */
function withEvents(accounts: Accounts, { check, note }: ReturnType<typeof createNotes>): Accounts {
  async function noted(change: EventFields, make: () => Promise<AccountChange>): Promise<AccountChange> {
    check()
    const result = await make()
    if (result.kind === 'done') await note({ event: 'account.changed', ...change })
    return result
  }

  return {
    ...accounts,
    async create(account) {
      check()
      const result = await accounts.create(account)
      if (result.kind === 'created')
        await note({ event: 'account.changed', call: 'create', uid: result.uid, ...namesOf(account) })
      return result
    },
    update: (uid, changes) =>
      noted({ call: 'update', uid, ...namesOf(changes) }, () => accounts.update(uid, changes)),
    delete: (uid) => noted({ call: 'delete', uid }, () => accounts.delete(uid)),
    revoke: (uid, since) => noted({ call: 'revoke', uid }, () => accounts.revoke(uid, since))
  }
}

/** One line of JSON for each account. */
export function toJsonLines(records: readonly UserRecord[]): string {
  return records.map((record) => `${safeJson(record)}\n`).join('')
}

/** Writes events to the file in `audit.to`, if any: standard output is the command's own. `check` throws a `CommandError` if it cannot; `note` only warns. */
function createNotes({ audit: { to, format }, publicUrl: source }: Config, io: Io) {
  const toLine = createEventFormats(() => io.now() * 1000)(format, source)
  return {
    check(): void {
      if (to === 'stdout') return
      const problem = appendLine(to, '')
      if (problem === null) return
      throw new CommandError(
        EXIT.usage,
        `not changed: ${stripControls(problemText(problem))}\n${problem.hint}`
      )
    },
    async note(event: EventFields & { event: string }): Promise<void> {
      const problem = to === 'stdout' ? null : appendLine(to, toLine('info', event))
      if (problem === null) return
      const what = `the change was made, but its event ${event.event} was not written`
      await writeStderr(io, `warning: ${stripControls(`${what}: ${problemText(problem)}`)}`)
    }
  }
}

/** Names of changed fields and claims, without values. */
function namesOf(changes: AccountChanges & Pick<NewAccount, 'uid'>): EventFields {
  const { customClaims, uid: _uid, ...others } = changes
  const fields = Object.keys(others)
  return {
    ...(fields.length === 0 ? {} : { fields }),
    ...(customClaims === undefined ? {} : { claims: Object.keys(customClaims ?? {}) })
  }
}
