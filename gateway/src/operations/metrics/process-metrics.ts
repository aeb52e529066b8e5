import type { Registry } from 'prom-client'
import type { Family } from './family.ts'

/** Numbers of this process by the client library (`process_*`, `nodejs_*`); see `createProcessMetrics`. */
export interface ProcessMetrics {
  /** Begins to watch event loop and garbage collection; loads the library. The first `read` does it otherwise. */
  watch(): Promise<void>
  read(): Promise<Family[]>
}

/** What the client library tells of a process. It is loaded on demand: it takes a tenth of the time of a start. */
export function createProcessMetrics(): ProcessMetrics {
  let registry: Promise<Registry> | null = null

  function open(): Promise<Registry> {
    registry ??= import('prom-client').then(({ collectDefaultMetrics, Registry }) => {
      const opened = new Registry()
      collectDefaultMetrics({ register: opened })
      return opened
    })
    return registry
  }

  return {
    async watch() {
      await open()
    },
    async read() {
      const metrics = await (await open()).getMetricsAsJSON()
      return metrics.map(readOne)
    }
  }
}

type LibraryMetric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]

/** The library's types leave out which series of a histogram a number is of. */
function readOne({ name, help, values, type }: LibraryMetric): Family {
  return {
    name,
    help,
    type: readType(type),
    values: values.map(({ value, labels, ...part }) => ({
      ...('metricName' in part && typeof part.metricName === 'string' ? { name: part.metricName } : {}),
      labels: Object.fromEntries(Object.entries(labels).map(([label, text]) => [label, String(text)])),
      value
    }))
  }
}

/** In JavaScript it is a word, and in the library's types a number. */
function readType(type: unknown): Family['type'] {
  return type === 'counter' || type === 'histogram' || type === 'summary' ? type : 'gauge'
}
