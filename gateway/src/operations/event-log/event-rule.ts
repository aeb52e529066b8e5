import type { FastifyBaseLogger } from 'fastify'
import type { Schedule } from '../../async.ts'
import type { ErrorCode } from '../../errors.ts'
import { networkOf } from '../../http/origin.ts'
import { type AuditEvent, type AuditLevel, type EventOutput, writeToLog } from '../audit.ts'
import type { CountedName } from '../metrics/catalogue.ts'
import type { Counted } from '../metrics/series.ts'

/** What follows from an event. */
export interface EventRule<Event> {
  /** For what clients can cause at will: what its lines are limited by, see `createEventLimit`. Null: this one is not. */
  limited?: (event: Event) => CountedEvent | null
  /** Writes its lines. */
  log?: (event: Event, lines: EventLines) => void
  count?: (event: Event, counted: Counted) => void
}

/** A rule for each kind. */
export type RulesOf<Event extends { kind: string }> = {
  readonly [Kind in Event['kind']]: EventRule<Event & { kind: Kind }>
}

type Fields = Omit<CountedEvent, 'event'> & { kind: string; by?: string }

/** Each code by its own number. Operators' actions are not limited. */
export const limitedByCode = ({ kind: event, code, sessionId, client, by }: Fields): CountedEvent | null =>
  by === 'operator' ? null : { event, code, sessionId, client }

export const security = ({ kind: event, ...fields }: { kind: string }, lines: EventLines) =>
  lines.output.write('info', { event, ...fields })

/** A line for the engineer on call, with all members of the event unless `fieldsOf` says otherwise. */
export const onCall = <Event extends { kind: string }>(
  level: 'info' | 'warn' | 'error',
  message: string,
  fieldsOf: (event: Event) => object = ({ kind: _kind, ...fields }) => fields
): EventRule<Event> => ({ log: (event, { logger }) => logger[level](fieldsOf(event), message) })

/** Counts one event with these values of the labels, in their order. */
export const adds =
  <Event>(name: CountedName, labelsOf: (event: Event) => [first?: string, second?: string]) =>
  (event: Event, { counts }: Counted) =>
    counts[name].add(1, ...labelsOf(event))

export const inBoth =
  (level: AuditLevel = 'info', more: object = {}) =>
  ({ kind: event, ...fields }: { kind: string }, lines: EventLines) =>
    lines.writeToBoth(level, { event, ...fields, ...more })

export type EventLines = ReturnType<typeof createEventLines>

/** Where lines go: to `output` at any `log.level`, to `logger` for the engineer on call. None holds a token, a cookie, a key, a query or an email address. */
export function createEventLines(logger: FastifyBaseLogger, schedule: Schedule, output: EventOutput) {
  const log = writeToLog(logger)
  // Own level, unaffected by `log.level`.
  const own = logger.child({}, { level: 'info' })
  const lostAtMs = new Map<string, number>()
  let hasExplainedCookies = false
  /** Of events that clients can cause at will. The number dropped is a line of its own. */
  const limit = createEventLimit(schedule, ({ event, code, dropped: leftOut }) =>
    own.warn({ event, code, leftOut }, 'security events dropped')
  )
  /** Of hints about the setup: one a minute for each `client`. */
  const hints = createEventLimit(schedule, warnOfHints, 1)

  function warnOfHints({ event, code, dropped }: DroppedLines): void {
    if (event === 'question.refused')
      logger.warn({ code, leftOut: dropped }, 'forward auth requests rejected, lines omitted')
  }

  return {
    logger,
    output,
    limit,
    hints,
    /** Writes to the log as well, where operators look for what concerns them. */
    writeToBoth(level: AuditLevel, event: AuditEvent): void {
      output.write(level, event)
      if (output.isSeparateFile()) log.write(level, event)
    },
    /** In addition to the circuits' own lines, which `log.level` may hide. */
    providerLost(call: string, detail: string): void {
      lostAtMs.set(call, performance.now())
      output.write('warn', { event: 'provider.lost', call, detail })
    },
    providerFound(call: string): void {
      const seconds = Math.round((performance.now() - (lostAtMs.get(call) ?? performance.now())) / 1000)
      lostAtMs.delete(call)
      output.write('info', { event: 'provider.found', call, seconds })
    },
    explainCookies(path: string): void {
      if (!hasExplainedCookies) logger.info({ path, fix: COOKIELESS_FIX }, 'fetched without cookies')
      hasExplainedCookies = true
    },
    /** Logs how many events were dropped so far, and clears the timers. */
    close(): void {
      limit.close()
      hints.close()
    }
  }
}

const COOKIELESS_FIX = 'a rule can make it public: config/guide.md, "What is fetched without cookies"'

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
export type DroppedLines = Pick<CountedEvent, 'event' | 'code'> & { dropped: number }

/**
 * Limits events that clients can cause at will, within a minute: `maxOfOne` (ten) of a kind per session or network, and a total per kind,
 * apart for clients with and without a session; each network has room for one. Memory: some 9,000 entries per kind.
 */
export function createEventLimit(
  schedule: Schedule,
  reportLoss: (lines: DroppedLines) => void,
  maxOfOne = MAX_OF_ONE
) {
  /** Events of one kind (name and code) in the window. */
  const windows = new Map<string, DroppedLines & { written: number; writtenBy: Map<string, number> }>()
  let cancel: (() => void) | null = null

  /** Ends the window and reports what was dropped in it. */
  function close(): void {
    cancel?.()
    cancel = null
    const ended = [...windows.values()]
    windows.clear()
    for (const { event, code, dropped } of ended) if (dropped > 0) reportLoss({ event, code, dropped })
  }

  return {
    admits({ event, code, sessionId, client }: CountedEvent): boolean {
      cancel ??= schedule(WINDOW_SECONDS, close)
      const kind = `${event} ${code} ${sessionId === undefined}`
      const window = windows.get(kind) ?? { event, code, dropped: 0, written: 0, writtenBy: new Map() }
      windows.set(kind, window)
      const by = sessionId ?? networkOf(client)
      const site = sessionId ?? networkOf(client, SITE_GROUPS)
      const before = window.writtenBy.get(by) ?? 0
      const ofSite = window.writtenBy.get(site) ?? 0
      const isRepeated = sessionId === undefined && before > 0
      const max = isRepeated ? MAX_OF_STRANGERS : MAX_OF_SESSIONS
      if (before >= maxOfOne || ofSite >= MAX_OF_SITE || window.written >= max) {
        window.dropped += 1
        return false
      }
      window.written += 1
      if (site !== by) window.writtenBy.set(site, ofSite + 1)
      window.writtenBy.set(by, before + 1)
      return true
    },
    close
  }
}
