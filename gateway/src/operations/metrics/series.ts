import { STATUS_CODES } from 'node:http'
import {
  type CountedName,
  METRIC_PREFIX,
  METRICS,
  type MetricDefinition,
  NO_APPLICATION,
  NO_CODE,
  ONLY_APPLICATION,
  OTHER,
  REFUSED_SIGN_INS
} from './catalogue.ts'

/** Other methods count as `other`. */
export const COUNTED_METHODS: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT PATCH DELETE OPTIONS'.split(' ')
)
/** Applications may respond with any number, even one chosen by a visitor. Only registered ones get a series. */
export const STATUSES: ReadonlyMap<number, string> = new Map(
  [0, ...Object.keys(STATUS_CODES).map(Number)].map((status) => [status, String(status)])
)

/** Samples by metric. */
export type Readings = Partial<Record<keyof typeof METRICS, readonly Reading[]>>

/** Label values that come from the configuration. Other providers count as `other`; the name of the only application is null. */
export interface ExpectedSeries {
  signInProviders: Iterable<string>
  /** Number of keys. */
  signatureKeys: number
  applications: readonly { name: string | null; isProxied: boolean; answersAuthRequests: boolean }[]
}

export type Counted = ReturnType<typeof createCounted>

/** The series that events count. `durationBuckets`: upper bounds of request durations in seconds. */
export function createCounted(durationBuckets: readonly number[]) {
  const definitions = Object.entries<MetricDefinition>(METRICS).filter(
    ([name, { aggregator }]) => aggregator === 'sum' || name.startsWith('upstream_tls_')
  )
  const series = definitions.map(
    ([name, definition]) => [name, new Series(definition, durationBuckets)] as const
  )
  const counts = Object.fromEntries(series) as Record<CountedName, Series>
  const byApplication = Object.values(counts).filter(
    ({ definition: { labels } }) => labels[0] === 'application' || labels[0] === 'upstream'
  )
  const providers = new Set<string>()
  let applications: ReadonlySet<string> = new Set()
  /** The label of requests whose application has no name. */
  let unnamed = NO_APPLICATION

  return {
    counts,
    /** The label of an application. A request may outlive one that a reload removed; it must not recreate the series. */
    applicationOf(name: string | null | undefined): string {
      if (name == null) return unnamed
      return applications.has(name) ? name : NO_APPLICATION
    },
    providerOf: (provider = ''): string => (providers.has(provider) ? provider : OTHER),
    /** Creates the series of the current configuration, and removes those of applications that are gone. */
    expect({ signInProviders, signatureKeys, applications: expected }: ExpectedSeries): void {
      for (const provider of signInProviders) {
        providers.add(provider)
        counts.sign_ins_total.add(0, NO_APPLICATION, 'ok', NO_CODE, provider)
        for (const code of REFUSED_SIGN_INS)
          counts.sign_ins_total.add(0, NO_APPLICATION, 'refused', code, provider)
      }
      for (let key = 0; key < signatureKeys; key++) counts.session_first_sights_total.add(0, String(key))
      const before = applications
      applications = new Set(expected.map(({ name }) => name ?? ONLY_APPLICATION))
      unnamed = expected.some(({ name }) => name === null) ? ONLY_APPLICATION : NO_APPLICATION
      for (const name of before) if (!applications.has(name)) for (const one of byApplication) one.end(name)
      for (const { name, isProxied, answersAuthRequests } of expected) {
        const label = name ?? ONLY_APPLICATION
        for (const one of byApplication)
          if (isProxied || one.definition.labels[0] === 'application')
            for (const values of one.definition.ofApplication) one.add(0, label, ...values)
        for (const provider of providers) counts.sign_ins_total.add(0, label, 'ok', NO_CODE, provider)
        if (answersAuthRequests) counts.http_request_duration_seconds.add(0, label, 'verify')
        if (isProxied) counts.http_request_duration_seconds.add(0, label, 'proxy')
      }
    },
    read: (): Readings =>
      Object.fromEntries(series.map(([name, one]) => [name, one.read(`${METRIC_PREFIX}${name}`)]))
  }
}

/** A sample in the format of prom-client. `metricName`: set for the parts of a histogram. */
export interface Reading {
  metricName?: string
  labels: Readonly<Partial<Record<string, string | number>>>
  value: number
}

interface Cell {
  labels: Readonly<Record<string, string>>
  /** For a histogram: the sum of the durations in seconds. */
  value: number
  /** Durations per bucket of a histogram. The last bucket holds those beyond all bounds. */
  buckets: Float64Array
  /** By the value of the next label. Empty if this was the last label. */
  next: Map<string, Cell>
}

/** @public The samples of one metric with up to four labels, counted without an object of labels. Callers must not pass values chosen by visitors. */
export class Series {
  readonly definition: MetricDefinition
  readonly #bounds: readonly number[]
  readonly #cells = new Map<string, Cell>()

  constructor(definition: MetricDefinition, durationBuckets: readonly number[]) {
    this.definition = definition
    this.#bounds = definition.buckets === 'configured' ? durationBuckets : definition.buckets
    for (const values of definition.known) this.add(0, ...values)
  }

  /** Label values in the order of the labels. Adding 0 creates the series. */
  add(amount: number, first = '', second?: string, third?: string, fourth?: string): void {
    this.#find(first, second, third, fourth).value += amount
  }

  set(value: number, first: string): void {
    this.#find(first).value = value
  }

  /** Ignored unless the series of these label values exists. */
  observe(durationMs: number, first: string, second?: string): void {
    const ofFirst = this.#cells.get(first)
    const cell = second === undefined ? ofFirst : ofFirst?.next.get(second)
    if (cell === undefined) return
    const bounds = this.#bounds
    const seconds = durationMs / 1000
    let bucket = 0
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1
    cell.value += seconds
    cell.buckets[bucket] = (cell.buckets[bucket] ?? 0) + 1
  }

  /** Removes all series with this value of the first label. */
  end(first: string): void {
    this.#cells.delete(first)
  }

  /** `name`: full name of the metric, for the parts of a histogram. */
  read(name: string): Reading[] {
    return listLast(this.#cells).flatMap(({ labels, value, buckets }): Reading[] => {
      if (this.definition.type !== 'histogram') return [{ labels, value }]
      let count = 0
      const parts = [...this.#bounds, '+Inf'].map((le, index) => {
        count += buckets[index] ?? 0
        return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count }
      })
      const sum = { metricName: `${name}_sum`, labels, value }
      // Together they begin with the first duration: most of a scrape would be buckets of 0.
      return [...(count === 0 ? [] : parts), sum, { metricName: `${name}_count`, labels, value: count }]
    })
  }

  #find(first: string, second?: string, third?: string, fourth?: string): Cell {
    const ofFirst = this.#cells.get(first) ?? this.#begin(this.#cells, [first])
    if (second === undefined) return ofFirst
    const ofSecond = ofFirst.next.get(second) ?? this.#begin(ofFirst.next, [first, second])
    if (third === undefined) return ofSecond
    const ofThird = ofSecond.next.get(third) ?? this.#begin(ofSecond.next, [first, second, third])
    if (fourth === undefined) return ofThird
    return ofThird.next.get(fourth) ?? this.#begin(ofThird.next, [first, second, third, fourth])
  }

  #begin(cells: Map<string, Cell>, values: readonly string[]): Cell {
    const labels = this.definition.labels.map((label, index) => [label, values[index] ?? ''])
    const buckets = new Float64Array(this.#bounds.length + 1)
    const cell = { labels: Object.fromEntries(labels), value: 0, buckets, next: new Map<string, Cell>() }
    cells.set(values.at(-1) ?? '', cell)
    return cell
  }
}

function listLast(cells: ReadonlyMap<string, Cell>): Cell[] {
  return [...cells.values()].flatMap((cell) => (cell.next.size === 0 ? [cell] : listLast(cell.next)))
}
