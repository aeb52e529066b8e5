import type { HealthCheck } from '../operations/health.ts'
import { addUp, sumsOf, withoutGoneUpstreams } from '../operations/metrics/adding-up.ts'
import type { Family } from '../operations/metrics/family.ts'

/** The metrics of workers, those that are gone too; see `createCollectedMetrics`. */
export interface CollectedMetrics<Worker> {
  /** What a worker said last. */
  note(worker: Worker, families: readonly Family[]): void
  /** A worker is gone: what it has counted stays. */
  retire(worker: Worker): void
  /** All of them together. `own`: those of the primary; a gauge that all would say the same of is its. */
  together(own: readonly Family[]): Family[]
}

/**
 * Keeps what each worker said last: one that is stuck counts with that, and one that is gone with its counters and histograms, so
 * that none of them ever goes back.
 */
export function createCollectedMetrics<Worker>(): CollectedMetrics<Worker> {
  const latest = new Map<Worker, readonly Family[]>()
  let gone: Family[] = []
  return {
    note: (worker, families) => void latest.set(worker, families),
    retire(worker) {
      gone = addUp([gone, sumsOf(latest.get(worker) ?? [])])
      latest.delete(worker)
    },
    together(own) {
      const current = [...latest.values()]
      return addUp([own, ...current, withoutGoneUpstreams(gone, current.flat())])
    }
  }
}

const SEVERITY: Readonly<Record<HealthCheck['status'], number>> = { ok: 0, warn: 1, fail: 2 }

/** What workers say of themselves. `checks`: null: no answer in time. */
export interface WorkerChecks {
  number: number
  checks: Readonly<Record<string, HealthCheck>> | null
}

/** Of each check the worst that a worker says, with the number of that worker where it is not well. */
export function joinChecks(workers: readonly WorkerChecks[]): Record<string, HealthCheck> {
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
