import { isPlainObject, parseJsonObject } from '../../config/json-members.ts'
import type { ErrorCode } from '../../errors.ts'
import type { OperatorHint, ProviderCallName } from '../../operations/events.ts'
import { cutAtWord, describeSilence, describeText } from './failure-messages.ts'
import type { CallFamily, ProviderResponse } from './http.ts'
import { findHint, UNKNOWN_MISCONFIGURATION, UNKNOWN_REFUSAL } from './operator-hints.ts'

/**
 * Whose matter a failed call is.
 * `permanent`: this account or session is over. `temporary`: the provider is away or refuses for now, ask again later.
 * `configuration`: only the operator can mend it; no visitor is to blame. `caller`: a bad argument of an account call.
 */
export type FailureKind = 'permanent' | 'temporary' | 'configuration' | 'caller'

/** A failed call, sorted. */
export interface ProviderFailure {
  kind: FailureKind
  code: ErrorCode
  /** The call that failed; left out: known to whoever made it. */
  call?: ProviderCallName
  /** The provider's own word, what stood in its place, or why nothing came, for the log. Holds no token. */
  detail: string
  cause?: unknown
  /** HTTP status of the answer, when there was one. */
  status?: number
  /** From `Retry-After` (RFC 9110, 10.2.3), at most an hour. */
  retryAfterSeconds?: number
  /** Would every other call of the family have failed now too? */
  isWide?: boolean
  /** Is the service away or broken: no answer, a 5xx, or a page of somebody in between? Not so for quota. */
  isOutage?: boolean
  /** There was no access token for the call, or one that does not suffice: says nothing of the service itself. */
  isOfCredentials?: boolean
  /** Was the call not made because the configuration, and not an outage, keeps all calls of the family back? */
  isHeldByConfiguration?: boolean
  /** What is probably wrong with the configuration, and what to do. */
  hint?: OperatorHint
}

type ReadResponse = Extract<ProviderResponse, { kind: 'response' }>

/**
 * `word`: the code in an error, null when it is a sentence. `text`: all that the error says, for a hint. `summary`: the
 * same for the log, where a long sentence is cut at a word and the codes of its reasons are not.
 */
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

const MAX_RETRY_AFTER_SECONDS = 3600
const MAX_SENTENCE = 120
/** As Google writes the reason of an `ErrorInfo` (google/rpc/error_details.proto). */
const REASON = /^[A-Z][A-Z0-9_]{0,62}$/
const MAX_REASONS = 2
/** Google names the key in `Consumer 'api_key:AIza…' has been suspended`. */
const NAMED_KEY = /api_key:[\w-]+/g

/** Messages that mean the same wherever they come from. Quota comes with status 400: message first, status second. */
const EVERYWHERE: ReadonlyMap<string, Result> = new Map([
  ['QUOTA_EXCEEDED', TEMPORARY],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', TEMPORARY],
  ['RESOURCE_EXHAUSTED', TEMPORARY],
  ['USER_DISABLED', ['permanent', 'USER_DISABLED']],
  ['USER_NOT_FOUND', ['permanent', 'USER_NOT_FOUND']],
  ['CONFIGURATION_NOT_FOUND', CONFIGURATION],
  ['PROJECT_NOT_FOUND', CONFIGURATION],
  ['TENANT_NOT_FOUND', CONFIGURATION],
  ['UNSUPPORTED_TENANT_OPERATION', CONFIGURATION],
  ['PERMISSION_DENIED', CONFIGURATION],
  ['INSUFFICIENT_PERMISSION', CONFIGURATION]
])

const BY_FAMILY: Readonly<Record<CallFamily, ReadonlyMap<string, Result>>> = {
  refresh: new Map<string, Result>([
    // Here the word means that the sign-in was revoked, or password or email changed; not that an hour is over.
    ['TOKEN_EXPIRED', ['permanent', 'TOKEN_REVOKED']],
    ['INVALID_REFRESH_TOKEN', ENDED],
    ['MISSING_REFRESH_TOKEN', ['permanent', 'MISSING_REFRESH_TOKEN']],
    ['PROJECT_NUMBER_MISMATCH', ENDED],
    ['TENANT_ID_MISMATCH', ENDED],
    ['INVALID_GRANT_TYPE', CONFIGURATION],
    ['MISSING_GRANT_TYPE', CONFIGURATION]
  ]),
  exchange: new Map<string, Result>([
    ['TENANT_ID_MISMATCH', ENDED],
    ['BLOCKING_FUNCTION_ERROR_RESPONSE', ENDED],
    ['INVALID_CUSTOM_TOKEN', CONFIGURATION],
    ['CREDENTIAL_MISMATCH', CONFIGURATION],
    ['FORBIDDEN_CLAIM', CONFIGURATION],
    ['MISSING_CUSTOM_TOKEN', CONFIGURATION],
    ['MISSING_IDENTIFIER', CONFIGURATION],
    ['ADMIN_ONLY_OPERATION', CONFIGURATION]
  ]),
  account: new Map<string, Result>([
    ['INVALID_ID_TOKEN', ENDED],
    ['TOKEN_EXPIRED', ['permanent', 'TOKEN_REVOKED']]
  ]),
  oauth: new Map<string, Result>([
    ['invalid_grant', CONFIGURATION],
    ['invalid_scope', CONFIGURATION],
    ['invalid_client', CONFIGURATION],
    ['invalid_request', CONFIGURATION],
    ['invalid_target', CONFIGURATION],
    ['unauthorized_client', CONFIGURATION],
    ['unsupported_grant_type', CONFIGURATION],
    ['access_denied', CONFIGURATION],
    ['admin_policy_enforced', CONFIGURATION],
    ['internal_failure', TEMPORARY]
  ]),
  sign: new Map()
}

/** Configuration that is wrong for one pool, one account or one token: other calls of the family may succeed. */
const NARROW = new Set([
  'TENANT_NOT_FOUND',
  'UNSUPPORTED_TENANT_OPERATION',
  'ADMIN_ONLY_OPERATION',
  'FORBIDDEN_CLAIM',
  'MISSING_CUSTOM_TOKEN',
  'MISSING_IDENTIFIER'
])

/** The JSON object of a good answer, or the sorted failure. A 200 without a JSON object is temporary. */
export function readResponse(
  family: CallFamily,
  response: ProviderResponse
): { body: Record<string, unknown> } | { failure: ProviderFailure } {
  if (response.kind === 'unreachable')
    return { failure: { ...unusableResponse(response), isWide: true, isOutage: true } }
  const body = parseJsonObject(response.text)
  if (response.status === 200 && body !== null && !('error' in body)) return { body }
  return { failure: sortFailure(family, response, body) }
}

/** A failure for a 200 whose members are not what was promised. */
export function wrongShape(detail: string): ProviderFailure {
  return { kind: 'temporary', code: 'PROVIDER_UNAVAILABLE', detail }
}

/** A temporary failure for a call that gave nothing usable; `detail` says why nothing came, or what came in its place. */
export function unusableResponse(response: ProviderResponse): ProviderFailure {
  const [kind, code] = TEMPORARY
  if (response.kind === 'unreachable')
    return { kind, code, detail: describeSilence(response.cause), cause: response.cause }
  const { status, text } = response
  return { kind, code, detail: describeResponse(response, readError(parseJsonObject(text))), status }
}

/** The status, and the provider's own word or what stands in its place. */
function describeResponse({ status, text: response }: ReadResponse, { text, summary }: ReadError): string {
  return `${status} ${text === '' ? describeText(response) : summary}`
}

/** A failure for an argument that the provider would refuse, or worse, would take. `detail`: which one and why. */
export function badArgument(detail: string): ProviderFailure {
  return { kind: 'caller', code: 'INVALID_ARGUMENT', detail }
}

function sortFailure(
  family: CallFamily,
  response: ReadResponse,
  body: Record<string, unknown> | null
): ProviderFailure {
  const { status, headers } = response
  const error = readError(body)
  const { word, text } = error
  const listed = word === null ? undefined : (EVERYWHERE.get(word) ?? BY_FAMILY[family].get(word))
  const [kind, code] = listed ?? checkUnlisted(family, status, word ?? text)
  const failure: ProviderFailure = { kind, code, detail: describeResponse(response, error), status }
  // A page in place of a good answer comes from something in front of the service, and in front of everybody.
  const isOutage = status >= 500 || (status < 400 && text === '')
  const isQuota = status === 429 || word === 'QUOTA_EXCEEDED' || word === 'RESOURCE_EXHAUSTED'
  const isOperators = kind === 'configuration' && !(word !== null && NARROW.has(word))
  if (isOperators || isOutage || isQuota) failure.isWide = true
  if (isOutage && !isQuota) failure.isOutage = true
  const retryAfterSeconds = readRetryAfter(headers)
  if (retryAfterSeconds !== null) failure.retryAfterSeconds = retryAfterSeconds
  const hint = hintFor(family, failure, error, listed === undefined)
  if (hint !== null) failure.hint = hint
  return failure
}

function hintFor(
  family: CallFamily,
  { kind, status }: ProviderFailure,
  { word, text }: ReadError,
  isUnlisted: boolean
): OperatorHint | null {
  if (kind === 'temporary') return isUnlisted && word !== null && status === 400 ? UNKNOWN_REFUSAL : null
  // What follows the word of a refused visitor may be the text of a blocking function, which can say anything.
  const hint = findHint(family, kind === 'permanent' ? (word ?? text) : text)
  return hint ?? (kind === 'configuration' ? UNKNOWN_MISCONFIGURATION : null)
}

/**
 * Takes Google's envelope (`error.message`, a detail behind a colon, reasons in `details`) and OAuth's (`error` is the
 * word, RFC 6749, 5.2).
 */
function readError(body: Record<string, unknown> | null): ReadError {
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
  const told = reasons.filter((reason) => REASON.test(reason)).slice(0, MAX_REASONS)
  return {
    word,
    text: [sentence, ...reasons].join(' ').trim(),
    summary: word?.slice(0, MAX_SENTENCE) ?? [cutAtWord(sentence, MAX_SENTENCE), ...told].join(' ').trim()
  }
}

function readReasons(details: unknown): string[] {
  const list: unknown[] = Array.isArray(details) ? details : []
  return list.flatMap((detail) =>
    isPlainObject(detail) && typeof detail.reason === 'string' ? [detail.reason] : []
  )
}

/** Seconds or a date, which counts from the answer's own `Date`: the two clocks may differ. Null: not asked for. */
function readRetryAfter(headers: Record<string, string>): number | null {
  const value = headers['retry-after']
  if (value === undefined) return null
  if (/^\d+$/.test(value.trim())) return boundRetryAfter(Number(value))
  const sentAt = readDate(headers.date ?? '')
  return boundRetryAfter((readDate(value) - (Number.isNaN(sentAt) ? Date.now() : sentAt)) / 1000)
}

function boundRetryAfter(seconds: number): number | null {
  return seconds > 0 ? Math.min(Math.ceil(seconds), MAX_RETRY_AFTER_SECONDS) : null
}

/** Epoch milliseconds of an HTTP date (RFC 9110, 5.6.7); NaN for anything else, which `Date.parse` might take. */
function readDate(value: string): number {
  return /^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN
}

/** Codes of account calls that name a bad argument; there are too many to list, and they follow a pattern. */
const BAD_ARGUMENT =
  /^(INVALID|MISSING|DUPLICATE|WEAK|FORBIDDEN)_|_(EXISTS|ALREADY_LINKED)$|^CLAIMS_TOO_LARGE$|^PASSWORD_DOES_NOT_MEET_REQUIREMENTS$|^SECOND_FACTOR_LIMIT_EXCEEDED$|^UNVERIFIED_EMAIL$|^Invalid JSON payload/

/** For codes that are not listed, sentences (about keys, referrers, services that are off), and pages of a front end. */
function checkUnlisted(family: CallFamily, status: number, message: string): Result {
  if (family === 'account' && status === 400 && BAD_ARGUMENT.test(message)) return CALLER
  if (status === 401 || status === 403) return message === '' ? TEMPORARY : CONFIGURATION
  const isAboutUs = status === 400 && /api key|invalid json payload|requests? (from|to) /i.test(message)
  // Here nothing in a request is a visitor's: what is refused or not found was configured.
  const isAboutCredentials =
    (family === 'oauth' || family === 'sign') && (status === 400 || status === 404) && message !== ''
  return isAboutUs || isAboutCredentials ? CONFIGURATION : TEMPORARY
}
