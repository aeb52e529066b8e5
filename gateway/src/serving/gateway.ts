/** Runs a gateway in one process: listeners, management listener, reload and shutdown, in their order. It knows nothing about requests. */

import { scheduleOnTimer } from '../async.ts'
import type { LoadedConfig, Reading } from '../config/load.ts'
import { documentsUrl } from '../config/package-files.ts'
import { type Audit, createAudit } from '../operations/audit.ts'
import { warnAboutOpenFiles } from '../operations/limits.ts'
import { type Log, lineFormatOf } from '../operations/logging.ts'
import { type Family, renderMetrics } from '../operations/metrics.ts'
import { readBuild } from '../operations/runtime.ts'
import type { Shutdown } from '../operations/shutdown.ts'
import { finishStart } from '../v8.ts'
import { type ActiveConfig, createApplyConfig } from './apply-config.ts'
import { describePlace, type Ports } from './listeners.ts'
import { createManagement, listenForManagement } from './management.ts'
import { type ApplyConfig, createReload, type ReadConfiguration } from './reload.ts'
import { createServing, type Ending, type ServingOptions, UnusableConfig } from './serving.ts'
import type { ServedCertificates } from './tls.ts'

/** A running gateway. */
export interface RunningGateway extends Ports {
  managementPort: number
  /** Rereads the configuration and applies it if valid. Resolves when done; never rejects. */
  reload(): Promise<void>
  shutdown: Shutdown
  /** For process exit: writes the events that can be written at once. */
  writeRest(): void
}

export interface GatewayOptions extends Pick<ServingOptions, 'loaded' | 'log' | 'plugins' | 'testProvider'> {
  /** The files that the initial configuration was read from. */
  first: Reading
  /** Rereads everything. */
  read: ReadConfiguration
}

/** What a gateway reloads, reports on and ends: this process, or its workers. */
export type Engine = Pick<
  Awaited<ReturnType<typeof createServing>>,
  'report' | 'reportEvent' | 'listen' | 'shutdown' | 'askServing' | 'checks' | 'watchProcess'
> & {
  active: Pick<ActiveConfig, 'current'>
  apply: ApplyConfig
  certificates: Pick<ServedCertificates, 'reload'>
  /** One list for each process. */
  metrics(): Promise<(readonly Family[])[]>
}

/** Starts the gateway. Rejects if a port cannot be bound, and with `UnusableConfig` if a file cannot be opened. */
export function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  return runGateway(options, async (audit, ending) => {
    const serving = await createServing({ ...options, audit, ending })
    return {
      ...serving,
      apply: createApplyConfig(serving.prepare),
      metrics: async () => [await serving.metrics()]
    }
  })
}

/** Runs a gateway over an engine. Rejects if that does. `workers`: their count, for the log. */
export async function runGateway<OfEngine extends Engine>(
  options: GatewayOptions,
  createEngine: (audit: Audit, ending: Ending) => OfEngine | Promise<OfEngine>,
  workers?: number
): Promise<RunningGateway & { engine: OfEngine }> {
  const { loaded, first, read, log } = options
  logStart(options)
  const audit = openAudit(options)
  const engine = await createEngine(audit, {
    announce: () => reload.close(),
    async finish() {
      await management.close()
      await audit.close()
    }
  })
  const { active, shutdown } = engine
  const reload = createReload({
    first,
    read,
    apply: engine.apply,
    report: engine.report,
    onRead: engine.certificates.reload,
    settings: () => active.current().config.reload,
    schedule: scheduleOnTimer,
    logger: log.logger
  })
  const management = createManagement(shutdown, {
    token: () => active.current().managementToken,
    plugins: options.plugins,
    askServing: engine.askServing,
    report: engine.reportEvent,
    listChecks: engine.checks,
    ...(loaded.config.metrics.enabled && {
      renderMetrics: async () => renderMetrics(await engine.metrics())
    })
  })
  const ports = await engine.listen()
  const managementPort = await listenForManagement(management, loaded.config.management)
  logReady(loaded, log, { ...ports, managementPort, ...(workers && { workers }) })
  reload.start()
  // After startup, which it would delay.
  engine.watchProcess()
  finishStart()
  return {
    ...ports,
    managementPort,
    reload() {
      audit.reopen()
      return reload.run('operator')
    },
    shutdown,
    writeRest: audit.writeRest,
    engine
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
  log.logger.info({ ...readBuild(), hash: loaded.hash, documents: documentsUrl() }, 'starting')
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
