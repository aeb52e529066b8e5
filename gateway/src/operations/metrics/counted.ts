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
import { type Reading, Series } from './series.ts'

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

/** Label values that come from the configuration. */
export interface ExpectedSeries {
  /** Others count as `other`. */
  signInProviders: Iterable<string>
  /** Number of keys. */
  signatureKeys: number
  /** `name`: null: the only one. */
  applications: readonly { name: string | null; isProxied: boolean; answersAuthRequests: boolean }[]
}

export type Counted = ReturnType<typeof createCounted>

/** The series that events count. `durationBuckets`: upper bounds of request durations in seconds. */
export function createCounted(durationBuckets: readonly number[]) {
  const definitions = Object.entries<MetricDefinition>(METRICS).filter(
    ([name, { aggregator }]) => aggregator === 'sum' || name.startsWith('upstream_tls_')
  )
  const series = definitions.map(([name, definition]) => ({
    name,
    definition,
    series: new Series(definition, durationBuckets)
  }))
  const counts = Object.fromEntries(series.map(({ name, series: one }) => [name, one])) as Record<
    CountedName,
    Series
  >
  const byApplication = series.filter(
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
      for (const name of before)
        if (!applications.has(name)) for (const one of byApplication) one.series.end(name)
      for (const { name, isProxied, answersAuthRequests } of expected) {
        const label = name ?? ONLY_APPLICATION
        for (const one of byApplication)
          if (isProxied || one.definition.labels[0] === 'application')
            for (const values of one.definition.ofApplication) one.series.add(0, label, ...values)
        for (const provider of providers) counts.sign_ins_total.add(0, label, 'ok', NO_CODE, provider)
        if (answersAuthRequests) counts.http_request_duration_seconds.add(0, label, 'verify')
        if (isProxied) counts.http_request_duration_seconds.add(0, label, 'proxy')
      }
    },
    read: (): Readings =>
      Object.fromEntries(series.map(({ name, series: one }) => [name, one.read(`${METRIC_PREFIX}${name}`)]))
  }
}
