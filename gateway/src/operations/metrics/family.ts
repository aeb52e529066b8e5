import type { MetricDefinition } from './catalogue.ts'
import type { Reading } from './tally.ts'

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
