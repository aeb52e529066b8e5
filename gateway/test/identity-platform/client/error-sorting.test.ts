import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import {
  type FailureKind,
  type ProviderFailure,
  readResponse
} from '../../../src/identity-platform/client/error-sorting.ts'
import {
  CALL_FAMILIES,
  type CallFamily,
  createProviderHttp
} from '../../../src/identity-platform/client/http.ts'
import type { Credentials } from '../../../src/identity-platform/credentials/credentials.ts'
import { buildErrorInfo } from '../../../stand-in/server/errors.ts'
import { startStandIn } from '../../../stand-in/stand-in.ts'
import { PROJECT, readServiceAccount } from '../../fixtures/provider/provider.ts'
import { CALL_NAMES, type CallName, callOnce } from '../../fixtures/provider/provider-calls.ts'
import { pooledKey } from '../../fixtures/provider/rsa-keys.ts'
import { sendJson, startRecordingServer } from '../../fixtures/wire/recording-server.ts'

const credentials = await readCredentials(t)
const http = createProviderHttp()
t.teardown(() => http.close())

async function readCredentials(t: Test): Promise<Credentials> {
  const standIn = await startStandIn({ makeKey: pooledKey, projectId: PROJECT })
  t.teardown(() => standIn.close())
  return { kind: 'key', account: readServiceAccount(standIn) }
}

/** One server for all calls; the test sets its response. */
async function startProvider(t: Test) {
  const state = { response: (response: ServerResponse): void => void response.end() }
  const { url } = await startRecordingServer(t, (response) => state.response(response))

  async function fail(name: CallName): Promise<ProviderFailure> {
    const failure = await callOnce(t, name, url, credentials, http)
    if (failure === null) throw new Error(`${name} took this for a good answer`)
    return failure
  }

  return { state, url, fail }
}

interface Result {
  kind: FailureKind
  code: string
  /** Would any other call have failed as well? */
  isWide: boolean
}

const CONFIGURATION: Result = { kind: 'configuration', code: 'PROVIDER_UNAVAILABLE', isWide: true }
/** Affects one pool, account or token only. */
const NARROW: Result = { ...CONFIGURATION, isWide: false }
const OUTAGE: Result = { kind: 'temporary', code: 'PROVIDER_UNAVAILABLE', isWide: true }
const TEMPORARY: Result = { ...OUTAGE, isWide: false }
const CALLER: Result = { kind: 'caller', code: 'INVALID_ARGUMENT', isWide: false }
const ended = (code: string): Result => ({ kind: 'permanent', code, isWide: false })

/** `cause`: text of the hint. `reason`: from `error.details`. */
type Row = readonly [
  status: number,
  message: string,
  result: Result,
  cause?: RegExp | undefined,
  reason?: string
]

/** Messages of one status with the same result and hint. */
const each = (status: number, result: Result, messages: readonly string[], cause?: RegExp) =>
  messages.map((message): Row => [status, message, result, cause])

/** A 403 that only the operator can fix, known by its reason. */
const forbidden = (reason: string, cause: RegExp, message: string): Row => [
  403,
  message,
  CONFIGURATION,
  cause,
  reason
]

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED'
}
const CODE = /^[A-Z][A-Z0-9_]*$/

/** Google's envelope as its services and its emulator write it. */
function buildEnvelopes(code: number, message: string, reason?: string): object[] {
  const errors = [{ message, reason: 'invalid', domain: 'global' }]
  const status = STATUS_NAMES[code] ?? 'UNKNOWN'
  const details = reason === undefined ? {} : { details: [buildErrorInfo(reason)] }
  const spellings = CODE.test(message)
    ? [message, `${message} : a detail`, `${message}: ((a (detail)))`, `${message}:x`]
    : [message]
  return [
    ...spellings.map((text) => ({ error: { code, message: text, status, ...details } })),
    ...spellings.map((text) => ({ error: { code, message: text, errors, ...details } })),
    {
      error: {
        code,
        message,
        errors,
        status,
        details: [null, 'x', { reason: 7 }, buildErrorInfo(reason ?? 'X')]
      }
    }
  ]
}

const RESTRICTED =
  'The provided API key has an IP address restriction. The originating IP address of the call (192.0.2.1) violates this restriction.'
const THE_KEY = /apiKey/
const UNKNOWN_WORD = /with a code that this version does not know/
const UNKNOWN_ERROR = /with an error that this version does not know/
const ALTERED = /did not receive the request as the gateway sent it/

// Errors that mean the same in every call of identitytoolkit and securetoken.
const ANY_CALL: readonly Row[] = [
  [400, 'USER_DISABLED', ended('USER_DISABLED')],
  [400, 'USER_NOT_FOUND', ended('USER_NOT_FOUND')],
  [400, 'API key not valid. Please pass a valid API key.', CONFIGURATION, THE_KEY],
  [400, 'API key not valid. Please pass a valid API key.', CONFIGURATION, THE_KEY, 'API_KEY_INVALID'],
  [400, 'API key expired. Please renew the API key.', CONFIGURATION, /apiKey has expired/],
  [403, 'The request is missing a valid API key.', CONFIGURATION, THE_KEY],
  [403, 'Requests from referer <empty> are blocked.', CONFIGURATION, /other web sites/],
  forbidden('API_KEY_HTTP_REFERRER_BLOCKED', /other web sites/, 'Requests from referer x are blocked.'),
  forbidden('API_KEY_SERVICE_BLOCKED', /other APIs/, 'Requests to this API method x.v1.X are blocked.'),
  forbidden('API_KEY_ANDROID_APP_BLOCKED', /mobile apps/, 'Requests from this Android client are blocked.'),
  forbidden('API_KEY_IP_ADDRESS_BLOCKED', /other IP addresses/, RESTRICTED),
  forbidden('SERVICE_DISABLED', /Identity Toolkit API is not/, 'Identity Toolkit API has not been used.'),
  [401, 'Firebase App Check token is invalid.', CONFIGURATION, /App Check/],
  [400, 'CONFIGURATION_NOT_FOUND', CONFIGURATION, /not set up/],
  [404, 'CONFIGURATION_NOT_FOUND', CONFIGURATION, /not set up/],
  [400, 'PROJECT_NOT_FOUND', CONFIGURATION, /existing project/],
  [400, 'TENANT_NOT_FOUND', NARROW, /no tenant/],
  [400, 'UNSUPPORTED_TENANT_OPERATION', NARROW, /multi-tenancy/],
  ...each(400, OUTAGE, ['QUOTA_EXCEEDED', 'RESOURCE_EXHAUSTED']),
  [400, 'QUOTA_EXCEEDED : Exceeded quota for verifying passwords.', OUTAGE],
  [403, 'QUOTA_EXCEEDED', OUTAGE],
  ...each(429, OUTAGE, ['RESOURCE_EXHAUSTED', 'A_CODE_NOBODY_HAS_HEARD_OF']),
  [429, 'Resource has been exhausted (e.g. check quota).', OUTAGE],
  ...each(500, OUTAGE, ['Internal error encountered.', 'Error code: 39']),
  ...each(503, OUTAGE, ['Error code: 39', 'The service is currently unavailable.']),
  [502, 'Bad Gateway', OUTAGE],
  [504, 'DEADLINE_EXCEEDED', OUTAGE],
  ...each(400, TEMPORARY, ['TOO_MANY_ATTEMPTS_TRY_LATER', 'Error code: 39']),
  [400, 'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account was disabled.', TEMPORARY],
  [400, 'A_CODE_NOBODY_HAS_HEARD_OF', TEMPORARY, UNKNOWN_WORD],
  [404, 'Method not found.', TEMPORARY],
  // A code inside a sentence, or in lower case, does not count.
  ...each(400, TEMPORARY, ['the USER_DISABLED', 'user_disabled', '_USER_DISABLED']),
  [400, 'USER_DISABLED today : x', TEMPORARY],
  // Object.prototype has these, the tables must not.
  ...each(400, TEMPORARY, ['constructor', '__proto__', 'hasOwnProperty'])
]

// Errors of `securetoken.googleapis.com/v1/token`.
const REFRESH: readonly Row[] = [
  [400, 'TOKEN_EXPIRED', ended('TOKEN_REVOKED')],
  [400, 'INVALID_REFRESH_TOKEN', ended('INVALID_CREDENTIALS')],
  [400, 'MISSING_REFRESH_TOKEN', ended('MISSING_REFRESH_TOKEN')],
  [400, 'PROJECT_NUMBER_MISMATCH', ended('INVALID_CREDENTIALS'), /different projects/],
  [400, 'TENANT_ID_MISMATCH', ended('INVALID_CREDENTIALS')],
  [400, 'INVALID_GRANT_TYPE', CONFIGURATION, ALTERED],
  [400, 'MISSING_GRANT_TYPE', CONFIGURATION, ALTERED],
  [400, 'Invalid JSON payload received. Unknown name "x": Cannot find field.', CONFIGURATION, ALTERED],
  // Codes of other calls do not count here.
  ...each(400, TEMPORARY, ['INVALID_CUSTOM_TOKEN', 'INVALID_ID_TOKEN', 'EMAIL_EXISTS'], UNKNOWN_WORD)
]

const functionSays = (error: object) =>
  `BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: ${JSON.stringify({ error })}`
const emulatorSays = (status: number, body: string) =>
  `BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP request to http://localhost/f returned HTTP error ${status}: ${body}))`
const BY_FUNCTION = ended('REFUSED_BY_FUNCTION')

// The message of a blocking function may hold any words: it produces no hint, and is no other error.
const BLOCKING: readonly Row[] = [
  [400, functionSays({ message: 'no', status: 'PERMISSION_DENIED' }), BY_FUNCTION],
  [400, functionSays({ message: 'your IP address has no permission, API key expired' }), BY_FUNCTION],
  [400, functionSays({ message: '"status":"INTERNAL"}}', status: 'INVALID_ARGUMENT' }), BY_FUNCTION],
  [400, functionSays({ message: 'no : USER_DISABLED', code: 400 }), BY_FUNCTION],
  [400, emulatorSays(403, 'no'), BY_FUNCTION],
  [400, emulatorSays(403, '{"error":{"message":"HTTP error 500: x))","status":"ABORTED"}}'), BY_FUNCTION],
  // No decision of the function.
  [400, 'BLOCKING_FUNCTION_ERROR_RESPONSE', TEMPORARY],
  [400, 'BLOCKING_FUNCTION_ERROR_RESPONSE : Cloud function deadline exceeded.', TEMPORARY],
  [400, 'BLOCKING_FUNCTION_ERROR_RESPONSE : ((Response UserRecord is missing updateMask.))', TEMPORARY],
  [400, 'BLOCKING_FUNCTION_ERROR_RESPONSE : your IP address has no permission', TEMPORARY],
  [400, functionSays({ message: 'x', status: 'INTERNAL' }), TEMPORARY],
  [400, functionSays({ message: 'x', code: 503 }), TEMPORARY],
  [400, emulatorSays(500, '{}'), TEMPORARY],
  [500, 'BLOCKING_FUNCTION_ERROR_RESPONSE : ((Deadline exceeded making request to http://x.))', OUTAGE]
]

// Errors of `accounts:signInWithCustomToken`.
const EXCHANGE: readonly Row[] = [
  [400, 'TENANT_ID_MISMATCH', ended('INVALID_CREDENTIALS')],
  ...BLOCKING,
  [400, 'INVALID_CUSTOM_TOKEN', CONFIGURATION, /clock/],
  [400, 'INVALID_CUSTOM_TOKEN : Invalid assertion format', CONFIGURATION, /clock/],
  [400, 'INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): "x"))', CONFIGURATION, /clock/],
  [400, 'CREDENTIAL_MISMATCH', CONFIGURATION, /another project/],
  [400, 'FORBIDDEN_CLAIM : sub', NARROW, /reserves the name/],
  [400, 'MISSING_CUSTOM_TOKEN', NARROW, ALTERED],
  [400, 'MISSING_IDENTIFIER', NARROW, ALTERED],
  [400, 'ADMIN_ONLY_OPERATION', NARROW, /no longer exists/],
  [400, 'Invalid JSON payload received. Unknown name "x": Cannot find field.', CONFIGURATION, ALTERED],
  ...each(400, TEMPORARY, ['TOKEN_EXPIRED', 'INVALID_REFRESH_TOKEN'], UNKNOWN_WORD)
]

const NO_PERMISSION = /lacks the permission/
const INVALID_CREDENTIALS = `Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.`

// Errors of the `accounts:` calls of an administrator.
const ACCOUNT: readonly Row[] = [
  ...BLOCKING,
  ...each(400, CALLER, ['EMAIL_EXISTS', 'PHONE_NUMBER_EXISTS', 'SECOND_FACTOR_EXISTS']),
  ...each(400, CALLER, ['DUPLICATE_LOCAL_ID', 'FEDERATED_USER_ID_ALREADY_LINKED']),
  ...each(400, CALLER, ['SECOND_FACTOR_LIMIT_EXCEEDED', 'UNVERIFIED_EMAIL', 'INVALID_EMAIL']),
  ...each(400, CALLER, ['INVALID_PHONE_NUMBER : Invalid format.', 'INVALID_LOCAL_ID', 'INVALID_CLAIMS']),
  ...each(400, CALLER, ['INVALID_PAGE_SELECTION', 'MISSING_LOCAL_ID', 'CLAIMS_TOO_LARGE']),
  [400, 'INVALID_ARGUMENT : maxResults must be between 1 and 1000', CALLER],
  [400, 'WEAK_PASSWORD : Password should be at least 6 characters', CALLER],
  [400, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements', CALLER],
  [400, 'FORBIDDEN_CLAIM : firebase', CALLER],
  [400, 'Invalid JSON payload received. /localId must be array', CALLER],
  ...each(401, CONFIGURATION, ['UNAUTHENTICATED', INVALID_CREDENTIALS], /new access token/),
  ...each(403, CONFIGURATION, ['PERMISSION_DENIED', 'The caller does not have permission'], NO_PERMISSION),
  [400, 'INSUFFICIENT_PERMISSION : Only authenticated requests.', CONFIGURATION, NO_PERMISSION],
  [403, 'Request had insufficient authentication scopes.', CONFIGURATION, /insufficient scopes/],
  forbidden('USER_PROJECT_DENIED', /project to bill/, 'Caller does not have required permission to use x.'),
  forbidden('SERVICE_DISABLED', /project to bill/, 'The x.googleapis.com API requires a quota project.'),
  // Look-up by id token, for a revoked sign-in or an invalid token.
  [400, 'TOKEN_EXPIRED', ended('TOKEN_REVOKED')],
  [400, 'INVALID_ID_TOKEN', ended('INVALID_CREDENTIALS')]
]

// Errors of IAM Credentials' `signBlob`.
const SIGN: readonly Row[] = [
  forbidden('IAM_PERMISSION_DENIED', /not allowed to sign/, 'Permission x denied (or it may not exist).'),
  [403, 'PERMISSION_DENIED', CONFIGURATION, /not allowed to sign/],
  forbidden('SERVICE_DISABLED', /IAM Service Account Credentials API is not/, 'IAM x API has not been used.'),
  [404, 'Not found; Gaia id not found for email x@x.iam', CONFIGURATION, /no service account/],
  [404, 'NOT_FOUND', CONFIGURATION, /no service account/],
  [400, 'Request contains an invalid argument.', CONFIGURATION, UNKNOWN_ERROR],
  [400, 'A_CODE_NOBODY_HAS_HEARD_OF', CONFIGURATION, UNKNOWN_ERROR],
  [401, 'Request had invalid authentication credentials.', CONFIGURATION, /new access token/],
  [403, 'QUOTA_EXCEEDED', OUTAGE],
  [429, 'RESOURCE_EXHAUSTED', OUTAGE],
  [500, 'Internal error encountered.', OUTAGE],
  [503, 'The service is currently unavailable.', OUTAGE]
]

const TABLES: readonly [family: CallFamily, rows: readonly Row[]][] = [
  ['refresh', ANY_CALL],
  ['refresh', REFRESH],
  ['exchange', ANY_CALL],
  ['exchange', EXCHANGE],
  ['account', ANY_CALL],
  ['account', ACCOUNT],
  ['sign', SIGN]
]

/** All calls except the one for an access token, whose errors are those of OAuth. */
const CALLS_IN_GOOGLES_WORDS = CALL_NAMES.filter((name) => name !== 'oauth')
type NameInGooglesWords = (typeof CALLS_IN_GOOGLES_WORDS)[number]

function familyOf(name: NameInGooglesWords): Exclude<CallFamily, 'oauth' | 'app_check'> {
  return name === 'refresh' || name === 'exchange' || name === 'sign' ? name : 'account'
}

/** The failure read from a response, without a call. */
function sort(
  family: CallFamily,
  status: number,
  text: string,
  headers: Record<string, string> = {}
): ProviderFailure {
  const read = readResponse(family, { kind: 'response', status, headers, text })
  if (!('failure' in read)) throw new Error(`${family} took this for a good answer: ${status} ${text}`)
  return read.failure
}

/** Thousands of failures but one comparison per table: found and expected, keyed by row number and text. */
interface Comparison {
  found: Record<string, unknown>
  expected: Record<string, unknown>
}

function noteFailure({ found, expected }: Comparison, failure: ProviderFailure, row: Row, answer: string) {
  const [status, message, result, cause] = row
  const { kind, code, isWide = false, hint, detail } = failure
  const isAdviceRight = cause === undefined ? hint === undefined : cause.test(hint?.cause ?? '')
  const [word = ''] = message.split(' : ', 1)
  const isDetailRight = CODE.test(word)
    ? detail === `${status} ${word}`
    : message.length > 120
      ? detail.startsWith(`${status} ${message.slice(0, 90)}`) && detail.includes('…')
      : detail.startsWith(`${status} ${message}`)
  const name = `${Object.keys(found).length} ${answer.slice(0, 100)}`
  const advice = isAdviceRight || `not this: ${hint?.cause}`
  found[name] = { kind, code, isWide, status: failure.status, advice, detail: isDetailRight || detail }
  expected[name] = { ...result, status, advice: true, detail: true }
}

for (const [family, rows] of TABLES) {
  const title = rows === ANY_CALL ? 'codes of any call' : 'its specific codes'
  t.test(`error sorting: ${family}, ${title} each get their kind, code and hint`, async (t) => {
    const table: Comparison = { found: {}, expected: {} }
    for (const row of rows) {
      const [status, message, , , reason] = row
      for (const envelope of buildEnvelopes(status, message, reason)) {
        const text = JSON.stringify(envelope)
        noteFailure(table, sort(family, status, text), row, text)
      }
    }
    t.ok(Object.keys(table.found).length >= rows.length)
    t.strictSame(table.found, table.expected)
  })
}

/** Codes that only one family knows or that families read differently, with the expected result. */
const WORD_OF: Readonly<
  Record<Exclude<CallFamily, 'oauth' | 'app_check'>, readonly [word: string, result: Result]>
> = {
  refresh: ['INVALID_REFRESH_TOKEN', ended('INVALID_CREDENTIALS')],
  exchange: ['CREDENTIAL_MISMATCH', CONFIGURATION],
  account: ['INVALID_REFRESH_TOKEN', CALLER],
  sign: ['INVALID_REFRESH_TOKEN', CONFIGURATION]
}

t.test('error sorting: every call is sorted by the codes of its family', async (t) => {
  const { state, fail } = await startProvider(t)
  for (const name of CALLS_IN_GOOGLES_WORDS) {
    const [message, result] = WORD_OF[familyOf(name)]
    state.response = (response) => sendJson(response, 400, { error: { code: 400, message } })
    const { kind, code, isWide = false, detail, status } = await fail(name)
    const found = { kind, code, isWide, detail, status }
    t.strictSame(found, { ...result, detail: `400 ${message}`, status: 400 }, name)
  }
})

type OAuthRow = readonly [status: number, error: string, text: string | null, result: Result, cause?: RegExp]

// Errors of the OAuth token endpoint (RFC 6749, 5.2).
const OAUTH: readonly OAuthRow[] = [
  [400, 'invalid_grant', 'Token must be short-lived, in a reasonable timeframe.', CONFIGURATION, /clock/],
  [400, 'invalid_grant', 'Invalid JWT Signature.', CONFIGURATION, /key of the service account was deleted/],
  [400, 'invalid_grant', 'Invalid grant: account not found', CONFIGURATION, /service account was deleted/],
  [400, 'invalid_grant', 'Token has been expired or revoked.', CONFIGURATION, /not accepted/],
  [400, 'invalid_grant', null, CONFIGURATION, /not accepted/],
  [400, 'invalid_scope', 'Invalid OAuth scope or ID token audience provided.', CONFIGURATION, /the scope/],
  [401, 'unauthorized_client', 'Client is unauthorized.', CONFIGURATION, /not accepted/],
  [400, 'unauthorized_client', null, CONFIGURATION, /not accepted/],
  [401, 'invalid_client', 'The OAuth client was not found.', CONFIGURATION, /not accepted/],
  [400, 'invalid_request', 'Invalid value for "audience".', CONFIGURATION, /workload identity pool/],
  [400, 'invalid_target', 'The target service is invalid.', CONFIGURATION, /workload identity pool/],
  [400, 'unsupported_grant_type', 'Invalid grant_type: x', CONFIGURATION, /token endpoint/],
  [403, 'access_denied', 'Account restricted', CONFIGURATION, /policy/],
  [400, 'admin_policy_enforced', null, CONFIGURATION, /policy/],
  [400, 'a_code_nobody_has_heard_of', null, CONFIGURATION, UNKNOWN_ERROR],
  [429, 'rate_limit_exceeded', 'Slow down.', OUTAGE],
  [400, 'internal_failure', 'Backend error.', TEMPORARY],
  [500, 'internal_failure', null, OUTAGE],
  [503, 'unavailable', 'Try later.', OUTAGE],
  [502, 'bad_gateway', null, OUTAGE]
]

t.test('error sorting: OAuth errors of RFC 6749 each get their kind, code and hint', async (t) => {
  const { state, fail } = await startProvider(t)
  const table: Comparison = { found: {}, expected: {} }
  for (const [status, error, text, result, cause] of OAUTH) {
    const body = text === null ? { error } : { error, error_description: text }
    state.response = (response) => sendJson(response, status, body)
    noteFailure(table, await fail('oauth'), [status, error, result, cause], JSON.stringify(body))
    t.notMatch(await fail('oauth'), { detail: /\bJWT\b/ }, 'the description is not part of the detail')
  }
  t.strictSame(table.found, table.expected)
})

// Impersonation, the last step of the same call, responds in Google's envelope.
t.test('error sorting: OAuth errors in the envelope of Google are sorted too', async (t) => {
  const rows: readonly Row[] = [
    forbidden('IAM_PERMISSION_DENIED', /may not act as/, 'serviceAccounts.getAccessToken denied.'),
    [404, 'Not found; Gaia id not found for email x', CONFIGURATION, /no service account/],
    [429, 'RESOURCE_EXHAUSTED', OUTAGE],
    [503, 'The service is currently unavailable.', OUTAGE]
  ]
  const { state, fail } = await startProvider(t)
  const table: Comparison = { found: {}, expected: {} }
  for (const row of rows) {
    const [status, message, , , reason] = row
    for (const envelope of buildEnvelopes(status, message, reason)) {
      state.response = (response) => sendJson(response, status, envelope)
      noteFailure(table, await fail('oauth'), row, JSON.stringify(envelope))
    }
  }
  t.strictSame(table.found, table.expected)
})

t.test('error sorting: unrecognised responses are temporary, and wide unless 4xx', async (t) => {
  const page = '<!DOCTYPE html><html><title>Error</title></html>'
  const byStatus: readonly [status: number, ...texts: string[]][] = [
    [500, page, 'null'],
    [502, page],
    [503, page, ''],
    [504, ''],
    [429, ''],
    [400, page, '', 'null', '[]', '{}', '"USER_DISABLED"', '{"error":null}', '{"error":""}'],
    [400, '[{"error":{"code":400,"message":"USER_DISABLED"}}]', '{"error":{"message":42}}'],
    [400, '{"error":{"message":["USER_DISABLED"]}}', '{"error":["USER_DISABLED"]}'],
    [400, '{"error":{"code":400,"message":"USER_DISA'],
    // The 405 of the emulator.
    [405, '{"message":"Method GET not allowed for path /v1/token"}'],
    [401, page],
    [403, '<html>blocked by a captive portal</html>', ''],
    [404, '<html>not found</html>'],
    [302, ''],
    [200, '<html>sign in to the wifi</html>', '', 'null', '[]', 'true', '"text"'],
    [200, '{"id_token":"x","users":[{"localId":"al'],
    [204, '']
  ]
  const rows = byStatus.flatMap(([status, ...texts]) => texts.map((text) => [status, text] as const))
  const { state, fail } = await startProvider(t)
  const found: Comparison['found'] = {}
  const expected: Comparison['expected'] = {}
  const note = (family: CallFamily, [status, text]: (typeof rows)[number], failure: ProviderFailure) => {
    const { kind, code, isWide = false, hint = null } = failure
    // The OAuth library does not distinguish an empty 200 from one without a token.
    const isOneTokens = status >= 400 && status < 500 && status !== 429
    const result =
      family === 'oauth' && status === 204 ? { ...OUTAGE, isWide } : isOneTokens ? TEMPORARY : OUTAGE
    const shown = `${family} ${status} ${text.slice(0, 60)}`
    found[shown] = { kind, code, isWide, hint }
    expected[shown] = { ...result, hint: null }
  }
  for (const row of rows) {
    const [status, text] = row
    for (const family of ['refresh', 'exchange', 'account', 'sign', 'app_check'] as const)
      note(family, row, sort(family, status, text))
    const location = status === 302 ? { location: '/elsewhere' } : {}
    state.response = (response) =>
      response.writeHead(status, { 'content-type': 'text/html', ...location }).end(text)
    note('oauth', row, await fail('oauth'))
  }
  t.equal(Object.keys(found).length, CALL_FAMILIES.length * rows.length)
  t.strictSame(found, expected)
})

t.test('error sorting: a 200 without the expected members is temporary', async (t) => {
  const rows: readonly [name: CallName, bodies: readonly object[]][] = [
    ['refresh', [{}, { id_token: 'x' }, { refresh_token: 'x' }, { id_token: 1, refresh_token: 'x' }]],
    ['exchange', [{}, { idToken: 'x' }, { refreshToken: 'x' }, { id_token: 'x', refresh_token: 'x' }]],
    ['lookUp', [{ users: {} }, { users: null }, { users: [null] }, { users: [{ localId: 'mallory' }] }]],
    ['lookUpByIdToken', [{ users: 'alice' }, { users: [{}] }, { users: [{ localId: 'mallory' }] }]],
    ['list', [{ users: {} }, { users: null }, { users: 'alice' }]],
    ['oauth', [{}, { access_token: 7 }, { access_token: '' }, { access_token: 'a b' }]]
  ]
  const { state, fail } = await startProvider(t)
  for (const [name, bodies] of rows)
    for (const body of bodies) {
      state.response = (response) => sendJson(response, 200, body)
      const { kind, code, isWide = false } = await fail(name)
      t.strictSame({ kind, code, isWide }, TEMPORARY, `${name} ${JSON.stringify(body).slice(0, 60)}`)
    }
})

t.test('error sorting: a 200 with an error in its body is not a success', async (t) => {
  const { state, fail } = await startProvider(t)
  for (const name of CALL_NAMES) {
    const error = { code: 400, message: 'QUOTA_EXCEEDED' }
    state.response = (response) => sendJson(response, 200, { error, id_token: 'x', refresh_token: 'x' })
    t.equal((await fail(name)).kind, 'temporary', name)
  }
})

t.test('error sorting: no response is an outage with its cause, for every call', async (t) => {
  const withCode = (code: string) => Object.assign(new Error('x'), { code })
  const rows: readonly [cause: Error, detail: string][] = [
    [withCode('ECONNRESET'), 'connection reset (ECONNRESET)'],
    [withCode('ECONNREFUSED'), 'connection refused (ECONNREFUSED)'],
    [withCode('ENOTFOUND'), 'DNS (ENOTFOUND)'],
    [withCode('ETIMEDOUT'), 'timeout']
  ]
  for (const family of CALL_FAMILIES)
    for (const [cause, detail] of rows) {
      const read = readResponse(family, { kind: 'unreachable', cause })
      t.match(read, { failure: { ...OUTAGE, detail, cause, status: undefined } }, `${family}: ${detail}`)
    }
  const { state, url } = await startProvider(t)
  state.response = (response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('{"users":[', () => response.destroy())
  }
  for (const name of CALL_NAMES)
    t.match(await callOnce(t, name, url, credentials, http), { ...OUTAGE, detail: /^connection reset/ }, name)
})

const DATE = 'Fri, 20 Nov 2026 09:00:00 GMT'

type RetryAfter = readonly [value: string, seconds: number | undefined, date?: string]

const ignored = (value: string): RetryAfter => [value, undefined]

const RETRY_AFTER: readonly RetryAfter[] = [
  ['7', 7],
  [' 7 ', 7],
  ['1', 1],
  ['3600', 3600],
  ['3601', 3600],
  ['86400', 3600],
  ['9'.repeat(400), 3600],
  ...['0', '-5', '1.5', '1e3', '0x10', '5, 7', '', 'soon', 'soon 2999', 'in 30 seconds'].map(ignored),
  ...['NaN', 'Infinity', '2999-01-01T00:00:00Z'].map(ignored),
  // Dates are relative to the clock of the response.
  ['Fri, 20 Nov 2026 09:00:42 GMT', 42, DATE],
  ['Fri, 20 Nov 2026 09:59:59 GMT', 3599, DATE],
  ['Fri, 20 Nov 2026 12:00:00 GMT', 3600, DATE],
  ['Thu, 31 Dec 2998 00:00:00 GMT', 3600, DATE],
  [DATE, undefined, DATE],
  ['Fri, 20 Nov 2026 08:59:00 GMT', undefined, DATE],
  ['Fri, 99 Nov 2026 09:00:42 GMT', undefined, DATE],
  ['Thu, 01 Jan 1970 00:00:09 GMT', 9, 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['Thu, 31 Dec 2998 00:00:00 GMT', 3600, 'yesterday']
]

t.test('error sorting: Retry-After is read as whole seconds up to an hour, or ignored', async (t) => {
  const error = { code: 429, message: 'RESOURCE_EXHAUSTED' }
  for (const [value, seconds, date] of RETRY_AFTER) {
    const headers = { 'retry-after': value, ...(date === undefined ? {} : { date }) }
    const failure = sort('refresh', 429, JSON.stringify({ error }), headers)
    t.equal(failure.retryAfterSeconds, seconds, `${value.slice(0, 40)} at ${date ?? 'now'}`)
  }
  const { state, fail } = await startProvider(t)
  for (const name of CALL_NAMES) {
    state.response = (response) => sendJson(response, 429, { error }, { 'retry-after': '7' })
    t.equal((await fail(name)).retryAfterSeconds, 7, name)
    state.response = (response) => sendJson(response, 429, { error })
    t.notOk('retryAfterSeconds' in (await fail(name)), `${name}: no header`)
  }
})

t.test('error sorting: any Retry-After text is ignored or read as 1 to 3600 (ASVS 1.4.2)', async () => {
  const anyText = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.double().map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString())
  )
  fc.assert(
    fc.property(anyText, anyText, (value, date) => {
      const headers = { 'retry-after': value, date }
      const read = readResponse('refresh', { kind: 'response', status: 429, headers, text: '' })
      const seconds = 'failure' in read ? (read.failure.retryAfterSeconds ?? 1) : 0
      return Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600
    })
  )
})

// Ending a session on an unlisted response would be the worst possible fault.
t.test('error sorting: no response is permanent unless it holds a listed code', async () => {
  const PERMANENT =
    /^(TOKEN_EXPIRED|USER_DISABLED|USER_NOT_FOUND|INVALID_REFRESH_TOKEN|MISSING_REFRESH_TOKEN|PROJECT_NUMBER_MISMATCH|TENANT_ID_MISMATCH)$/
  const status = fc.integer({ min: 100, max: 599 })
  const message = fc.oneof(
    fc.string(),
    fc.constantFrom('TOKEN_EXPIRED : x', 'XTOKEN_EXPIRED', 'TOKEN_EXPIRED?')
  )
  const envelope = fc.record({ error: fc.oneof(message, fc.record({ message }), fc.anything()) })
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    envelope.map((body) => JSON.stringify(body))
  )
  fc.assert(
    fc.property(status, text, (status, text) => {
      const read = readResponse('refresh', { kind: 'response', status, headers: {}, text })
      if ('body' in read || read.failure.kind !== 'permanent') return true
      return PERMANENT.test(read.failure.detail.replace(/^\d+ /, ''))
    }),
    { numRuns: 1000 }
  )
})

t.test('error sorting: an API key that the provider names is not logged', async (t) => {
  const message = "Permission denied: Consumer 'api_key:AIzaSy-secret_1' has been suspended."
  const { detail, hint } = sort('account', 403, JSON.stringify({ error: { code: 403, message } }))
  t.equal(detail, "403 Permission denied: Consumer 'api_key:…' has been suspended.")
  t.match(hint, { cause: /suspended/, doctor: 'API_KEY' })
})

t.test('error sorting: the detail is the code without its text, or a sentence cut at a word', async (t) => {
  const shown = (message: string, reason = 'a sentence') => {
    const error = { code: 403, message, details: [buildErrorInfo(reason)] }
    return sort('exchange', 403, JSON.stringify({ error })).detail
  }
  t.equal(shown('INVALID_CUSTOM_TOKEN : eyJhbGciOiJSUzI1NiJ9.secret'), '403 INVALID_CUSTOM_TOKEN')
  t.ok(shown('X'.repeat(1000)).length <= 125)
  const code = 'API_KEY_SERVICE_BLOCKED'
  const fits = `Requests to this API method ${'x'.repeat(70)} are blocked.`
  t.equal(shown(fits, code), `403 ${fits} ${code}`, 'a reason is never cut')
  t.equal(shown('x'.repeat(500), code), `403 ${'x'.repeat(119)}… ${code}`)
  t.equal(shown(RESTRICTED), `403 ${RESTRICTED.replace(/ this restriction\.$/, ' this…')}`)
  for (const reason of ['', 'a sentence', `A${'X'.repeat(63)}`, 'ÄPI'])
    t.equal(shown('Blocked.', reason), '403 Blocked.', reason)
})

t.test('error sorting: what only the operator can fix is logged with a cause and a fix', async (t) => {
  const rows = [...ANY_CALL, ...REFRESH, ...EXCHANGE, ...ACCOUNT, ...SIGN]
  const errors: { status: number; error: unknown }[] = [
    ...rows.map(([code, message]) => ({ status: code, error: { code, message } })),
    ...OAUTH.map(([status, error]) => ({ status, error }))
  ]
  let hinted = 0
  for (const family of CALL_FAMILIES)
    for (const { status, error } of errors) {
      const answer = { kind: 'response', status, text: JSON.stringify({ error }), headers: {} } as const
      const read = readResponse(family, answer)
      if (!('failure' in read) || read.failure.kind !== 'configuration') continue
      const { cause = '', fix = '' } = read.failure.hint ?? {}
      t.ok(cause !== '' && fix !== '', `${family} ${answer.text}`)
      hinted += 1
    }
  t.ok(hinted > 100, `${hinted}`)
})
