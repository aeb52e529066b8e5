import {
  CommandError,
  EXIT,
  type ExitCode,
  interrupted,
  orInterrupted
} from '../../src/commands/command-error.ts'
import { type Arguments, type Call, type Run, readChoice } from '../../src/commands/command-line/command.ts'
import { type Io, safeJson, stripControls, write, writeStderr } from '../../src/commands/io.ts'
import { openProvider, providerError } from '../../src/commands/provider.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { checkKey, KEY_KINDS, readKey } from '../../src/identity-platform/accounts/account-key.ts'
import {
  type AccountChange,
  type AccountPage,
  type Accounts,
  readChange
} from '../../src/identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../src/identity-platform/accounts/user-record.ts'
import {
  badArgument,
  type Failed,
  failed,
  wrongShape
} from '../../src/identity-platform/client/error-sorting.ts'
import { appendLine, createEventFormats } from '../../src/operations/audit.ts'
import { type Problem, problemText } from '../../src/problem.ts'
import { buildChanges, type Changes, checkChanges } from './fields.ts'

type Connection = Awaited<ReturnType<typeof connect>>

/** The provider, with the accounts of the selected tenant. */
async function connect(call: Call) {
  const { config, platform, tenantId } = await openProvider(call)
  const accounts = createChangingAccounts(platform.accountsOf(tenantId), createNotes(config, call.io))
  return { platform, accounts, tenantId }
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
export async function findAccount(accounts: Pick<Accounts, 'lookUp'>, args: Arguments): Promise<UserRecord> {
  const word = args.words[0] ?? ''
  const result = await accounts.lookUp(readKey(word, readChoice(args, 'by', KEY_KINDS)))
  if (result.kind === 'found') return result.record
  throw providerError(result.failure, stripControls(word))
}

export interface RecordCall extends AccountCall {
  accounts: ChangingAccounts
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
export async function readAsJson(
  accounts: Pick<Accounts, 'lookUp'>,
  uid: string,
  doing: string
): Promise<string> {
  const result = await accounts.lookUp({ uid })
  if (result.kind === 'failed') throw providerError(result.failure, doing)
  return safeJson(result.record)
}

/** The accounts of a tenant, page by page, each fetched on demand. Throws a `CommandError` if one cannot be read, and at Ctrl-C. */
export async function* readPages(
  { signal }: Io,
  accounts: Pick<Accounts, 'listPage'>,
  pageSize: number
): AsyncGenerator<UserRecord[], void> {
  const askedFor = new Set<string>()
  let token: string | null = null
  do {
    const page: AccountPage = await orInterrupted(signal, accounts.listPage(pageSize, token))
    if (page.kind === 'failed') throw providerError(page.failure, LISTING)
    yield page.records
    token = page.nextPageToken
    // Avoids an endless loop.
    if (token !== null && askedFor.has(token))
      throw providerError(wrongShape('a page that was returned before'), LISTING)
    if (token !== null) askedFor.add(token)
  } while (token !== null)
}

const LISTING = 'listing accounts'

export type ChangingAccounts = ReturnType<typeof createChangingAccounts>

/**
 * The accounts with all their changes, each of which is written as an event `account.changed` to the file in `audit.to`, if any.
 * Changes throw a `CommandError` before any call if the file is not writable.
 */
export function createChangingAccounts(accounts: Accounts, { check, note }: ReturnType<typeof createNotes>) {
  async function change(
    event: EventFields & { call: string; uid: string },
    problem: Problem | null,
    make: () => Promise<AccountChange>
  ): Promise<AccountChange> {
    check()
    if (problem !== null) return refuse(problem)
    const result = await make()
    if (result.kind === 'done') await note(event)
    return result
  }

  return {
    lookUp: accounts.lookUp,
    listPage: accounts.listPage,

    /** Without a uid the provider generates one of 28 letters and digits. Claims can only be set by `update`. */
    async create(
      uid: string | undefined,
      profile: Changes
    ): Promise<{ kind: 'created'; uid: string } | Failed> {
      check()
      const problem = checkChanges(profile) ?? (uid === undefined ? null : checkKey({ uid }))
      if (problem !== null) return refuse(problem)
      const { photoURL: photoUrl, ...rest } = profile
      const response = await accounts.ask(
        '',
        { localId: uid, photoUrl, ...rest },
        { isRepeatable: false, uid }
      )
      if (response.kind === 'failed') return response
      const { localId } = response.body
      if (typeof localId !== 'string' || checkKey({ uid: localId }) !== null)
        return failed(wrongShape('200 without localId'))
      await note({ call: 'create', uid: localId, ...namesOf(profile) })
      return { kind: 'created', uid: localId }
    },

    update: (uid: string, changes: Changes) =>
      change({ call: 'update', uid, ...namesOf(changes) }, checkChanges(changes), async () =>
        readChange(await accounts.ask(':update', { localId: uid, ...buildChanges(changes) }, { uid }))
      ),

    delete: (uid: string) =>
      change({ call: 'delete', uid }, null, async () =>
        readChange(await accounts.ask(':delete', { localId: uid }, { isRepeatable: false, uid }))
      ),

    revoke: (uid: string, validSinceSeconds: number) =>
      change({ call: 'revoke', uid }, null, () => accounts.revoke(uid, validSinceSeconds))
  }
}

function refuse(problem: Problem): Failed {
  return failed(badArgument(problemText(problem)))
}

type EventFields = Record<string, string | string[] | undefined>

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
    async note(change: EventFields): Promise<void> {
      const event = 'account.changed'
      const problem = to === 'stdout' ? null : appendLine(to, toLine('info', { event, ...change }))
      if (problem === null) return
      const what = `the change was made, but its event ${event} was not written`
      await writeStderr(io, `warning: ${stripControls(`${what}: ${problemText(problem)}`)}`)
    }
  }
}

/** Names of changed fields and claims, without values. */
function namesOf({ customClaims, ...others }: Changes): EventFields {
  const fields = Object.keys(others)
  return {
    ...(fields.length > 0 && { fields }),
    ...(customClaims !== undefined && { claims: Object.keys(Object(customClaims)) })
  }
}
