import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createApp } from '../app.ts'
import { type AppState, createAppState } from '../app-state.ts'
import { realClock, scheduleOnTimer, untilLate, yieldToRequests } from '../async.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { TestProvider } from '../identity-platform/test-provider.ts'
import type { Audit } from '../operations/audit.ts'
import { joinLogConditions } from '../operations/condition.ts'
import type { ConfigEvent } from '../operations/events.ts'
import { createLimitReader, watchLimits } from '../operations/limits.ts'
import type { Log } from '../operations/logging.ts'
import { createShutdown, type Shutdown } from '../operations/shutdown.ts'
import type { Recorder } from '../operations/spans.ts'
import type { EndpointPlugin } from '../own-routes.ts'
import { describeProblem, type Problem } from '../problem.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import { type ActiveConfig, createActiveConfig, type PrepareOptions } from './apply-config.ts'
import { createGenerations, type Generations } from './generations.ts'
import { createListeners, type ListenerPlugin, type Listeners } from './listeners.ts'
import { createSelfReport } from './self-report.ts'
import { openSharedState } from './shared-state.ts'
import type { CertificatePairs } from './tls.ts'

/** Startup limit for catching up on messages of other processes. */
const MAX_CATCH_UP_MS = 1000

/** What plugins add to a serving process. */
export interface AppPlugin extends EndpointPlugin, ListenerPlugin {
  /** What records spans; null: nothing does. Rejects if it cannot be loaded. */
  loadRecorder?(logger: FastifyBaseLogger): Promise<Recorder | null>
}

export interface ServingOptions {
  /** The initial configuration. */
  loaded: LoadedConfig
  log: Log
  audit: Audit
  plugins: readonly AppPlugin[]
  ending: Ending
  /** Contents of the login page's dev drawer; null: those of the emulator, if any. */
  testProvider?: TestProvider | null
  /** Processes, including this one, that share sockets and memory limits; default 1. */
  processes?: number
  /** State shared between them; default: this process is alone. */
  shared?: SharedState
  /** Initial TLS certificates; default: from the files. */
  certificates?: CertificatePairs
}

/** What else ends with a gateway. */
export interface Ending {
  /** Begun first, awaited before the listeners close. */
  announce(): Promise<void>
  /** After the last request. */
  finish(): Promise<void>
  /** Default: from the configuration. */
  drainMs?(): number
}

/** A valid configuration that cannot be applied. */
export class UnusableConfig extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'))
    this.problems = problems
  }
}

/** What serves requests in a process across reloads. It does not listen yet. */
export class Serving {
  readonly state: AppState
  readonly listeners: Listeners
  readonly generations: Generations
  readonly inForce: ActiveConfig
  readonly shutdown: Shutdown
  /** Metrics and checks of this process. */
  readonly self: ReturnType<typeof createSelfReport>
  /** Dependencies for preparing further configurations. */
  readonly forPreparing: PrepareOptions

  static async create(options: ServingOptions): Promise<Serving> {
    const { loaded, log, audit, shared, processes = 1, certificates = {}, plugins } = options
    const { config } = loaded
    const { logger } = log
    let recorder: Recorder | null = null
    for (const plugin of plugins) recorder ??= (await plugin.loadRecorder?.(logger)) ?? null
    const inStore = await openSharedState(config)
    if (inStore.kind === 'invalid') throw new UnusableConfig(inStore.problems)
    const state = createAppState({
      config,
      logger,
      events: audit,
      recorder,
      processes,
      // A store also reaches other gateways.
      shared: inStore.create ?? (shared === undefined ? undefined : () => shared)
    })
    const listeners = await createListeners(config, logger, {
      isWorker: processes > 1,
      certificates,
      plugins
    })
    const app = await buildApp(options, state, loaded)
    await app.ready()
    // Sessions ended elsewhere must not pass right after startup; an unavailable store delays nothing.
    await untilLate(state.shared.ready(), MAX_CATCH_UP_MS, () => {})
    state.provider.adopt()
    return new Serving(options, state, listeners, app)
  }

  private constructor(
    options: ServingOptions,
    state: AppState,
    listeners: Listeners,
    first: FastifyInstance
  ) {
    const { loaded, log, audit, ending } = options
    const inForce = createActiveConfig(loaded, realClock)
    const generations = createGenerations({
      listeners,
      first,
      schedule: scheduleOnTimer,
      onStreamsEnded: (count) => this.report({ kind: 'streams.closed', count, because: 'access changed' })
    })
    const limits = watchLimits({
      read: createLimitReader({
        connections: listeners.visitors,
        file() {
          const { to } = inForce.current().config.audit
          return to === 'stdout' ? null : to
        }
      }),
      report: state.runtime.report,
      schedule: scheduleOnTimer,
      now: realClock
    })
    const settings = () => inForce.current().config.shutdown
    let announced: Promise<void> | null = null
    this.state = state
    this.listeners = listeners
    this.generations = generations
    this.inForce = inForce
    this.forPreparing = {
      inForce,
      generations,
      build: (next) => buildApp(options, state, next, yieldToRequests),
      log,
      audit,
      provider: state.provider,
      shared: state.shared
    }
    this.shutdown = createShutdown({
      announce() {
        announced = ending.announce()
        generations.announceEnd()
      },
      drainMs: ending.drainMs ?? (() => settings().drainSeconds * 1000),
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
        await ending.finish()
      },
      abort() {
        listeners.abort()
        generations.abort()
      }
    })
    this.self = createSelfReport({
      state,
      readiness: this.shutdown,
      listeners,
      limits,
      log: { condition: () => joinLogConditions(log.condition(), audit.condition()) },
      requestsInFlight: generations.countRequests,
      config: inForce.condition,
      now: realClock
    })
  }

  /** Receives reload results. */
  report(event: ConfigEvent): void {
    this.inForce.note(event)
    this.state.runtime.report(event)
  }
}

async function buildApp(
  { log, plugins, testProvider = null }: ServingOptions,
  state: AppState,
  { config, credentials }: LoadedConfig,
  pause?: () => Promise<void>
): Promise<FastifyInstance> {
  return await createApp({ config, credentials, logger: log.logger, testProvider, state, pause, plugins })
}
