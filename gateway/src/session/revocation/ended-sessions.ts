import type { EventSink } from '../../operations/events.ts'
import type { Session } from '../session.ts'
import { createRetiredIds } from './retired-ids.ts'

/** What is remembered of a session that was ended. */
export type EndedSession = Pick<Session, 'id' | 'subject' | 'tenantId' | 'startedAtSeconds'>

/**
 * Sessions that were ended before their time: by a sign-out, or by another sign-in of the same browser. Read on the warm
 * path, so without I/O: a store that several processes share answers from a copy that messages keep up to date. Writing
 * may take its time.
 */
export interface EndedSessions {
  /**
   * Ends a session. `untilSeconds`: when it would be over by itself, and need not be remembered any more (epoch seconds).
   * This process knows it when the call returns; the promise settles when the others can know it too, and rejects when
   * they cannot.
   */
  end(session: EndedSession, untilSeconds: number): Promise<void>
  isEnded(session: EndedSession): boolean
}

export interface EndedSessionsOptions {
  /** Accounts that are remembered at most; default 200,000, about 50 MiB when each has ended one session. */
  mostAccounts?: number
  /** Takes `ended-sessions.full`. */
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}

const MOST_ACCOUNTS = 200_000

/**
 * Ended sessions in memory, bounded and never forgotten in anybody's favour; see `createRetiredIds`. Whoever signs in and
 * out again and again ends the older sessions of their own account alone.
 */
export function createEndedSessions(options: EndedSessionsOptions): EndedSessions {
  const { mostAccounts = MOST_ACCOUNTS, report, now } = options
  const { retire, isRetired } = createRetiredIds({
    mostAccounts,
    onFull: (beganUntilSeconds) => report({ kind: 'ended-sessions.full', beganUntilSeconds }),
    now
  })
  return {
    async end(session, untilSeconds) {
      retire(session, {
        id: session.id,
        beganAtSeconds: session.startedAtSeconds,
        overAtSeconds: untilSeconds
      })
    },
    isEnded: (session) => isRetired(session, session.id, session.startedAtSeconds)
  }
}
