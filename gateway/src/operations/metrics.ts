import type { Registry } from 'prom-client'
import type { Condition } from './condition.ts'
import type { EventSink } from './events.ts'
import { fullNameOf, METRICS, type MetricName } from './metrics/catalogue.ts'
import { createCounting } from './metrics/counting.ts'
import type { Labels, Reading } from './metrics/tally.ts'

/** `Content-Type` of what `render` gives. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** What of a configuration series are named after. */
interface ExpectedSeries {
  signInProviders: Iterable<string>
  signatureKeys: number
  upstreams: Iterable<string | null>
}

/** The metrics of one gateway; see `createMetrics`. */
export interface Metrics {
  /** Counts what happened. */
  count: EventSink
  /**
   * Lets the known series of the configuration in force begin, and ends those of applications that it does not have. `signInProviders`: those that are counted by their names; those beside
   * them are `other`. `signatureKeys`: how many there are. `upstreams`: names of the applications that are proxied; null: the
   * only one.
   */
  expect(config: ExpectedSeries): void
  /** Begins to watch the process: event loop and garbage collection. Loads the library; the first `render` does it otherwise. */
  watchProcess(): Promise<void>
  /** Everything in the text format of Prometheus. */
  render(condition: Condition): Promise<string>
}

export interface MetricsOptions {
  /** Upper bounds of the durations of requests, in seconds, ascending. */
  durationBuckets: readonly number[]
  build: { version: string; revision: string; node: string }
  /** Epoch seconds. */
  now: () => number
}

/**
 * Counts events and renders what they came to, beside what is read at a scrape. The numbers are this gateway's own: another
 * one in the same process has others. Those of the process are the client library's (`process_*`, `nodejs_*`).
 */
export function createMetrics({ durationBuckets, build, now }: MetricsOptions): Metrics {
  const counting = createCounting(durationBuckets)
  let latest: Readings = {}
  let registry: Promise<Registry> | null = null

  function watch(): Promise<Registry> {
    registry ??= createRegistry((name) => latest[name] ?? [])
    return registry
  }

  return {
    count: counting.count,
    expect({ signInProviders, signatureKeys, upstreams }) {
      counting.nameProviders(signInProviders)
      counting.nameKeys(signatureKeys)
      counting.nameUpstreams(upstreams)
    },
    async watchProcess() {
      await watch()
    },
    async render(condition) {
      const all = await watch()
      latest = {
        ...counting.read(),
        ...readCondition(condition, now()),
        build_info: [{ labels: build, value: 1 }]
      }
      // The library's spelling is not that of the format.
      return (await all.metrics()).replaceAll(' Nan\n', ' NaN\n')
    }
  }
}

/**
 * The registry of every metric in the catalogue and of the process. `read` gives the numbers of a metric at a scrape: an
 * observation by the library itself would cost five times what a number in an array does.
 */
async function createRegistry(read: (name: MetricName) => readonly Reading[]): Promise<Registry> {
  // Loaded on demand: it takes a tenth of the time of a start.
  const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()

  /** What the library writes as the catalogue says, whatever its kind. */
  class ReadMetric extends Gauge {
    readonly #name: MetricName

    constructor(name: MetricName) {
      super({ name: fullNameOf(name), help: METRICS[name].help, registers: [registry] })
      this.#name = name
    }

    override async get() {
      const values = read(this.#name).map(({ name, labels, value }) => ({ metricName: name, labels, value }))
      return Object.assign(await super.get(), { type: METRICS[this.#name].type, values })
    }
  }

  for (const name of listNames()) new ReadMetric(name)
  collectDefaultMetrics({ register: registry })
  return registry
}

type Readings = Partial<Record<MetricName, readonly Reading[]>>

function listNames(): MetricName[] {
  return Object.keys(METRICS).filter((name): name is MetricName => name in METRICS)
}

/** What is known without an event. */
function readCondition(condition: Condition, nowSeconds: number): Readings {
  const { certificates, clock, sessionCache, traffic, readiness, log } = condition
  return {
    ...readConfig(condition),
    ready: one(readiness.listening.isSo && !readiness.draining.isSo),
    http_requests_in_flight: one(traffic.requestsInFlight),
    connections_open: one(traffic.connections),
    session_cache_lookups_total: [
      reading({ result: 'hit' }, sessionCache.hits),
      reading({ result: 'miss' }, sessionCache.misses)
    ],
    session_cache_entries: one(sessionCache.entries),
    session_cache_bytes: one(sessionCache.bytes),
    session_cache_evictions_total: one(sessionCache.evictions),
    provider_circuit_open: condition.circuits.map(({ call, isOpen }) => reading({ call }, isOpen ? 1 : 0)),
    provider_certificates: certificates.areNeeded ? one(certificates.keys) : [],
    provider_certificates_age_seconds: oneUnlessNull(
      certificates.fetchedAtSeconds === null ? null : Math.max(0, nowSeconds - certificates.fetchedAtSeconds)
    ),
    clock_offset_seconds: oneUnlessNull(clock.offsetSeconds),
    tls_certificate_not_after_timestamp_seconds: oneUnlessNull(condition.tlsNotAfterSeconds),
    log_lines_dropped_total: one(log.lostLines)
  }
}

function readConfig({ config }: Condition): Readings {
  if (config === null) return {}
  return {
    config_info: [reading({ hash: config.hash }, 1)],
    config_last_reload_successful: one(!config.isRefused),
    config_last_reload_success_timestamp_seconds: one(config.appliedAtSeconds),
    upstream_insecure: one(config.insecureUpstreams)
  }
}

function reading(labels: Labels, value: number): Reading {
  return { labels, value }
}

function one(value: number | boolean): Reading[] {
  return [reading({}, Number(value))]
}

function oneUnlessNull(value: number | null): Reading[] {
  return value === null ? [] : one(value)
}
