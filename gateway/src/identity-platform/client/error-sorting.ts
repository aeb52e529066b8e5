import { isPlainObject, parseJsonObject } from '../../config/json-members.ts'
import type { ErrorCode } from '../../errors.ts'
import type { EventSink } from '../../operations/events.ts'
import type { OperatorHint, ProviderCallName } from '../../operations/provider-events.ts'
import { type CallFamily, cutAtWord, describeSilence, describeText, type ProviderResponse } from './http.ts'
import { findHint, UNKNOWN_MISCONFIGURATION, UNKNOWN_REFUSAL } from './operator-hints.ts'

/**
 * `permanent`: this account or session is over. `temporary`: the provider is down or refuses for now.
 * `configuration`: only the operator can fix it. `caller`: an invalid argument of an account call.
 */
export type FailureKind = 'permanent' | 'temporary' | 'configuration' | 'caller'

/** A classified failure of a call. */
export interface ProviderFailure {
  kind: FailureKind
  code: ErrorCode
  /** Omitted if known to the caller. */
  call?: ProviderCallName
  /** The provider's error code, what the response was, or why there was none. Contains no token. */
  detail: string
  cause?: unknown
  /** HTTP status, if there was a response. */
  status?: number
  /** From `Retry-After` (RFC 9110, 10.2.3), at most an hour. */
  retryAfterSeconds?: number
  /** Whether every other call of the family would fail now too. */
  isWide?: boolean
  /** Whether the service is down: no response, a 5xx, or a page of some intermediary. Not for quota. */
  isOutage?: boolean
  /** An access token was missing or insufficient: says nothing about the service itself. */
  isOfCredentials?: boolean
  /** The call was withheld because of configuration, not an outage. */
  isHeldByConfiguration?: boolean
  /** Probable misconfiguration and its fix. */
  hint?: OperatorHint
}

/** A call that failed. */
export type Failed = { kind: 'failed'; failure: ProviderFailure }

export type CallResult = { kind: 'ok'; body: Record<string, unknown> } | Failed

export function failed(failure: ProviderFailure): Failed {
  return { kind: 'failed', failure }
}

type JsonBody = Record<string, unknown> | null

type ReadResponse = Extract<ProviderResponse, { kind: 'response' }>

/** `word`: the error code; null for a sentence. `text`: the whole error. `summary`: for the log, long sentences are truncated. */
interface ReadError {
  word: string | null
  text: string
  summary: string
}

type Result = readonly [FailureKind, ErrorCode]

const TEMPORARY: Result = ['temporary', 'PROVIDER_UNAVAILABLE']
const CONFIGURATION: Result = ['configuration', 'PROVIDER_UNAVAILABLE']
const CALLER: Result = ['caller', 'INVALID_ARGUMENT']
const ENDED: Result = ['permanent', 'INVALID_CREDENTIALS']
const BY_FUNCTION: Result = ['permanent', 'REFUSED_BY_FUNCTION']

const MAX_RETRY_AFTER_SECONDS = 3600
const MAX_SENTENCE = 120
/** Format of `ErrorInfo.reason` (google/rpc/error_details.proto). */
const REASON = /^[A-Z][A-Z0-9_]{0,62}$/
const MAX_REASONS = 2
/** Google includes the key in `Consumer 'api_key:AIza…' has been suspended`. */
const NAMED_KEY = /api_key:[\w-]+/g

const listed = (result: Result, codes: string) => codes.split(' ').map((code) => [code, result] as const)

/** Codes with one meaning in every call. They precede the status: quota errors come with 400. */
const EVERYWHERE: ReadonlyMap<string, Result> = new Map([
  ...listed(TEMPORARY, 'QUOTA_EXCEEDED TOO_MANY_ATTEMPTS_TRY_LATER RESOURCE_EXHAUSTED'),
  ...listed(['permanent', 'USER_DISABLED'], 'USER_DISABLED'),
  ...listed(['permanent', 'USER_NOT_FOUND'], 'USER_NOT_FOUND'),
  ...listed(CONFIGURATION, 'CONFIGURATION_NOT_FOUND PROJECT_NOT_FOUND TENANT_NOT_FOUND'),
  ...listed(CONFIGURATION, 'UNSUPPORTED_TENANT_OPERATION PERMISSION_DENIED INSUFFICIENT_PERMISSION')
])

const BY_FAMILY: Readonly<Record<CallFamily, ReadonlyMap<string, Result>>> = {
  refresh: new Map([
    // Means here that the sign-in was revoked, or password or email changed; not that the token aged.
    ...listed(['permanent', 'TOKEN_REVOKED'], 'TOKEN_EXPIRED'),
    ...listed(['permanent', 'MISSING_REFRESH_TOKEN'], 'MISSING_REFRESH_TOKEN'),
    ...listed(ENDED, 'INVALID_REFRESH_TOKEN PROJECT_NUMBER_MISMATCH TENANT_ID_MISMATCH'),
    ...listed(CONFIGURATION, 'INVALID_GRANT_TYPE MISSING_GRANT_TYPE')
  ]),
  exchange: new Map([
    ...listed(ENDED, 'TENANT_ID_MISMATCH'),
    ...listed(CONFIGURATION, 'INVALID_CUSTOM_TOKEN CREDENTIAL_MISMATCH FORBIDDEN_CLAIM'),
    ...listed(CONFIGURATION, 'MISSING_CUSTOM_TOKEN MISSING_IDENTIFIER ADMIN_ONLY_OPERATION')
  ]),
  account: new Map([
    ...listed(ENDED, 'INVALID_ID_TOKEN'),
    ...listed(['permanent', 'TOKEN_REVOKED'], 'TOKEN_EXPIRED')
  ]),
  oauth: new Map([
    ...listed(CONFIGURATION, 'invalid_grant invalid_scope invalid_client invalid_request invalid_target'),
    ...listed(CONFIGURATION, 'unauthorized_client unsupported_grant_type access_denied'),
    ...listed(CONFIGURATION, 'admin_policy_enforced'),
    ...listed(TEMPORARY, 'internal_failure')
  ]),
  sign: new Map(),
  app_check: new Map()
}

/** Misconfiguration of a single pool, account or token: other calls of the family may succeed. */
const NARROW = new Set([
  'TENANT_NOT_FOUND',
  'UNSUPPORTED_TENANT_OPERATION',
  'ADMIN_ONLY_OPERATION',
  'FORBIDDEN_CLAIM',
  'MISSING_CUSTOM_TOKEN',
  'MISSING_IDENTIFIER'
])

/** The JSON object of a successful response, or the failure. A 200 without a JSON object is temporary. */
export function readResponse(family: CallFamily, response: ProviderResponse): CallResult {
  if (response.kind === 'unreachable')
    return failed({ ...unusableResponse(response), isWide: true, isOutage: true })
  const body = parseJsonObject(response.text)
  if (response.status === 200 && body !== null && !('error' in body)) return { kind: 'ok', body }
  return failed(sortFailure(family, response, body))
}

/** The failure for a 200 with an unexpected body. */
export function wrongShape(detail: string): ProviderFailure {
  return { kind: 'temporary', code: 'PROVIDER_UNAVAILABLE', detail }
}

/** The temporary failure for a missing or unusable response; `detail` describes it. */
export function unusableResponse(response: ProviderResponse): ProviderFailure {
  if (response.kind === 'unreachable')
    return { ...wrongShape(describeSilence(response.cause)), cause: response.cause }
  const error = readError(parseJsonObject(response.text))
  return { ...wrongShape(describeResponse(response, error)), status: response.status }
}

function describeResponse({ status, text: response }: ReadResponse, { text, summary }: ReadError): string {
  return `${status} ${text === '' ? describeText(response) : summary}`
}

/** The failure for an invalid argument. `detail`: which one and why. */
export function badArgument(detail: string): ProviderFailure {
  return { kind: 'caller', code: 'INVALID_ARGUMENT', detail }
}

function sortFailure(family: CallFamily, response: ReadResponse, body: JsonBody): ProviderFailure {
  const { status, headers } = response
  const error = readError(body)
  const { word, text } = error
  const known = word === null ? undefined : findListed(family, word, body)
  const [kind, code] = known ?? checkUnlisted(family, status, word ?? text)
  const failure: ProviderFailure = { kind, code, detail: describeResponse(response, error), status }
  // A page instead of a successful response comes from something in front of the service.
  const isOutage = status >= 500 || (status < 400 && text === '')
  const isQuota = status === 429 || word === 'QUOTA_EXCEEDED' || word === 'RESOURCE_EXHAUSTED'
  const isOperators = kind === 'configuration' && !(word !== null && NARROW.has(word))
  if (isOperators || isOutage || isQuota) failure.isWide = true
  if (isOutage && !isQuota) failure.isOutage = true
  const retryAfterSeconds = readRetryAfter(headers)
  if (retryAfterSeconds !== null) failure.retryAfterSeconds = retryAfterSeconds
  const hint =
    kind === 'temporary' && known === undefined && word !== null && status === 400
      ? UNKNOWN_REFUSAL
      : hintFor(family, kind, error)
  if (hint !== null) failure.hint = hint
  return failure
}

function findListed(family: CallFamily, word: string, body: JsonBody): Result | undefined {
  // No refresh runs a function.
  if (word === BLOCKED && family !== 'refresh') return isRefusedByFunction(body) ? BY_FUNCTION : TEMPORARY
  return EVERYWHERE.get(word) ?? BY_FAMILY[family].get(word)
}

function hintFor(family: CallFamily, kind: FailureKind, { word, text }: ReadError): OperatorHint | null {
  if (kind === 'temporary') return null
  // Anything after the code of a refused visitor may be free text of a blocking function.
  const hint = findHint(family, kind === 'permanent' ? (word ?? text) : text)
  return hint ?? (kind === 'configuration' ? UNKNOWN_MISCONFIGURATION : null)
}

/** Reads Google's envelope (`error.message`, detail after a colon, reasons in `details`) or OAuth's (RFC 6749, 5.2). */
function readError(body: JsonBody): ReadError {
  const error = body?.error
  if (typeof error === 'string' && error !== '') {
    const description = body?.error_description
    const text = `${error} ${typeof description === 'string' ? description : ''}`.trim()
    return { word: error, text, summary: error.slice(0, MAX_SENTENCE) }
  }
  if (!isPlainObject(error) || typeof error.message !== 'string') return { word: null, text: '', summary: '' }
  const start = (error.message.split(':', 1)[0] ?? '').trim()
  const word = /^[A-Z][A-Z0-9_]*$/.test(start) ? start : null
  const sentence = error.message.trim().replace(NAMED_KEY, 'api_key:…')
  const reasons = readReasons(error.details)
  const named = reasons.filter((reason) => REASON.test(reason)).slice(0, MAX_REASONS)
  return {
    word,
    text: [sentence, ...reasons].join(' ').trim(),
    summary: word?.slice(0, MAX_SENTENCE) ?? [cutAtWord(sentence, MAX_SENTENCE), ...named].join(' ').trim()
  }
}

function readReasons(details: unknown): string[] {
  const list: unknown[] = Array.isArray(details) ? details : []
  return list.flatMap((detail) =>
    isPlainObject(detail) && typeof detail.reason === 'string' ? [detail.reason] : []
  )
}

/** Seconds, or a date relative to the response's `Date`, since clocks may differ. Null if absent. */
function readRetryAfter({ 'retry-after': value, date = '' }: Record<string, string>): number | null {
  if (value === undefined) return null
  const sentAtMs = readDate(date)
  const nowMs = Number.isNaN(sentAtMs) ? Date.now() : sentAtMs
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (readDate(value) - nowMs) / 1000
  return seconds > 0 ? Math.min(Math.ceil(seconds), MAX_RETRY_AFTER_SECONDS) : null
}

/** Epoch milliseconds of an HTTP date (RFC 9110, 5.6.7); NaN for other formats that `Date.parse` accepts. */
function readDate(value: string): number {
  return /^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN
}

/** Codes for invalid arguments of account calls: too many to list, but they follow a pattern. */
const BAD_ARGUMENT =
  /^(INVALID|MISSING|DUPLICATE|WEAK|FORBIDDEN)_|_(EXISTS|ALREADY_LINKED)$|^CLAIMS_TOO_LARGE$|^PASSWORD_DOES_NOT_MEET_REQUIREMENTS$|^SECOND_FACTOR_LIMIT_EXCEEDED$|^UNVERIFIED_EMAIL$|^Invalid JSON payload/

/** For unlisted codes, sentences (about keys, referrers, disabled services) and pages of a front end. */
function checkUnlisted(family: CallFamily, status: number, message: string): Result {
  if (family === 'account' && status === 400 && BAD_ARGUMENT.test(message)) return CALLER
  if (status === 401 || status === 403) return message === '' ? TEMPORARY : CONFIGURATION
  const isAboutUs = status === 400 && /api key|invalid json payload|requests? (from|to) /i.test(message)
  // These requests contain nothing of a visitor: whatever is refused or not found was configured.
  const isOfGateway = family === 'oauth' || family === 'sign' || family === 'app_check'
  const isAboutCredentials = isOfGateway && (status === 400 || status === 404) && message !== ''
  return isAboutUs || isAboutCredentials ? CONFIGURATION : TEMPORARY
}

/** The provider's word for whatever goes wrong with a blocking function of the project. */
const BLOCKED = 'BLOCKING_FUNCTION_ERROR_RESPONSE'

/** A function's response other than 200, in production and by the emulator. Other texts are about calling it, such as a timeout. */
const ANSWERED =
  /^BLOCKING_FUNCTION_ERROR_RESPONSE ?: ?(?:HTTP Cloud Function returned an error:|\(\(HTTP request to \S+ returned HTTP error (\d{3}):) */

/** Statuses that come with 5xx: https://cloud.google.com/apis/design/errors */
const OF_TROUBLE: ReadonlySet<unknown> = new Set([
  'INTERNAL',
  'UNKNOWN',
  'DATA_LOSS',
  'UNIMPLEMENTED',
  'UNAVAILABLE',
  'DEADLINE_EXCEEDED'
])

/** Whether a function refused, rather than failed. `body`: the provider's error; the function's own text in it decides nothing. */
function isRefusedByFunction(body: JsonBody): boolean {
  const message = isPlainObject(body?.error) ? String(body.error.message) : ''
  const [start, status] = ANSWERED.exec(message) ?? []
  if (start === undefined || Number(status) >= 500) return false
  const error = parseJsonObject(message.slice(start.length).replace(/\)\)$/, ''))?.error
  // Without an error in it, only the emulator says that it was the function's decision.
  if (!isPlainObject(error)) return status !== undefined
  return !OF_TROUBLE.has(error.status) && !(Number(error.code) >= 500)
}

/** Max distinct failures per family tracked as reported. */
const MAX_REPORTED = 100

/** Reports misconfigurations, each once until a call of its family succeeds. */
export function createHintReporter(report: EventSink) {
  const reported = new Map<CallFamily, Set<string>>()
  return {
    /** Reports a failure if it is the operator's to fix. */
    failed(family: CallFamily, { kind, code, detail, hint }: ProviderFailure): void {
      const isOperators = kind === 'configuration' || hint !== undefined
      if (!isOperators || kind === 'caller') return
      const known = reported.get(family) ?? new Set()
      reported.set(family, known)
      if (known.has(detail) || known.size >= MAX_REPORTED) return
      known.add(detail)
      report({ kind: 'provider.misconfigured', family, failure: { kind, code, detail }, hint })
    },
    /** Allows failures of this family to be reported again. */
    worked(family: CallFamily): void {
      reported.delete(family)
    }
  }
}
