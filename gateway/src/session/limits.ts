import type { SessionTimes } from './session.ts'

/** Shortest time between two notes of a session's last request, in seconds: each is a new cookie. */
export const NOTE_SECONDS = 60

/** How long sessions live; see `createLimits`. */
export interface Limits {
  /** Is the time of the last request kept in the cookie? */
  readonly notesActivity: boolean
  /** Has the session reached its end, by its age or by its silence? */
  isOver(times: SessionTimes): boolean
  /** Must this request be noted in the cookie? */
  isNoteDue(times: SessionTimes): boolean
  /** When the session is too old, however busy it is; epoch seconds. */
  endsAtSeconds(times: Pick<SessionTimes, 'startedAtSeconds'>): number
  /** How long the browser should keep the cookie, in seconds; at least 1. */
  maxAgeSeconds(times: SessionTimes): number
}

export interface LimitsOptions {
  /** Longest life of a session. */
  absoluteSeconds: number
  /** Longest pause between two requests; 0: any. */
  idleSeconds: number
  /** Epoch seconds. */
  now: () => number
}

/**
 * The limits in time, counted from what the cookie says. A request within a minute of the last noted one is not noted,
 * so the idle limit may bite up to a minute early, and never late. A session that was never noted counts from its start.
 */
export function createLimits({ absoluteSeconds, idleSeconds, now }: LimitsOptions): Limits {
  const notesActivity = idleSeconds > 0
  const lastActive = ({ startedAtSeconds, activeAtSeconds }: SessionTimes) =>
    activeAtSeconds ?? startedAtSeconds
  const endsAtSeconds: Limits['endsAtSeconds'] = ({ startedAtSeconds }) => startedAtSeconds + absoluteSeconds
  return {
    notesActivity,
    endsAtSeconds,
    isOver(times) {
      return now() >= endsAtSeconds(times) || (notesActivity && now() >= lastActive(times) + idleSeconds)
    },
    isNoteDue: (times) => notesActivity && now() >= lastActive(times) + NOTE_SECONDS,
    maxAgeSeconds: (times) => Math.max(1, Math.floor(endsAtSeconds(times) - now()))
  }
}
