import type { Accounts } from '../identity-platform/accounts/accounts.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import type { SecurityEvent } from '../operations/events.ts'
import { describeOwner, hashSessionId } from '../operations/request-logger.ts'
import type { SessionRow } from '../operations/sessions-endpoints.ts'
import type { ListReading, SharedState } from '../shared-state/shared-state.ts'
import {
  type EndedSession,
  type EndedSessions,
  type Revocations,
  readFields
} from './revocation/revocations.ts'

import { keyOf, type Owner, type Session } from './session.ts'

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
  const { list } = createSessionList({ shared, ended, revocations })
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

/** A session as an operator sees it. Times in epoch seconds. */
export interface ListedSession extends EndedSession {
  /** The session id in the log; grants nothing. */
  sessionId: string
  /** Time of the sign-in at the provider. */
  signedInAtSeconds: number
  /** Origin where it began. */
  origin: string
}

export type SessionListing =
  | { kind: 'listed'; sessions: readonly ListedSession[] }
  | Exclude<ListReading, { kind: 'list' }>

/** Sessions by account, kept in the store: the newest 64 of each account. */
export function createSessionList({
  shared,
  ended,
  revocations
}: Pick<AccountSessionsOptions, 'shared' | 'ended' | 'revocations'>) {
  const nameOf = (owner: Owner) => `sessions ${keyOf(owner)}`
  return {
    /** Lists a new session until `expiresAtSeconds` (epoch seconds). Never rejects. */
    add({ claims, ...session }: Session, origin: string, expiresAtSeconds: number): Promise<void> {
      const { id, startedAtSeconds } = session
      const text = JSON.stringify([id, startedAtSeconds, claims.auth_time, origin])
      return shared.addToList(nameOf(session), text, expiresAtSeconds)
    },

    /** Sessions of an account that are neither expired nor ended or revoked at any process. */
    async list(owner: Owner): Promise<SessionListing> {
      const reading = await shared.readList(nameOf(owner))
      if (reading.kind !== 'list') return reading
      // A client that lost the response to its sign-in is given the same session again.
      const sessions = new Map<string, ListedSession>()
      for (const text of reading.texts) {
        const session = readSession(text, owner)
        if (session !== null) sessions.set(session.id, session)
      }
      const validSinceSeconds = revocations.validSinceSeconds(owner)
      return {
        kind: 'listed',
        sessions: [...sessions.values()].filter(
          (session) => !ended.isEnded(session) && session.signedInAtSeconds >= validSinceSeconds
        )
      }
    }
  }
}

/** Null: written by a version with other fields. */
function readSession(text: string, { subject, tenantId }: Owner): ListedSession | null {
  const [id, startedAtSeconds, signedInAtSeconds, origin] = readFields(text)
  const isWhole =
    typeof id === 'string' &&
    typeof startedAtSeconds === 'number' &&
    typeof signedInAtSeconds === 'number' &&
    typeof origin === 'string'
  if (!isWhole) return null
  return { subject, tenantId, id, sessionId: hashSessionId(id), startedAtSeconds, signedInAtSeconds, origin }
}
