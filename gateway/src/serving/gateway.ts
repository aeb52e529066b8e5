/**
 * Runs a gateway in one process: listeners, management listener, reload and shutdown. Owns their startup and
 * shutdown order; knows nothing about requests.
 */

import { scheduleOnTimer } from '../async.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { Reading } from '../config/reading.ts'
import type { TestProvider } from '../identity-platform/test-provider.ts'
import { type Audit, createAudit } from '../operations/audit.ts'
import { readBuild } from '../operations/build.ts'
import type { HealthCheck } from '../operations/condition.ts'
import type { ConfigEvent, EventSink } from '../operations/events.ts'
import { warnAboutOpenFiles } from '../operations/limits.ts'
import { type Log, lineFormatOf } from '../operations/logging.ts'
import { createManagement, listenForManagement } from './management.ts'
import { type Family, renderMetrics } from '../operations/metrics.ts'
import type { ReplySessions } from '../operations/sessions-endpoints.ts'
import type { Shutdown } from '../operations/shutdown.ts'
import { type ActiveConfig, createApplyConfig } from './apply-config.ts'
import { describePlace, type Ports } from './listeners.ts'
import { type ApplyConfig, createReloadTriggers, type ReadConfiguration } from './reload.ts'
import { type AppPlugin, type Ending, Serving, UnusableConfig } from './serving.ts'

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

/** What a gateway reloads, reports on and ends: this process, or its workers. */
export interface Engine {
  inForce: Pick<ActiveConfig, 'current'>
  shutdown: Shutdown
  apply: ApplyConfig
  /** Receives reload results. */
  report(event: ConfigEvent): void
  /** Receives events of the management listener. */
  reportEvent: EventSink
  /** Rereads the files of TLS certificates. */
  reloadCertificates(): void
  /** Handles the operators' session requests. */
  sessions: ReplySessions
  checks(): Record<string, HealthCheck> | Promise<Record<string, HealthCheck>>
  /** One list for each process. */
  metrics(): Promise<(readonly Family[])[]>
  /** Starts measuring this process. */
  watchProcess(): void
  /** Rejects if a port cannot be bound. */
  listen(): Promise<Ports>
}

/** Starts the gateway. Rejects if a port cannot be bound, and with `UnusableConfig` if a file cannot be opened. */
export function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  return runGateway(options, async (audit, ending) => {
    const serving = await Serving.create({ ...options, audit, ending })
    const { inForce, shutdown, state, listeners, generations, self } = serving
    return {
      inForce,
      shutdown,
      apply: createApplyConfig(serving.forPreparing),
      report: (event) => serving.report(event),
      reportEvent: state.runtime.report,
      reloadCertificates: listeners.certificates.reload,
      sessions: (request) => generations.current().answerOperator(request),
      checks: self.checks,
      metrics: async () => [await self.metrics()],
      watchProcess: self.watchProcess,
      listen: listeners.listen
    }
  })
}

/** Runs a gateway over an engine. Rejects if that does. `workers`: their count, for the log. */
export async function runGateway(
  options: GatewayOptions,
  createEngine: (audit: Audit, ending: Ending) => Engine | Promise<Engine>,
  workers?: number
): Promise<RunningGateway> {
  const { loaded, first, read, log } = options
  logStart(options)
  const audit = openAudit(options)
  const engine = await createEngine(audit, {
    announce: () => triggers.close(),
    async finish() {
      await management.close()
      await audit.close()
    }
  })
  const { inForce, shutdown } = engine
  const triggers = createReloadTriggers({
    first,
    read,
    apply: engine.apply,
    report: engine.report,
    onRead: engine.reloadCertificates,
    settings: () => inForce.current().config.reload,
    schedule: scheduleOnTimer,
    logger: log.logger
  })
  const management = createManagement(shutdown, {
    token: () => inForce.current().managementToken,
    sessions: engine.sessions,
    report: engine.reportEvent,
    listChecks: engine.checks,
    ...(loaded.config.metrics.enabled && {
      renderMetrics: async () => renderMetrics(await engine.metrics())
    })
  })
  // After startup, which it would delay.
  management.addHook('onListen', async () => engine.watchProcess())

  const ports = await engine.listen()
  const managementPort = await listenForManagement(management, loaded.config.management)
  logReady(loaded, log, { ...ports, managementPort, ...(workers && { workers }) })
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

/** Opens the event output of this process. Throws `UnusableConfig` if its file cannot be opened. */
function openAudit({ loaded: { config }, log }: GatewayOptions): Audit {
  const audit = createAudit({ log })
  const prepared = audit.prepare(config)
  if (prepared.kind === 'invalid') throw new UnusableConfig(prepared.problems)
  prepared.commit()
  return audit
}

/** Logs the start and the configuration's warnings. Sets the log format. */
function logStart({ loaded, log }: Pick<GatewayOptions, 'loaded' | 'log'>): void {
  log.setFormat(lineFormatOf(loaded.config))
  log.logger.info({ ...readBuild(), hash: loaded.hash }, 'starting')
  // At any log level: a warning may be that the level hides too much.
  const warner = log.logger.child({}, { level: 'warn' })
  for (const warning of [...loaded.warnings, warnAboutOpenFiles() ?? []].flat()) warner.warn(warning)
}

/** Logs that the gateway listens. */
function logReady(
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
