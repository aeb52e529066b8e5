import type { FastifyInstance } from 'fastify'
import { createApp } from '../app.ts'
import { type AppState, createAppState } from '../app-state.ts'
import { realClock, scheduleOnTimer, untilDeadline } from '../async/schedule.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { TestProvider } from '../identity-platform/test-provider.ts'
import { type Audit, createAudit } from '../operations/audit/audit.ts'
import type { ConfigEvent } from '../operations/events.ts'
import type { Log } from '../operations/logging.ts'
import { createShutdown, type Shutdown } from '../operations/shutdown.ts'
import { loadRecorder } from '../operations/tracing/recorder.ts'
import { describeProblem, type Problem } from '../problem.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import { type ConfigInForce, createConfigInForce, type PrepareOptions } from './apply-config.ts'
import { createGenerations, type Generations } from './generations.ts'
import type { CertificatePairs } from './listen/certificate-reload.ts'
import { createListeners, type Listeners } from './listeners.ts'
import { openSharedState } from './shared-state.ts'

/** How long a start waits for what other processes have published. */
const MAX_CATCH_UP_MS = 1000

/** What answers requests in a process, from one configuration to the next. It does not listen yet. */
export interface Serving {
  state: AppState
  listeners: Listeners
  generations: Generations
  inForce: ConfigInForce
  /** Takes what becomes of configurations. */
  report: (event: ConfigEvent) => void
  /** What gets another configuration ready works with. */
  forPreparing: PrepareOptions
}

export interface ServingOptions {
  /** The configuration to start with. */
  loaded: LoadedConfig
  log: Log
  audit: Audit
  /** What the login page's dev drawer lists; null: the emulator's lists where there is an emulator. */
  testProvider?: TestProvider | null
  /** Processes that share sockets and the bounds of memory, of which this is one; default 1. */
  processes?: number
  /** What they know together; left out: this one is alone. */
  shared?: SharedState
  /** For TLS to begin with; where left out, those of the files. */
  certificates?: CertificatePairs
}

/** A configuration that was good when it was read, and cannot be put in force. */
export class UnusableConfig extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'))
    this.problems = problems
  }
}

/** Gets everything ready that answers requests. */
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
    // Other gateways are reached by the store too.
    shared: inStore.create ?? (shared === undefined ? undefined : () => shared)
  })
  const build = ({ config, credentials }: LoadedConfig): Promise<FastifyInstance> =>
    createApp({ config, credentials, logger, testProvider, state })
  const listeners = await createListeners(loaded.config, logger, { isWorker: processes > 1, certificates })
  const app = await build(loaded)
  await app.ready()
  // Sessions that were ended elsewhere shall not pass in the first moments; a store that is away holds nothing up.
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
  const forPreparing = { inForce, generations, build, log, audit, provider: state.provider }
  return { state, listeners, generations, inForce, report, forPreparing }
}

/** What events of this process are written by, as the configuration says. Throws `UnusableConfig` where its file cannot be opened. */
export function openAudit({ loaded: { config }, log }: Pick<ServingOptions, 'loaded' | 'log'>): Audit {
  const audit = createAudit({ log })
  const prepared = audit.prepare(config)
  if (prepared.kind === 'invalid') throw new UnusableConfig(prepared.problems)
  prepared.commit()
  return audit
}

/** What an end needs beside that of the requests. */
interface EndOptions {
  /** When it begins; what it settles with comes before the end of what listens. */
  announce: () => Promise<unknown>
  /** When the last request is over. */
  finish: () => Promise<unknown>
  /** How long requests are still taken; left out: as the configuration says. */
  drainMs?: () => number
}

/** The orderly end of what answers requests. */
export function createServingShutdown(
  { state, listeners, generations, inForce }: Serving,
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
      // Those that came back while it drained, on connections that are open.
      generations.closeStreams()
      await closed
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
