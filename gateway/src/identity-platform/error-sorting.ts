import type { ErrorCode } from '../errors.ts'
import { isPlainObject, type ProviderAnswer, parseJsonObject } from './http.ts'

/** Which family of calls an error belongs to: the same message may mean other things elsewhere. */
export type CallFamily = 'refresh' | 'exchange' | 'account'

/**
 * Whose matter a failed call is.
 * `permanent`: this account or session is over. `temporary`: the provider's trouble, ask again later.
 * `configuration`: the operator's trouble; no visitor is to blame. `caller`: a bad argument of an account call.
 */
export type FailureKind = 'permanent' | 'temporary' | 'configuration' | 'caller'

/** A failed call, sorted. */
export interface ProviderFailure {
  kind: FailureKind
  code: ErrorCode
  /** The provider's own word or the transport's error, for the log. Holds no token. */
  detail: string
  cause?: unknown
  /** From `Retry-After`, at most an hour. */
  retryAfterSeconds?: number
}

type Verdict = readonly [FailureKind, ErrorCode]

const TEMPORARY: Verdict = ['temporary', 'PROVIDER_UNAVAILABLE']
const CONFIGURATION: Verdict = ['configuration', 'PROVIDER_UNAVAILABLE']
const CALLER: Verdict = ['caller', 'INVALID_ARGUMENT']

/** Messages that mean the same wherever they come from. Quota comes with status 400: message first, status second. */
const EVERYWHERE: ReadonlyMap<string, Verdict> = new Map([
  ['QUOTA_EXCEEDED', TEMPORARY],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', TEMPORARY],
  ['RESOURCE_EXHAUSTED', TEMPORARY],
  ['USER_DISABLED', ['permanent', 'USER_DISABLED']],
  ['USER_NOT_FOUND', ['permanent', 'USER_NOT_FOUND']]
])

const BY_FAMILY: Readonly<Record<CallFamily, ReadonlyMap<string, Verdict>>> = {
  refresh: new Map<string, Verdict>([
    // Here the word means that the sign-in was revoked, or password or e-mail changed; not that an hour is over.
    ['TOKEN_EXPIRED', ['permanent', 'TOKEN_REVOKED']],
    ['INVALID_REFRESH_TOKEN', ['permanent', 'INVALID_CREDENTIALS']],
    ['MISSING_REFRESH_TOKEN', ['permanent', 'MISSING_REFRESH_TOKEN']],
    ['PROJECT_NUMBER_MISMATCH', ['permanent', 'INVALID_CREDENTIALS']],
    ['TENANT_ID_MISMATCH', ['permanent', 'INVALID_CREDENTIALS']],
    ['INVALID_GRANT_TYPE', CONFIGURATION],
    ['MISSING_GRANT_TYPE', CONFIGURATION],
    ['UNSUPPORTED_TENANT_OPERATION', CONFIGURATION]
  ]),
  exchange: new Map<string, Verdict>([
    ['TENANT_ID_MISMATCH', ['permanent', 'INVALID_CREDENTIALS']],
    ['BLOCKING_FUNCTION_ERROR_RESPONSE', ['permanent', 'INVALID_CREDENTIALS']],
    ['INVALID_CUSTOM_TOKEN', CONFIGURATION],
    ['CREDENTIAL_MISMATCH', CONFIGURATION],
    ['FORBIDDEN_CLAIM', CONFIGURATION],
    ['MISSING_CUSTOM_TOKEN', CONFIGURATION],
    ['MISSING_IDENTIFIER', CONFIGURATION],
    ['ADMIN_ONLY_OPERATION', CONFIGURATION]
  ]),
  account: new Map<string, Verdict>([
    ['INVALID_ID_TOKEN', ['permanent', 'INVALID_CREDENTIALS']],
    ['TOKEN_EXPIRED', ['permanent', 'TOKEN_REVOKED']],
    ['PERMISSION_DENIED', CONFIGURATION],
    ['INSUFFICIENT_PERMISSION', CONFIGURATION],
    ['CONFIGURATION_NOT_FOUND', CONFIGURATION],
    ['PROJECT_NOT_FOUND', CONFIGURATION],
    ['TENANT_NOT_FOUND', CONFIGURATION]
  ])
}

/** The JSON object of a good answer, or the sorted failure. A 200 without a JSON object is temporary. */
export function readAnswer(
  family: CallFamily,
  answer: ProviderAnswer
): { body: Record<string, unknown> } | { failure: ProviderFailure } {
  if (answer.kind === 'unreachable') {
    return {
      failure: { kind: 'temporary', code: 'PROVIDER_UNAVAILABLE', detail: 'no answer', cause: answer.cause }
    }
  }
  const body = parseJsonObject(answer.text)
  if (answer.status === 200 && body !== null && !('error' in body)) return { body }
  return { failure: sortFailure(family, answer.status, body, answer.headers['retry-after']) }
}

/** A failure for a 200 whose members are not what was promised. */
export function wrongShape(detail: string): ProviderFailure {
  return { kind: 'temporary', code: 'PROVIDER_UNAVAILABLE', detail }
}

function sortFailure(
  family: CallFamily,
  status: number,
  body: Record<string, unknown> | null,
  retryAfter: string | undefined
): ProviderFailure {
  const message = errorMessage(body)
  // A detail may follow a colon: `WEAK_PASSWORD : Password should be …`.
  const word = (message.split(':', 1)[0] ?? '').trim()
  const isCode = /^[A-Z][A-Z0-9_]*$/.test(word)
  const listed = isCode ? (EVERYWHERE.get(word) ?? BY_FAMILY[family].get(word)) : undefined
  const [kind, code] = listed ?? judgeUnlisted(family, status, isCode ? word : message)
  const failure: ProviderFailure = {
    kind,
    code,
    detail: isCode ? `${status} ${word}` : `${status} ${message.slice(0, 120)}`.trim()
  }
  const seconds = Number(retryAfter ?? Number.NaN)
  if (Number.isFinite(seconds) && seconds > 0) failure.retryAfterSeconds = Math.min(Math.ceil(seconds), 3600)
  return failure
}

/** `error.message` of Google's envelope, `error` of OAuth's, else nothing. */
function errorMessage(body: Record<string, unknown> | null): string {
  const error = body?.error
  if (typeof error === 'string') return error
  return isPlainObject(error) && typeof error.message === 'string' ? error.message : ''
}

/** Codes of account calls that name a bad argument; there are too many to list, and they follow a pattern. */
const BAD_ARGUMENT =
  /^(INVALID|MISSING|DUPLICATE|WEAK|FORBIDDEN)_|_EXISTS$|^CLAIMS_TOO_LARGE$|^PASSWORD_DOES_NOT_MEET_REQUIREMENTS$|^Invalid JSON payload/

/** For codes that are not listed, sentences (about keys, referrers, services that are off), and pages of a front end. */
function judgeUnlisted(family: CallFamily, status: number, message: string): Verdict {
  if (family === 'account' && status === 400 && BAD_ARGUMENT.test(message)) return CALLER
  if (status === 401 || status === 403) return message === '' ? TEMPORARY : CONFIGURATION
  if (status === 400 && /api key|invalid json payload|requests? (from|to) /i.test(message))
    return CONFIGURATION
  return TEMPORARY
}
