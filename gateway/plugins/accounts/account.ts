import {
  CommandError,
  EXIT,
  type ExitCode,
  interrupted,
  orInterrupted
} from '../../src/commands/command-error.ts'
import { type Call, type Run, readChoice } from '../../src/commands/command-line/command.ts'
import { type Io, safeJson, stripControls, write, writeStderr } from '../../src/commands/io.ts'
import { openProvider, providerError } from '../../src/commands/provider.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import {
  type AccountChange,
  type AccountPage,
  type Accounts,
  checkKey,
  KEY_KINDS,
  readChange,
  readKey
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

type Connection = Awaited<ReturnType<typeof openAccounts>>

export interface AccountCall extends Call {
  /** Reads the configuration and returns the provider without calling it. Throws a `CommandError`. */
  connect(): Promise<Connection>
  /** The account named by the first argument. Throws a `CommandError` if there is none. */
  find(): ReturnType<typeof findAccount>
}

/** A command that calls the provider. Ends at Ctrl-C. */
export function withAccounts(run: (call: AccountCall) => Promise<ExitCode>): Run {
  return async (call) => {
    const { signal } = call.io
    const opened: Connection[] = []
    async function connect(): Promise<Connection> {
      if (signal.aborted) throw interrupted()
      const connection = await openAccounts(call)
      opened.push(connection)
      return connection
    }
    const running = run({ ...call, connect, find: async () => await findAccount(call, await connect()) })
    try {
      return await orInterrupted(signal, running)
    } finally {
      await Promise.all(opened.map(({ platform }) => platform.close()))
    }
  }
}

/** The provider, with the accounts of the selected tenant. */
async function openAccounts(call: Call) {
  const { config, platform, tenantId } = await openProvider(call)
  const accounts = createChangingAccounts(platform.accountsOf(tenantId), createNotes(config, call.io))
  return { platform, accounts, tenantId }
}

async function findAccount({ io, args }: Call, connection: Connection) {
  const { accounts } = connection
  const word = args.words[0] ?? ''
  const result = await accounts.lookUp(readKey(word, readChoice(args, 'by', KEY_KINDS)))
  if (result.kind === 'failed') throw providerError(result.failure, stripControls(word))
  const { record } = result
  const who = nameAccount(record)
  return {
    ...connection,
    record,
    /** Its name, safe for a terminal. */
    who,
    /** Prints `text`, safe for a terminal, or the changed record with `--json`. Throws a `CommandError` if the change failed. */
    async finish(change: AccountChange, text: string): Promise<ExitCode> {
      if (change.kind === 'failed') throw providerError(change.failure, who)
      const doing = `${who} was changed; reading it again`
      const line = args.flag('json') ? await readAsJson(accounts, record.uid, doing) : text
      await write(io.stdout, `${line}\n`)
      return EXIT.done
    }
  }
}

/** A short description of an account, safe for a terminal: uid, and email or phone. */
export function nameAccount({ uid, email, phoneNumber }: UserRecord): string {
  const known = email ?? phoneNumber
  return stripControls(known === null ? uid : `${uid} (${known})`)
}

/** The record as JSON. `doing`: for the error. Throws a `CommandError` on failure. */
export async function readAsJson({ lookUp }: Pick<Accounts, 'lookUp'>, uid: string, doing: string) {
  const result = await lookUp({ uid })
  if (result.kind === 'failed') throw providerError(result.failure, doing)
  return safeJson(result.record)
}

const LISTING = 'listing accounts'

/** The accounts of a tenant, page by page, each fetched on demand. Throws a `CommandError` if one cannot be read, and at Ctrl-C. */
export async function* readPages(
  { signal }: Pick<Io, 'signal'>,
  accounts: Pick<Accounts, 'listPage'>,
  pageSize: number
): AsyncGenerator<UserRecord[], void> {
  const askedFor = new Set<string | null>()
  let token: string | null = null
  do {
    // Avoids an endless loop.
    if (askedFor.has(token)) throw providerError(wrongShape('a page that was returned before'), LISTING)
    askedFor.add(token)
    const page: AccountPage = await orInterrupted(signal, accounts.listPage(pageSize, token))
    if (page.kind === 'failed') throw providerError(page.failure, LISTING)
    yield page.records
    token = page.nextPageToken
  } while (token !== null)
}

export type ChangingAccounts = ReturnType<typeof createChangingAccounts>

/**
 * The accounts with all their changes, each of which is written as an event `account.changed` to the file in `audit.to`, if any.
 * Changes throw a `CommandError` before any call if the file is not writable.
 */
export function createChangingAccounts(accounts: Accounts, { check, note }: ReturnType<typeof createNotes>) {
  async function change(
    call: string,
    { uid, changes = {} }: { uid: string; changes?: Changes },
    make: () => Promise<AccountChange>
  ): Promise<AccountChange> {
    check()
    const problem = checkChanges(changes)
    if (problem !== null) return refuse(problem)
    const result = await make()
    if (result.kind === 'done') await note({ call, uid, ...namesOf(changes) })
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
      const body = { localId: uid, photoUrl, ...rest }
      const response = await accounts.ask('', body, { isRepeatable: false, uid })
      if (response.kind === 'failed') return response
      const { localId } = response.body
      if (typeof localId !== 'string' || checkKey({ uid: localId }) !== null)
        return failed(wrongShape('200 without localId'))
      await note({ call: 'create', uid: localId, ...namesOf(profile) })
      return { kind: 'created', uid: localId }
    },

    update: (uid: string, changes: Changes) =>
      change('update', { uid, changes }, async () =>
        readChange(await accounts.ask(':update', { localId: uid, ...buildChanges(changes) }, { uid }))
      ),

    delete: (uid: string) =>
      change('delete', { uid }, async () =>
        readChange(await accounts.ask(':delete', { localId: uid }, { isRepeatable: false, uid }))
      ),

    revoke: (uid: string, validSinceSeconds: number) =>
      change('revoke', { uid }, () => accounts.revoke(uid, validSinceSeconds))
  }
}

function refuse(problem: Problem): Failed {
  return failed(badArgument(problemText(problem)))
}

type EventFields = Record<string, string | string[] | undefined>

/** Writes events to the file in `audit.to`, if any: standard output is the command's own. `check` throws a `CommandError` if it cannot; `note` only warns. */
function createNotes({ audit: { to, format }, publicUrl: source }: Config, io: Io) {
  const toLine = createEventFormats(() => io.now() * 1000)(format, source)
  const append = (line: () => string) => (to === 'stdout' ? null : appendLine(to, line()))
  return {
    check(): void {
      const problem = append(() => '')
      if (problem === null) return
      const why = `not changed: ${stripControls(problemText(problem))}\n${problem.hint}`
      throw new CommandError(EXIT.usage, why)
    },
    async note(change: EventFields): Promise<void> {
      const event = 'account.changed'
      const problem = append(() => toLine('info', { event, ...change }))
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
