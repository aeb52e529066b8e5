import { realClock, scheduleOnTimer } from '../async/schedule.ts'
import type { LogLevel } from '../config/schema/schema.ts'
import { joinLogConditions } from '../operations/condition.ts'
import type { Log } from '../operations/logging.ts'
import type { Family } from '../operations/metrics/family.ts'
import type { Shutdown } from '../operations/shutdown.ts'
import { createPrepareConfig } from '../serving/apply-config.ts'
import { createSelfReport, type SelfReport } from '../serving/self-report.ts'
import { createServing, createServingShutdown, type Serving, UnusableConfig } from '../serving/serving.ts'
import { createForwardedAudit } from './forwarded-audit.ts'
import { type Channel, createLink, type Link } from './link.ts'
import { unpackConfig } from './packed-config.ts'
import { createPreparations } from './preparations.ts'
import type { StartFailure, ToPrimary, ToWorker } from './protocol.ts'
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
      async useCertificate(pair) {
        const { serving } = await begun()
        serving.listeners.certificate?.replace(pair)
        return null
      },
      told(message) {
        shared.tell(message)
        return null
      },
      alive: () => null,
      checks: async () => (await begun()).report.checks(),
      metrics: async () => (await begun()).report.metrics(),
      async sessions(question) {
        const { serving } = await begun()
        return await serving.generations.current().answerOperator(question)
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
    certificate
  }: ToWorker['begin']['ask']): Promise<Working> {
    const loaded = unpackConfig(packed)
    const { config } = loaded
    const log = openLog(config.log.level, number)
    log.setFormat(config.log.format)
    const audit = createForwardedAudit({
      logger: log.logger,
      forward: async (level, event) => (await link.ask('event', { level, event })).kind === 'answer'
    })
    const settings = audit.prepare(config)
    if (settings.kind === 'prepared') settings.commit()
    const published = await link.ask('published', null, PUBLISHED_SECONDS)
    if (published.kind === 'answer') for (const message of published.value) shared.tell(message)
    const serving = await createServing({ loaded, log, audit, processes: workers, shared, certificate })
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
