import type { Aggregator, PrometheusContentType, Registry } from 'prom-client'
import { once } from '../async.ts'
import type { ConfigCondition, HealthState } from './condition.ts'
import { METRIC_PREFIX, METRICS, type MetricDefinition } from './metrics/catalogue.ts'
import { createCounted, type Reading, type Readings } from './metrics/series.ts'
import type { readBuild } from './runtime.ts'

/** A metric and its samples as prom-client exports them. Plain values that can be sent to other processes. */
export interface Family {
  name: string
  help: string
  /** A string at run time, but a number in prom-client's types. */
  type: unknown
  aggregator: Aggregator
  values: readonly Reading[]
}

/** False for the sums of `nodejs_active_*`: gauges with the name of counters, whose series by `type` are in other families. */
const isWellNamed = ({ name, type }: { name: string; type: unknown }): boolean =>
  !(String(type) === 'gauge' && name.endsWith('_total'))

/** What events count, what is read at a scrape, and prom-client’s process metrics, loaded on demand for a quick start. `durationBuckets`: in seconds, ascending. */
export function createMetrics(options: {
  durationBuckets: readonly number[]
  build: ReturnType<typeof readBuild>
}) {
  const counted = createCounted(options.durationBuckets)
  const watchProcess = once(async () => {
    const { collectDefaultMetrics, Registry } = await import('prom-client')
    const register = new Registry()
    collectDefaultMetrics({ register })
    return register
  })

  return {
    counted,
    /** Starts measuring event loop and garbage collection. The first `read` does so at the latest. */
    watchProcess,
    /** All metrics. `current`: samples that are not counted by events; see `readingsOf`. */
    async read(current: Readings): Promise<Family[]> {
      const values: Partial<Record<string, readonly Reading[]>> = {
        ...counted.read(),
        ...current,
        build_info: [{ labels: { ...options.build }, value: 1 }]
      }
      const own = Object.entries<MetricDefinition>(METRICS).map(([name, { help, type, aggregator }]) => ({
        name: `${METRIC_PREFIX}${name}`,
        help,
        type,
        aggregator,
        values: values[name] ?? []
      }))
      const ofProcess = (await (await watchProcess()).getMetricsAsJSON()).filter(isWellNamed)
      return [...own, ...ofProcess.map((family) => ({ ...family, aggregator: aggregatorOf(family) }))]
    }
  }
}

/** In place of prom-client's aggregators `average` and `omit`, and of the sum of two limits per process. */
const AGGREGATORS: Partial<Record<string, Aggregator>> = {
  average: 'max',
  omit: 'first',
  process_open_fds: 'max',
  process_max_fds: 'min'
}

const aggregatorOf = ({ name, aggregator }: Pick<Family, 'name' | 'aggregator'>): Aggregator =>
  AGGREGATORS[name] ?? AGGREGATORS[aggregator] ?? aggregator

/** The merged metrics of these processes in the text format of Prometheus. */
export async function renderMetrics(processes: readonly (readonly Family[])[]): Promise<string> {
  const registry = await aggregate(processes)
  // prom-client's spelling is not that of the format.
  return (await registry.metrics()).replaceAll(' Nan\n', ' NaN\n')
}

/** The merged metrics of several processes: samples of the same name and labels become one. */
export async function addUp(processes: readonly (readonly Family[])[]): Promise<Family[]> {
  return (await aggregate(processes)).getMetricsAsJSON()
}

/** NaN (the mean of no samples), which messages turn into null, must not spoil what other processes report. */
async function aggregate(processes: readonly (readonly Family[])[]): Promise<Registry> {
  const { AggregatorRegistry } = await import('prom-client')
  const numbers = ({ values, ...family }: Family): Family => ({
    ...family,
    values: values.filter(({ value }) => Number.isFinite(value))
  })
  return AggregatorRegistry.aggregate<PrometheusContentType>(
    processes.length === 1 ? [...processes] : processes.map((families) => families.map(numbers))
  )
}

/** Samples that are not counted by events. */
export function readingsOf(condition: HealthState, nowSeconds: number): Readings {
  const { config, certificates, clock, sessionCache, traffic, readiness, log, circuits, limits } = condition
  const { fetchedAtSeconds } = certificates
  return {
    ...(config !== null && readingsOfConfig(config)),
    ready: one(readiness.listening.value && !readiness.draining.value && !clock.isUnusable),
    http_requests_in_flight: one(traffic.requestsInFlight),
    connections_open: one(traffic.connections),
    session_cache_lookups_total: [
      { labels: { result: 'hit' }, value: sessionCache.hits },
      { labels: { result: 'miss' }, value: sessionCache.misses }
    ],
    session_cache_entries: one(sessionCache.entries),
    session_cache_bytes: one(sessionCache.bytes),
    session_cache_evictions_total: one(sessionCache.evictions),
    provider_circuit_open: circuits.map(({ call, isOpen }) => ({ labels: { call }, value: Number(isOpen) })),
    provider_certificates: one(certificates.areNeeded ? certificates.keys : null),
    provider_certificates_age_seconds: one(
      fetchedAtSeconds === null ? null : Math.max(0, nowSeconds - fetchedAtSeconds)
    ),
    clock_offset_seconds: one(clock.offsetSeconds),
    store_up: one(condition.store?.isUp ?? null),
    tls_certificate_not_after_timestamp_seconds: one(condition.tlsNotAfterSeconds),
    limit_used_ratio: limits.map(({ name, share }) => ({ labels: { limit: name }, value: share })),
    log_writable: one(!log.isFailing),
    log_lines_dropped_total: one(log.lostLines)
  }
}

/** Samples of the current configuration. */
export function readingsOfConfig(config: ConfigCondition): Readings {
  return {
    config_info: [{ labels: { hash: config.hash }, value: 1 }],
    config_last_reload_successful: one(!config.isRefused),
    config_last_reload_success_timestamp_seconds: one(config.appliedAtSeconds),
    config_restart_needed: one(config.needRestart.length),
    upstream_insecure: one(config.insecureUpstreams)
  }
}

/** The sample of a metric without labels. Null: absent. */
export function one(value: number | boolean | null): Reading[] {
  return value === null ? [] : [{ labels: {}, value: Number(value) }]
}
