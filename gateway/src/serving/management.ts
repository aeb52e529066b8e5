import type { FastifyInstance } from 'fastify'
import type { AppState } from '../app-state.ts'
import { createManagement } from '../operations/management.ts'
import { renderFamilies } from '../operations/metrics/family.ts'
import type { ReplySessions } from '../operations/sessions-endpoints.ts'
import type { Shutdown } from '../operations/shutdown.ts'
import { createSelfReport, type SelfReportOptions } from './self-report.ts'

/** What the management listener tells of, and to whom. */
export interface GatewayManagementOptions extends SelfReportOptions {
  readiness: Pick<Shutdown, 'notReadyBecause' | 'draining'>
  /** What callers must show; null: nothing. */
  token: () => string | null
  state: SelfReportOptions['state'] & Pick<AppState, 'report'>
  /** Answers what operators ask about sessions. */
  sessions: ReplySessions
}

/** The management listener of a gateway, with its metrics and checks. It does not listen yet. */
export function createGatewayManagement(options: GatewayManagementOptions): FastifyInstance {
  const { state, readiness, token, sessions } = options
  const { checks, metrics, watchProcess } = createSelfReport(options)
  const management = createManagement(readiness, {
    token,
    sessions,
    report: state.report,
    listChecks: checks,
    ...(state.metrics === null ? {} : { renderMetrics: async () => renderFamilies(await metrics()) })
  })
  // After the start, which it would make longer.
  management.addHook('onListen', async () => watchProcess())
  return management
}
