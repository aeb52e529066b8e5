import type { Aggregator } from 'prom-client'
import { ERROR_CATALOGUE, type ErrorCode } from '../../errors.ts'
import { ACCOUNT_CHANGES, PROVIDER_CALLS, type RouteName, type TrafficEvent } from '../events.ts'

/** Definition of a metric. Its key in `METRICS` is its name without the prefix `gatehouse_`. */
export interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram'
  /** How the values of several processes are merged. `sum`: each has a share; `first`: all report the same. */
  aggregator: Aggregator
  /** Their values are known or configured, never chosen by visitors. */
  labels: readonly string[]
  /** Label values whose series start at 0, in the order of the labels. */
  known: readonly (readonly string[])[]
  /** Upper bounds of a histogram in seconds, ascending and inclusive. `configured`: `metrics.durationBuckets`. */
  buckets: readonly number[] | 'configured'
  /** One line, for the text format and for the reference. */
  help: string
}

export const METRIC_PREFIX = 'gatehouse_'

/** Label value if there is no error code. */
export const NO_CODE = 'none'
/** Label value for everything that has no value of its own. */
export const OTHER = 'other'

/** Values of `kind` in `upstream_errors_total`. */
export const UPSTREAM_FAILURES = [
  'refused',
  'timeout',
  'reset',
  'protocol',
  'broken_off',
  'local',
  'busy'
] as const satisfies readonly Extract<TrafficEvent, { kind: 'upstream.failed' }>['failure'][]

const ROUTES: readonly RouteName[] = [
  'proxy',
  'login',
  'assets',
  'session',
  'account',
  'refresh',
  'logout',
  'verify',
  'helper',
  'jwks',
  'other'
]

const ENDS_OF_SESSIONS: readonly ErrorCode[] = [
  'SESSION_EXPIRED',
  'TOKEN_REVOKED',
  'USER_DISABLED',
  'USER_NOT_FOUND',
  'INVALID_CREDENTIALS'
]

const REFUSED_LOGINS: readonly ErrorCode[] = [
  'MISSING_CREDENTIALS',
  'MALFORMED_CREDENTIALS',
  'INVALID_COOKIE_SIGNATURE',
  'MISSING_REFRESH_TOKEN',
  'SESSION_ENDED',
  'SESSION_EXPIRED',
  'TOKEN_REVOKED',
  'USER_NOT_FOUND',
  'INVALID_CREDENTIALS',
  'TENANT_MISMATCH',
  'STEP_UP_REQUIRED'
]

/** Error codes that only sign-ins have. */
export const REFUSED_SIGN_INS = Object.keys(ERROR_CATALOGUE).filter((code) => code.startsWith('SIGN_IN'))

/** Every combination of one value of each list. */
function combine(...lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>(
    (rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]]
  )
}

/** Labels and their known values. Unless `known` is given, series of all combinations start at 0. */
type LabelValues = Readonly<Record<string, readonly string[]>>

const define = <By extends Aggregator>(
  type: MetricDefinition['type'],
  aggregator: By,
  help: string,
  values: LabelValues,
  { known = combine(...Object.values(values)), buckets = [] }: Partial<MetricDefinition> = {}
) => ({ type, aggregator, labels: Object.keys(values), known, buckets, help })
const counter = (help: string, values: LabelValues = {}, known?: MetricDefinition['known']) =>
  define('counter', 'sum', help, values, known && { known })
const gauge = <By extends Aggregator>(aggregator: By, help: string, values: LabelValues = {}) =>
  define('gauge', aggregator, help, values)
const histogram = (help: string, values: LabelValues, buckets: MetricDefinition['buckets']) =>
  define('histogram', 'sum', help, values, { buckets })

/**
 * All metrics of the gateway, in the order of the reference. Process metrics are not included. Metrics that are
 * summed start at 0; other gauges are absent until they are read.
 */
export const METRICS = {
  build_info: gauge('first', '1; version and revision of the gateway, version of Node', {
    version: [],
    revision: [],
    node: []
  }),
  config_info: gauge('first', '1; hash of the configuration that is in force', { hash: [] }),
  config_last_reload_successful: gauge(
    'first',
    '1: the configuration was read at the last attempt; 0: it was refused'
  ),
  config_last_reload_success_timestamp_seconds: gauge(
    'first',
    'When the configuration was last read, epoch seconds'
  ),
  config_reloads_total: counter('Attempts to read the configuration anew: applied, unchanged, refused', {
    result: ['applied', 'unchanged', 'refused']
  }),
  ready: gauge('first', '1: /readyz says ready; 0: it does not'),
  decisions_total: counter('Decisions about requests, by outcome and error code', { outcome: [], code: [] }, [
    ['allow', NO_CODE],
    ['unavailable', 'PROVIDER_UNAVAILABLE'],
    ['failed', 'INTERNAL_ERROR'],
    ...combine(['login', 'unauthenticated'], REFUSED_LOGINS),
    ...combine(['forbidden'], ['FORBIDDEN', 'USER_DISABLED', 'STEP_UP_REQUIRED'])
  ]),
  decision_duration_seconds: histogram(
    'Time of a decision: public (no session needed), warm (session in memory), cold (verified), refresh (provider asked)',
    { kind: ['public', 'warm', 'cold', 'refresh'] },
    [
      0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5,
      5
    ]
  ),
  http_requests_total: counter(
    'Requests whose answer is over; status 0: the client left before',
    { route: [], method: [], status: [] },
    [['proxy', 'GET', '200']]
  ),
  http_request_duration_seconds: histogram(
    'From the arrival of a request to the last byte of its answer, without WebSockets and event streams',
    { route: ROUTES },
    'configured'
  ),
  http_requests_in_flight: gauge(
    'sum',
    'Requests whose answer is not over, WebSockets and event streams too'
  ),
  connections_open: gauge('sum', 'Connections of clients'),
  requests_refused_total: counter('Requests, and bytes that are none, refused before any decision', {
    reason: ['malformed', 'headers_timeout', 'headers_size', 'body_timeout', 'body_size', 'rate']
  }),
  upstream_head_seconds: histogram(
    'From the dispatch to the head of the application’s answer',
    { upstream: [] },
    'configured'
  ),
  upstream_errors_total: counter('Requests that the application did not answer, or not to the end', {
    upstream: [],
    kind: UPSTREAM_FAILURES
  }),
  upstream_retries_total: counter(
    'Requests sent once more because the application closed an idle connection as they came',
    { upstream: [] }
  ),
  upstream_insecure: gauge('first', 'Applications whose certificate is not verified (`upstream.insecure`)'),
  websockets_open: gauge('sum', 'Open WebSockets'),
  event_streams_open: gauge('sum', 'Open event streams'),
  streams_closed_total: counter('WebSockets and event streams that ended, by whom and why', {
    by: ['client', 'upstream', 'gateway'],
    reason: ['end', 'drain', 'signed_out', 'expired', 'idle', 'error']
  }),
  sign_ins_total: counter(
    'Sign-ins, by result, error code and sign-in provider',
    { result: [], code: [], provider: [] },
    [
      ...combine(['ok'], [NO_CODE], ['password', OTHER]),
      ...combine(['refused'], ['INVALID_ARGUMENT', ...REFUSED_SIGN_INS], [OTHER]),
      ['unavailable', 'PROVIDER_UNAVAILABLE', OTHER]
    ]
  ),
  sign_outs_total: counter('Sign-outs: of the own session, or everywhere', { kind: ['own', 'everywhere'] }),
  account_changes_total: counter('What people did with their own account at this gateway: done, failed', {
    what: ACCOUNT_CHANGES,
    outcome: ['done', 'failed']
  }),
  sessions_ended_total: counter('Sessions ended by their limits or by the provider, by error code', {
    code: ENDS_OF_SESSIONS
  }),
  session_refreshes_total: counter(
    'Refreshes of sessions; joined: waited for the call of another request, remembered: answered from memory',
    {
      result: ['refreshed', 'joined', 'remembered', 'refused', 'unavailable'],
      reason: ['expired', 'unknown_key', 'forced']
    }
  ),
  session_first_sights_total: counter(
    'Session cookies verified by their signature, by position of the key that signed them',
    { key: [] }
  ),
  session_cache_lookups_total: counter('Look-ups of session cookies in the memory of verified sessions', {
    result: []
  }),
  session_cache_entries: gauge('sum', 'Verified sessions in memory'),
  session_cache_bytes: gauge(
    'sum',
    'Size of the verified sessions in memory, as session.cacheBytes counts it'
  ),
  session_cache_evictions_total: counter('Verified sessions that left the memory for want of room'),
  revocation_checks_total: counter('Look-ups of accounts whose sessions are in use', {
    result: ['fine', 'ended', 'unavailable']
  }),
  provider_requests_total: counter(
    'Calls to the provider, with all attempts as one; not_asked: the circuit was open',
    {
      call: PROVIDER_CALLS,
      result: ['ok', 'refused', 'quota', 'server', 'timeout', 'network', 'protocol', 'not_asked']
    }
  ),
  provider_request_duration_seconds: histogram(
    'Duration of calls to the provider, all attempts together',
    { call: PROVIDER_CALLS },
    [0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3, 5]
  ),
  provider_circuit_open: gauge('max', '1: calls of this kind are held back', { call: [] }),
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
  store_requests_total: counter('What was asked of the store, by result; not_asked: it was away', {
    op: [],
    result: []
  }),
  store_request_duration_seconds: histogram(
    'Duration of what was asked of the store',
    { op: [] },
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
  ),
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
    { reason: [] }
  ),
  log_lines_dropped_total: counter('Log lines lost because they could not be written')
} as const satisfies Record<string, MetricDefinition>

export type MetricName = keyof typeof METRICS

/** Metrics that are summed over processes. */
export type CountedName = {
  [Name in MetricName]: (typeof METRICS)[Name]['aggregator'] extends 'sum' ? Name : never
}[MetricName]
