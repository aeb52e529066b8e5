/** State that survives a config reload: caches, circuits, counters, the connection to the store. Each new app takes it over. */

import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/schema/schema.ts'
import { createNameLookUps, type LookUpName } from './http/connections/outbound-pool.ts'
import { createProviderState } from './identity-platform/provider-state.ts'
import { createMachineState } from './machines/machine-state.ts'
import type { EventOutput } from './operations/audit.ts'
import { createEventLog } from './operations/event-log/event-table.ts'
import type { EventSink } from './operations/events.ts'
import { createMetrics } from './operations/metrics.ts'
import { createRuntime, type Runtime, readBuild } from './operations/runtime.ts'
import { NO_SPANS, type Recorder } from './operations/tracing.ts'
import { createSessionState } from './session/session-state.ts'
import { createMemoryState } from './shared-state/memory.ts'
import type { SharedState } from './shared-state/shared-state.ts'

export type AppState = ReturnType<typeof createAppState>

/** Clocks and timers: by default the real ones. */
export interface StateOptions extends Partial<Pick<Runtime, 'now' | 'nowMs' | 'schedule'>> {
  logger: FastifyBaseLogger
  lookUp?: LookUpName
  config: Pick<Config, 'metrics'>
  /** Where events are written; default: the log. */
  events?: EventOutput
  recorder?: Recorder | null
  /** Closed with this state; default: memory of this process alone. */
  shared?: ((report: EventSink) => SharedState) | undefined
  /** Processes that share the session cache limit; default 1. */
  processes?: number
}

export function createAppState(options: StateOptions) {
  const { logger, config, lookUp = createNameLookUps(), events, recorder = null, ...others } = options
  const { shared: createShared, processes = 1, ...clocks } = others
  const silent = createRuntime(clocks)
  const { now, schedule } = silent
  const { enabled, durationBuckets } = config.metrics
  const metrics = enabled ? createMetrics({ durationBuckets, build: readBuild() }) : null
  const { report, close } = createEventLog(logger, schedule, events, metrics?.counted)
  const runtime: Runtime = { ...silent, report, spans: recorder?.spans ?? NO_SPANS }
  const shared = createShared === undefined ? createMemoryState(now) : createShared(report)
  const provider = createProviderState(runtime)
  const sessions = createSessionState(runtime, { shared, processes })
  const machines = createMachineState(runtime)
  return {
    runtime,
    /** Null: disabled. */
    metrics,
    provider,
    sessions,
    machines,
    lookUp,
    shared,
    /** Null: disabled. */
    recorder,
    /** Call after the last app that uses it has closed. */
    async close(): Promise<void> {
      await provider.close()
      await sessions.close()
      await shared.close()
      await machines.close()
      close()
      await recorder?.flush()
    }
  }
}
