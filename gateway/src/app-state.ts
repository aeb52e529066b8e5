/**
 * State that survives a config reload: caches, circuits, counters, the connection to the store. Each new app
 * takes it over. Owns their lifetime, knows no routes.
 */

import type { FastifyBaseLogger } from 'fastify'
import { realClock, type Schedule, scheduleOnTimer } from './async/schedule.ts'
import type { Config } from './config/schema/schema.ts'
import { createRateWindows, type RateWindows } from './endpoints/rate-windows.ts'
import { createNameLookUps, type LookUpName } from './http/connections/name-look-ups.ts'
import { createProviderState, type ProviderState } from './identity-platform/provider-state.ts'
import { createMachineState, type MachineState } from './machines/machine-state.ts'
import type { EventOutput } from './operations/audit/audit.ts'
import { readBuild } from './operations/build.ts'
import { createEventLog } from './operations/event-log.ts'
import type { EventSink } from './operations/events.ts'
import { createMetrics, type Metrics } from './operations/metrics.ts'
import type { Recorder } from './operations/tracing/recorder.ts'
import { createSessionState, type SessionState } from './session/session-state.ts'
import { createMemoryState } from './shared-state/memory.ts'
import type { SharedState } from './shared-state/shared-state.ts'

export interface AppState {
  report: EventSink
  /** Null: metrics are disabled. */
  metrics: Metrics | null
  provider: ProviderState
  sessions: SessionState
  machines: MachineState
  rateWindows: RateWindows
  /** Look-ups of applications' names, of which a reload must not start a second one. */
  lookUp: LookUpName
  /** State shared by all processes of the gateway. */
  shared: SharedState
  /** Null: tracing is disabled. */
  recorder: Recorder | null
  /** Call after the last app that uses it has closed. */
  close(): Promise<void>
}

export interface StateOptions {
  logger: FastifyBaseLogger
  /** Epoch seconds; default: the real clock. */
  now?: () => number
  /** Monotonic clock, in milliseconds; default: the real one, or `now` if that is not the real one. */
  nowMs?: () => number
  /** Timer for provider probes and background rendering; default: the real clock. */
  schedule?: Schedule
  /** Default: by the resolver of the machine. */
  lookUp?: LookUpName
  config: Pick<Config, 'metrics'>
  /** Where events are written; default: the log. */
  events?: EventOutput
  /** Default: none. */
  recorder?: Recorder | null
  /** State shared between processes, closed with this one; default: memory of this process alone. */
  shared?: ((report: EventSink) => SharedState) | undefined
  /** Processes that share the session cache limit; default 1. */
  processes?: number
}

export function createAppState({
  logger,
  config,
  now = realClock,
  nowMs = now === realClock ? () => performance.now() : () => now() * 1000,
  schedule = scheduleOnTimer,
  lookUp = createNameLookUps(),
  events,
  recorder = null,
  shared: createShared = () => createMemoryState(now),
  processes = 1
}: StateOptions): AppState {
  const { report: write, close } = createEventLog(logger, schedule, events)
  const { enabled, durationBuckets } = config.metrics
  const metrics = enabled ? createMetrics({ durationBuckets, build: readBuild() }) : null
  const report = metrics === null ? write : tellBoth(metrics.count, write)
  const shared = createShared(report)
  const provider = createProviderState({ report, now, nowMs, schedule, spans: recorder?.spans })
  const sessions = createSessionState({ shared, processes, report, schedule, now })
  const machines = createMachineState({ spans: recorder?.spans, report, now })
  return {
    report,
    metrics,
    provider,
    sessions,
    machines,
    rateWindows: createRateWindows(shared),
    lookUp,
    shared,
    recorder,
    async close() {
      await provider.close()
      await sessions.close()
      await shared.close()
      await machines.close()
      close()
      await recorder?.flush()
    }
  }
}

function tellBoth(first: EventSink, second: EventSink): EventSink {
  return (event) => {
    first(event)
    second(event)
  }
}
