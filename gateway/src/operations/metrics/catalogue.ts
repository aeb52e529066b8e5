import type { Aggregator } from 'prom-client'
import { ERROR_CATALOGUE, type ErrorCode } from '../../errors.ts'
import { ACCOUNT_CHANGES, OAUTH_GRANTS, ROUTES, TURNED_AWAY, UPSTREAM_FAILURES } from '../events.ts'
import { PROVIDER_CALLS } from '../provider-events.ts'

/** Definition of a metric. Its key in `METRICS` is its name without the prefix `gatehouse_`. */
export interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram'
  /** How the values of several processes are merged. `sum`: each has a share; `first`: all report the same. */
  aggregator: Aggregator
  /** Their values are known or configured, never chosen by visitors. */
  labels: readonly string[]
  /** Label values whose series start at 0, in the order of the labels. */
  known: readonly (readonly string[])[]
  /** Of a metric whose first label is the application: values of its other labels that start at 0 for each; few, as they are multiplied. Of upstreams: all. */
  ofApplication: readonly (readonly string[])[]
  /** Upper bounds of a histogram in seconds, ascending and inclusive. `configured`: `metrics.durationBuckets`. */
  buckets: readonly number[] | 'configured'
  /** One line, for the text format and for the reference. */
  help: string
}

export const METRIC_PREFIX = 'gatehouse_'

/** Label values: no error code, and everything that has no value of its own. */
export const NO_CODE = 'none'
export const OTHER = 'other'
/** Value of `application` for requests to none; Prometheus treats an empty label as absent. */
export const NO_APPLICATION = ''
/** Value of `application` and `upstream` if there is only one application, which has no name. */
export const ONLY_APPLICATION = 'default'

const ENDS_OF_SESSIONS: readonly ErrorCode[] = [
  'SESSION_EXPIRED',
  'TOKEN_REVOKED',
  'USER_DISABLED',
  'USER_NOT_FOUND',
  'INVALID_CREDENTIALS',
  'SESSION_REPLACED'
]

/** Error codes that only sign-ins have. */
export const REFUSED_SIGN_INS = Object.keys(ERROR_CATALOGUE).filter(
  (code) => code.startsWith('SIGN_IN') || code === 'TOO_MANY_SESSIONS' || code === 'REFUSED_BY_FUNCTION'
)

/** Of posts without a valid id token. */
const INVALID_SIGN_INS = ['MISSING_TOKEN', 'INVALID_ARGUMENT', 'INVALID_TOKEN_SIGNATURE', 'NO_MATCHING_KEY']

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
  { type, aggregator }: { type: MetricDefinition['type']; aggregator: By },
  help: string,
  values: LabelValues,
  {
    known = combine(...Object.values(values)),
    ofApplication = type === 'gauge' || values.upstream === undefined
      ? []
      : combine(...Object.values(values).slice(1)),
    buckets = []
  }: Partial<MetricDefinition> = {}
) => ({ type, aggregator, labels: Object.keys(values), known, ofApplication, buckets, help })
const counter = (
  help: string,
  values: LabelValues = {},
  more: Partial<Pick<MetricDefinition, 'known' | 'ofApplication'>> = {}
) => define({ type: 'counter', aggregator: 'sum' }, help, values, more)
const gauge = <By extends Aggregator>(aggregator: By, help: string, values: LabelValues = {}) =>
  define({ type: 'gauge', aggregator }, help, values)
const histogram = (help: string, values: LabelValues, buckets: MetricDefinition['buckets']) =>
  define({ type: 'histogram', aggregator: 'sum' }, help, values, { buckets })

/** All metrics but those of the process, in the order of the reference. Those that are summed start at 0; other gauges are absent until they are read. */
export const METRICS = {
  build_info: gauge('first', '1; version and revision of the gateway, version of Node', {
    version: [],
    revision: [],
    node: []
  }),
  config_info: gauge('first', '1; hash of the configuration in effect', { hash: [] }),
  config_last_reload_successful: gauge(
    'first',
    '1: the last attempt to load the configuration succeeded; 0: the configuration was refused'
  ),
  config_last_reload_success_timestamp_seconds: gauge(
    'first',
    'Time when the configuration was last loaded successfully, in epoch seconds'
  ),
  config_restart_needed: gauge(
    'first',
    'Changed configuration keys that take effect only after a restart; 0: everything is in effect'
  ),
  config_reloads_total: counter('Attempts to reload the configuration: applied, unchanged, refused', {
    result: ['applied', 'unchanged', 'refused']
  }),
  ready: gauge('max', '1: /readyz reports ready; 0: it does not'),
  decisions_total: counter(
    'Access decisions, by application, outcome and error code',
    { application: [], outcome: [], code: [] },
    {
      ofApplication: [
        ['allow', NO_CODE],
        ['unavailable', 'PROVIDER_UNAVAILABLE'],
        ['failed', 'INTERNAL_ERROR'],
        ...combine(['login', 'unauthenticated'], ['INVALID_COOKIE_SIGNATURE'])
      ]
    }
  ),
  decision_duration_seconds: histogram(
    'Duration of an access decision: public (no session needed), warm (session cached), cold (session verified), refresh (provider called)',
    { kind: ['public', 'warm', 'cold', 'refresh'] },
    [
      0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5,
      5
    ]
  ),
  http_requests_total: counter(
    'Completed requests; status 0: the client disconnected before the response',
    { application: [], route: [], method: [], status: [] },
    { ofApplication: [['proxy', 'GET', '200']] }
  ),
  http_request_duration_seconds: histogram(
    'Time from the arrival of a request to the last byte of its response, excluding WebSockets and event streams',
    { application: [NO_APPLICATION], route: ROUTES },
    'configured'
  ),
  http_requests_in_flight: gauge('sum', 'Requests in progress, including WebSockets and event streams'),
  connections_open: gauge('sum', 'Open client connections'),
  requests_refused_total: counter(
    'Requests, and data that is not a request, rejected before any decision',
    { application: [NO_APPLICATION], reason: TURNED_AWAY },
    { ofApplication: [['body_timeout'], ['body_size']] }
  ),
  upstream_head_seconds: histogram(
    'Time from sending a request to the application to receiving its response headers, or until the client gave up after 5 s or more',
    { upstream: [] },
    'configured'
  ),
  upstream_errors_total: counter('Requests to which the application sent no response or an incomplete one', {
    upstream: [],
    kind: UPSTREAM_FAILURES
  }),
  upstream_retries_total: counter(
    'Requests retried because the application closed an idle connection as they were sent',
    { upstream: [] }
  ),
  upstream_tls_certificate_not_after_timestamp_seconds: gauge(
    'min',
    'Expiry of the certificate that the application presented on its latest connection, in epoch seconds; absent: no TLS',
    { upstream: [] }
  ),
  upstream_insecure: gauge('first', 'Applications whose certificate is not verified (`upstream.insecure`)'),
  websockets_open: gauge('sum', 'Open WebSockets'),
  event_streams_open: gauge('sum', 'Open event streams'),
  streams_closed_total: counter('Closed WebSockets and event streams, by who closed them and why', {
    by: ['client', 'upstream', 'gateway'],
    reason: ['end', 'drain', 'signed_out', 'expired', 'idle', 'error']
  }),
  sign_ins_total: counter(
    'Sign-ins, by the application they lead to, result, error code and sign-in provider; invalid: without a valid id token, which anyone can send',
    { application: [], result: [], code: [], provider: [] },
    {
      known: [
        ...combine([NO_APPLICATION], ['ok'], [NO_CODE], ['password', OTHER]),
        ...combine([NO_APPLICATION], ['refused'], REFUSED_SIGN_INS, [OTHER]),
        ...combine([NO_APPLICATION], ['invalid'], INVALID_SIGN_INS, [OTHER]),
        [NO_APPLICATION, 'unavailable', 'PROVIDER_UNAVAILABLE', OTHER]
      ],
      ofApplication: combine(['ok'], [NO_CODE], ['password', OTHER])
    }
  ),
  device_bindings_total: counter(
    'Device-bound sessions: bound, proven once more, refused (a wrong proof, or a cookie that may have been copied)',
    { result: ['bound', 'proven', 'refused'] }
  ),
  sign_outs_total: counter('Sign-outs: own (one session) or everywhere (all sessions of the account)', {
    kind: ['own', 'everywhere']
  }),
  account_changes_total: counter('Actions of users on their own account at this gateway: done, failed', {
    what: ACCOUNT_CHANGES,
    outcome: ['done', 'failed']
  }),
  client_sdk_tokens_total: counter('Custom tokens given to Firebase code of applications (`clientSdk`)'),
  oauth_grants_total: counter(
    'Grants of the authorization server to clients: granted, refused, ended (revoked, or a code or refresh token used twice)',
    { result: ['granted', 'refused', 'ended'] }
  ),
  oauth_logouts_total: counter(
    'Logout tokens for clients of the authorization server whose sessions have ended: sent, failed',
    { result: ['sent', 'failed'] }
  ),
  oauth_tokens_total: counter(
    'Requests for tokens of the authorization server, by grant type and result; failed: provider or store unavailable',
    { grant_type: OAUTH_GRANTS, result: ['ok', 'refused', 'failed'] }
  ),
  sessions_ended_total: counter('Sessions ended by their limits or by the provider, by error code', {
    code: ENDS_OF_SESSIONS
  }),
  session_refreshes_total: counter(
    'Session refreshes; joined: waited for the call of another request, remembered: used a cached result',
    {
      result: ['refreshed', 'joined', 'remembered', 'refused', 'unavailable'],
      reason: ['expired', 'unknown_key', 'forced']
    }
  ),
  session_first_sights_total: counter(
    'Session cookies whose signature was verified, by position of the key that signed them',
    { key: [] }
  ),
  session_cache_lookups_total: counter('Look-ups of session cookies in the cache of verified sessions', {
    result: []
  }),
  session_cache_entries: gauge('sum', 'Verified sessions in the cache'),
  session_cache_bytes: gauge(
    'sum',
    'Size of the cache of verified sessions, as session.cacheBytes counts it'
  ),
  session_cache_evictions_total: counter('Verified sessions evicted from the cache because it was full'),
  revocation_checks_total: counter('Account look-ups for sessions in use', {
    result: ['fine', 'ended', 'unavailable']
  }),
  provider_requests_total: counter(
    'Calls to the provider; a call and its retries count once; not_asked: not sent because the circuit was open',
    {
      call: PROVIDER_CALLS,
      result: ['ok', 'refused', 'quota', 'server', 'timeout', 'network', 'protocol', 'not_asked']
    }
  ),
  provider_request_duration_seconds: histogram(
    'Duration of calls to the provider, including retries',
    { call: PROVIDER_CALLS },
    [0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3, 5]
  ),
  provider_circuit_open: gauge('max', '1: calls of this kind are suspended', { call: [] }),
  provider_certificates_age_seconds: gauge('max', 'Age of the certificates in use; absent: no certificates'),
  provider_certificates: gauge(
    'min',
    'Number of keys for verifying id tokens; absent with the emulator, whose tokens are unsigned'
  ),
  clock_offset_seconds: gauge(
    'first',
    'Clock of the provider minus clock of the gateway, by the median of the last 8 responses and the present time; absent: no response yet'
  ),
  store_up: gauge(
    'min',
    '1: the store responds in time and accepts writes; 0: each replica works on its own; absent: no store'
  ),
  store_requests_total: counter(
    'Requests to the store, by result; not_asked: not sent because the store was unavailable',
    { op: [], result: [] }
  ),
  store_request_duration_seconds: histogram(
    'Duration of requests to the store',
    { op: [] },
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
  ),
  tls_certificate_not_after_timestamp_seconds: gauge(
    'min',
    'Expiry of the certificate of `listen.tls` or `forwardAuth.listen.tls`, whichever is earlier, in epoch seconds; absent: no TLS'
  ),
  limit_used_ratio: gauge(
    'max',
    'Share of a limit of the machine that is in use, 0 to 1; absent: there is no limit',
    { limit: [] }
  ),
  workers: gauge('first', 'Configured workers; absent: a single process'),
  workers_ready: gauge('first', 'Workers that are serving requests; absent: a single process'),
  workers_answered: gauge(
    'first',
    'Workers that responded to this scrape in time; others are included with their last values'
  ),
  worker_restarts_total: counter('Workers started in place of one that died or was replaced (SIGUSR2)', {
    reason: []
  }),
  log_writable: gauge('min', '1: log lines are written; 0: they cannot be, and are held back or lost'),
  log_lines_dropped_total: counter('Log lines lost because they could not be written')
} as const satisfies Record<string, MetricDefinition>

export type MetricName = keyof typeof METRICS

/** Metrics of which events are the source: those that are summed over processes, and those of upstreams. */
export type CountedName =
  | {
      [Name in MetricName]: (typeof METRICS)[Name]['aggregator'] extends 'sum' ? Name : never
    }[MetricName]
  | 'upstream_tls_certificate_not_after_timestamp_seconds'
