/**
 * Runs a gateway in one process: listeners, management listener, reload and shutdown. Owns their startup and
 * shutdown order; knows nothing about requests.
 */

import type { FastifyInstance } from 'fastify'
import type { AppState } from '../app-state.ts'
import { scheduleOnTimer } from '../async.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { Reading } from '../config/reading.ts'
import type { TestProvider } from '../identity-platform/test-provider.ts'
import { readBuild } from '../operations/build.ts'
import { warnAboutOpenFiles } from '../operations/limits.ts'
import { type Log, lineFormatOf } from '../operations/logging.ts'
import { renderMetrics } from '../operations/metrics.ts'
import type { ReplySessions } from '../operations/sessions-endpoints.ts'
import type { Shutdown } from '../operations/shutdown.ts'
import { createApplyConfig } from './apply-config.ts'
import { describePlace, type Ports } from './listeners.ts'
import { createManagement, listenForManagement } from './management.ts'
import { createReloadTriggers, type ReadConfiguration } from './reload.ts'
import {
  type AppPlugin,
  createSelfReport,
  createServing,
  createServingShutdown,
  openAudit,
  type SelfReportOptions
} from './serving.ts'

/** A running gateway. */
export interface RunningGateway extends Ports {
  managementPort: number
  /** Rereads the configuration and applies it if valid. Resolves when done; never rejects. */
  reload(): Promise<void>
  shutdown: Shutdown
  /** For process exit: writes the events that can be written at once. */
  writeRest(): void
}

export interface GatewayOptions {
  /** The initial configuration. */
  loaded: LoadedConfig
  /** The files it was read from. */
  first: Reading
  /** Rereads everything. */
  read: ReadConfiguration
  log: Log
  plugins: readonly AppPlugin[]
  /** Contents of the login page's dev drawer; null: those of the emulator, if any. */
  testProvider?: TestProvider | null
}

/** Starts the gateway. Rejects if a port cannot be bound, and with `UnusableConfig` if a file cannot be opened. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { loaded, first, read, log } = options
  const { config } = loaded
  logStart(options)
  const audit = openAudit(options)
  const serving = await createServing({ ...options, audit })
  const { listeners, generations, inForce, report } = serving
  const triggers = createReloadTriggers({
    first,
    read,
    apply: createApplyConfig(serving.forPreparing),
    report,
    onRead: () => listeners.certificates.reload(),
    settings: () => inForce.current().config.reload,
    schedule: scheduleOnTimer,
    logger: log.logger
  })
  const shutdown = createServingShutdown(serving, {
    announce: triggers.close,
    async finish() {
      await management.close()
      await audit.close()
    }
  })
  const management = createGatewayManagement({
    ...serving.reportSources,
    readiness: shutdown,
    token: () => inForce.current().managementToken,
    sessions: (request) => generations.current().answerOperator(request)
  })

  const ports = await listeners.listen()
  const managementPort = await listenForManagement(management, config.management)
  logReady(loaded, log, { ...ports, managementPort })
  triggers.start()
  return {
    ...ports,
    managementPort,
    reload() {
      audit.reopen()
      return triggers.reload()
    },
    shutdown,
    writeRest: audit.writeRest
  }
}

/** Logs the start and the configuration's warnings. Sets the log format. */
export function logStart({ loaded, log }: Pick<GatewayOptions, 'loaded' | 'log'>): void {
  log.setFormat(lineFormatOf(loaded.config))
  log.logger.info({ ...readBuild(), hash: loaded.hash }, 'starting')
  // At any log level: a warning may be that the level hides too much.
  const warner = log.logger.child({}, { level: 'warn' })
  for (const warning of [...loaded.warnings, warnAboutOpenFiles() ?? []].flat()) warner.warn(warning)
}

/** Logs that the gateway listens. `workers`: their count; omitted for a single process. */
export function logReady(
  { config, hash }: LoadedConfig,
  { logger }: Log,
  { port, ports, managementPort, ...more }: Ports & { managementPort: number; workers?: number }
): void {
  const applications = config.applications.map(({ name, upstream }) => ({
    name,
    upstream: upstream?.url ?? null
  }))
  logger.info(
    {
      ...describePlace(config.listen, port),
      managementPort,
      ...ports,
      ...more,
      publicUrl: config.publicUrl,
      upstream: config.upstream?.url ?? null,
      // None for the single application of the short form.
      ...(applications.length === 0 ? {} : { applications }),
      hash
    },
    'ready'
  )
}

export interface GatewayManagementOptions extends SelfReportOptions {
  readiness: Pick<Shutdown, 'notReadyBecause' | 'draining'>
  /** The bearer token required of callers; null: none. */
  token: () => string | null
  state: SelfReportOptions['state'] & Pick<AppState, 'runtime'>
  /** Handles the operators' session requests. */
  sessions: ReplySessions
}

/** Creates the management listener with metrics and checks. It does not listen yet. */
export function createGatewayManagement(options: GatewayManagementOptions): FastifyInstance {
  const { state, readiness, token, sessions } = options
  const report = createSelfReport(options)
  const management = createManagement(readiness, {
    token,
    sessions,
    report: state.runtime.report,
    listChecks: report.checks,
    ...(state.metrics === null ? {} : { renderMetrics: async () => renderMetrics([await report.metrics()]) })
  })
  // After startup, which it would delay.
  management.addHook('onListen', async () => report.watchProcess())
  return management
}
