import type { FastifyBaseLogger } from 'fastify'
import { realClock, scheduleOnTimer } from '../../src/async.ts'
import type { Config, LogLevel } from '../../src/config/schema/schema.ts'
import { type Audit, type AuditEvent, type AuditLevel, writeToLog } from '../../src/operations/audit.ts'
import type { LogCondition } from '../../src/operations/condition.ts'
import { type Log, lineFormatOf } from '../../src/operations/logging.ts'
import type { Family } from '../../src/operations/metrics.ts'
import { type PreparedConfig, prepareConfig } from '../../src/serving/apply-config.ts'
import type { Refused } from '../../src/serving/reload.ts'
import {
  type AppPlugin,
  createSelfReport,
  createServing,
  createServingShutdown,
  UnusableConfig
} from '../../src/serving/serving.ts'
import {
  type Channel,
  createLink,
  type Link,
  type StartFailure,
  type ToPrimary,
  type ToWorker,
  unpackConfig
} from './protocol.ts'
import { createStateByPrimary } from './shared-by-primary.ts'

/** Runs a worker: serves the configurations the primary sends, and ends on its request or when it is gone. */
export function runWorker(options: {
  /** To the primary. */
  channel: Channel
  /** The log of this process; its lines carry the worker's number. */
  openLog: (level: LogLevel, number: number) => Log
  plugins: readonly AppPlugin[]
  /** Ends the process. */
  exit: (code: number) => void
}): void {
  const { channel, openLog, exit, plugins } = options
  let working: ReturnType<typeof work> | null = null
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
        return await preparations.prepare(reload, () =>
          prepareConfig(serving.forPreparing, unpackConfig(loaded))
        )
      },
      settle: ({ reload, commit }) => preparations.settle(reload, commit),
      useCertificates: async (pairs) => (await begun()).serving.listeners.certificates.replace(pairs),
      published: (message) => tell(message),
      alive() {},
      checks: async () => (await begun()).report.checks(),
      metrics: async () => (await begun()).report.metrics(),
      sessions: async (request) => (await begun()).serving.generations.current().answerOperator(request),
      end(ask) {
        drainSeconds = ask.drainSeconds
        return end()
      }
    },
    scheduleOnTimer
  )
  const preparations = createPreparations()
  const { shared, tell } = createStateByPrimary(link, realClock)
  void link.ask('here', null)
  // Either the primary has received its response, or it is gone along with its listening socket: finish open
  // requests, no new ones can come.
  channel.onClose(() => {
    drainSeconds ??= 0
    void end().then(
      () => exit(0),
      () => exit(1)
    )
  })

  function begun(): ReturnType<typeof work> {
    return working ?? Promise.reject(new Error('not begun'))
  }

  async function work({ loaded: packed, number, workers, certificates }: ToWorker['begin']['ask']) {
    const loaded = unpackConfig(packed)
    const { config } = loaded
    const log = openLog(config.log.level, number)
    log.setFormat(lineFormatOf(config))
    const audit = createForwardedAudit(
      log.logger,
      async (level, event) => (await link.ask('event', { level, event })).kind === 'response'
    )
    const settings = audit.prepare(config)
    if (settings.kind === 'prepared') settings.commit()
    const serving = await createServing({
      loaded,
      log,
      audit,
      processes: workers,
      shared,
      certificates,
      plugins
    })
    await shared.ready()
    const { inForce } = serving
    const shutdown = createServingShutdown(serving, {
      announce: async () => {},
      finish: audit.close,
      drainMs: () => (drainSeconds ?? inForce.current().config.shutdown.drainSeconds) * 1000
    })
    const report = createSelfReport({ ...serving.reportSources, readiness: shutdown })
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
  const { message, code, syscall, port }: Error & StartFailure = err
  return { message, code, syscall, port, problems: err instanceof UnusableConfig ? err.problems : undefined }
}

/** Holds at most one prepared configuration, and discards one that took so long that the primary went ahead. */
export function createPreparations() {
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
    /** Prepares a configuration, after the previous one. Null: ready for `settle`, or discarded. `reload`: not settled yet. */
    prepare(reload: number, run: () => Promise<PreparedConfig | Refused>): Promise<Refused | null> {
      const prepared = queue.then(() => prepareNow(reload, run))
      queue = prepared.catch(() => {})
      return prepared
    },
    /** Applies or discards the prepared configuration. One that is not ready yet is discarded later: the others went ahead. */
    async settle(reload: number, commit: boolean): Promise<void> {
      lastSettled = Math.max(lastSettled, reload)
      const settled = ready
      ready = null
      if (commit && settled?.reload === reload) settled.prepared.commit()
      else await settled?.prepared.discard()
    }
  }
}

/** Events in transit to the primary; beyond this they are dropped and counted. */
const MAX_WAITING = 10_000

/** Writes audit events to the log, or through the primary, which owns the file. `forward`: false if it is gone; never rejects. */
function createForwardedAudit(
  logger: FastifyBaseLogger,
  forward: (level: AuditLevel, event: AuditEvent) => Promise<boolean>
): Audit {
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

  const condition = (): LogCondition => ({ lostLines, isFailing: false, failure: null, changedAtSeconds: 0 })
  return {
    write(level, event) {
      if (settings === null || (settings.to === 'stdout' && settings.format === 'json'))
        toLog.write(level, event)
      else hand(level, event)
    },
    isSeparateFile: () => settings !== null && settings.to !== 'stdout',
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
