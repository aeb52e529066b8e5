import type { Registry } from 'prom-client'
import type { Condition, ConfigCondition } from './condition.ts'
import type { EventSink } from './events.ts'
import { fullNameOf, METRICS, type MetricName } from './metrics/catalogue.ts'
import { createCounting } from './metrics/counting.ts'
import type { Family } from './metrics/family.ts'
import type { Labels, Reading } from './metrics/tally.ts'

/** `Content-Type` of the text format. */
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
  /** Begins to watch the process: event loop and garbage collection. Loads the library; the first `read` does it otherwise. */
  watchProcess(): Promise<void>
  /** Everything that there is to tell now. `current`: what is known without an event, as `readingsOf` gives it. */
  read(current: Readings): Promise<Family[]>
}

export interface MetricsOptions {
  /** Upper bounds of the durations of requests, in seconds, ascending. */
  durationBuckets: readonly number[]
  build: { version: string; revision: string; node: string }
}

/**
 * Counts events and tells what they came to, beside what is read at a scrape. The numbers are this gateway's own: another
 * one in the same process has others. Those of the process are the client library's (`process_*`, `nodejs_*`).
 */
export function createMetrics({ durationBuckets, build }: MetricsOptions): Metrics {
  const counting = createCounting(durationBuckets)
  const ofProcess = createProcessMetrics()

  return {
    count: counting.count,
    expect({ signInProviders, signatureKeys, upstreams }) {
      counting.nameProviders(signInProviders)
      counting.nameKeys(signatureKeys)
      counting.nameUpstreams(upstreams)
    },
    watchProcess: ofProcess.watch,
    async read(current) {
      const readings: Readings = {
        ...counting.read(),
        ...current,
        build_info: [{ labels: build, value: 1 }]
      }
      const own = listNames().map((name): Family => {
        const { type, help } = METRICS[name]
        return { name: fullNameOf(name), help, type, values: readings[name] ?? [] }
      })
      return [...own, ...(await ofProcess.read())]
    }
  }
}

/** Numbers by the names of their metrics. */
export type Readings = Partial<Record<MetricName, readonly Reading[]>>

function listNames(): MetricName[] {
  return Object.keys(METRICS).filter((name): name is MetricName => name in METRICS)
}

/** What is known without an event. */
export function readingsOf(condition: Condition, nowSeconds: number): Readings {
  const { certificates, clock, sessionCache, traffic, readiness, log } = condition
  return {
    ...(condition.config === null ? {} : readingsOfConfig(condition.config)),
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
    store_up: condition.store === null ? [] : one(condition.store.isUp),
    tls_certificate_not_after_timestamp_seconds: oneUnlessNull(condition.tlsNotAfterSeconds),
    log_lines_dropped_total: one(log.lostLines)
  }
}

/** What is known of the configuration that is in force. */
export function readingsOfConfig(config: ConfigCondition): Readings {
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
