import { createApp } from '../app.ts'
import { type AppState, createAppState } from '../app-state.ts'
import { realClock, scheduleOnTimer, untilLate, yieldToRequests } from '../async.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { TestProvider } from '../identity-platform/test-provider.ts'
import { type Audit, createAudit } from '../operations/audit.ts'
import {
  type ConfigCondition,
  type HealthCheck,
  type HealthState,
  joinLogConditions,
  listHealthChecks
} from '../operations/condition.ts'
import type { ConfigEvent } from '../operations/events.ts'
import { createLimitReader, type LimitWatch, watchLimits } from '../operations/limits.ts'
import type { Log } from '../operations/logging.ts'
import { type Family, readingsOf } from '../operations/metrics.ts'
import { createShutdown, type Shutdown } from '../operations/shutdown.ts'
import type { Recorder } from '../operations/spans.ts'
import type { EndpointPlugin } from '../own-routes.ts'
import { describeProblem, type Problem } from '../problem.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import { createActiveConfig } from './apply-config.ts'
import { createGenerations } from './generations.ts'
import { createListeners, type ListenerPlugin, type Listeners } from './listeners.ts'
import { openSharedState } from './shared-state.ts'
import type { CertificatePairs } from './tls.ts'

/** Startup limit for catching up on messages of other processes. */
const MAX_CATCH_UP_MS = 1000

/** What plugins add to a serving process. */
export interface AppPlugin extends EndpointPlugin, ListenerPlugin {
  /** What records spans; null: nothing does. Rejects if it cannot be loaded. */
  loadRecorder?(): Promise<Recorder | null>
}

export interface ServingOptions {
  /** The initial configuration. */
  loaded: LoadedConfig
  log: Log
  audit: Audit
  plugins: readonly AppPlugin[]
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

export type Serving = Awaited<ReturnType<typeof createServing>>

/** What serves requests in a process across reloads. It does not listen yet. */
export async function createServing(options: ServingOptions) {
  const { loaded, log, audit, testProvider = null, processes = 1, certificates = {}, plugins } = options
  const { logger } = log
  let recorder: Recorder | null = null
  for (const plugin of plugins) recorder ??= (await plugin.loadRecorder?.()) ?? null
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
  const build = ({ config, credentials }: LoadedConfig, pause?: () => Promise<void>) =>
    createApp({ config, credentials, logger, testProvider, state, pause, plugins })
  const listeners = await createListeners(loaded.config, logger, {
    isWorker: processes > 1,
    certificates,
    plugins
  })
  const app = await build(loaded)
  await app.ready()
  // Sessions ended elsewhere must not pass right after startup; an unavailable store delays nothing.
  await untilLate(state.shared.ready(), MAX_CATCH_UP_MS, () => {})
  state.provider.adopt()
  const inForce = createActiveConfig(loaded, realClock)
  const report = (event: ConfigEvent) => {
    inForce.note(event)
    state.runtime.report(event)
  }
  const generations = createGenerations({
    listeners,
    first: app,
    schedule: scheduleOnTimer,
    onStreamsEnded: (count) => report({ kind: 'streams.closed', count, because: 'access changed' })
  })
  const rebuild = (next: LoadedConfig) => build(next, yieldToRequests)
  const limits = watchLimits({
    read: createLimitReader({
      connections: listeners.visitors,
      file() {
        const { to } = inForce.current().config.audit
        return to === 'stdout' ? null : to
      }
    }),
    ...state.runtime
  })
  return {
    state,
    listeners,
    generations,
    inForce,
    /** How close this process is to the limits of its machine. */
    limits,
    /** Receives reload results. */
    report,
    /** Dependencies for preparing further configurations. */
    forPreparing: {
      inForce,
      generations,
      build: rebuild,
      log,
      audit,
      provider: state.provider,
      shared: state.shared
    },
    /** What the metrics and checks of this process are read from. */
    reportSources: {
      state,
      listeners,
      limits,
      log: { condition: () => joinLogConditions(log.condition(), audit.condition()) },
      requestsInFlight: generations.countRequests,
      config: inForce.condition,
      now: realClock
    }
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

/** Graceful shutdown. `announce`: begun first, awaited before the listeners close; `finish`: after the last request. */
export function createServingShutdown(
  { state, listeners, generations, inForce, limits }: Serving,
  {
    announce,
    finish,
    drainMs
  }: { announce: () => Promise<void>; finish: () => Promise<void>; drainMs?: () => number }
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

/** Sources of a process's metrics and checks, read on request; a reload may replace them. */
export interface SelfReportOptions {
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
}

/** Metrics and checks of one process, for the management listener. */
export function createSelfReport(options: SelfReportOptions) {
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
