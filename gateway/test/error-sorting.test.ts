import t from 'tap'
import {
  type CallFamily,
  type FailureKind,
  type ProviderFailure,
  readAnswer,
  wrongShape
} from '../src/identity-platform/error-sorting.ts'

type Row = readonly [status: number, message: string, kind: FailureKind, code: string]

function sort(family: CallFamily, status: number, text: string, headers = {}): ProviderFailure {
  const read = readAnswer(family, { kind: 'answer', status, headers, text })
  if ('body' in read) throw new Error(`${status} ${text} was taken for a good answer`)
  return read.failure
}

/** Google's envelope as identitytoolkit writes it, and as securetoken does. */
function envelopes(code: number, message: string): string[] {
  return [
    JSON.stringify({ error: { code, message, errors: [{ message, reason: 'invalid', domain: 'global' }] } }),
    JSON.stringify({ error: { code, message, status: 'INVALID_ARGUMENT' } })
  ]
}

const CONFIGURATION = ['configuration', 'PROVIDER_UNAVAILABLE'] as const
const TEMPORARY = ['temporary', 'PROVIDER_UNAVAILABLE'] as const
const CALLER = ['caller', 'INVALID_ARGUMENT'] as const

const ANYWHERE: readonly Row[] = [
  [400, 'USER_DISABLED', 'permanent', 'USER_DISABLED'],
  [400, 'USER_NOT_FOUND', 'permanent', 'USER_NOT_FOUND'],
  [400, 'API key not valid. Please pass a valid API key.', ...CONFIGURATION],
  [400, 'API key expired. Please renew the API key.', ...CONFIGURATION],
  [403, 'The request is missing a valid API key.', ...CONFIGURATION],
  [403, 'Requests from referer <empty> are blocked.', ...CONFIGURATION],
  [403, 'Requests to this API identitytoolkit method google.x are blocked.', ...CONFIGURATION],
  [403, 'Identity Toolkit API has not been used in project 1 before or it is disabled.', ...CONFIGURATION],
  [403, 'The provided API key has an IP address restriction.', ...CONFIGURATION],
  [401, 'Firebase App Check token is invalid.', ...CONFIGURATION],
  [400, 'QUOTA_EXCEEDED', ...TEMPORARY],
  [400, 'QUOTA_EXCEEDED : Exceeded quota for verifying passwords.', ...TEMPORARY],
  [400, 'TOO_MANY_ATTEMPTS_TRY_LATER', ...TEMPORARY],
  [400, 'TOO_MANY_ATTEMPTS_TRY_LATER : Too many attempts.', ...TEMPORARY],
  [403, 'QUOTA_EXCEEDED', ...TEMPORARY],
  [429, 'RESOURCE_EXHAUSTED', ...TEMPORARY],
  [429, 'Resource has been exhausted (e.g. check quota).', ...TEMPORARY],
  [429, '', ...TEMPORARY],
  [500, 'Internal error encountered.', ...TEMPORARY],
  [500, 'Error code: 39', ...TEMPORARY],
  [400, 'Error code: 39', ...TEMPORARY],
  [502, 'Bad Gateway', ...TEMPORARY],
  [503, 'The service is currently unavailable.', ...TEMPORARY],
  [504, 'DEADLINE_EXCEEDED', ...TEMPORARY],
  [400, 'A_CODE_NOBODY_HAS_HEARD_OF', ...TEMPORARY],
  [400, 'A_CODE_NOBODY_HAS_HEARD_OF : with a detail', ...TEMPORARY],
  // Object.prototype has these; the tables must not.
  [400, 'constructor', ...TEMPORARY],
  [400, '__proto__', ...TEMPORARY]
]

// identity-platform.md, 4.1
const REFRESH: readonly Row[] = [
  [400, 'TOKEN_EXPIRED', 'permanent', 'TOKEN_REVOKED'],
  [400, 'INVALID_REFRESH_TOKEN', 'permanent', 'INVALID_CREDENTIALS'],
  [400, 'MISSING_REFRESH_TOKEN', 'permanent', 'MISSING_REFRESH_TOKEN'],
  [400, 'PROJECT_NUMBER_MISMATCH', 'permanent', 'INVALID_CREDENTIALS'],
  [400, 'TENANT_ID_MISMATCH', 'permanent', 'INVALID_CREDENTIALS'],
  [400, 'INVALID_GRANT_TYPE', ...CONFIGURATION],
  [400, 'MISSING_GRANT_TYPE', ...CONFIGURATION],
  [400, 'UNSUPPORTED_TENANT_OPERATION', ...CONFIGURATION],
  [400, 'Invalid JSON payload received. Unknown name "x": Cannot find field.', ...CONFIGURATION],
  // Words of other calls mean nothing here.
  [400, 'INVALID_CUSTOM_TOKEN', ...TEMPORARY],
  [400, 'INVALID_ID_TOKEN', ...TEMPORARY],
  // A word inside a sentence, or in other letters, is no code.
  [400, 'the TOKEN_EXPIRED', ...TEMPORARY],
  [400, 'token_expired', ...TEMPORARY]
]

// identity-platform.md, 4.2
const EXCHANGE: readonly Row[] = [
  [400, 'TENANT_ID_MISMATCH', 'permanent', 'INVALID_CREDENTIALS'],
  [400, 'BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP request error))', 'permanent', 'INVALID_CREDENTIALS'],
  [400, 'INVALID_CUSTOM_TOKEN', ...CONFIGURATION],
  [400, 'INVALID_CUSTOM_TOKEN : Invalid assertion format', ...CONFIGURATION],
  [400, 'INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): "x"))', ...CONFIGURATION],
  [400, 'CREDENTIAL_MISMATCH', ...CONFIGURATION],
  [400, 'FORBIDDEN_CLAIM : sub', ...CONFIGURATION],
  [400, 'MISSING_CUSTOM_TOKEN', ...CONFIGURATION],
  [400, 'MISSING_IDENTIFIER', ...CONFIGURATION],
  [400, 'ADMIN_ONLY_OPERATION', ...CONFIGURATION],
  [400, 'TOKEN_EXPIRED', ...TEMPORARY],
  [400, 'INVALID_REFRESH_TOKEN', ...TEMPORARY]
]

// identity-platform.md, 4.3
const ACCOUNT: readonly Row[] = [
  [400, 'EMAIL_EXISTS', ...CALLER],
  [400, 'PHONE_NUMBER_EXISTS', ...CALLER],
  [400, 'DUPLICATE_LOCAL_ID', ...CALLER],
  [400, 'INVALID_EMAIL', ...CALLER],
  [400, 'INVALID_PHONE_NUMBER : Invalid format.', ...CALLER],
  [400, 'INVALID_LOCAL_ID', ...CALLER],
  [400, 'INVALID_CLAIMS', ...CALLER],
  [400, 'INVALID_PAGE_SELECTION', ...CALLER],
  [400, 'MISSING_LOCAL_ID', ...CALLER],
  [400, 'WEAK_PASSWORD : Password should be at least 6 characters', ...CALLER],
  [400, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements', ...CALLER],
  [400, 'CLAIMS_TOO_LARGE', ...CALLER],
  [400, 'FORBIDDEN_CLAIM : firebase', ...CALLER],
  [400, 'Invalid JSON payload received. /localId must be array', ...CALLER],
  [401, 'Request had invalid authentication credentials. Expected OAuth 2 access token.', ...CONFIGURATION],
  [403, 'PERMISSION_DENIED', ...CONFIGURATION],
  [403, 'The caller does not have permission', ...CONFIGURATION],
  [400, 'INSUFFICIENT_PERMISSION : Only authenticated requests can specify this.', ...CONFIGURATION],
  [400, 'CONFIGURATION_NOT_FOUND', ...CONFIGURATION],
  [404, 'CONFIGURATION_NOT_FOUND', ...CONFIGURATION],
  [400, 'PROJECT_NOT_FOUND', ...CONFIGURATION],
  [400, 'TENANT_NOT_FOUND', ...CONFIGURATION],
  // 2.1: the look-up by id token, of a sign-in that was revoked.
  [400, 'TOKEN_EXPIRED', 'permanent', 'TOKEN_REVOKED']
]

const TABLES: readonly [string, CallFamily, readonly Row[]][] = [
  ['refresh', 'refresh', REFRESH],
  ['exchange', 'exchange', EXCHANGE],
  ['account', 'account', ACCOUNT],
  ['any call', 'refresh', ANYWHERE],
  ['any call', 'exchange', ANYWHERE],
  ['any call', 'account', ANYWHERE]
]

for (const [name, family, rows] of TABLES) {
  t.test(`error sorting: messages of ${name} (as ${family}), each has its kind and code`, async (t) => {
    for (const [status, message, kind, code] of rows) {
      for (const text of envelopes(status, message)) {
        const failure = sort(family, status, text)
        t.strictSame([failure.kind, failure.code], [kind, code], `${status} ${message}`)
      }
    }
  })
}

t.test('error sorting: answers that are no error of Google, temporary in every family', async (t) => {
  const rows: readonly [status: number, text: string][] = [
    [500, '<!DOCTYPE html><html><title>Error 500</title></html>'],
    [502, '<!DOCTYPE html><html><title>Error 502</title></html>'],
    [503, ''],
    [500, 'null'],
    [400, '<html>400</html>'],
    [400, ''],
    [400, 'null'],
    [400, '[]'],
    [400, '[{"error":{"code":400,"message":"USER_DISABLED"}}]'],
    [400, '"USER_DISABLED"'],
    [400, '{"error":null}'],
    [400, '{"error":{"message":42}}'],
    [400, '{"error":{"message":["USER_DISABLED"]}}'],
    [400, '{"error":["USER_DISABLED"]}'],
    [400, '{"error":{"code":400,"message":"USER_DISA'],
    [400, '{"message":"USER_DISABLED"}'],
    [405, '{"message":"Method GET not allowed for path /v1/token"}'],
    [403, '<html>blocked by a captive portal</html>'],
    [404, '<html>not found</html>'],
    [302, ''],
    [200, '<html>sign in to the wifi</html>'],
    [200, ''],
    [200, 'null'],
    [200, '[]'],
    [200, 'true'],
    [204, '{}']
  ]
  for (const family of ['refresh', 'exchange', 'account'] as const) {
    for (const [status, text] of rows) {
      const failure = sort(family, status, text)
      t.strictSame([failure.kind, failure.code], TEMPORARY, `${family} ${status} ${text.slice(0, 60)}`)
    }
  }
})

t.test('error sorting: OAuth shape with its error as text, read like a message', async (t) => {
  const oauth = JSON.stringify({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' })
  const failure = sort('account', 400, oauth)
  t.strictSame([failure.kind, failure.detail], ['temporary', '400 invalid_grant'])
  t.equal(sort('refresh', 400, '{"error":"USER_DISABLED"}').code, 'USER_DISABLED')
})

t.test('error sorting: 200 that carries an error, is not a good answer', async (t) => {
  const [text = ''] = envelopes(400, 'QUOTA_EXCEEDED')
  t.strictSame(sort('refresh', 200, text).kind, 'temporary')
  t.strictSame(sort('refresh', 200, '{"error":null,"id_token":"x"}').kind, 'temporary')
})

t.test('error sorting: 200 with an object, gives the object', async (t) => {
  const read = readAnswer('refresh', { kind: 'answer', status: 200, headers: {}, text: '{"id_token":"x"}' })
  t.strictSame(read, { body: { id_token: 'x' } })
})

t.test('error sorting: no answer, temporary with its cause', async (t) => {
  const cause = new Error('getaddrinfo ENOTFOUND')
  const read = readAnswer('refresh', { kind: 'unreachable', cause })
  t.match(read, { failure: { kind: 'temporary', code: 'PROVIDER_UNAVAILABLE' } })
  t.equal('failure' in read && read.failure.cause, cause)
})

t.test('error sorting: Retry-After, in whole seconds up to an hour, anything else left out', async (t) => {
  const [text = ''] = envelopes(429, 'RESOURCE_EXHAUSTED')
  const rows: readonly [header: string, seconds: number | undefined][] = [
    ['7', 7],
    ['1.2', 2],
    ['3600', 3600],
    ['86400', 3600],
    ['1e308', 3600],
    ['0', undefined],
    ['-5', undefined],
    ['', undefined],
    ['soon', undefined],
    ['NaN', undefined],
    ['Infinity', undefined]
  ]
  for (const [header, seconds] of rows) {
    t.equal(sort('refresh', 429, text, { 'retry-after': header }).retryAfterSeconds, seconds, header)
  }
  t.notOk('retryAfterSeconds' in sort('refresh', 429, text), 'no header')
})

t.test(
  'error sorting: detail for the log, names the code without its detail and cuts sentences',
  async (t) => {
    const secret = 'eyJhbGciOiJSUzI1NiJ9.secret'
    t.equal(
      sort('exchange', 400, `{"error":{"message":"INVALID_CUSTOM_TOKEN : ${secret}"}}`).detail,
      '400 INVALID_CUSTOM_TOKEN'
    )
    const sentence = `Something went wrong ${'x'.repeat(1000)}`
    t.ok(sort('exchange', 400, `{"error":{"message":"${sentence}"}}`).detail.length <= 125)
  }
)

t.test('error sorting: wrong shape of a good answer, temporary', async (t) => {
  t.strictSame(wrongShape('no id_token'), {
    kind: 'temporary',
    code: 'PROVIDER_UNAVAILABLE',
    detail: 'no id_token'
  })
})
