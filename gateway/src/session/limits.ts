import type { SessionMark, SessionTimes } from './session.ts'

/** Minimum interval between two activity notes, in seconds: each is a new cookie. */
export const NOTE_SECONDS = 60

export interface Limits {
  /** Whether the cookie records the time of the last request. */
  readonly notesActivity: boolean
  /** Whether the session has reached its absolute or idle limit. `id`: omitted while it has none. */
  isOver(times: SessionTimes & Partial<Pick<SessionMark, 'id'>>): boolean
  /** Whether this request must be noted in the cookie. */
  isNoteDue(times: SessionTimes): boolean
  /** End of the absolute lifetime, in epoch seconds. */
  endsAtSeconds(times: Pick<SessionTimes, 'startedAtSeconds'>): number
  /** End of the idle time unless a request comes before, in epoch seconds; Infinity while open streams prevent it. */
  idleEndsAtSeconds(times: SessionTimes): number
  /** `Max-Age` of the cookie in seconds, at least 1. Null: a browser session cookie. */
  maxAgeSeconds(times: SessionTimes): number | null
}

export interface LimitsOptions {
  /** Maximum lifetime of a session. */
  absoluteSeconds: number
  /** Maximum time between two requests; 0: unlimited. */
  idleSeconds: number
  /** Whether cookies may outlive the browser. Default true. */
  keepsCookies?: boolean
  /** When a session last had a stream, in epoch seconds, -Infinity if unknown. If set, streams count as activity. */
  lastStreamAtSeconds?: ((sessionId: string) => number) | undefined
  /** Epoch seconds. */
  now: () => number
}

/**
 * Time limits, counted from what the cookie states. Requests within a minute of the last note are not noted, so the idle limit
 * may expire up to a minute early, never late. A session without a note counts from its start.
 */
export function createLimits(options: LimitsOptions): Limits {
  const { absoluteSeconds, idleSeconds, keepsCookies = true, lastStreamAtSeconds, now } = options
  const notesActivity = idleSeconds > 0
  const lastActive = ({ startedAtSeconds, activeAtSeconds }: SessionTimes) =>
    activeAtSeconds ?? startedAtSeconds
  const endsAtSeconds: Limits['endsAtSeconds'] = ({ startedAtSeconds }) => startedAtSeconds + absoluteSeconds
  const idleEnd = (times: SessionTimes) => lastActive(times) + idleSeconds
  /** Streams may have kept a session active that looks idle by its cookie. */
  const isKept = (id: string | null | undefined) =>
    id != null && lastStreamAtSeconds !== undefined && now() < lastStreamAtSeconds(id) + idleSeconds
  return {
    notesActivity,
    endsAtSeconds,
    idleEndsAtSeconds: (times) =>
      notesActivity && lastStreamAtSeconds === undefined ? idleEnd(times) : Number.POSITIVE_INFINITY,
    isOver(times) {
      if (now() >= endsAtSeconds(times)) return true
      return notesActivity && now() >= idleEnd(times) && !isKept(times.id)
    },
    isNoteDue: (times) => notesActivity && now() >= lastActive(times) + NOTE_SECONDS,
    maxAgeSeconds: (times) =>
      times.endsWithBrowser || !keepsCookies ? null : Math.max(1, Math.floor(endsAtSeconds(times) - now()))
  }
}
