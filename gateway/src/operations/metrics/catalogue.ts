/**
 * `sum`: each process has a share. `max`, `min`: the worst of them counts. `first`: all would say the same, and the first that
 * says anything is asked.
 */
export type Together = 'sum' | 'max' | 'min' | 'first'

/** What a metric is. The name stands beside it, without the prefix `gatehouse_`. */
export interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram'
  /** How the numbers of several processes become one. Counters and histograms are always added. */
  together: Together
  /** No label holds anything that a visitor writes: their values are known, or configured. */
  labels: readonly string[]
  /** One line, for the text format and for the reference. */
  help: string
}

export const METRIC_PREFIX = 'gatehouse_'

const counter = (help: string, ...labels: string[]): MetricDefinition => ({
  type: 'counter',
  together: 'sum',
  labels,
  help
})
const gauge = (together: Together, help: string, ...labels: string[]): MetricDefinition => ({
  type: 'gauge',
  together,
  labels,
  help
})
const histogram = (help: string, ...labels: string[]): MetricDefinition => ({
  type: 'histogram',
  together: 'sum',
  labels,
  help
})

/** Every metric of the gateway itself, in the order of the reference; those of the process stand beside it. */
export const METRICS = {
  build_info: gauge(
    'first',
    '1; version and revision of the gateway, version of Node',
    'version',
    'revision',
    'node'
  ),
  config_info: gauge('first', '1; hash of the configuration that is in force', 'hash'),
  config_last_reload_successful: gauge(
    'first',
    '1: the configuration was read at the last attempt; 0: it was refused'
  ),
  config_last_reload_success_timestamp_seconds: gauge(
    'first',
    'When the configuration was last read, epoch seconds'
  ),
  config_reloads_total: counter(
    'Attempts to read the configuration anew: applied, unchanged, refused',
    'result'
  ),
  ready: gauge('first', '1: /readyz says ready; 0: it does not'),
  decisions_total: counter('Decisions about requests, by outcome and error code', 'outcome', 'code'),
  decision_duration_seconds: histogram(
    'Time of a decision: public (no session needed), warm (session in memory), cold (verified), refresh (provider asked)',
    'kind'
  ),
  http_requests_total: counter(
    'Requests whose answer is over; status 0: the client left before',
    'route',
    'method',
    'status'
  ),
  http_request_duration_seconds: histogram(
    'From the arrival of a request to the last byte of its answer, without WebSockets and event streams',
    'route'
  ),
  http_requests_in_flight: gauge(
    'sum',
    'Requests whose answer is not over, WebSockets and event streams too'
  ),
  connections_open: gauge('sum', 'Connections of clients'),
  requests_refused_total: counter('Requests, and bytes that are none, refused before any decision', 'reason'),
  upstream_head_seconds: histogram('From the dispatch to the head of the application’s answer', 'upstream'),
  upstream_errors_total: counter(
    'Requests that the application did not answer, or not to the end',
    'upstream',
    'kind'
  ),
  upstream_retries_total: counter(
    'Requests sent once more because the application closed an idle connection as they came',
    'upstream'
  ),
  upstream_insecure: gauge('first', 'Applications whose certificate is not verified (`upstream.insecure`)'),
  websockets_open: gauge('sum', 'Open WebSockets'),
  event_streams_open: gauge('sum', 'Open event streams'),
  streams_closed_total: counter('WebSockets and event streams that ended, by whom and why', 'by', 'reason'),
  sign_ins_total: counter(
    'Sign-ins, by result, error code and sign-in provider',
    'result',
    'code',
    'provider'
  ),
  sign_outs_total: counter('Sign-outs: of the own session, or everywhere', 'kind'),
  account_changes_total: counter(
    'What people did with their own account at this gateway: done, failed',
    'what',
    'outcome'
  ),
  sessions_ended_total: counter('Sessions ended by their limits or by the provider, by error code', 'code'),
  session_refreshes_total: counter(
    'Refreshes of sessions; joined: waited for the call of another request, remembered: answered from memory',
    'result',
    'reason'
  ),
  session_first_sights_total: counter(
    'Session cookies verified by their signature, by position of the key that signed them',
    'key'
  ),
  session_cache_lookups_total: counter(
    'Look-ups of session cookies in the memory of verified sessions',
    'result'
  ),
  session_cache_entries: gauge('sum', 'Verified sessions in memory'),
  session_cache_bytes: gauge(
    'sum',
    'Size of the verified sessions in memory, as session.cacheBytes counts it'
  ),
  session_cache_evictions_total: counter('Verified sessions that left the memory for want of room'),
  revocation_checks_total: counter('Look-ups of accounts whose sessions are in use', 'result'),
  provider_requests_total: counter(
    'Calls to the provider, with all attempts as one; not_asked: the circuit was open',
    'call',
    'result'
  ),
  provider_request_duration_seconds: histogram(
    'Duration of calls to the provider, all attempts together',
    'call'
  ),
  provider_circuit_open: gauge('max', '1: calls of this kind are held back', 'call'),
  provider_certificates_age_seconds: gauge('max', 'Age of the certificates in use; absent: there are none'),
  provider_certificates: gauge(
    'min',
    'Number of keys that id tokens can be verified with; absent with the emulator, which signs nothing'
  ),
  clock_offset_seconds: gauge(
    'first',
    'Clock of the provider less that of the gateway, median of the last 8 answers; absent: no answer yet'
  ),
  store_up: gauge(
    'min',
    '1: the store answers in time and takes what it is given; 0: each replica goes on by itself; absent: there is no store'
  ),
  store_requests_total: counter(
    'What was asked of the store, by result; not_asked: it was away',
    'op',
    'result'
  ),
  store_request_duration_seconds: histogram('Duration of what was asked of the store', 'op'),
  tls_certificate_not_after_timestamp_seconds: gauge(
    'min',
    'End of the certificate of `listen.tls` or `forwardAuth.listen.tls`, the earlier one, epoch seconds; absent: no TLS'
  ),
  workers: gauge('first', 'Workers that are configured; absent: one process answers by itself'),
  workers_ready: gauge('first', 'Workers that answer requests; absent likewise'),
  workers_answered: gauge(
    'first',
    'Workers that answered this scrape within its time: others count with what they said last'
  ),
  worker_restarts_total: counter(
    'Workers that were started after the first ones: died, replaced (asked for by SIGUSR2)',
    'reason'
  ),
  log_lines_dropped_total: counter('Log lines lost because they could not be written')
} as const satisfies Record<string, MetricDefinition>

export type MetricName = keyof typeof METRICS

/** The name that a scrape shows. */
export function fullNameOf(name: MetricName): string {
  return `${METRIC_PREFIX}${name}`
}
