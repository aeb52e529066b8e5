import type { FastifyInstance } from 'fastify'
import { createApp } from '../app.ts'
import { type AppState, createAppState } from '../app-state.ts'
import { letRequestsThrough, realClock, scheduleOnTimer, untilDeadline } from '../async/schedule.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { TestProvider } from '../identity-platform/test-provider.ts'
import { type Audit, createAudit } from '../operations/audit/audit.ts'
import { joinLogConditions } from '../operations/condition.ts'
import type { ConfigEvent } from '../operations/events.ts'
import { createLimitReader, type LimitWatch, watchLimits } from '../operations/limits.ts'
import type { Log } from '../operations/logging.ts'
import { createShutdown, type Shutdown } from '../operations/shutdown.ts'
import { loadRecorder } from '../operations/tracing/recorder.ts'
import { describeProblem, type Problem } from '../problem.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import { type ConfigInForce, createConfigInForce, type PrepareOptions } from './apply-config.ts'
import { createGenerations, type Generations } from './generations.ts'
import type { CertificatePairs } from './listen/certificate-reload.ts'
import { createListeners, type Listeners } from './listeners.ts'
import type { SelfReportOptions } from './self-report.ts'
import { openSharedState } from './shared-state.ts'

/** Startup limit for catching up on messages of other processes. */
const MAX_CATCH_UP_MS = 1000

/** What serves requests in a process across reloads. It does not listen yet. */
export interface Serving {
  state: AppState
  listeners: Listeners
  generations: Generations
  inForce: ConfigInForce
  /** How close this process is to the limits of its machine. */
  limits: LimitWatch
  /** Receives reload results. */
  report: (event: ConfigEvent) => void
  /** Dependencies for preparing further configurations. */
  forPreparing: PrepareOptions
}

export interface ServingOptions {
  /** The initial configuration. */
  loaded: LoadedConfig
  log: Log
  audit: Audit
  /** Contents of the login page's dev drawer; null: those of the emulator, if any. */
  testProvider?: TestProvider | null
  /** Processes, including this one, that share sockets and memory limits; default 1. */
  processes?: number
  /** State shared between them; default: this process is alone. */
  shared?: SharedState
  /** Initial TLS certificates; default: from the files. */
  certificates?: CertificatePairs
}

/** A valid configuration that cannot be applied. */
export class UnusableConfig extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'))
    this.problems = problems
  }
}

/** Prepares everything that serves requests. */
export async function createServing(options: ServingOptions): Promise<Serving> {
  const { loaded, log, audit, testProvider = null, processes = 1, certificates = {} } = options
  const { logger } = log
  const recorder = await loadRecorder()
  if (recorder !== null) logger.info('spans are recorded by OpenTelemetry')
  const inStore = await openSharedState(loaded.config)
  if (inStore.kind === 'invalid') throw new UnusableConfig(inStore.problems)
  const { shared } = options
  const state = createAppState({
    config: loaded.config,
    logger,
    events: audit,
    recorder,
    processes,
    // A store also reaches other gateways.
    shared: inStore.create ?? (shared === undefined ? undefined : () => shared)
  })
  const build = (
    { config, credentials }: LoadedConfig,
    pause?: () => Promise<void>
  ): Promise<FastifyInstance> => createApp({ config, credentials, logger, testProvider, state, pause })
  const listeners = await createListeners(loaded.config, logger, { isWorker: processes > 1, certificates })
  const app = await build(loaded)
  await app.ready()
  // Sessions ended elsewhere must not pass right after startup; an unavailable store delays nothing.
  await untilDeadline(state.shared.ready(), AbortSignal.timeout(MAX_CATCH_UP_MS), () => {})
  state.provider.adopt()
  const inForce = createConfigInForce(loaded, realClock)
  const report = (event: ConfigEvent) => {
    inForce.note(event)
    state.report(event)
  }
  const onStreamsEnded = (count: number) =>
    report({ kind: 'streams.closed', count, because: 'access changed' })
  const generations = createGenerations({ listeners, first: app, schedule: scheduleOnTimer, onStreamsEnded })
  const rebuild = (next: LoadedConfig) => build(next, letRequestsThrough)
  const forPreparing = { inForce, generations, build: rebuild, log, audit, provider: state.provider }
  const limits = watchLimits({
    read: createLimitReader({
      connections: listeners.visitors,
      file: () => auditFileOf(inForce.current().config)
    }),
    report: state.report,
    schedule: scheduleOnTimer,
    now: realClock
  })
  return { state, listeners, generations, inForce, limits, report, forPreparing }
}

function auditFileOf({ audit: { to } }: LoadedConfig['config']): string | null {
  return to === 'stdout' ? null : to
}

/** What the metrics and checks of this process are read from. */
export function reportSourcesOf(
  { state, listeners, limits, generations, inForce }: Serving,
  log: Log,
  audit: Audit
): Omit<SelfReportOptions, 'readiness'> & Pick<Serving, 'state'> {
  return {
    state,
    listeners,
    limits,
    log: { condition: () => joinLogConditions(log.condition(), audit.condition()) },
    requestsInFlight: generations.countRequests,
    config: inForce.condition,
    now: realClock
  }
}

/** Opens the event output of this process. Throws `UnusableConfig` if its file cannot be opened. */
export function openAudit({ loaded: { config }, log }: Pick<ServingOptions, 'loaded' | 'log'>): Audit {
  const audit = createAudit({ log })
  const prepared = audit.prepare(config)
  if (prepared.kind === 'invalid') throw new UnusableConfig(prepared.problems)
  prepared.commit()
  return audit
}

/** Additional shutdown steps. */
interface EndOptions {
  /** At the beginning; awaited before the listeners close. */
  announce: () => Promise<unknown>
  /** After the last request. */
  finish: () => Promise<unknown>
  /** Drain time; default: as configured. */
  drainMs?: () => number
}

/** Graceful shutdown of what serves requests. */
export function createServingShutdown(
  { state, listeners, generations, inForce, limits }: Serving,
  { announce, finish, drainMs }: EndOptions
): Shutdown {
  const settings = () => inForce.current().config.shutdown
  let announced: Promise<unknown> | null = null
  return createShutdown({
    announce() {
      announced = announce()
      generations.announceEnd()
    },
    drainMs: drainMs ?? (() => settings().drainSeconds * 1000),
    endStreams: generations.endStreams,
    graceMs: () => settings().graceSeconds * 1000,
    async finish() {
      await announced
      const closed = listeners.close()
      // Streams that reconnected during the drain, on open connections.
      generations.closeStreams()
      await closed
      limits.close()
      await generations.close()
      await state.close()
      await finish()
    },
    abort() {
      listeners.abort()
      generations.abort()
    }
  })
}
