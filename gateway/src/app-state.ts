import type { FastifyBaseLogger } from 'fastify'
import { realClock, type Schedule, scheduleOnTimer } from './async/schedule.ts'
import type { Config } from './config/schema/schema.ts'
import { createRateWindows, type RateWindows } from './endpoints/rate-windows.ts'
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

/** What outlives a configuration: an app that is built anew goes on with it. */
export interface AppState {
  /** Takes what happens. */
  report: EventSink
  /** Null: nothing is counted. */
  metrics: Metrics | null
  provider: ProviderState
  sessions: SessionState
  machines: MachineState
  rateWindows: RateWindows
  /** What the processes of the gateway know together. */
  shared: SharedState
  /** Null: nobody records spans. */
  recorder: Recorder | null
  /** After the last app that works with it. */
  close(): Promise<void>
}

/** What the state of a gateway is made with. */
export interface StateOptions {
  logger: FastifyBaseLogger
  /** Epoch seconds; the real clock when left out. */
  now?: () => number
  /** When the provider is probed during an outage and pages are rendered ahead; by the real clock when left out. */
  schedule?: Schedule
  config: Pick<Config, 'metrics'>
  /** Where events are written; the log when left out. */
  events?: EventOutput
  /** Records spans; nobody does when left out. */
  recorder?: Recorder | null
  /** What the processes of the gateway know together, which ends with this state; left out: this one is alone. */
  shared?: ((report: EventSink) => SharedState) | undefined
  /** Processes that share the bound of remembered sessions; default 1. */
  processes?: number
}

/** The state of a gateway that has just started. */
export function createAppState({
  logger,
  config,
  now = realClock,
  schedule = scheduleOnTimer,
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
  const provider = createProviderState({ report, now, schedule, spans: recorder?.spans })
  const sessions = createSessionState({ shared, processes, report, schedule, now })
  const machines = createMachineState({ spans: recorder?.spans, report, now })
  return {
    report,
    metrics,
    provider,
    sessions,
    machines,
    rateWindows: createRateWindows(shared),
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
