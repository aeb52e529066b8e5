import type { Schedule } from '../async/schedule.ts'
import type { ErrorCode } from '../errors.ts'
import { networkOf } from '../http/origin.ts'

const WINDOW_SECONDS = 60
/** Default per window for events of one kind by one session, or one network without a session. */
const MAX_OF_ONE = 10
/** Of one kind over all sessions, each of which needed a sign-in. */
const MAX_OF_SESSIONS = 3000
/** Of one kind over all unauthenticated clients. */
const MAX_OF_STRANGERS = 300

export interface CountedEvent {
  /** Name of the event. */
  event: string
  code: ErrorCode
  /** The session's id in the log; undefined: no session we signed. */
  sessionId: string | undefined
  /** Address of the client. */
  client: string
}

/** Dropped events of one kind. */
export type LeftOut = Pick<CountedEvent, 'event' | 'code'> & { leftOut: number }

/**
 * Limits events that clients can cause at will: `mostOfOne` (ten) of a kind per session or network, and a total per kind,
 * within a minute from the first. A flood hides nothing else: kinds have separate limits, as do authenticated and
 * unauthenticated clients. Dropped events are counted and reported after the minute. Memory: 3,300 entries per kind.
 */
export function createEventLimit(
  schedule: Schedule,
  tell: (leftOut: LeftOut) => void,
  mostOfOne = MAX_OF_ONE
) {
  /** Events of one kind (name and code) in the window. */
  const tallies = new Map<string, ReturnType<typeof beginTally>>()
  let cancel: (() => void) | null = null

  /** Ends the window and reports what was dropped in it. */
  function close(): void {
    cancel?.()
    cancel = null
    const over = [...tallies.values()]
    tallies.clear()
    for (const { event, code, leftOut } of over) if (leftOut > 0) tell({ event, code, leftOut })
  }

  return {
    admits({ event, code, sessionId, client }: CountedEvent): boolean {
      cancel ??= schedule(WINDOW_SECONDS, close)
      const kind = `${event} ${code} ${sessionId === undefined}`
      const tally = tallies.get(kind) ?? beginTally(event, code)
      tallies.set(kind, tally)
      const by = sessionId ?? networkOf(client)
      const before = tally.writtenBy.get(by) ?? 0
      const most = sessionId === undefined ? MAX_OF_STRANGERS : MAX_OF_SESSIONS
      if (before >= mostOfOne || tally.written >= most) {
        tally.leftOut += 1
        return false
      }
      tally.written += 1
      tally.writtenBy.set(by, before + 1)
      return true
    },
    close
  }
}

function beginTally(event: string, code: ErrorCode) {
  return { event, code, written: 0, leftOut: 0, writtenBy: new Map<string, number>() }
}
