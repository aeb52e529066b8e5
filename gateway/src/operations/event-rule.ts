import type { FastifyBaseLogger } from 'fastify'
import type { Schedule } from '../async.ts'
import { type AuditEvent, type AuditLevel, type EventOutput, writeToLog } from './audit.ts'
import { type CountedEvent, createEventLimit } from './event-limit.ts'
import type { CountedName } from './metrics/catalogue.ts'
import type { Counted } from './metrics/series.ts'

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

/** Values of a metric's labels, in their order. */
type Labels = [first?: string, second?: string]

/** Counts one event with these labels. */
export const adds =
  <Event>(name: CountedName, labelsOf: (event: Event) => Labels) =>
  (event: Event, { counts }: Counted) =>
    counts[name].add(1, ...labelsOf(event))

export const inBoth = ({ kind: event, ...fields }: { kind: string }, lines: EventLines) =>
  lines.writeToBoth('info', { event, ...fields })

export type EventLines = ReturnType<typeof createEventLines>

/**
 * Where the lines of events go: to `output` at any `log.level`, to `logger` for the engineer on call. No line holds a token, a
 * cookie, a key, a query or an email address.
 */
export function createEventLines(logger: FastifyBaseLogger, schedule: Schedule, output: EventOutput) {
  const log = writeToLog(logger)
  // Own level, unaffected by `log.level`.
  const own = logger.child({}, { level: 'info' })
  const lostAtMs = new Map<string, number>()
  let hasExplainedCookies = false
  return {
    logger,
    output,
    /** Of events that clients can cause at will. The number dropped is a line of its own. */
    limit: createEventLimit(schedule, (dropped) => own.warn(dropped, 'security events dropped')),
    /** Of hints about the setup: one a minute for each `client`. */
    hints: createEventLimit(
      schedule,
      ({ event, code, leftOut }) => {
        if (event === 'question.refused')
          logger.warn({ code, leftOut }, 'forward auth requests rejected, lines omitted')
      },
      1
    ),
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
    }
  }
}

const COOKIELESS_FIX = 'a rule can make it public: config/guide.md, "What is fetched without cookies"'
