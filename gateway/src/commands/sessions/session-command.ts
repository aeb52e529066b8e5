import { resolve } from 'node:path'
import { type LoadedConfig, loadConfig } from '../../config/load.ts'
import type { UserRecord } from '../../identity-platform/accounts/user-record.ts'
import { ignoreEvents } from '../../operations/events.ts'
import { openSharedState } from '../../serving/shared-state.ts'
import { createEndedSessions, type EndedSessions } from '../../session/revocation/ended-sessions.ts'
import { createRevocations, type Revocations } from '../../session/revocation/revocations.ts'
import { createSessionList, type ListedSession } from '../../session/session-list.ts'
import { createMemoryState } from '../../shared-state/memory.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { CommandError, EXIT, type ExitCode } from '../command-error.ts'
import type { Run } from '../command-line/command.ts'
import { describeProblems, requireLoaded } from '../load-config.ts'
import { stripControls } from '../safe-text.ts'
import type { Connection } from '../users/account/connection.ts'
import { findAccount, nameAccount } from '../users/account/find.ts'
import { type AccountCall, withAccounts } from '../users/account-command.ts'

/** What a command on sessions works with. */
export interface SessionCall extends AccountCall {
  config: LoadedConfig['config']
  connection: Connection
  /** The account that the first word means. */
  record: UserRecord
  ended: EndedSessions
  revocations: Revocations
  /** The sessions of the account that may go on, the oldest first. Throws a `CommandError` where they cannot be had. */
  listSessions(): Promise<readonly ListedSession[]>
}

/**
 * A command on the sessions of an account: reads the whole configuration, because the keys of the cookie open the store, and has
 * account and store at hand.
 */
export function withSessions(run: (call: SessionCall) => Promise<ExitCode>): Run {
  return withAccounts(async (call) => {
    const { io, args } = call
    const file = args.text('config')
    const { config } = requireLoaded(
      loadConfig({ file: file === undefined ? null : resolve(io.cwd, file), env: io.env })
    )
    const opened = await openSharedState(config)
    if (opened.kind === 'invalid') throw new CommandError(EXIT.usage, describeProblems(opened.problems))
    const shared = opened.create?.(ignoreEvents) ?? createMemoryState(io.now)
    try {
      const ended = createEndedSessions({ shared, report: ignoreEvents, now: io.now })
      const revocations = createRevocations({ shared })
      await shared.ready()
      const connection = await call.connect()
      const record = await findAccount(connection.accounts, args)
      const owner = { subject: record.uid, tenantId: connection.tenantId }
      return await run({
        ...call,
        config,
        connection,
        record,
        ended,
        revocations,
        listSessions: async () => await listOf({ shared, ended, revocations }, owner)
      })
    } finally {
      await shared.close()
    }
  })
}

async function listOf(
  parts: { shared: SharedState; ended: EndedSessions; revocations: Revocations },
  owner: { subject: string; tenantId: string | null }
): Promise<readonly ListedSession[]> {
  const listing = await createSessionList(parts).list(owner)
  if (listing.kind === 'listed') return listing.sessions
  throw listing.kind === 'not-kept'
    ? new CommandError(
        EXIT.usage,
        'sessions are listed in a store alone, and there is none: set `store.url`. Without one, `gatehouse sessions revoke <user>` ends all sessions of an account.'
      )
    : new CommandError(
        EXIT.failed,
        `the store cannot be read: ${listing.detail}; see \`gatehouse doctor\`, STORE`
      )
}

/** The session that the second word names, by its id in the log. Throws a `CommandError` when there is none. */
export async function findSession({ args, record, listSessions }: SessionCall): Promise<ListedSession> {
  const word = args.words[1] ?? ''
  const found = (await listSessions()).find(({ sessionId }) => sessionId === word)
  if (found !== undefined) return found
  throw new CommandError(
    EXIT.notFound,
    `${nameAccount(record)} has no session ${stripControls(word)} that goes on`
  )
}

/** A session for scripts. Without its own id, which messages carry. */
export function describeSession({ sessionId, subject, tenantId, startedAtSeconds, origin }: ListedSession) {
  return {
    sessionId,
    uid: subject,
    tenant: tenantId,
    begun: new Date(startedAtSeconds * 1000).toISOString(),
    origin
  }
}
