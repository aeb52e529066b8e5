/** The worker process: serves the configurations the primary sends, and ends on its request or when it is gone. */

import cluster from 'node:cluster'
import type { FastifyBaseLogger } from 'fastify'
import { realClock, scheduleOnTimer } from '../../src/async.ts'
import { openLog, surviveUncaught } from '../../src/commands/process.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { type Audit, type AuditEvent, type AuditLevel, writeToLog } from '../../src/operations/audit.ts'
import { lineFormatOf } from '../../src/operations/logging.ts'
import { createServing } from '../../src/serving/serving.ts'
import { beginStart, finishStart } from '../../src/v8.ts'
import { PLUGINS } from '../plugins.ts'
import { createPreparations } from './apply-to-all.ts'
import { createLink, type Link, type ToPrimary, type ToWorker } from './protocol.ts'
import { createStateByPrimary } from './shared-by-primary.ts'

// As in main.ts: runtime flags are not passed on to workers.
beginStart(import.meta.dirname)

/** Terminals and service managers signal all processes at once; only the primary acts on these. */
const OF_THE_PRIMARY = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const

for (const signal of OF_THE_PRIMARY) process.on(signal, () => {})
const { worker } = cluster
if (worker === undefined) {
  process.stderr.write(
    'gatehouse: workers are started by `gatehouse start`, see the configuration key `workers`\n'
  )
  process.exit(2)
}
// Otherwise Node kills a worker as soon as its primary is gone, along with its open requests.
worker.exitedAfterDisconnect = true
runWorker()

function runWorker(): void {
  let working: ReturnType<typeof work> | null = null
  let drainSeconds: number | null = null
  const begun = () => working ?? Promise.reject(new Error('not begun'))
  const preparations = createPreparations()
  const closed = new Promise<void>((resolve) => void process.once('disconnect', () => resolve()))
  const link: Link<ToPrimary> = createLink<ToPrimary, ToWorker>(
    process,
    closed,
    {
      async begin(start) {
        working = work(start)
        return await (await working).serving.listen()
      },
      // Only the primary logs warnings.
      prepare: (loaded) =>
        preparations.prepare(async () => (await begun()).serving.prepare({ ...loaded, warnings: [] })),
      settle: preparations.settle,
      useCertificates: async (pairs) => (await begun()).serving.certificates.replace(pairs),
      published: (topic, text) => deliver(topic, text),
      alive() {},
      checks: async () => (await begun()).serving.checks(),
      metrics: async () => (await begun()).serving.metrics(),
      serving: async (request) => (await begun()).serving.askServing(request),
      end(seconds) {
        drainSeconds = seconds
        return end()
      }
    },
    scheduleOnTimer
  )
  const { shared, deliver } = createStateByPrimary(link, realClock)
  void link.ask('here', [])
  // Either the primary has received its response, or it is gone along with its listening socket: finish open
  // requests, no new ones can come.
  void closed.then(() => {
    drainSeconds ??= 0
    void end().then(
      () => process.exit(0),
      () => process.exit(1)
    )
  })

  async function work({ loaded, number, workers, certificates }: Parameters<ToWorker['begin']>[0]) {
    const log = openLog(loaded.config.log.level, { worker: number })
    surviveUncaught(log)
    log.setFormat(lineFormatOf(loaded.config))
    const audit = createForwardedAudit(
      log.logger,
      loaded.config.audit,
      async (level, event) => (await link.ask('event', [level, event])).kind === 'response'
    )
    const serving = await createServing({
      loaded,
      log,
      audit,
      processes: workers,
      shared,
      certificates,
      plugins: PLUGINS,
      ending: { announce: async () => {}, finish: audit.close, drainSeconds: () => drainSeconds }
    })
    await shared.ready()
    serving.watchProcess()
    finishStart()
    return { serving, log }
  }

  async function end() {
    const { serving, log } = await begun()
    const inTime = await serving.shutdown.begin()
    const metrics = await serving.metrics()
    await log.flush()
    return { inTime, metrics }
  }
}

/** Events in transit to the primary; beyond this they are dropped and counted. */
const MAX_WAITING = 10_000

/** Writes audit events to the log, or through the primary, which owns the file. `forward`: false if it is gone; never rejects. */
function createForwardedAudit(
  logger: FastifyBaseLogger,
  first: Pick<Config['audit'], 'to' | 'format' | 'refreshes'>,
  forward: (level: AuditLevel, event: AuditEvent) => Promise<boolean>
): Audit {
  const toLog = writeToLog(logger)
  const underWay = new Set<Promise<void>>()
  let settings = first
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

  return {
    write(level, event) {
      if (settings.to === 'stdout' && settings.format === 'json') toLog.write(level, event)
      else hand(level, event)
    },
    isSeparateFile: () => settings.to !== 'stdout',
    wantsRefreshes: () => settings.refreshes,
    prepare: ({ audit }) => ({
      kind: 'prepared',
      commit() {
        settings = audit
      },
      discard() {}
    }),
    reopen() {},
    condition: () => ({ lostLines, isFailing: false, failure: null, changedAtSeconds: 0 }),
    writeRest() {},
    async close() {
      await Promise.all(underWay)
      if (lostLines > 0) logger.warn({ lines: lostLines }, 'audit lines lost')
    }
  }
}
