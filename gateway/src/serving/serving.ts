import type { FastifyBaseLogger } from 'fastify'
import { createApp } from '../app.ts'
import { createAppState } from '../app-state.ts'
import { realClock, scheduleOnTimer, untilLate, yieldToRequests } from '../async.ts'
import type { ConfigPlugin } from '../config/checks/checks.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { TestProvider } from '../identity-platform/test-provider.ts'
import type { Audit } from '../operations/audit.ts'
import {
  type HealthCheck,
  type HealthState,
  joinLogConditions,
  listHealthChecks
} from '../operations/condition.ts'
import type { ConfigEvent } from '../operations/events.ts'
import { createLimitReader, watchLimits } from '../operations/limits.ts'
import type { Log } from '../operations/logging.ts'
import { type Family, readingsOf } from '../operations/metrics.ts'
import { createShutdown } from '../operations/shutdown.ts'
import type { Recorder } from '../operations/tracing.ts'
import type { EndpointPlugin } from '../own-routes.ts'
import { describeProblem, type Problem } from '../problem.ts'
import type { DevicePlugin } from '../session/device-binding.ts'
import { openSharedState, type SharedState, type SharedStatePlugin } from '../shared-state/shared-state.ts'
import type { ResponsePlugin } from '../upstream/upstream.ts'
import { createActiveConfig, createPrepareConfig } from './apply-config.ts'
import { createGenerations } from './generations.ts'
import { createListeners, type ListenerPlugin } from './listeners.ts'
import type { CertificatePairs } from './tls.ts'

/** Startup limit for catching up on messages of other processes. */
const MAX_CATCH_UP_MS = 1000

/** What plugins add to a serving process. */
export interface AppPlugin
  extends ConfigPlugin,
    DevicePlugin,
    EndpointPlugin,
    ListenerPlugin,
    ResponsePlugin,
    SharedStatePlugin {
  /** What records spans; null: nothing does. Rejects if it cannot be loaded. */
  loadRecorder?(logger: FastifyBaseLogger): Promise<Recorder | null>
}

export interface ServingOptions {
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
  drainSeconds?(): number | null
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
export async function createServing(options: ServingOptions) {
  const { loaded, log, audit, ending, shared, testProvider = null, processes = 1, plugins } = options
  const { certificates: given = {} } = options
  const { logger } = log
  let recorder: Recorder | null = null
  for (const plugin of plugins) recorder ??= (await plugin.loadRecorder?.(logger)) ?? null
  const inStore = await openSharedState(loaded.config, plugins)
  if (inStore.kind === 'invalid') throw new UnusableConfig(inStore.problems)
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
  const isWorker = processes > 1
  const listeners = await createListeners(loaded.config, logger, { isWorker, certificates: given, plugins })
  const first = await build(loaded)
  await first.ready()
  // Sessions ended elsewhere must not pass right after startup; an unavailable store delays nothing.
  await untilLate(state.shared.ready(), MAX_CATCH_UP_MS, () => {})
  state.provider.activate()
  const active = createActiveConfig(loaded, realClock)
  const settings = () => active.current().config
  const report = (event: ConfigEvent) => {
    active.note(event)
    state.runtime.report(event)
  }
  const generations = createGenerations({
    listeners,
    first,
    schedule: scheduleOnTimer,
    onStreamsEnded: (count) => report({ kind: 'streams.closed', count, because: 'access changed' })
  })
  const auditFile = () => (settings().audit.to === 'stdout' ? null : settings().audit.to)
  const limits = watchLimits(createLimitReader(listeners.visitors, auditFile), state.runtime)
  let announced: Promise<void> | null = null
  const shutdown = createShutdown({
    announce() {
      announced = ending.announce()
      generations.announceEnd()
    },
    drainMs: () => (ending.drainSeconds?.() ?? settings().shutdown.drainSeconds) * 1000,
    endStreams: generations.endStreams,
    graceMs: () => settings().shutdown.graceSeconds * 1000,
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

  const readCondition = (): HealthState => ({
    ...state.provider.condition(),
    readiness: { listening: listeners.listening, draining: shutdown.draining },
    sessionCache: state.sessions.cacheCondition(),
    traffic: { requestsInFlight: generations.countRequests(), connections: listeners.connections() },
    log: joinLogConditions(log.condition(), audit.condition()),
    limits: limits.condition(),
    store: state.shared.condition(),
    tlsNotAfterSeconds: listeners.certificates.notAfterSeconds(),
    config: active.condition()
  })

  return {
    active,
    /** Prepares another configuration. Never rejects. */
    prepare: createPrepareConfig({
      active,
      generations,
      build: (next) => build(next, yieldToRequests),
      log,
      audit,
      plugins,
      provider: state.provider,
      shared: state.shared
    }),
    /** Receives reload results. */
    report,
    reportEvent: state.runtime.report,
    certificates: listeners.certificates,
    /** Binds all listeners. Rejects if an address is unavailable. */
    listen: listeners.listen,
    shutdown,
    askServing: (request: object) => generations.current().operatorRequests.answer(request),
    checks: async (): Promise<Record<string, HealthCheck>> => listHealthChecks(readCondition(), realClock()),
    /** Empty if metrics are disabled. */
    metrics: async (): Promise<Family[]> =>
      (await state.metrics?.read(readingsOf(readCondition(), realClock()))) ?? [],
    /** Starts measuring event loop and garbage collection. Errors here recur at every scrape. */
    watchProcess: () => void state.metrics?.watchProcess().catch(() => {})
  }
}
