import type { Accounts } from '../identity-platform/accounts/accounts.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import type { SecurityEvent } from '../operations/events.ts'
import { describeOwner } from '../operations/request-logger.ts'
import type { SessionRow } from '../operations/sessions-endpoints.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import type { EndedSession, EndedSessions, Revocations } from './revocation/revocations.ts'
import type { Owner } from './session.ts'
import { createSessionList, type ListedSession, type SessionListing } from './session-list.ts'

/** Seconds until every replica connected to the store has received the message. */
const TOLD_WITHIN_SECONDS = 1
/** Id token lifetime in seconds; a session is refreshed by then. */
const ID_TOKEN_SECONDS = 3600

export type FoundSession =
  | { kind: 'found'; session: ListedSession }
  /** No active session has this id. */
  | { kind: 'none' }
  | Exclude<SessionListing, { kind: 'listed' }>

export type EndedAll =
  /** `everywhereWithinSeconds`: until the last replica rejects them. */
  | { kind: 'ended'; everywhereWithinSeconds: number }
  /** The provider has not revoked them, so nothing has ended. */
  | { kind: 'failed'; failure: ProviderFailure }

/** Operators' view of an account's sessions, for the commands and the running gateway. */
export type AccountSessions = ReturnType<typeof createAccountSessions>

export interface AccountSessionsOptions {
  shared: Pick<SharedState, 'addToList' | 'readList' | 'condition'>
  ended: EndedSessions
  revocations: Revocations
  /** Maximum age of a session. */
  absoluteSeconds: number
  /** Interval of account lookups; 0 disables them. */
  revocationCheckSeconds: number
  /** Epoch seconds. */
  now: () => number
}

export function createAccountSessions(options: AccountSessionsOptions) {
  const { shared, ended, revocations, absoluteSeconds, revocationCheckSeconds, now } = options
  const known = createSessionList({ shared, ended, revocations })

  /** What one process alone remembers would look complete to an operator. */
  async function list(owner: Owner): Promise<SessionListing> {
    const listing = await known.list(owner)
    return listing.kind === 'listed' && !listing.isShared ? { kind: 'not-kept' } : listing
  }

  return {
    /** Active sessions, oldest first. */
    list,
    /** `sessionId`: the id in the log. */
    async find(owner: Owner, sessionId: string): Promise<FoundSession> {
      const listing = await list(owner)
      if (listing.kind !== 'listed') return listing
      const session = listing.sessions.find((one) => one.sessionId === sessionId)
      return session === undefined ? { kind: 'none' } : { kind: 'found', session }
    },
    /** Ends one session. False: the store could not be notified yet. */
    end: (session: EndedSession): Promise<boolean> =>
      ended.end(session, session.startedAtSeconds + absoluteSeconds),
    /** Ends all sessions of an account, at the provider first. `accounts`: those of its tenant. */
    async endAll(owner: Owner, accounts: Pick<Accounts, 'revoke'>): Promise<EndedAll> {
      // Sign-in times are whole seconds; those of the current second must end too.
      const validSinceSeconds = Math.floor(now()) + 1
      const change = await accounts.revoke(owner.subject, validSinceSeconds)
      if (change.kind === 'failed') return change
      const isRevoked = await revocations.revoke(
        owner,
        validSinceSeconds,
        validSinceSeconds + absoluteSeconds
      )
      const isShared = isRevoked && shared.condition() !== null
      const lookedUpWithinSeconds = revocationCheckSeconds === 0 ? ID_TOKEN_SECONDS : revocationCheckSeconds
      return {
        kind: 'ended',
        everywhereWithinSeconds: isShared ? TOLD_WITHIN_SECONDS : lookedUpWithinSeconds
      }
    }
  }
}

/** A session as printed for operators and scripts, without the internal id that messages carry. */
export function describeListed({
  sessionId,
  subject,
  tenantId,
  startedAtSeconds,
  origin
}: ListedSession): SessionRow {
  const begun = new Date(startedAtSeconds * 1000).toISOString()
  return { sessionId, uid: subject, tenant: tenantId, begun, origin }
}

/** The event for one session, or all sessions of an account, ended by an operator. */
export function describeOperatorsEnd(of: EndedSession | Owner) {
  return {
    kind: 'session.ended',
    ...describeOwner(of),
    code: 'id' in of ? 'SESSION_ENDED' : 'TOKEN_REVOKED',
    by: 'operator'
  } as const satisfies Partial<SecurityEvent>
}
