import type { FastifyBaseLogger } from 'fastify'
import { realClock, scheduleOnTimer } from '../../src/async.ts'
import type { Config, LogLevel } from '../../src/config/schema/schema.ts'
import { type Audit, type AuditEvent, type AuditLevel, writeToLog } from '../../src/operations/audit.ts'
import type { LogCondition } from '../../src/operations/condition.ts'
import { type Log, lineFormatOf } from '../../src/operations/logging.ts'
import type { Family } from '../../src/operations/metrics.ts'
import type { PreparedConfig } from '../../src/serving/apply-config.ts'
import type { Refused } from '../../src/serving/reload.ts'
import { type AppPlugin, createServing } from '../../src/serving/serving.ts'
import { type Channel, createLink, type Link, type ToPrimary, type ToWorker } from './protocol.ts'
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
        return await (await working).serving.listen()
      },
      // Only the primary logs warnings.
      prepare: (loaded) =>
        preparations.prepare(async () => (await begun()).serving.prepare({ ...loaded, warnings: [] })),
      settle: (commit) => preparations.settle(commit),
      useCertificates: async (pairs) => (await begun()).serving.certificates.replace(pairs),
      published: (message) => tell(message),
      alive() {},
      checks: async () => (await begun()).serving.checks(),
      metrics: async () => (await begun()).serving.metrics(),
      serving: async (request) => (await begun()).serving.askServing(request),
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

  async function work({ loaded, number, workers, certificates }: Parameters<ToWorker['begin']>[0]) {
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
      plugins,
      ending: {
        announce: async () => {},
        finish: audit.close,
        drainSeconds: () => drainSeconds
      }
    })
    await shared.ready()
    serving.watchProcess()
    return { serving, log }
  }

  async function end(): Promise<{ inTime: boolean; metrics: Family[] }> {
    const { serving, log } = await begun()
    const inTime = await serving.shutdown.begin()
    const metrics = await serving.metrics()
    await log.flush()
    return { inTime, metrics }
  }
}

/** One configuration after the other. The primary goes ahead without a worker that is late, which then discards what it prepared. */
export function createPreparations() {
  let ready: PreparedConfig | null = null
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const turn = last.then(run, run)
    last = turn
    return turn
  }

  return {
    /** Null: ready for `settle`. */
    prepare: (run: () => Promise<PreparedConfig | Refused>): Promise<Refused | null> =>
      inTurn(async () => {
        const result = await run()
        if (result.kind !== 'prepared') return result
        ready = result
        return null
      }),
    /** Applies or discards the prepared configuration, if there is one. */
    settle: (commit: boolean): Promise<void> =>
      inTurn(async () => {
        const settled = ready
        ready = null
        if (commit) settled?.commit()
        else await settled?.discard()
      })
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
