import type { AppState } from '../app-state.ts'
import type { Condition, ConfigCondition } from '../operations/condition.ts'
import { type HealthCheck, listHealthChecks } from '../operations/health.ts'
import type { Log } from '../operations/logging.ts'
import type { Family } from '../operations/metrics/family.ts'
import { readingsOf } from '../operations/metrics.ts'
import type { Shutdown } from '../operations/shutdown.ts'
import type { Listeners } from './listeners.ts'

/** What a process tells of, read when somebody asks: each of them may be another one after a reload. */
export interface SelfReportOptions {
  state: Pick<AppState, 'metrics' | 'provider' | 'sessions' | 'shared'>
  readiness: Pick<Shutdown, 'draining'>
  listeners: Pick<Listeners, 'listening' | 'connections'> & {
    certificates: Pick<Listeners['certificates'], 'notAfterSeconds'>
  }
  log: Pick<Log, 'condition'>
  requestsInFlight: () => number
  /** Null: not known. */
  config: () => ConfigCondition | null
  /** Epoch seconds. */
  now: () => number
}

/** How a process that answers requests is doing; see `createSelfReport`. */
export interface SelfReport {
  checks(): Record<string, HealthCheck>
  /** None where they are switched off. */
  metrics(): Promise<Family[]>
  /** Begins to watch event loop and garbage collection. What goes wrong here goes wrong at every scrape too. */
  watchProcess(): void
}

/** What a process knows of itself, for whoever asks at the management listener. */
export function createSelfReport(options: SelfReportOptions): SelfReport {
  const { state, readiness, listeners, log, requestsInFlight, config, now } = options
  function readCondition(): Condition {
    return {
      ...state.provider.condition(),
      readiness: { listening: listeners.listening, draining: readiness.draining },
      sessionCache: state.sessions.cacheCondition(),
      traffic: { requestsInFlight: requestsInFlight(), connections: listeners.connections() },
      log: log.condition(),
      store: state.shared.condition(),
      tlsNotAfterSeconds: listeners.certificates.notAfterSeconds(),
      config: config()
    }
  }

  return {
    checks: () => listHealthChecks(readCondition(), now()),
    metrics: async () => (await state.metrics?.read(readingsOf(readCondition(), now()))) ?? [],
    watchProcess: () => void state.metrics?.watchProcess().catch(() => {})
  }
}
