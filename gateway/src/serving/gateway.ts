import type { FastifyInstance } from 'fastify'
import type { AppState } from '../app-state.ts'
import { realClock, scheduleOnTimer } from '../async/schedule.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { Reading } from '../config/reading.ts'
import type { Config } from '../config/schema/schema.ts'
import type { TestProvider } from '../identity-platform/test-provider.ts'
import { readBuild } from '../operations/build.ts'
import { joinLogConditions } from '../operations/condition.ts'
import type { Log } from '../operations/logging.ts'
import { createManagement, listenForManagement } from '../operations/management.ts'
import { renderFamilies } from '../operations/metrics/family.ts'
import { warnAboutOpenFiles } from '../operations/open-files.ts'
import type { ReplySessions } from '../operations/sessions-endpoints.ts'
import type { Shutdown } from '../operations/shutdown.ts'
import { createApplyConfig } from './apply-config.ts'
import { describePlace } from './listen/plan.ts'
import type { Ports } from './listeners.ts'
import type { ReadConfiguration } from './reload.ts'
import { createReloadTriggers } from './reload-triggers.ts'
import { createSelfReport, type SelfReportOptions } from './self-report.ts'
import { createServing, createServingShutdown, openAudit } from './serving.ts'

/** A gateway that listens. */
export interface RunningGateway extends Ports {
  managementPort: number
  /** Reads the configuration anew and puts it in force where it is good. Settles when that is over; never rejects. */
  reload(): Promise<void>
  shutdown: Shutdown
  /** For the exit of the process: writes the events that can be written at once. */
  writeRest(): void
}

export interface GatewayOptions {
  /** The configuration to start with. */
  loaded: LoadedConfig
  /** The reading that it comes from. */
  first: Reading
  /** Reads everything anew. */
  read: ReadConfiguration
  log: Log
  /** What the login page's dev drawer lists; null: the emulator's lists where there is an emulator. */
  testProvider?: TestProvider | null
}

/**
 * Starts the gateway and its management listener, all in this process. Rejects when a port cannot be bound, and with
 * `UnusableConfig` when a file cannot be opened.
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { loaded, first, read, log } = options
  const { config } = loaded
  tellStart(options)
  const audit = openAudit(options)
  const serving = await createServing({ ...options, audit })
  const { state, listeners, generations, inForce, report } = serving
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
    state,
    readiness: shutdown,
    listeners,
    log: { condition: () => joinLogConditions(log.condition(), audit.condition()) },
    requestsInFlight: generations.countRequests,
    config: inForce.condition,
    token: () => inForce.current().managementToken,
    sessions: (forwardAuthRequest) => generations.current().answerOperator(forwardAuthRequest),
    now: realClock
  })

  const ports = await listeners.listen()
  const managementPort = await listenForManagement(management, config.management)
  tellReady(loaded, log, { ...ports, managementPort })
  triggers.start()
  return { ...ports, managementPort, reload, shutdown, writeRest: audit.writeRest }

  function reload(): Promise<void> {
    audit.reopen()
    return triggers.reload()
  }
}

/** The first line of a gateway, and its warnings. Sets the format of the log. */
export function tellStart({ loaded, log }: Pick<GatewayOptions, 'loaded' | 'log'>): void {
  log.setFormat(loaded.config.log.format)
  log.logger.info({ ...readBuild(), hash: loaded.hash }, 'starting')
  // Whatever the level of the log is: one of the warnings may be that it leaves too much out.
  const warner = log.logger.child({}, { level: 'warn' })
  for (const warning of [...loaded.warnings, warnAboutOpenFiles() ?? []].flat()) warner.warn(warning)
}

/** The line of a gateway that listens. `workers`: how many there are; left out: it answers by itself. */
export function tellReady(
  { config, hash }: LoadedConfig,
  { logger }: Log,
  { port, ports, managementPort, ...more }: Ports & { managementPort: number; workers?: number }
): void {
  logger.info(
    {
      ...describePlace(config.listen, port),
      managementPort,
      ...ports,
      ...more,
      publicUrl: config.publicUrl,
      upstream: config.upstream?.url ?? null,
      ...describeApplications(config),
      hash
    },
    'ready'
  )
}

/** Null for one that another proxy reaches. Nothing where there is only the one of the short form. */
function describeApplications({ applications }: Config): object {
  if (applications.length === 0) return {}
  return {
    applications: applications.map(({ name, upstream }) => ({ name, upstream: upstream?.url ?? null }))
  }
}

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
