import { existsSync, readFileSync } from 'node:fs'
import { monotonicClock, realClock, type Schedule, scheduleOnTimer } from '../async.ts'
import { packagePath, readPackageJson } from '../config/package-files.ts'
import { type EventSink, type GatewayEvent, ignoreEvents } from './events.ts'
import { NO_SPANS, type Spans } from './tracing.ts'

/** What modules need of their surroundings. Passed in, so that tests need no clock. */
export interface Runtime {
  /** Epoch seconds. */
  readonly now: () => number
  /** Milliseconds of a clock that is never set back. */
  readonly nowMs: () => number
  readonly schedule: Schedule
  /** Receives the events. */
  readonly report: EventSink
  readonly spans: Spans
}

/** The real clock, no events and no spans, except for what is given. Without `nowMs`, a given `now` is both clocks. */
export function createRuntime(given: Partial<Runtime> = {}): Runtime {
  const { now = realClock } = given
  return {
    now,
    nowMs: now === realClock ? monotonicClock : () => now() * 1000,
    schedule: scheduleOnTimer,
    report: ignoreEvents,
    spans: NO_SPANS,
    ...given
  }
}

/** A sink that passes everything to another, and to a listener that is set later. */
export function createRelay(sink: EventSink) {
  let listener = ignoreEvents
  return {
    report(event: GatewayEvent): void {
      sink(event)
      listener(event)
    },
    listen(to: EventSink): void {
      listener = to
    }
  }
}

/** Versions of package and Node, and the commit of the sources: `unknown` without `dist/revision`. Throws if the package is broken. */
export function readBuild() {
  const version: unknown = Reflect.get(Object(readPackageJson('package.json')), 'version')
  const file = packagePath('dist', 'revision')
  const revision = existsSync(file) ? readFileSync(file, 'utf8').trim().slice(0, 40) : ''
  return { version: String(version), revision: revision || 'unknown', node: process.version }
}
