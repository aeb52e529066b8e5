import type { Schedule } from '../async/schedule.ts'
import type { ErrorCode } from '../errors.ts'

const WINDOW_SECONDS = 60
/** Events of one kind that one session, or one address without a session, gets written in a window, by default. */
const MAX_OF_ONE = 10
/** Events of one kind that all sessions together get written: each of them began with a sign-in. */
const MAX_OF_SESSIONS = 3000
/** Events of one kind that everybody else together gets written. */
const MAX_OF_STRANGERS = 300

/** What an event is counted under. */
export interface CountedEvent {
  /** Name of the event. */
  event: string
  code: ErrorCode
  /** The log's id of the session; undefined: none that we signed. */
  sessionId: string | undefined
  /** Address of the client. */
  client: string
}

/** Events of one kind that were not written. */
export interface LeftOut {
  event: string
  code: ErrorCode
  leftOut: number
}

/** Says which events are written; see `createEventLimit`. */
export interface EventLimit {
  admits(counted: CountedEvent): boolean
  /** Ends the window: tells what was left out in it. */
  close(): void
}

/** How many events of one kind, which is a name and a code, there were in the window. */
interface Tally {
  event: string
  code: ErrorCode
  most: number
  written: number
  leftOut: number
  writtenBy: Map<string, number>
}

/**
 * A bound for events that can be caused as often as somebody likes: `mostOfOne` (ten) of a kind for each session or address, and so many
 * of a kind for all, within a minute that begins with the first. A flood hides nothing else: kinds take no room from each
 * other, nor do strangers from those who are signed in. What is left out is counted, and told when the minute is over.
 * Memory: 3,300 entries for each kind.
 */
export function createEventLimit(
  schedule: Schedule,
  tell: (leftOut: LeftOut) => void,
  mostOfOne = MAX_OF_ONE
): EventLimit {
  const tallies = new Map<string, Tally>()
  let cancel: (() => void) | null = null

  function close(): void {
    cancel?.()
    cancel = null
    const over = [...tallies.values()]
    tallies.clear()
    for (const { event, code, leftOut } of over) if (leftOut > 0) tell({ event, code, leftOut })
  }

  function tallyOf({ event, code, sessionId }: CountedEvent): Tally {
    const isForeign = sessionId === undefined
    const kind = `${event} ${code} ${isForeign}`
    const known = tallies.get(kind)
    if (known !== undefined) return known
    const most = isForeign ? MAX_OF_STRANGERS : MAX_OF_SESSIONS
    const tally = { event, code, most, written: 0, leftOut: 0, writtenBy: new Map<string, number>() }
    tallies.set(kind, tally)
    return tally
  }

  return {
    admits(counted) {
      cancel ??= schedule(WINDOW_SECONDS, close)
      const tally = tallyOf(counted)
      const by = counted.sessionId ?? counted.client
      const before = tally.writtenBy.get(by) ?? 0
      if (before >= mostOfOne || tally.written >= tally.most) {
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
