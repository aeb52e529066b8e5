import { keyOf, type Session } from './session.ts'

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
/** Ended sessions of one account, beyond which its older sessions are all taken as ended. */
const MOST_OF_ACCOUNT = 32
/** Share of the accounts that are forgotten together when there is no room. */
const FORGOTTEN_SHARE = 0.25

interface Ended {
  id: string
  startedAtSeconds: number
}

/** What is remembered of one account. */
interface AccountEnds {
  sessions: Ended[]
  /** Sessions that began up to this time are over, epoch seconds. */
  beganUntilSeconds: number
}

/**
 * Ended sessions in memory, bounded, and never forgotten in anybody's favour. Whoever signs in and out again and again fills
 * the list of their own account alone: beyond 32, all older sessions of that account count as ended. Where there is no
 * room for another account, all sessions that are as old as the oldest quarter of those remembered count as ended, whoever's
 * they are: filling the memory takes as many accounts as there is room for, and gives no ended session back.
 */
export function createEndedSessions(options: EndedSessionsOptions): EndedSessions {
  const { absoluteSeconds, mostAccounts = MOST_ACCOUNTS, onFull, now } = options
  const accounts = new Map<string, AccountEnds>()
  let allBeganUntilSeconds = Number.NEGATIVE_INFINITY

  /** When the newest session that is remembered of an account began. */
  const newestOf = ({ sessions, beganUntilSeconds }: AccountEnds) =>
    Math.max(beganUntilSeconds, ...sessions.map(({ startedAtSeconds }) => startedAtSeconds))

  function dropOver(): void {
    for (const [key, ends] of accounts) if (now() >= newestOf(ends) + absoluteSeconds) accounts.delete(key)
  }

  /** Forgets the accounts whose remembered sessions are the oldest, and takes everything as old as those as ended. */
  function makeRoom(): void {
    dropOver()
    if (accounts.size < mostAccounts) return
    const begins = Float64Array.from(accounts.values(), newestOf).sort()
    const oldest = begins[Math.floor(begins.length * FORGOTTEN_SHARE)] ?? now()
    // What was forgotten before stays over, however old the sessions are that were ended since.
    allBeganUntilSeconds = Math.max(allBeganUntilSeconds, oldest)
    for (const [key, ends] of accounts) if (newestOf(ends) <= allBeganUntilSeconds) accounts.delete(key)
    onFull?.(allBeganUntilSeconds)
  }

  return {
    end(session) {
      const key = keyOf(session)
      if (!accounts.has(key) && accounts.size >= mostAccounts) makeRoom()
      const ends = accounts.get(key) ?? { sessions: [], beganUntilSeconds: Number.NEGATIVE_INFINITY }
      accounts.set(key, ends)
      if (ends.sessions.some(({ id }) => id === session.id)) return
      ends.sessions.push({ id: session.id, startedAtSeconds: session.startedAtSeconds })
      if (ends.sessions.length > MOST_OF_ACCOUNT) foldOldest(ends)
    },

    isEnded(session) {
      if (session.startedAtSeconds <= allBeganUntilSeconds) return true
      if (accounts.size === 0) return false
      const ends = accounts.get(keyOf(session))
      if (ends === undefined) return false
      return (
        session.startedAtSeconds <= ends.beganUntilSeconds ||
        ends.sessions.some(({ id }) => id === session.id)
      )
    }
  }
}

/** The older half becomes one time. */
function foldOldest(ends: AccountEnds): void {
  const sessions = ends.sessions.toSorted((one, other) => one.startedAtSeconds - other.startedAtSeconds)
  const folded = sessions.splice(0, Math.ceil(sessions.length / 2))
  ends.sessions = sessions
  ends.beganUntilSeconds = Math.max(ends.beganUntilSeconds, folded.at(-1)?.startedAtSeconds ?? 0)
}
