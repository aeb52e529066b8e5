import type { AppState } from '../app-state.ts'
import {
  type ConfigCondition,
  type HealthCheck,
  type HealthState,
  listHealthChecks
} from '../operations/condition.ts'
import type { LimitWatch } from '../operations/limits.ts'
import type { Log } from '../operations/logging.ts'
import { type Family, readingsOf } from '../operations/metrics.ts'
import type { Shutdown } from '../operations/shutdown.ts'
import type { Listeners } from './listeners.ts'

/** Metrics and checks of one process. Sources are read on request; a reload may replace them. */
export function createSelfReport(options: {
  state: Pick<AppState, 'metrics' | 'provider' | 'sessions' | 'shared'>
  readiness: Pick<Shutdown, 'draining'>
  listeners: Pick<Listeners, 'listening' | 'connections'> & {
    certificates: Pick<Listeners['certificates'], 'notAfterSeconds'>
  }
  log: Pick<Log, 'condition'>
  limits: Pick<LimitWatch, 'condition'>
  requestsInFlight: () => number
  /** Null: unknown. */
  config: () => ConfigCondition | null
  /** Epoch seconds. */
  now: () => number
}) {
  const { state, readiness, listeners, log, limits, requestsInFlight, config, now } = options
  function readCondition(): HealthState {
    return {
      ...state.provider.condition(),
      readiness: { listening: listeners.listening, draining: readiness.draining },
      sessionCache: state.sessions.cacheCondition(),
      traffic: { requestsInFlight: requestsInFlight(), connections: listeners.connections() },
      log: log.condition(),
      limits: limits.condition(),
      store: state.shared.condition(),
      tlsNotAfterSeconds: listeners.certificates.notAfterSeconds(),
      config: config()
    }
  }

  return {
    checks: (): Record<string, HealthCheck> => listHealthChecks(readCondition(), now()),
    /** Empty if metrics are disabled. */
    metrics: async (): Promise<Family[]> =>
      (await state.metrics?.read(readingsOf(readCondition(), now()))) ?? [],
    /** Starts measuring event loop and garbage collection. Errors here recur at every scrape. */
    watchProcess: () => void state.metrics?.watchProcess().catch(() => {})
  }
}
