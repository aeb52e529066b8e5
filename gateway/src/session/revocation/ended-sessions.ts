import type { EventSink } from '../../operations/events.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { deriveSessionId, type Session } from '../session.ts'
import { readFields } from './revocations.ts'
import { createSupersededIds } from './superseded-ids.ts'

export type EndedSession = Pick<Session, 'id' | 'subject' | 'tenantId' | 'startedAtSeconds'>

/**
 * Sessions ended early, by a sign-out or by another sign-in of the same browser, at any process. Read on the
 * hot path, so without I/O: each process has its own copy, updated by messages.
 */
export interface EndedSessions {
  /**
   * Ends a session. `expiresAtSeconds`: when it would expire anyway (epoch seconds). Takes effect in this
   * process before the call returns; resolves to whether the others were notified.
   */
  end(session: EndedSession, expiresAtSeconds: number): Promise<boolean>
  isEnded(session: EndedSession): boolean
}

export interface EndedSessionsOptions {
  shared: Pick<SharedState, 'publish' | 'subscribe'>
  /** Receives each ended session, from any process, possibly more than once. */
  onEnded?: (session: EndedSession) => void
  /** Account limit; default 200,000, about 50 MiB with one ended session each. */
  mostAccounts?: number
  /** Receives `ended-sessions.full`. */
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}

const MAX_ACCOUNTS = 200_000
const TOPIC = 'sessions.ended'

/**
 * Ended sessions in bounded memory; overflow never revives one, see `createSupersededIds`. Repeated sign-outs
 * only end older sessions of the same account.
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
    // It may have been signed out under the id it had in a cookie of the previous format.
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

/** Null: written by a version with other fields. */
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
