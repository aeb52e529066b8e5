import type { Schedule } from '../async.ts'
import type { ErrorCode } from '../errors.ts'
import { networkOf } from '../http/origin.ts'

const WINDOW_SECONDS = 60
/** Default per window for events of one kind by one session, or one network without a session. */
const MAX_OF_ONE = 10
/** Of one kind over all sessions, each of which needed a sign-in. */
const MAX_OF_SESSIONS = 3000
/** Of one kind over all unauthenticated clients, beyond which networks that have none yet get one each. */
const MAX_OF_STRANGERS = 300
/** Of one kind by all IPv6 networks of a /48, which one client may own. */
const MAX_OF_SITE = 30
const SITE_GROUPS = 3

export interface CountedEvent {
  /** Name of the event. */
  event: string
  code: ErrorCode
  /** The session's id in the log; undefined: no session we signed. */
  sessionId?: string | undefined
  /** Address of the client. */
  client: string
}

/** Dropped events of one kind. */
export type LeftOut = Pick<CountedEvent, 'event' | 'code'> & { leftOut: number }

/**
 * Limits events that clients can cause at will: `mostOfOne` (ten) of a kind per session or network, and a total per kind,
 * within a minute from the first. A flood hides nothing else: kinds have separate limits, as do authenticated and
 * unauthenticated clients, and each network has room for one. Dropped events are counted and reported after the minute.
 * Memory: some 9,000 entries per kind.
 */
export function createEventLimit(
  schedule: Schedule,
  tell: (leftOut: LeftOut) => void,
  mostOfOne = MAX_OF_ONE
) {
  /** Events of one kind (name and code) in the window. */
  const tallies = new Map<string, ReturnType<typeof startWindow>>()
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
      const tally = tallies.get(kind) ?? startWindow(event, code)
      tallies.set(kind, tally)
      const by = sessionId ?? networkOf(client)
      const site = sessionId ?? networkOf(client, SITE_GROUPS)
      const before = tally.writtenBy.get(by) ?? 0
      const ofSite = tally.writtenBy.get(site) ?? 0
      const isRepeated = sessionId === undefined && before > 0
      const most = isRepeated ? MAX_OF_STRANGERS : MAX_OF_SESSIONS
      if (before >= mostOfOne || ofSite >= MAX_OF_SITE || tally.written >= most) {
        tally.leftOut += 1
        return false
      }
      tally.written += 1
      if (site !== by) tally.writtenBy.set(site, ofSite + 1)
      tally.writtenBy.set(by, before + 1)
      return true
    },
    close
  }
}

function startWindow(event: string, code: ErrorCode) {
  return { event, code, written: 0, leftOut: 0, writtenBy: new Map<string, number>() }
}
