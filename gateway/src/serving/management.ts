import type { FastifyInstance } from 'fastify'
import type { AppState } from '../app-state.ts'
import type { Condition, ConfigCondition } from '../operations/condition.ts'
import { listHealthChecks } from '../operations/health.ts'
import type { Log } from '../operations/logging.ts'
import { createManagement } from '../operations/management.ts'
import { renderFamilies } from '../operations/metrics/family.ts'
import { readingsOf } from '../operations/metrics.ts'
import type { Shutdown } from '../operations/shutdown.ts'
import type { Listeners } from './listeners.ts'

/** What the management listener tells of, read when somebody asks: each of them may be another one after a reload. */
export interface GatewayManagementOptions {
  state: Pick<AppState, 'metrics' | 'provider' | 'sessions' | 'shared'>
  readiness: Pick<Shutdown, 'notReadyBecause' | 'draining'>
  listeners: Pick<Listeners, 'listening' | 'connections' | 'certificate'>
  log: Pick<Log, 'condition'>
  requestsInFlight: () => number
  /** Null: not known. */
  config: () => ConfigCondition | null
  /** What callers must show; null: nothing. */
  token: () => string | null
  /** Epoch seconds. */
  now: () => number
}

/** The management listener of a gateway, with its metrics and checks. It does not listen yet. */
export function createGatewayManagement(options: GatewayManagementOptions): FastifyInstance {
  const { state, readiness, listeners, log, requestsInFlight, config, token, now } = options
  function readCondition(): Condition {
    return {
      ...state.provider.condition(),
      readiness: { listening: listeners.listening, draining: readiness.draining },
      sessionCache: state.sessions.cacheCondition(),
      traffic: { requestsInFlight: requestsInFlight(), connections: listeners.connections() },
      log: log.condition(),
      store: state.shared.condition(),
      tlsNotAfterSeconds: listeners.certificate?.notAfterSeconds() ?? null,
      config: config()
    }
  }

  const { metrics } = state
  const renderMetrics = async () =>
    metrics === null ? '' : renderFamilies(await metrics.read(readingsOf(readCondition(), now())))
  const management = createManagement(readiness, {
    token,
    listChecks: () => listHealthChecks(readCondition(), now()),
    ...(metrics === null ? {} : { renderMetrics })
  })
  // After the start, which it would make longer. What goes wrong here goes wrong at every scrape too.
  management.addHook('onListen', async () => void metrics?.watchProcess().catch(() => {}))
  return management
}
