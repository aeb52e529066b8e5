import { hashSessionId } from '../operations/log-fields.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import type { EndedSession, EndedSessions } from './revocation/ended-sessions.ts'
import { type Revocations, readFields } from './revocation/revocations.ts'
import { keyOf, type Owner, type Session } from './session.ts'

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
