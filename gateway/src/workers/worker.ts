import type { FastifyBaseLogger } from 'fastify'
import { realClock, scheduleOnTimer } from '../async/schedule.ts'
import type { Config, LogLevel } from '../config/schema/schema.ts'
import { type Audit, writeToLog } from '../operations/audit/audit.ts'
import type { AuditEvent, AuditLevel } from '../operations/audit/audit-file.ts'
import { joinLogConditions, type LogCondition } from '../operations/condition.ts'
import type { Log } from '../operations/logging.ts'
import type { Family } from '../operations/metrics/family.ts'
import type { Shutdown } from '../operations/shutdown.ts'
import { createPrepareConfig, type PreparedConfig } from '../serving/apply-config.ts'
import type { Refused } from '../serving/reload.ts'
import { createSelfReport, type SelfReport } from '../serving/self-report.ts'
import { createServing, createServingShutdown, type Serving, UnusableConfig } from '../serving/serving.ts'
import { type Channel, createLink, type Link } from './link.ts'
import { type StartFailure, type ToPrimary, type ToWorker, unpackConfig } from './protocol.ts'
import { createStateByPrimary } from './shared-by-primary.ts'

/** Longest that a worker waits at its start for what others have published. */
const PUBLISHED_SECONDS = 5

export interface WorkerOptions {
  /** To the primary. */
  channel: Channel
  /** The log of this process, whose lines name the worker by its number. */
  openLog: (level: LogLevel, number: number) => Log
  /** Ends the process. */
  exit: (code: number) => void
}

/** A worker that serves. */
interface Working {
  serving: Serving
  log: Log
  report: SelfReport
  shutdown: Shutdown
}

/** A worker: serves by the configurations that the primary sends, answers its questions, and ends when it says so or is gone. */
export function runWorker({ channel, openLog, exit }: WorkerOptions): void {
  let working: Promise<Working> | null = null
  let drainSeconds: number | null = null

  const link: Link<ToPrimary> = createLink<ToPrimary, ToWorker>(
    channel,
    {
      async begin(ask) {
        working = work(ask)
        try {
          const { serving } = await working
          return { kind: 'ready', ports: await serving.listeners.listen() }
        } catch (err) {
          return { kind: 'failed', failure: describeFailure(err) }
        }
      },
      async prepare({ reload, loaded }) {
        const { serving } = await begun()
        const prepare = createPrepareConfig(serving.forPreparing)
        const refused = await preparations.prepare(reload, () => prepare(unpackConfig(loaded)))
        return refused === null ? { kind: 'prepared' } : { kind: 'refused', problems: refused.problems }
      },
      async settle({ reload, commit }) {
        await preparations.settle(reload, commit)
        return null
      },
      async useCertificates(pairs) {
        const { serving } = await begun()
        serving.listeners.certificates.replace(pairs)
        return null
      },
      told(message) {
        shared.tell(message)
        return null
      },
      alive: () => null,
      checks: async () => (await begun()).report.checks(),
      metrics: async () => (await begun()).report.metrics(),
      async sessions(forwardAuthRequest) {
        const { serving } = await begun()
        return await serving.generations.current().answerOperator(forwardAuthRequest)
      },
      async end(ask) {
        drainSeconds = ask.drainSeconds
        return await end()
      }
    },
    scheduleOnTimer
  )
  const preparations = createPreparations()
  const shared = createStateByPrimary(link, realClock)
  void link.ask('here', null)
  // The primary has what it asked for; or it is gone, and its listening socket with it: what is open is answered, and nothing new
  // can come.
  channel.onClose(() => {
    drainSeconds ??= 0
    void end().then(
      () => exit(0),
      () => exit(1)
    )
  })

  function begun(): Promise<Working> {
    return working ?? Promise.reject(new Error('not begun'))
  }

  async function work({
    loaded: packed,
    number,
    workers,
    certificates
  }: ToWorker['begin']['ask']): Promise<Working> {
    const loaded = unpackConfig(packed)
    const { config } = loaded
    const log = openLog(config.log.level, number)
    log.setFormat(config.log.format)
    const audit = createForwardedAudit({
      logger: log.logger,
      forward: async (level, event) => (await link.ask('event', { level, event })).kind === 'response'
    })
    const settings = audit.prepare(config)
    if (settings.kind === 'prepared') settings.commit()
    const published = await link.ask('published', null, PUBLISHED_SECONDS)
    if (published.kind === 'response') for (const message of published.value) shared.tell(message)
    const serving = await createServing({ loaded, log, audit, processes: workers, shared, certificates })
    const { state, listeners, generations, inForce } = serving
    const shutdown = createServingShutdown(serving, {
      announce: async () => {},
      finish: audit.close,
      drainMs: () => (drainSeconds ?? inForce.current().config.shutdown.drainSeconds) * 1000
    })
    const report = createSelfReport({
      state,
      readiness: shutdown,
      listeners,
      log: { condition: () => joinLogConditions(log.condition(), audit.condition()) },
      requestsInFlight: generations.countRequests,
      config: inForce.condition,
      now: realClock
    })
    report.watchProcess()
    return { serving, log, report, shutdown }
  }

  async function end(): Promise<{ inTime: boolean; metrics: Family[] }> {
    const { shutdown, report, log } = await begun()
    const inTime = await shutdown.begin()
    const metrics = await report.metrics()
    await log.flush()
    return { inTime, metrics }
  }
}

function describeFailure(err: unknown): StartFailure {
  if (!(err instanceof Error)) return { message: String(err) }
  const read = (name: string): unknown => Reflect.get(err, name)
  const [code, syscall, port] = [read('code'), read('syscall'), read('port')]
  return {
    message: err.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof syscall === 'string' ? { syscall } : {}),
    ...(typeof port === 'number' ? { port } : {}),
    ...(err instanceof UnusableConfig ? { problems: err.problems } : {})
  }
}

/** The configurations that a worker gets ready by; see `createPreparations`. */
interface Preparations {
  /**
   * Gets a configuration ready, after the one before it. Null: it is ready, and `settle` says what becomes of it; or it was given up
   * meanwhile, and nobody waits for it. `reload`: its number; never one that was settled.
   */
  prepare(reload: number, run: () => Promise<PreparedConfig | Refused>): Promise<Refused | null>
  /**
   * Puts what was prepared in force, or gives it up. One that is not ready yet is given up when it is: the others did not wait for
   * it.
   */
  settle(reload: number, commit: boolean): Promise<void>
}

/**
 * Keeps at most one prepared configuration, whose connections and timers end when it is given up: in order too when getting it ready
 * took so long that the primary has gone on.
 */
export function createPreparations(): Preparations {
  let ready: { reload: number; prepared: PreparedConfig } | null = null
  let lastSettled = 0
  let queue: Promise<unknown> = Promise.resolve()

  async function prepareNow(
    reload: number,
    run: () => Promise<PreparedConfig | Refused>
  ): Promise<Refused | null> {
    if (reload <= lastSettled) return null
    const result = await run()
    if (result.kind !== 'prepared') return result
    if (reload <= lastSettled) await result.discard()
    else ready = { reload, prepared: result }
    return null
  }

  return {
    prepare(reload, run) {
      const prepared = queue.then(() => prepareNow(reload, run))
      queue = prepared.catch(() => {})
      return prepared
    },
    async settle(reload, commit) {
      lastSettled = Math.max(lastSettled, reload)
      const settled = ready
      ready = null
      if (commit && settled?.reload === reload) settled.prepared.commit()
      else await settled?.prepared.discard()
    }
  }
}

/** Events on their way to the primary; beyond, they are lost and counted. */
const MAX_WAITING = 10_000

interface ForwardedAuditOptions {
  /** Of this worker. */
  logger: FastifyBaseLogger
  /** Hands an event to the primary; `false`: it could not. Never rejects. */
  forward: (level: AuditLevel, event: AuditEvent) => Promise<boolean>
}

/**
 * Where a worker writes events: to its log, where they are lines of the log, else through the primary, which has the file and
 * numbers them.
 */
function createForwardedAudit({ logger, forward }: ForwardedAuditOptions): Audit {
  const toLog = writeToLog(logger)
  const underWay = new Set<Promise<void>>()
  let settings: Pick<Config['audit'], 'to' | 'format' | 'refreshes'> | null = null
  let lostLines = 0

  function hand(level: AuditLevel, event: AuditEvent): void {
    if (underWay.size >= MAX_WAITING) {
      lostLines += 1
      return
    }
    const handed = forward(level, event).then((isHanded) => {
      if (!isHanded) lostLines += 1
      underWay.delete(handed)
    })
    underWay.add(handed)
  }

  const condition = (): LogCondition => ({ lostLines, isFailing: false, failure: null, sinceSeconds: 0 })
  return {
    write(level, event) {
      if (settings === null || (settings.to === 'stdout' && settings.format === 'json'))
        toLog.write(level, event)
      else hand(level, event)
    },
    isApart: () => settings !== null && settings.to !== 'stdout',
    wantsRefreshes: () => settings?.refreshes ?? false,
    prepare: ({ audit }) => ({
      kind: 'prepared',
      commit() {
        settings = audit
      },
      discard() {}
    }),
    reopen() {},
    condition,
    writeRest() {},
    async close() {
      await Promise.all(underWay)
      if (lostLines > 0) logger.warn({ lines: lostLines }, 'audit lines lost')
    }
  }
}
