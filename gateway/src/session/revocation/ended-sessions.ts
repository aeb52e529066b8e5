import type { EventSink } from '../../operations/events.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { deriveSessionId, type Session } from '../session.ts'
import { readFields } from './revocations.ts'
import { createSupersededIds } from './superseded-ids.ts'

/** What is remembered of a session that was ended. */
export type EndedSession = Pick<Session, 'id' | 'subject' | 'tenantId' | 'startedAtSeconds'>

/**
 * Sessions that were ended before their time: by a sign-out, or by another sign-in of the same browser, at whichever process.
 * Read on the warm path, so without I/O: each process has its own copy, which messages keep up to date.
 */
export interface EndedSessions {
  /**
   * Ends a session. `expiresAtSeconds`: when it would be over by itself, and need not be remembered any more (epoch seconds).
   * This process knows it when the call returns; the promise settles with whether the others can know it too.
   */
  end(session: EndedSession, expiresAtSeconds: number): Promise<boolean>
  isEnded(session: EndedSession): boolean
}

export interface EndedSessionsOptions {
  shared: Pick<SharedState, 'publish' | 'subscribe'>
  /** Told of each session that was ended, here or elsewhere; perhaps more than once. */
  onEnded?: (session: EndedSession) => void
  /** Accounts that are remembered at most; default 200,000, about 50 MiB when each has ended one session. */
  mostAccounts?: number
  /** Takes `ended-sessions.full`. */
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}

const MAX_ACCOUNTS = 200_000
const TOPIC = 'sessions.ended'

/**
 * Ended sessions in memory, bounded and never forgotten in anybody's favour; see `createSupersededIds`. Whoever signs in and
 * out again and again ends the older sessions of their own account alone.
 */
export function createEndedSessions(options: EndedSessionsOptions): EndedSessions {
  const { shared, onEnded = () => {}, mostAccounts = MAX_ACCOUNTS, report, now } = options
  const { retire, isSuperseded } = createSupersededIds({
    mostAccounts,
    onFull: (beganUntilSeconds) => report({ kind: 'ended-sessions.full', beganUntilSeconds }),
    now
  })
  shared.subscribe(TOPIC, (text) => {
    const message = readMessage(text)
    if (message === null) return
    const { session, expiresAtSeconds } = message
    retire(session, {
      id: session.id,
      beganAtSeconds: session.startedAtSeconds,
      overAtSeconds: expiresAtSeconds
    })
    onEnded(session)
  })
  return {
    end: (session, expiresAtSeconds) =>
      shared.publish(TOPIC, writeMessage(session, expiresAtSeconds), expiresAtSeconds),
    // It may have been signed out under the id that it had in a cookie of the format before.
    isEnded: (session) =>
      isSuperseded(session, session.id, session.startedAtSeconds, () => deriveSessionId(session))
  }
}

function writeMessage(
  { subject, tenantId, id, startedAtSeconds }: EndedSession,
  expiresAtSeconds: number
): string {
  return JSON.stringify([subject, tenantId, id, startedAtSeconds, expiresAtSeconds])
}

/** Null: it is of a version that says something else. */
function readMessage(text: string): { session: EndedSession; expiresAtSeconds: number } | null {
  const [subject, tenantId, id, startedAtSeconds, expiresAtSeconds] = readFields(text)
  const isWhole =
    typeof subject === 'string' &&
    (typeof tenantId === 'string' || tenantId === null) &&
    typeof id === 'string' &&
    typeof startedAtSeconds === 'number' &&
    typeof expiresAtSeconds === 'number'
  return isWhole ? { session: { subject, tenantId, id, startedAtSeconds }, expiresAtSeconds } : null
}
