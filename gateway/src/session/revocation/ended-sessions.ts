import type { Session } from '../session.ts'
import { createRetiredIds } from './retired-ids.ts'

/** What is remembered of a session that was ended. */
export type EndedSession = Pick<Session, 'id' | 'subject' | 'tenantId' | 'startedAtSeconds'>

/**
 * Sessions that were ended before their time: by a sign-out, or by another sign-in of the same browser. Asked on the warm
 * path, so without I/O; a store that several processes share keeps its copy up to date by messages.
 */
export interface EndedSessions {
  end(session: EndedSession): void
  isEnded(session: EndedSession): boolean
}

export interface EndedSessionsOptions {
  /** Longest life of a session: an ended one is remembered until then. */
  absoluteSeconds: number
  /** Accounts that are remembered at most; default 200,000, about 50 MiB when each has ended one session. */
  mostAccounts?: number
  /** Told when there was no room: sessions that began up to this time (epoch seconds) are over from now on. */
  onFull?: (beganUntilSeconds: number) => void
  /** Epoch seconds. */
  now: () => number
}

const MOST_ACCOUNTS = 200_000

/**
 * Ended sessions in memory, bounded and never forgotten in anybody's favour; see `createRetiredIds`. Whoever signs in and
 * out again and again ends the older sessions of their own account alone.
 */
export function createEndedSessions(options: EndedSessionsOptions): EndedSessions {
  const { absoluteSeconds, mostAccounts = MOST_ACCOUNTS, onFull, now } = options
  const { retire, isRetired } = createRetiredIds({
    lifeSeconds: absoluteSeconds,
    mostAccounts,
    onFull,
    now
  })
  return {
    end: (session) => retire(session, session.id, session.startedAtSeconds),
    isEnded: (session) => isRetired(session, session.id, session.startedAtSeconds)
  }
}
