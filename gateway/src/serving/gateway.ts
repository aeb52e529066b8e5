import type { FastifyInstance } from 'fastify'
import { createApp } from '../app.ts'
import { type AppState, createAppState } from '../app-state.ts'
import { untilDeadline } from '../async/deadline.ts'
import { realClock, scheduleOnTimer } from '../async/schedule.ts'
import { hashConfig } from '../config/hash.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { Reading } from '../config/reading.ts'
import type { Config } from '../config/schema/schema.ts'
import { portOf } from '../http/listening-server.ts'
import type { TestProvider } from '../identity-platform/test-provider.ts'
import { type Audit, createAudit } from '../operations/audit/audit.ts'
import { readBuild } from '../operations/build.ts'
import { joinLogConditions } from '../operations/condition.ts'
import type { ConfigEvent } from '../operations/events.ts'
import type { Log } from '../operations/logging.ts'
import { warnAboutOpenFiles } from '../operations/open-files.ts'
import { createShutdown, type Shutdown } from '../operations/shutdown.ts'
import { loadRecorder } from '../operations/tracing/recorder.ts'
import { describeProblem, type Problem } from '../problem.ts'
import { createApplyConfig } from './apply-config.ts'
import { type ConfigInForce, createConfigInForce } from './config-in-force.ts'
import { createGenerations, type Generations } from './generations.ts'
import { describePlace } from './listen/plan.ts'
import { createListeners, type Listeners, type Ports } from './listeners.ts'
import { createGatewayManagement } from './management.ts'
import { createReloadTriggers, type ReloadTriggers } from './reload-triggers.ts'
import { openSharedState } from './shared-state.ts'

/** How long a start waits for what other processes have published. */
const LONGEST_CATCH_UP_MS = 1000

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
  /** Reads everything anew. Never throws. */
  read: () => Reading
  log: Log
  /** What the login page's dev drawer lists; null: the emulator's lists where there is an emulator. */
  testProvider?: TestProvider | null
}

/** A configuration that was good when it was read, and cannot be put in force. */
export class UnusableConfig extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'))
    this.problems = problems
  }
}

/** The parts of a gateway that outlive a configuration. */
interface Parts {
  state: AppState
  listeners: Listeners
  generations: Generations
  triggers: ReloadTriggers
  inForce: ConfigInForce
  audit: Audit
}

/**
 * Starts the gateway and its management listener. Rejects when a port cannot be bound, and with `UnusableConfig` when a file
 * cannot be opened.
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { loaded, log } = options
  const { config } = loaded
  log.setFormat(config.log.format)
  log.logger.info({ ...readBuild(), hash: hashConfig(config) }, 'starting')
  warnAtStart(options)
  const parts = await createParts(options)
  const { state, listeners, generations, triggers, inForce, audit } = parts
  const shutdown = createGatewayShutdown(parts, () => management.close())
  const management = createGatewayManagement({
    state,
    readiness: shutdown,
    listeners,
    log: { condition: () => joinLogConditions(log.condition(), audit.condition()) },
    requestsInFlight: generations.countRequests,
    config: inForce.condition,
    token: () => inForce.current().managementToken,
    now: realClock
  })

  const ports = await listeners.listen()
  await management.listen({ host: config.management.host, port: config.management.port })
  const managementPort = portOf(management.server.address())
  log.logger.info(
    {
      ...describePlace(config.listen, ports.port),
      managementPort,
      ...ports.ports,
      publicUrl: config.publicUrl,
      upstream: config.upstream?.url ?? null,
      ...describeApplications(config),
      hash: inForce.condition().hash
    },
    'ready'
  )
  triggers.start()
  return { ...ports, managementPort, reload, shutdown, writeRest: audit.writeRest }

  function reload(): Promise<void> {
    audit.reopen()
    return triggers.reload()
  }
}

async function createParts(options: GatewayOptions): Promise<Parts> {
  const { loaded, first, read, log, testProvider = null } = options
  const { logger } = log
  const schedule = scheduleOnTimer
  const recorder = await loadRecorder()
  if (recorder !== null) logger.info('spans are recorded by OpenTelemetry')
  const audit = openAudit(options)
  const shared = await openSharedState(loaded.config)
  if (shared.kind === 'invalid') throw new UnusableConfig(shared.problems)
  const state = createAppState({
    config: loaded.config,
    logger,
    events: audit,
    recorder,
    shared: shared.create
  })
  const build = ({ config, credentials }: LoadedConfig): Promise<FastifyInstance> =>
    createApp({ config, credentials, logger, testProvider, state })
  const listeners = await createListeners(loaded.config, logger)
  const app = await build(loaded)
  await app.ready()
  // Sessions that were ended elsewhere shall not pass in the first moments; a store that is away holds nothing up.
  await untilDeadline(state.shared.ready(), AbortSignal.timeout(LONGEST_CATCH_UP_MS), () => {})
  state.provider.adopt()
  const inForce = createConfigInForce(loaded, realClock)
  const report = (event: ConfigEvent) => {
    inForce.note(event)
    state.report(event)
  }
  const onStreamsEnded = (count: number) =>
    report({ kind: 'streams.closed', count, because: 'access changed' })
  const generations = createGenerations({ listeners, first: app, schedule, onStreamsEnded })
  const triggers = createReloadTriggers({
    first,
    read,
    apply: createApplyConfig({ inForce, generations, build, log, audit, provider: state.provider }),
    report,
    onRead: () => listeners.certificate?.reload(),
    settings: () => inForce.current().config.reload,
    schedule,
    logger
  })
  return { state, listeners, generations, triggers, inForce, audit }
}

function openAudit({ loaded: { config }, log }: GatewayOptions): Audit {
  const audit = createAudit({ log })
  const prepared = audit.prepare(config)
  if (prepared.kind === 'invalid') throw new UnusableConfig(prepared.problems)
  prepared.commit()
  return audit
}

function createGatewayShutdown(
  { state, listeners, generations, triggers, inForce, audit }: Parts,
  closeManagement: () => Promise<unknown>
): Shutdown {
  const settings = () => inForce.current().config.shutdown
  return createShutdown({
    announce() {
      void triggers.close()
      generations.announceEnd()
    },
    drainMs: () => settings().drainSeconds * 1000,
    endStreams: generations.endStreams,
    graceMs: () => settings().graceSeconds * 1000,
    async finish() {
      await triggers.close()
      await listeners.close()
      await generations.close()
      await state.close()
      await closeManagement()
      await audit.close()
    },
    abort() {
      listeners.abort()
      generations.abort()
    }
  })
}

/** Null for one that another proxy reaches. Nothing where there is only the one of the short form. */
function describeApplications({ applications }: Config): object {
  if (applications.length === 0) return {}
  return {
    applications: applications.map(({ name, upstream }) => ({ name, upstream: upstream?.url ?? null }))
  }
}

/** Whatever the level of the log is: one of the warnings may be that it leaves too much out. */
function warnAtStart({ loaded: { warnings }, log: { logger } }: GatewayOptions): void {
  const warner = logger.child({}, { level: 'warn' })
  for (const warning of [...warnings, warnAboutOpenFiles() ?? []].flat()) warner.warn(warning)
}
