import { fullNameOf, METRICS, type MetricDefinition, type MetricName, type Together } from './catalogue.ts'
import type { Labels, Reading } from './tally.ts'

/** A metric as a scrape shows it: its full name, and the numbers of all its series. Plain values, for other processes too. */
export interface Family {
  name: string
  help: string
  type: MetricDefinition['type'] | 'summary'
  values: readonly Reading[]
}

/** These metrics in the text format of Prometheus. */
export async function renderFamilies(families: readonly Family[]): Promise<string> {
  const { Gauge, Registry } = await import('prom-client')
  const registry = new Registry()

  /** What the library writes with these numbers, whatever its kind. */
  class ReadMetric extends Gauge {
    readonly #family: Family

    constructor(family: Family) {
      super({ name: family.name, help: family.help, registers: [registry] })
      this.#family = family
    }

    override async get() {
      const { type } = this.#family
      const values = this.#family.values.map(({ name, labels, value }) => ({
        metricName: name,
        labels,
        value
      }))
      return Object.assign(await super.get(), { type, values })
    }
  }

  for (const family of families) new ReadMetric(family)
  // The library's spelling is not that of the format.
  return (await registry.metrics()).replaceAll(' Nan\n', ' NaN\n')
}

/** Gauges of the client library that are not added. Limits and descriptors are those of the process that is nearest to its limit. */
const OF_A_PROCESS: Readonly<Record<string, Together>> = {
  process_start_time_seconds: 'first',
  process_open_fds: 'max',
  process_max_fds: 'min',
  nodejs_version_info: 'first',
  nodejs_eventloop_lag_min_seconds: 'min'
}
const LOOP_LAG = /^nodejs_eventloop_lag_/

const OF_THE_GATEWAY: Readonly<Record<string, Together>> = Object.fromEntries(
  Object.keys(METRICS)
    .filter((name): name is MetricName => name in METRICS)
    .map((name) => [fullNameOf(name), METRICS[name].together])
)

const JOIN: Readonly<Record<Together, (known: number, next: number) => number>> = {
  sum: (known, next) => known + next,
  max: Math.max,
  min: Math.min,
  first: (known) => known
}

/**
 * The metrics of several processes as those of one. What differs in nothing but its process is one series: counters and
 * histograms are added, gauges become one by their meaning. The order is that of the first process that has each of them.
 * Numbers that are none (a mean of nothing) count as absent.
 */
export function addUp(processes: readonly (readonly Family[])[]): Family[] {
  const joined = new Map<string, { family: Family; series: Map<string, Reading> }>()
  for (const family of processes.flat()) {
    const known = joined.get(family.name) ?? { family, series: new Map<string, Reading>() }
    joined.set(family.name, known)
    const join = JOIN[togetherOf(family)]
    for (const reading of family.values) {
      if (Number.isNaN(reading.value)) continue
      const key = keyOf(reading)
      const before = known.series.get(key)
      known.series.set(
        key,
        before === undefined ? reading : { ...reading, value: join(before.value, reading.value) }
      )
    }
  }
  return [...joined.values()].map(({ family, series }) => ({ ...family, values: [...series.values()] }))
}

/** What a process has counted and measured, which outlives it; gauges end with it. */
export function sumsOf(families: readonly Family[]): Family[] {
  return families.filter(({ type }) => type !== 'gauge')
}

/** Of the series of processes that are gone, those whose application still has series in `current`, or that have none. */
export function withoutGoneUpstreams(gone: readonly Family[], current: readonly Family[]): Family[] {
  const known = new Set(
    current.flatMap(({ values }) => values.flatMap(({ labels }) => labels.upstream ?? []))
  )
  const isThere = ({ upstream }: Labels) => upstream === undefined || known.has(upstream)
  return gone.map((family) => ({ ...family, values: family.values.filter(({ labels }) => isThere(labels)) }))
}

function togetherOf({ name, type }: Family): Together {
  if (type !== 'gauge') return 'sum'
  return OF_THE_GATEWAY[name] ?? OF_A_PROCESS[name] ?? (LOOP_LAG.test(name) ? 'max' : 'sum')
}

function keyOf({ name = '', labels }: Reading): string {
  return JSON.stringify([name, ...Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1))])
}
