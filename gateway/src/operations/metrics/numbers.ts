import { fullNameOf, METRICS, type MetricName } from './catalogue.ts'
import { KNOWN_SERIES } from './known-series.ts'
import { createDurations, createTally, type Durations, type Reading, type Tally } from './tally.ts'

/** What is counted and measured, by the names of the metrics; see `createNumbers`. */
export interface Numbers {
  /** The numbers of a counter or a gauge, which begin with its known series at 0. */
  tally(name: MetricName): Tally
  /** The durations of a histogram. `values`: of its label, where it has one. */
  durations(name: MetricName, bounds: readonly number[], values?: readonly string[]): Durations
  read(): Partial<Record<MetricName, readonly Reading[]>>
}

/** Memory for numbers that events make; each metric is to be asked for once. */
export function createNumbers(): Numbers {
  const sources = new Map<MetricName, Tally | Durations>()
  return {
    tally(name) {
      const { labels } = METRICS[name]
      const tally = createTally(labels)
      const known = KNOWN_SERIES[name] ?? (labels.length === 0 ? [[]] : [])
      for (const [first, second, third] of known) tally.add(0, first, second, third)
      sources.set(name, tally)
      return tally
    },
    durations(name, bounds, values = []) {
      const [label] = METRICS[name].labels
      const labelled = label === undefined ? {} : { label: { name: label, values } }
      const durations = createDurations({ name: fullNameOf(name), bounds, ...labelled })
      sources.set(name, durations)
      return durations
    },
    read: () => Object.fromEntries([...sources].map(([name, source]) => [name, source.read()]))
  }
}
