import { resolve } from 'node:path'
import { type LoadedConfig, loadConfig } from '../../config/load.ts'
import type { UserRecord } from '../../identity-platform/accounts/user-record.ts'
import { ignoreEvents } from '../../operations/events.ts'
import { openSharedState } from '../../serving/shared-state.ts'
import { type AccountSessions, createAccountSessions } from '../../session/account-sessions.ts'
import { createEndedSessions } from '../../session/revocation/ended-sessions.ts'
import { createRevocations } from '../../session/revocation/revocations.ts'
import type { Owner } from '../../session/session.ts'
import type { ListedSession, SessionListing } from '../../session/session-list.ts'
import { createMemoryState } from '../../shared-state/memory.ts'
import { CommandError, EXIT, type ExitCode } from '../command-error.ts'
import type { Run } from '../command-line/command.ts'
import { requireLoaded } from '../load-config.ts'
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
  owner: Owner
  sessions: AccountSessions
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
    const { create } = requireLoaded(await openSharedState(config))
    const shared = create?.(ignoreEvents) ?? createMemoryState(io.now)
    try {
      const ended = createEndedSessions({ shared, report: ignoreEvents, now: io.now })
      const revocations = createRevocations({ shared })
      const sessions = createAccountSessions({ ...config.session, shared, ended, revocations, now: io.now })
      await shared.ready()
      const connection = await call.connect()
      const record = await findAccount(connection.accounts, args)
      const owner = { subject: record.uid, tenantId: connection.tenantId }
      return await run({ ...call, config, connection, record, owner, sessions })
    } finally {
      await shared.close()
    }
  })
}

/** The sessions of the account that go on, the oldest first. Throws a `CommandError` where they cannot be had. */
export async function listOf({ sessions, owner }: SessionCall): Promise<readonly ListedSession[]> {
  const listing = await sessions.list(owner)
  if (listing.kind === 'listed') return listing.sessions
  throw unlistedError(listing)
}

/** The session that the second word names, by its id in the log. Throws a `CommandError` when there is none. */
export async function findSession({ args, record, sessions, owner }: SessionCall): Promise<ListedSession> {
  const word = args.words[1] ?? ''
  const found = await sessions.find(owner, word)
  if (found.kind === 'found') return found.session
  if (found.kind !== 'none') throw unlistedError(found)
  throw new CommandError(
    EXIT.notFound,
    `${nameAccount(record)} has no session ${stripControls(word)} that goes on`
  )
}

function unlistedError(listing: Exclude<SessionListing, { kind: 'listed' }>): CommandError {
  return listing.kind === 'not-kept'
    ? new CommandError(
        EXIT.usage,
        'sessions are listed in a store alone, and there is none: set `store.url`. Without one, `gatehouse sessions revoke <user>` ends all sessions of an account.'
      )
    : new CommandError(
        EXIT.failed,
        `the store cannot be read: ${listing.detail}; see \`gatehouse doctor\`, STORE`
      )
}
