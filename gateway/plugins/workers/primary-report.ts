import type { Config } from '../../src/config/schema/schema.ts'
import { readBuild } from '../../src/operations/build.ts'
import {
  type ConfigCondition,
  check,
  checkConfig,
  checkDraining,
  checkLog,
  type HealthCheck,
  type LogCondition
} from '../../src/operations/condition.ts'
import type { Reading } from '../../src/operations/metrics/series.ts'
import { addUp, createMetrics, type Family, one, readingsOfConfig } from '../../src/operations/metrics.ts'
import type { Shutdown } from '../../src/operations/shutdown.ts'
import type { WorkerEvent } from './supervisor.ts'
import type { WorkerHandle } from './worker-handle.ts'

/** Timeout of a worker's response to a scrape or probe. */
const ANSWER_SECONDS = 2

/** Queries the workers and adds what only the primary knows. A worker that does not respond within 2 s is skipped. */
export function createPrimaryReport(options: {
  config: Pick<Config, 'metrics'>
  /** Configured number of workers. */
  count: number
  workers: () => readonly { number: number; worker: WorkerHandle }[]
  countReady: () => number
  readiness: Pick<Shutdown, 'notReadyBecause' | 'draining'>
  logCondition: () => LogCondition
  inForce: () => ConfigCondition
  /** Epoch seconds. */
  now: () => number
}) {
  const { config, count, workers, countReady, readiness, logCondition, inForce, now } = options
  const { durationBuckets } = config.metrics
  const own = createMetrics({ durationBuckets, build: readBuild() })
  const collected = createCollectedMetrics<WorkerHandle>()
  const restarts = { died: 0, replaced: 0 }
  let fewerSinceSeconds = now()

  /** Returns how many responded. */
  async function collect(): Promise<number> {
    const responses = await Promise.all(
      workers().map(async ({ worker }) => {
        const response = await worker.link.ask('metrics', null, ANSWER_SECONDS)
        if (response.kind === 'response') collected.note(worker, response.value)
        return response.kind
      })
    )
    return responses.filter((kind) => kind === 'response').length
  }

  function checkWorkers(silent: readonly number[]): HealthCheck {
    const ready = countReady()
    const isWell = ready === count && silent.length === 0
    const reason = [
      ...(ready === count ? [] : [`${ready} of ${count} are ready`]),
      ...silent.map((number) => `worker ${number} does not respond`)
    ].join('; ')
    return check(isWell, 'warn', fewerSinceSeconds, reason)
  }

  return {
    async checks(): Promise<Record<string, HealthCheck>> {
      const asked = await Promise.all(
        workers().map(async ({ number, worker }) => {
          const response = await worker.link.ask('checks', null, ANSWER_SECONDS)
          return { number, checks: response.kind === 'response' ? response.value : null }
        })
      )
      const silent = asked.flatMap(({ number, checks }) => (checks === null ? [number] : []))
      const { listening, draining: _theirs, config: _alike, log: theirLog, ...joined } = joinChecks(asked)
      const ownLog = checkLog(logCondition())
      return {
        ...(listening === undefined ? {} : { listening }),
        draining: checkDraining(readiness.draining),
        workers: checkWorkers(silent),
        config: checkConfig(inForce()),
        ...joined,
        log: ownLog.status === 'ok' ? (theirLog ?? ownLog) : ownLog
      }
    },
    /** One list for each process. */
    async metrics(): Promise<(readonly Family[])[]> {
      const answered = await collect()
      const condition = logCondition()
      const current = await own.read({
        ...readingsOfConfig(inForce()),
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
    count: own.count,
    noteWorker({ kind }: WorkerEvent) {
      if (kind === 'worker.died') restarts.died += 1
      if (kind === 'worker.replaced') restarts.replaced += 1
      if (kind === 'worker.died' || kind === 'worker.ready') fewerSinceSeconds = now()
    },
    noteMetrics: collected.note,
    retire: collected.retire
  }
}

/** Keeps the latest metrics of each worker, and the counters and histograms of those that are gone, so none ever decreases. */
export function createCollectedMetrics<Worker>() {
  const latest = new Map<Worker, readonly Family[]>()
  let gone: Promise<readonly Family[]> = Promise.resolve([])
  let failures: unknown[] = []

  /** If they cannot be added, this worker's are lost. */
  async function addToGone(before: typeof gone, sums: readonly Family[]): Promise<readonly Family[]> {
    const known = await before
    return await addUp([known, sums]).catch((err: unknown) => {
      failures.push(err)
      return known
    })
  }

  return {
    note: (worker: Worker, families: readonly Family[]): void => void latest.set(worker, families),
    retire(worker: Worker): void {
      const sums = (latest.get(worker) ?? []).filter(({ type }) => type !== 'gauge')
      latest.delete(worker)
      if (sums.length > 0) gone = addToGone(gone, sums)
    },
    /**
     * One list for each process. `own`: the primary's; they win for gauges that all report alike. Rejects once if the metrics
     * of a worker that is gone could not be added.
     */
    async read(own: readonly Family[]): Promise<(readonly Family[])[]> {
      const current = [...latest.values()]
      const sums = await gone
      const [failure] = failures
      failures = []
      if (failure !== undefined) throw failure
      return [own, ...current, withoutGoneApplications(sums, current.flat())]
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

/** The worst result of each check over all workers, with the number of the unhealthy worker. `checks`: null: it is silent. */
export function joinChecks(
  workers: readonly { number: number; checks: Checks | null }[]
): Record<string, HealthCheck> {
  const joined: Record<string, HealthCheck> = {}
  for (const { number, checks } of workers) {
    for (const [name, check] of Object.entries(checks ?? {})) {
      const known = joined[name]
      if (known === undefined || SEVERITY[check.status] > SEVERITY[known.status])
        joined[name] =
          check.status === 'ok' ? check : { ...check, reason: `worker ${number}: ${check.reason}` }
    }
  }
  return joined
}
