import { type LoadedConfig, loadConfig } from '../config/load.ts'
import { ignoreEvents } from '../operations/events.ts'
import { openSharedState } from '../serving/shared-state.ts'
import {
  type AccountSessions,
  createAccountSessions,
  describeListed,
  describeOperatorsEnd
} from '../session/account-sessions.ts'
import { createCommandEnds } from '../session/command-ends.ts'
import { createEndedSessions, createRevocations } from '../session/revocation/revocations.ts'
import type { Owner } from '../session/session.ts'
import type { ListedSession, SessionListing } from '../session/session-list.ts'
import { createMemoryState } from '../shared-state/shared-state.ts'
import { CommandError, EXIT, type ExitCode } from './command-error.ts'
import type { Run } from './command-line/command.ts'
import { confirm, safeJson, stripControls, write } from './io.ts'
import { readSources, requireLoaded } from './load-config.ts'
import {
  createNotes,
  findAccount,
  nameAccount,
  providerError,
  type RecordCall,
  withAccounts
} from './users/account.ts'

interface SessionCall extends RecordCall {
  config: LoadedConfig['config']
  owner: Owner
  sessions: AccountSessions
  /** Notifies the gateways of the end of a session, by its id in the log, or of all (null): they inform OAuth clients. */
  announce(sessionId: string | null): Promise<void>
}

/** A command on an account's sessions. Reads the whole configuration: the cookie keys decrypt the store. */
function withSessions(run: (call: SessionCall) => Promise<ExitCode>): Run {
  return withAccounts(async (call) => {
    const { io, args } = call
    const { config } = requireLoaded(loadConfig(readSources(io, args)))
    const { create } = requireLoaded(await openSharedState(config))
    const shared = create?.(ignoreEvents) ?? createMemoryState(io.now)
    try {
      const ended = createEndedSessions({ shared, report: ignoreEvents, now: io.now })
      const revocations = createRevocations({ shared })
      const sessions = createAccountSessions({ ...config.session, shared, ended, revocations, now: io.now })
      const ends = createCommandEnds(shared, io.now)
      await shared.ready()
      const { accounts, tenantId } = await call.connect()
      const record = await findAccount(accounts, args)
      const owner = { subject: record.uid, tenantId, createdAtMs: record.createdAtMs }
      const announce = async (sessionId: string | null) => {
        if (config.authorizationServer.enabled) await ends.publish({ ...owner, sessionId })
      }
      return await run({ ...call, config, accounts, record, owner, sessions, announce })
    } finally {
      await shared.close()
    }
  })
}

/** The session named by the second argument, by its id in the log. Throws a `CommandError` if there is none. */
async function findSession({ args, record, sessions, owner }: SessionCall): Promise<ListedSession> {
  const word = args.words[1] ?? ''
  const found = await sessions.find(owner, word)
  if (found.kind === 'found') return found.session
  if (found.kind !== 'none') throw unlistedError(found)
  throw new CommandError(EXIT.notFound, `${nameAccount(record)} has no active session ${stripControls(word)}`)
}

function unlistedError(listing: Exclude<SessionListing, { kind: 'listed' }>): CommandError {
  return listing.kind === 'not-kept'
    ? new CommandError(
        EXIT.usage,
        'listing sessions needs a store: set `store.url`. Without one, `gatehouse sessions revoke <user>` ends all sessions of an account.'
      )
    : new CommandError(
        EXIT.failed,
        `the store cannot be read: ${listing.detail}; see \`gatehouse doctor\`, STORE`
      )
}

/** `gatehouse sessions list`. */
export const listSessions = withSessions(async ({ io, args, sessions, owner }) => {
  const listing = await sessions.list(owner)
  if (listing.kind !== 'listed') throw unlistedError(listing)
  const rows = listing.sessions.map(describeListed)
  const lines = args.flag('json')
    ? rows.map((row) => safeJson(row))
    : rows.map(({ sessionId, begun, origin }) => stripControls(`${sessionId}  ${begun}  ${origin}`))
  await write(io.stdout, lines.map((line) => `${line}\n`).join(''))
  return EXIT.done
})

/** `gatehouse sessions show`. */
export const showSession = withSessions(async (call) => {
  const { io, args } = call
  const row = describeListed(await findSession(call))
  const text = args.flag('json')
    ? safeJson(row)
    : Object.entries(row)
        .map(([name, value]) => stripControls(`${name.padEnd(10)} ${value ?? ''}`).trimEnd())
        .join('\n')
  await write(io.stdout, `${text}\n`)
  return EXIT.done
})

/** `gatehouse sessions revoke`: one session, or all of an account. */
export const revokeSessions = withSessions(async (call) =>
  call.args.words.length > 1 ? await revokeOne(call) : await revokeAll(call)
)

async function revokeOne(call: SessionCall): Promise<ExitCode> {
  const { io, args, record, sessions, announce } = call
  const session = await findSession(call)
  const what = `session ${session.sessionId} of ${nameAccount(record)}`
  await confirm(io, args, `End ${what}? This cannot be undone.`)
  const noteEnd = prepareNote(call)
  // Only the store can end a single session: the provider knows none of them.
  if (!(await sessions.end(session)))
    throw new CommandError(EXIT.failed, `${what} is still active: the store is unavailable`)
  await announce(session.sessionId)
  await noteEnd(session)
  await write(io.stdout, `ended ${what}; all replicas reject it within a second\n`)
  return EXIT.done
}

async function revokeAll(call: SessionCall): Promise<ExitCode> {
  const { io, args, config, accounts, record, owner, sessions, announce } = call
  await confirm(io, args, `End every session of ${nameAccount(record)}? This cannot be undone.`)
  const noteEnd = prepareNote(call)
  const ended = await sessions.endAll(owner, accounts)
  if (ended.kind === 'failed') throw providerError(ended.failure, nameAccount(record))
  await announce(null)
  await noteEnd(owner)
  const when = describeDelay(ended.everywhereWithinSeconds, config.session.revocationCheckSeconds)
  await write(io.stdout, `ended every session of ${nameAccount(record)}; ${when}\n`)
  return EXIT.done
}

function describeDelay(everywhereWithinSeconds: number, revocationCheckSeconds: number): string {
  if (everywhereWithinSeconds === 1) return 'all replicas reject them within a second'
  return revocationCheckSeconds === 0
    ? 'each ends at its next refresh, within an hour (session.revocationCheckSeconds is 0)'
    : `the gateway follows within ${everywhereWithinSeconds} seconds (session.revocationCheckSeconds)`
}

/** Throws a `CommandError` if the event file cannot be written. */
function prepareNote({ config, io }: SessionCall) {
  const notes = createNotes(config, io)
  notes.check()
  return async (of: Parameters<AccountSessions['end']>[0] | Owner) => {
    const { kind: event, ...fields } = describeOperatorsEnd(of)
    await notes.note({ event, ...fields })
  }
}
