import { ERROR_CATALOGUE, type ErrorCode } from '../../errors.ts'
import { ACCOUNT_CHANGES, PROVIDER_CALLS, type RouteName, type TrafficEvent } from '../events.ts'
import type { MetricName } from './catalogue.ts'

type UpstreamFailure = Extract<TrafficEvent, { kind: 'upstream.failed' }>['failure']

/** Where there is no error code. */
export const NO_CODE = 'none'
/** For values that are not listed. */
export const OTHER = 'other'

/** Name of the only application, which has none in the configuration. */
export const ONLY_UPSTREAM = 'default'

/** Methods that get a label of their own. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

export const ROUTES = [
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
] as const satisfies readonly RouteName[]

export const DECISION_COSTS = ['public', 'warm', 'cold', 'refresh'] as const

/** What `upstream_errors_total` counts of each application. */
export const UPSTREAM_FAILURES = [
  'refused',
  'timeout',
  'reset',
  'protocol',
  'broken_off',
  'local',
  'busy'
] as const satisfies readonly UpstreamFailure[]

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

/** Codes of sign-ins alone. */
export const REFUSED_SIGN_INS = Object.keys(ERROR_CATALOGUE).filter((code) => code.startsWith('SIGN_IN'))

/** Label values that are known before anything happens, in the order of the labels: their series begin at 0. */
export const KNOWN_SERIES: Partial<Record<MetricName, readonly (readonly string[])[]>> = {
  config_reloads_total: combine(['applied', 'unchanged', 'refused']),
  decisions_total: [
    ['allow', NO_CODE],
    ['unavailable', 'PROVIDER_UNAVAILABLE'],
    ['failed', 'INTERNAL_ERROR'],
    ...combine(['login', 'unauthenticated'], REFUSED_LOGINS),
    ...combine(['forbidden'], ['FORBIDDEN', 'USER_DISABLED', 'STEP_UP_REQUIRED'])
  ],
  http_requests_total: [['proxy', 'GET', '200']],
  requests_refused_total: combine([
    'malformed',
    'headers_timeout',
    'headers_size',
    'body_timeout',
    'body_size',
    'rate'
  ]),
  streams_closed_total: combine(
    ['client', 'upstream', 'gateway'],
    ['end', 'drain', 'signed_out', 'expired', 'idle', 'error']
  ),
  sign_ins_total: [
    ...combine(['ok'], [NO_CODE], ['password', OTHER]),
    ...combine(['refused'], ['INVALID_ARGUMENT', ...REFUSED_SIGN_INS], [OTHER]),
    ['unavailable', 'PROVIDER_UNAVAILABLE', OTHER]
  ],
  sign_outs_total: combine(['own', 'everywhere']),
  account_changes_total: combine(ACCOUNT_CHANGES, ['done', 'failed']),
  sessions_ended_total: combine(ENDS_OF_SESSIONS),
  session_refreshes_total: combine(
    ['refreshed', 'joined', 'remembered', 'refused', 'unavailable'],
    ['expired', 'unknown_key', 'forced']
  ),
  revocation_checks_total: combine(['fine', 'ended', 'unavailable']),
  provider_requests_total: combine(PROVIDER_CALLS, [
    'ok',
    'refused',
    'quota',
    'server',
    'timeout',
    'network',
    'protocol',
    'not_asked'
  ])
}

/** Every combination of one value of each list. */
function combine(...lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>(
    (rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]]
  )
}
