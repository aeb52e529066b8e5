import type { Accounts } from '../identity-platform/accounts/accounts.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import type { SecurityEvent } from '../operations/events.ts'
import { describeOwner, hashSessionId } from '../operations/log-fields.ts'
import type { SessionRow } from '../operations/sessions-endpoints.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import type { EndedSession, EndedSessions } from './revocation/ended-sessions.ts'
import { type Revocations, readFields } from './revocation/revocations.ts'
import { keyOf, type Owner, type Session } from './session.ts'

/** By then every replica that the store reaches has been told, in seconds. */
const TOLD_WITHIN_SECONDS = 1
/** Longest life of an id token, in seconds: then its session is refreshed. */
const ID_TOKEN_SECONDS = 3600

/** What looking for a session gave. */
export type FoundSession =
  | { kind: 'found'; session: ListedSession }
  /** None with this id goes on. */
  | { kind: 'none' }
  | Exclude<SessionListing, { kind: 'listed' }>

/** What ending all sessions of an account gave. */
export type EndedAll =
  /** `everywhereWithinSeconds`: when the last replica refuses them. */
  | { kind: 'ended'; everywhereWithinSeconds: number }
  /** The provider has not revoked them; nothing has ended. */
  | { kind: 'failed'; failure: ProviderFailure }

/** The sessions of accounts, for operators, whether they ask by a command or at a gateway that runs. */
export interface AccountSessions {
  /** Those that go on, the oldest first. */
  list(owner: Owner): Promise<SessionListing>
  /** `sessionId`: its id in the log. */
  find(owner: Owner, sessionId: string): Promise<FoundSession>
  /** Ends one session. False: the store could not be told yet. */
  end(session: EndedSession): Promise<boolean>
  /** Ends all sessions of an account, at the provider first. `accounts`: of its tenant. */
  endAll(owner: Owner, accounts: Pick<Accounts, 'revoke'>): Promise<EndedAll>
}

export interface AccountSessionsOptions {
  shared: Pick<SharedState, 'addToList' | 'readList' | 'condition'>
  ended: EndedSessions
  revocations: Revocations
  /** Longest life of a session. */
  absoluteSeconds: number
  /** How often accounts are looked up; 0: never. */
  revocationCheckSeconds: number
  /** Epoch seconds. */
  now: () => number
}

/** The sessions of accounts, by what the processes of the gateway know together. */
export function createAccountSessions(options: AccountSessionsOptions): AccountSessions {
  const { shared, ended, revocations, absoluteSeconds, revocationCheckSeconds, now } = options
  const { list } = createSessionList({ shared, ended, revocations })
  return {
    list,
    async find(owner, sessionId) {
      const listing = await list(owner)
      if (listing.kind !== 'listed') return listing
      const session = listing.sessions.find((one) => one.sessionId === sessionId)
      return session === undefined ? { kind: 'none' } : { kind: 'found', session }
    },
    end: (session) => ended.end(session, session.startedAtSeconds + absoluteSeconds),
    async endAll(owner, accounts) {
      // Sign-ins are counted in whole seconds, and those of this second are to end too.
      const validSinceSeconds = Math.floor(now()) + 1
      const change = await accounts.revoke(owner.subject, validSinceSeconds)
      if (change.kind === 'failed') return change
      const isTold = await revocations.revoke(owner, validSinceSeconds, validSinceSeconds + absoluteSeconds)
      const isToldByStore = isTold && shared.condition() !== null
      const lookedUpWithinSeconds = revocationCheckSeconds === 0 ? ID_TOKEN_SECONDS : revocationCheckSeconds
      return {
        kind: 'ended',
        everywhereWithinSeconds: isToldByStore ? TOLD_WITHIN_SECONDS : lookedUpWithinSeconds
      }
    }
  }
}

/** A session for operators and their scripts. Without its own id, which messages carry. */
export function describeListed({
  sessionId,
  subject,
  tenantId,
  startedAtSeconds,
  origin
}: ListedSession): SessionRow {
  return {
    sessionId,
    uid: subject,
    tenant: tenantId,
    begun: new Date(startedAtSeconds * 1000).toISOString(),
    origin
  }
}

/** The event of an end by an operator: of one session, or of all sessions of an account. */
export function describeOperatorsEnd(of: EndedSession | Owner) {
  return {
    kind: 'session.ended',
    ...describeOwner(of),
    code: 'id' in of ? 'SESSION_ENDED' : 'TOKEN_REVOKED',
    by: 'operator'
  } as const satisfies Partial<SecurityEvent>
}

/** A session that began, as far as an operator sees it. Times in epoch seconds. */
export interface ListedSession extends EndedSession {
  /** The id of the session in the log; it opens nothing. */
  sessionId: string
  /** Of the sign-in at the provider. */
  signedInAtSeconds: number
  /** Where it began. */
  origin: string
}

/** What listing the sessions of an account gave. */
export type SessionListing =
  | { kind: 'listed'; sessions: readonly ListedSession[] }
  /** There is no store. */
  | { kind: 'not-kept' }
  | { kind: 'unavailable'; detail: string }

/** The sessions that began, by their accounts; see `createSessionList`. */
export interface SessionList {
  /** A session begins. `expiresAtSeconds`: when it is over at the latest, epoch seconds. Never rejects. */
  add(session: Session, origin: string, expiresAtSeconds: number): Promise<void>
  /** Those of an account that may go on: neither too old nor ended or revoked here or elsewhere. */
  list(owner: Owner): Promise<SessionListing>
}

export interface SessionListOptions {
  shared: Pick<SharedState, 'addToList' | 'readList'>
  ended: Pick<EndedSessions, 'isEnded'>
  revocations: Pick<Revocations, 'validSinceSeconds'>
}

/** The sessions of accounts, listed in the store at their sign-in: the newest 64 of each account. */
export function createSessionList({ shared, ended, revocations }: SessionListOptions): SessionList {
  const nameOf = (owner: Owner) => `sessions ${keyOf(owner)}`
  return {
    add({ claims, ...session }, origin, expiresAtSeconds) {
      const { id, startedAtSeconds } = session
      const text = JSON.stringify([id, startedAtSeconds, claims.auth_time, origin])
      return shared.addToList(nameOf(session), text, expiresAtSeconds)
    },

    async list(owner) {
      const reading = await shared.readList(nameOf(owner))
      if (reading.kind !== 'list') return reading
      // The same session may be given again to whoever has lost the answer to its sign-in.
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

/** Null: it is of a version that says something else. */
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
