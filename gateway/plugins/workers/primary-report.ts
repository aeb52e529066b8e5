import type { Config } from '../../src/config/schema/schema.ts'
import {
  type ConfigCondition,
  check,
  checkConfig,
  checkDraining,
  checkLog,
  type HealthCheck,
  type LogCondition
} from '../../src/operations/condition.ts'
import { countEvent } from '../../src/operations/event-log/event-table.ts'
import type { GatewayEvent } from '../../src/operations/events.ts'
import type { Reading } from '../../src/operations/metrics/series.ts'
import { addUp, createMetrics, type Family, one, readingsOfConfig } from '../../src/operations/metrics.ts'
import { readBuild } from '../../src/operations/runtime.ts'
import type { Shutdown } from '../../src/operations/shutdown.ts'
import type { Reply } from './protocol.ts'
import type { WorkerEvent } from './supervisor.ts'
import type { WorkerHandle } from './worker-handle.ts'

/** Timeout of a worker's response to a scrape or probe. */
const ANSWER_SECONDS = 2

/** Queries the workers and adds what only the primary knows. A worker that does not respond within 2 s is skipped. */
export function createPrimaryReport(options: {
  config: Pick<Config, 'metrics'>
  /** Configured number of workers. */
  count: number
  workers: () => readonly WorkerHandle[]
  countReady: () => number
  readiness: Pick<Shutdown, 'notReadyBecause' | 'draining'>
  logCondition: () => LogCondition
  active: () => ConfigCondition
  /** Epoch seconds. */
  now: () => number
}) {
  const { config, count, workers, countReady, readiness, logCondition, active, now } = options
  const { durationBuckets } = config.metrics
  const own = createMetrics({ durationBuckets, build: readBuild() })
  const collected = createCollectedMetrics(workers)
  const restarts = { died: 0, replaced: 0 }
  let fewerSinceSeconds = now()

  /** What each worker responds; null: nothing. */
  const askEach = <Value>(ask: (worker: WorkerHandle) => Promise<Reply<Value>>) =>
    Promise.all(
      workers().map(async (worker) => {
        const reply = await ask(worker)
        return { worker, number: worker.number, value: reply.kind === 'response' ? reply.value : null }
      })
    )

  function checkWorkers(silent: readonly number[]): HealthCheck {
    const ready = countReady()
    const reasons = silent.map((number) => `worker ${number} does not respond`)
    if (ready !== count) reasons.unshift(`${ready} of ${count} are ready`)
    return check(reasons.length === 0, 'warn', fewerSinceSeconds, reasons.join('; '))
  }

  return {
    async checks(): Promise<Record<string, HealthCheck>> {
      const asked = await askEach(({ link }) => link.ask('checks', [], ANSWER_SECONDS))
      const silent = asked.flatMap(({ number, value }) => (value === null ? [number] : []))
      const { listening, draining: _theirs, config: _alike, log: theirLog, ...joined } = joinChecks(asked)
      const ownLog = checkLog(logCondition())
      return {
        ...(listening === undefined ? {} : { listening }),
        draining: checkDraining(readiness.draining),
        workers: checkWorkers(silent),
        config: checkConfig(active()),
        ...joined,
        log: ownLog.status === 'ok' ? (theirLog ?? ownLog) : ownLog
      }
    },
    /** One list for each process. */
    async metrics(): Promise<(readonly Family[])[]> {
      let answered = 0
      for (const { worker, value } of await askEach(({ link }) => link.ask('metrics', [], ANSWER_SECONDS))) {
        if (value === null) continue
        worker.metrics = value
        answered += 1
      }
      const condition = logCondition()
      const current = await own.read({
        ...readingsOfConfig(active()),
        // The workers know more: a clock with which no one can pass.
        ready: one(readiness.notReadyBecause() === null ? null : 0),
        log_writable: one(!condition.isFailing),
        log_lines_dropped_total: one(condition.lostLines),
        workers: one(count),
        workers_ready: one(countReady()),
        workers_answered: one(answered),
        worker_restarts_total: Object.entries(restarts).map(([reason, value]) => ({
          labels: { reason },
          value
        }))
      })
      return await collected.read(current)
    },
    /** Starts measuring the primary's event loop and garbage collection. */
    watchProcess: () => void own.watchProcess().catch(() => {}),
    count: (event: GatewayEvent) => countEvent(event, own.counted),
    noteWorker({ kind }: WorkerEvent) {
      if (kind === 'worker.died') restarts.died += 1
      if (kind === 'worker.replaced') restarts.replaced += 1
      if (kind === 'worker.died' || kind === 'worker.ready') fewerSinceSeconds = now()
    },
    /** A worker is gone. */
    retire: collected.retire
  }
}

type Measured = Pick<WorkerHandle, 'metrics'>

/** The latest metrics of each worker, and the counters and histograms of those that are gone, so none ever decreases. */
export function createCollectedMetrics(workers: () => readonly Measured[]) {
  let gone: Promise<readonly Family[]> = Promise.resolve([])
  return {
    retire(worker: Measured): void {
      const sums = worker.metrics.filter(({ type }) => type !== 'gauge')
      worker.metrics = []
      // Metrics of one version can be added; otherwise, those of this worker would be lost.
      if (sums.length > 0) gone = gone.then((before) => addUp([before, sums]).catch(() => before))
    },
    /** One list for each process. `own`: the primary's; they win for gauges that all report alike. */
    async read(own: readonly Family[]): Promise<(readonly Family[])[]> {
      const current = workers().map(({ metrics }) => metrics)
      return [own, ...current, withoutGoneApplications(await gone, current.flat())]
    }
  }
}

/** Drops the series of applications that no current process has. Those of no application have an empty label. */
function withoutGoneApplications(gone: readonly Family[], current: readonly Family[]): Family[] {
  const nameOf = ({ labels: { application, upstream } }: Reading) => application || upstream || null
  const names = new Set(current.flatMap(({ values }) => values.map(nameOf)))
  const isCurrent = (value: Reading) => nameOf(value) === null || names.has(nameOf(value))
  return gone.map((family) => ({ ...family, values: family.values.filter(isCurrent) }))
}

const SEVERITY: Readonly<Record<HealthCheck['status'], number>> = { ok: 0, warn: 1, fail: 2 }

type Checks = Readonly<Record<string, HealthCheck>>

/** The worst result of each check over all workers, with the number of the unhealthy worker. `value`: null: it is silent. */
export function joinChecks(workers: readonly { number: number; value: Checks | null }[]) {
  const joined: Record<string, HealthCheck> = {}
  for (const { number, value } of workers) {
    for (const [name, check] of Object.entries(value ?? {})) {
      const known = joined[name]
      if (known !== undefined && SEVERITY[check.status] <= SEVERITY[known.status]) continue
      joined[name] = check.status === 'ok' ? check : { ...check, reason: `worker ${number}: ${check.reason}` }
    }
  }
  return joined
}
