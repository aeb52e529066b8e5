import type { SessionMark, SessionTimes } from './session.ts'

/** Shortest time between two notes of a session's last request, in seconds: each is a new cookie. */
export const NOTE_SECONDS = 60

/** How long sessions live; see `createLimits`. */
export interface Limits {
  /** Is the time of the last request kept in the cookie? */
  readonly notesActivity: boolean
  /** Has the session reached its end, by its age or by its silence? `id`: left out where it has none yet. */
  isOver(times: SessionTimes & Partial<Pick<SessionMark, 'id'>>): boolean
  /** Must this request be noted in the cookie? */
  isNoteDue(times: SessionTimes): boolean
  /** When the session is too old, however busy it is; epoch seconds. */
  endsAtSeconds(times: Pick<SessionTimes, 'startedAtSeconds'>): number
  /** When the session ends unless a request comes before, in epoch seconds; infinite where open streams keep it. */
  idleEndsAtSeconds(times: SessionTimes): number
  /** How long the browser should keep the cookie, in seconds; at least 1. Null: until it is closed. */
  maxAgeSeconds(times: SessionTimes): number | null
}

export interface LimitsOptions {
  /** Longest life of a session. */
  absoluteSeconds: number
  /** Longest pause between two requests; 0: any. */
  idleSeconds: number
  /** May browsers keep cookies when they are closed? Default true. */
  keepsCookies?: boolean
  /**
   * When a session last had a stream, in epoch seconds, infinite in the past when it is not known to have had one: streams
   * count as requests. Left out: they do not.
   */
  lastStreamAtSeconds?: ((sessionId: string) => number) | undefined
  /** Epoch seconds. */
  now: () => number
}

/**
 * The limits in time, counted from what the cookie says. A request within a minute of the last noted one is not noted,
 * so the idle limit may bite up to a minute early, and never late. A session that was never noted counts from its start.
 */
export function createLimits(options: LimitsOptions): Limits {
  const { absoluteSeconds, idleSeconds, keepsCookies = true, lastStreamAtSeconds, now } = options
  const notesActivity = idleSeconds > 0
  const lastActive = ({ startedAtSeconds, activeAtSeconds }: SessionTimes) =>
    activeAtSeconds ?? startedAtSeconds
  const endsAtSeconds: Limits['endsAtSeconds'] = ({ startedAtSeconds }) => startedAtSeconds + absoluteSeconds
  const idleEnd = (times: SessionTimes) => lastActive(times) + idleSeconds
  /** Its streams may have kept a session that the cookie says has been silent for too long. */
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
