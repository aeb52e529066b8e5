import { X509Certificate } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, importPKCS8, importX509, jwtVerify, SignJWT } from 'jose'
import t, { type Test } from 'tap'
import type { StandInOptions } from '../../stand-in/options.ts'
import { buildErrorInfo } from '../../stand-in/server/errors.ts'
import type { InjectedFault } from '../../stand-in/server/faults.ts'
import type { StandIn } from '../../stand-in/stand-in.ts'
import { startTestStandIn } from '../fixtures/stand-in.ts'

const NOW = 1_800_000_000
const IDENTITY_TOOLKIT_AUDIENCE =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
const JWK_PATH = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform'

interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: bodies are compared member by member
  body: any
}

async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  const isJson = (answer.headers.get('content-type') ?? '').includes('json') && text !== ''
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
}

function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body)
  })
}

function postForm(url: string, form: Record<string, string>): Promise<Answer> {
  return send(url, { method: 'POST', body: new URLSearchParams(form) })
}

async function start(t: Test, options: Partial<StandInOptions> = {}): Promise<StandIn> {
  const standIn = await startTestStandIn(t, { projectId: 'demo-gate', now: () => NOW, ...options })
  standIn.accounts.create({ uid: 'alice', email: 'Alice@example.com', password: 'secret1' })
  return standIn
}

function signInCall(standIn: StandIn, action: string, body: unknown): Promise<Answer> {
  const { endpoints, apiKey } = standIn
  return postJson(`${endpoints.identityToolkit}/v1/accounts:${action}?key=${apiKey}`, body)
}

function refresh(standIn: StandIn, refreshToken: string): Promise<Answer> {
  const { endpoints, apiKey } = standIn
  return postForm(`${endpoints.secureToken}/v1/token?key=${apiKey}`, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken
  })
}

async function signJwt(
  { serviceAccount }: StandIn,
  claims: Record<string, unknown>,
  privateKey = serviceAccount.private_key
): Promise<string> {
  const { client_email: email } = serviceAccount
  const key = await importPKCS8(privateKey, 'RS256')
  const payload = { iss: email, iat: NOW, exp: NOW + 3600, ...claims }
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).sign(key)
}

function signCustomToken(standIn: StandIn, claims: Record<string, unknown>, key?: string): Promise<string> {
  const whole = { aud: IDENTITY_TOOLKIT_AUDIENCE, sub: standIn.serviceAccount.client_email, ...claims }
  return signJwt(standIn, whole, key)
}

async function requestAccessToken(
  standIn: StandIn,
  claims: Record<string, unknown> = {},
  key?: string
): Promise<Answer> {
  const whole = { aud: standIn.serviceAccount.token_uri, scope: CLOUD_PLATFORM, ...claims }
  return postForm(standIn.endpoints.oauthToken, {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signJwt(standIn, whole, key)
  })
}

type AdminCall = (path: string, body: unknown) => Promise<Answer>

async function openAdmin(standIn: StandIn): Promise<AdminCall> {
  const { body } = await requestAccessToken(standIn)
  const base = `${standIn.endpoints.identityToolkit}/v1/projects/${standIn.projectId}`
  return (path, json) => postJson(`${base}/${path}`, json, { authorization: `Bearer ${body.access_token}` })
}

t.test('stand-in: published certificate, is self-signed X.509 and verifies an id token', async (t) => {
  const standIn = await start(t)
  const idToken = await standIn.issueIdToken('alice')
  const { headers, body } = await send(standIn.endpoints.certificates)
  const { kid = '' } = decodeProtectedHeader(idToken)
  t.match(kid, /^[0-9a-f]{40}$/)
  t.strictSame(Object.keys(body), [kid])
  t.equal(headers.get('cache-control'), 'public, max-age=21600, must-revalidate, no-transform')
  const certificate = new X509Certificate(body[kid])
  t.ok(certificate.verify(certificate.publicKey))
  t.equal(certificate.subject, certificate.issuer)
  t.ok(Date.parse(certificate.validFrom) / 1000 < NOW && Date.parse(certificate.validTo) / 1000 > NOW)
  const { payload } = await jwtVerify(idToken, await importX509(body[kid], 'RS256'), {
    issuer: 'https://securetoken.google.com/demo-gate',
    audience: 'demo-gate',
    currentDate: new Date(NOW * 1000)
  })
  t.equal(payload.sub, 'alice')
})

t.test('stand-in: certificate validity after 2049, is written with four-digit years', async (t) => {
  const standIn = await start(t, { now: () => 2_600_000_000 })
  const { body } = await send(standIn.endpoints.certificates)
  const [pem] = Object.values(body)
  t.match(new X509Certificate(String(pem)).validTo, '2052')
})

t.test('stand-in: JWK set, has the same key ids as the certificates', async (t) => {
  const standIn = await start(t)
  const { body } = await send(`${standIn.url}${JWK_PATH}`)
  const { kid } = decodeProtectedHeader(await standIn.issueIdToken('alice'))
  t.match(body, { keys: [{ kid, kty: 'RSA', alg: 'RS256', use: 'sig', e: 'AQAB' }] })
})

t.test('stand-in: max-age of certificates, changed or left out, so is cache-control', async (t) => {
  const standIn = await start(t)
  standIn.settings.certificatesMaxAgeSeconds = 5
  t.match((await send(standIn.endpoints.certificates)).headers.get('cache-control'), 'max-age=5,')
  standIn.settings.certificatesMaxAgeSeconds = null
  t.equal((await send(standIn.endpoints.certificates)).headers.get('cache-control'), null)
})

t.test('stand-in: key rotation, publishes both until the old one is retired', async (t) => {
  const standIn = await start(t)
  const before = decodeProtectedHeader(await standIn.issueIdToken('alice')).kid
  await standIn.rotateKeys()
  const after = decodeProtectedHeader(await standIn.issueIdToken('alice')).kid
  t.not(before, after)
  t.strictSame(Object.keys((await send(standIn.endpoints.certificates)).body).sort(), [before, after].sort())
  standIn.retireOldKeys()
  t.strictSame(Object.keys((await send(standIn.endpoints.certificates)).body), [after])
})

t.test('stand-in: id token, carries account, session and tenant claims', async (t) => {
  const standIn = await start(t)
  const uid = standIn.accounts.create({
    email: 'bob@example.com',
    displayName: 'Bob',
    photoUrl: 'https://img.example/b.png',
    emailVerified: true,
    phoneNumber: '+15555550100',
    customClaims: { role: 'admin', sub: 'nobody' },
    tenantId: 'blue'
  })
  t.match(uid, /^[A-Za-z0-9]{28}$/)
  const { idToken } = await standIn.signIn(uid, {
    provider: 'google.com',
    authTimeSeconds: NOW - 100,
    tenantId: 'blue',
    secondFactor: { kind: 'totp', id: 'factor-1' }
  })
  const { firebase, ...claims } = decodeJwt<{ firebase: Record<string, unknown> }>(idToken)
  t.strictSame(claims, {
    role: 'admin',
    name: 'Bob',
    picture: 'https://img.example/b.png',
    email: 'bob@example.com',
    email_verified: true,
    phone_number: '+15555550100',
    iss: 'https://securetoken.google.com/demo-gate',
    aud: 'demo-gate',
    auth_time: NOW - 100,
    user_id: uid,
    sub: uid,
    iat: NOW,
    exp: NOW + 3600
  })
  t.match(firebase, {
    identities: { 'google.com': [/^\d+$/], email: ['bob@example.com'], phone: ['+15555550100'] },
    sign_in_provider: 'google.com',
    sign_in_second_factor: 'totp',
    second_factor_identifier: 'factor-1',
    tenant: 'blue'
  })
})

t.test('stand-in: id token overrides, change header, claims, life and leave names out', async (t) => {
  const standIn = await start(t)
  const idToken = await standIn.issueIdToken('nobody', {
    header: { kid: 'other', crit: ['b64'] },
    claims: { aud: ['demo-gate'] },
    lifeSeconds: -1,
    omit: ['typ', 'auth_time']
  })
  t.strictSame(decodeProtectedHeader(idToken), { alg: 'RS256', kid: 'other', crit: ['b64'] })
  t.match(decodeJwt(idToken), { sub: 'nobody', aud: ['demo-gate'], exp: NOW - 1, auth_time: undefined })
})

t.test('stand-in: password sign-in, right password gives tokens', async (t) => {
  const standIn = await start(t)
  const { status, body } = await signInCall(standIn, 'signInWithPassword', {
    email: 'ALICE@example.com',
    password: 'secret1',
    returnSecureToken: true
  })
  t.equal(status, 200)
  t.match(body, { localId: 'alice', email: 'alice@example.com', registered: true, expiresIn: '3600' })
  t.match(decodeJwt(body.idToken), { sub: 'alice', firebase: { sign_in_provider: 'password' } })
  t.equal((await refresh(standIn, body.refreshToken)).status, 200)
  t.equal(standIn.accounts.get('alice')?.lastSignInSeconds, NOW)
})

t.test('stand-in: password sign-in, refusals', async (t) => {
  const standIn = await start(t)
  standIn.accounts.create({ uid: 'off', email: 'off@example.com', password: 'secret1', disabled: true })
  const rows: [string, Record<string, unknown>][] = [
    ['INVALID_LOGIN_CREDENTIALS', { email: 'alice@example.com', password: 'wrong' }],
    ['INVALID_LOGIN_CREDENTIALS', { email: 'nobody@example.com', password: 'secret1' }],
    ['INVALID_LOGIN_CREDENTIALS', { email: 'off@example.com', password: 'wrong' }],
    ['USER_DISABLED', { email: 'off@example.com', password: 'secret1' }],
    ['INVALID_EMAIL', { email: 'alice', password: 'secret1' }],
    ['MISSING_PASSWORD', { email: 'alice@example.com' }],
    ['TENANT_NOT_FOUND', { email: 'alice@example.com', password: 'secret1', tenantId: 'none' }]
  ]
  for (const [message, body] of rows) {
    const answer = await signInCall(standIn, 'signInWithPassword', body)
    t.equal(answer.status, 400)
    t.strictSame(answer.body, {
      error: { code: 400, message, errors: [{ message, reason: 'invalid', domain: 'global' }] }
    })
  }
})

t.test('stand-in: sign-up, makes an account or an anonymous one', async (t) => {
  const standIn = await start(t)
  const bob = await signInCall(standIn, 'signUp', {
    email: 'bob@example.com',
    password: 'secret-2',
    displayName: 'Bob'
  })
  t.match(standIn.accounts.get(bob.body.localId), { email: 'bob@example.com', hasPassword: true })
  const { body } = await signInCall(standIn, 'signUp', { returnSecureToken: true })
  const claims = decodeJwt(body.idToken)
  t.match(claims, { provider_id: 'anonymous', firebase: { sign_in_provider: 'anonymous', identities: {} } })
  t.notOk(Object.hasOwn(claims, 'email'))
})

t.test('stand-in: sign-up, refusals', async (t) => {
  const standIn = await start(t)
  const rows: [string, Record<string, unknown>][] = [
    ['EMAIL_EXISTS', { email: 'alice@EXAMPLE.com', password: 'secret1' }],
    ['INVALID_EMAIL', { email: 'bob', password: 'secret1' }],
    [
      'WEAK_PASSWORD : Password should be at least 6 characters',
      { email: 'bob@example.com', password: 'short' }
    ],
    ['MISSING_PASSWORD', { email: 'bob@example.com' }],
    ['MISSING_EMAIL', { password: 'secret1' }]
  ]
  for (const [message, body] of rows) {
    t.match(await signInCall(standIn, 'signUp', body), { status: 400, body: { error: { message } } })
  }
})

t.test('stand-in: look-up by id token, gives the record without the password', async (t) => {
  const standIn = await start(t)
  const { idToken } = await standIn.signIn('alice')
  const { body } = await signInCall(standIn, 'lookup', { idToken })
  t.match(body.users, [{ localId: 'alice', lastLoginAt: `${NOW}000`, providerUserInfo: [{}] }])
  t.notMatch(JSON.stringify(body), 'secret1')
})

t.test('stand-in: record of a federated sign-in, names the provider and the phone', async (t) => {
  const standIn = await start(t)
  standIn.accounts.create({ uid: 'bob', phoneNumber: '+15555550100' })
  const { idToken } = await standIn.signIn('bob', { provider: 'google.com' })
  const { body } = await signInCall(standIn, 'lookup', { idToken })
  t.match(body.users[0].providerUserInfo, [
    { providerId: 'google.com', rawId: /^\d+$/ },
    { providerId: 'phone', rawId: '+15555550100' }
  ])
  t.notOk(Object.hasOwn(body.users[0], 'passwordHash'))
})

t.test('stand-in: look-up by id token, refusals', async (t) => {
  const standIn = await start(t)
  const { accounts } = standIn
  for (const uid of ['off', 'late', 'gone']) accounts.create({ uid })
  const tokens = Object.fromEntries(
    await Promise.all(['off', 'gone'].map(async (uid) => [uid, await standIn.issueIdToken(uid)]))
  )
  const late = await standIn.issueIdToken('late', { claims: { auth_time: NOW - 1 } })
  accounts.disable('off')
  accounts.revoke('late')
  accounts.delete('gone')
  const rows = [
    ['MISSING_ID_TOKEN', ''],
    ['INVALID_ID_TOKEN', 'x.y.z'],
    ['INVALID_ID_TOKEN', `${tokens.off.slice(0, -8)}AAAAAAAA`],
    ['INVALID_ID_TOKEN', await standIn.issueIdToken('alice', { header: { kid: 'other' } })],
    ['INVALID_ID_TOKEN', await standIn.issueIdToken('alice', { omit: ['sub'] })],
    ['TOKEN_EXPIRED', await standIn.issueIdToken('alice', { lifeSeconds: 0 })],
    ['TOKEN_EXPIRED', late],
    ['USER_DISABLED', tokens.off],
    ['USER_NOT_FOUND', tokens.gone]
  ]
  for (const [message, idToken] of rows) {
    const answer = await signInCall(standIn, 'lookup', { idToken })
    t.match(answer, { status: 400, body: { error: { message } } }, message)
  }
})

t.test('stand-in: API key, accepted in query or header, refused when missing or wrong', async (t) => {
  const standIn = await start(t, { apiKey: 'right' })
  const url = `${standIn.url}/v1/accounts:signUp`
  t.equal((await postJson(`${url}?key=right`, {})).status, 200)
  t.equal((await postJson(url, {}, { 'x-goog-api-key': 'right' })).status, 200)
  t.match(await postJson(url, {}), { status: 403, body: { error: { status: 'PERMISSION_DENIED' } } })
  const message = 'API key not valid. Please pass a valid API key.'
  const wrong = await postJson(`${url}?key=wrong`, {})
  t.match(wrong, { status: 400, body: { error: { message, status: 'INVALID_ARGUMENT' } } })
  t.match((await postForm(`${standIn.url}/v1/token?key=wrong`, {})).body, { error: { message } })
})

t.test('stand-in: bodies production refuses, 400 with a sentence', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  const broken = await send(`${standIn.url}/v1/accounts:signUp?key=k`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{'
  })
  const answers = [
    broken,
    await signInCall(standIn, 'signUp', { surname: 'x' }),
    await signInCall(standIn, 'signUp', []),
    await signInCall(standIn, 'signUp', { email: 1 }),
    await admin('accounts:lookup', { localId: 'alice' }),
    await admin('accounts:lookup', { localId: [1] }),
    await admin('accounts:update', { localId: 'alice', disableUser: 'yes' }),
    await admin('accounts:update', { localId: 'alice', validSince: '1.5' }),
    await admin('accounts:update', { localId: 'alice', displayName: null })
  ]
  for (const answer of answers) {
    const error = { message: /^Invalid JSON payload received\. ./, status: 'INVALID_ARGUMENT' }
    t.match(answer, { status: 400, body: { error } })
  }
  t.match(await send(`${standIn.url}/v2/other`), { status: 404, body: { error: { status: 'NOT_FOUND' } } })
})

t.test('stand-in: cross-origin page, preflight and answer allow any origin', async (t) => {
  const standIn = await start(t)
  const url = `${standIn.endpoints.identityToolkit}/v1/accounts:signUp?key=k`
  const preflight = await send(url, {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'x-client-version,content-type' }
  })
  t.equal(preflight.status, 204)
  t.equal(preflight.headers.get('access-control-allow-headers'), 'x-client-version,content-type')
  t.equal(standIn.calls.signUp, 0)
  for (const answer of [preflight, await postJson(url, {}), await postJson(url, [])]) {
    t.equal(answer.headers.get('access-control-allow-origin'), '*')
  }
})

t.test('stand-in: refresh, gives a new id token of the same sign-in', async (t) => {
  let now = NOW
  const standIn = await start(t, { now: () => now })
  const { refreshToken } = await standIn.signIn('alice')
  now += 5000
  standIn.accounts.setClaims('alice', { role: 'admin' })
  const { status, body } = await refresh(standIn, refreshToken)
  t.equal(status, 200)
  t.match(body, { expires_in: '3600', refresh_token: refreshToken, user_id: 'alice', token_type: 'Bearer' })
  t.match(body.project_id, /^\d{12}$/)
  t.equal(body.access_token, body.id_token)
  t.match(decodeJwt(body.id_token), { auth_time: NOW, iat: NOW + 5000, role: 'admin' })
  standIn.settings.rotateRefreshTokens = true
  const rotated = await refresh(standIn, refreshToken)
  t.not(rotated.body.refresh_token, refreshToken)
  t.equal((await refresh(standIn, rotated.body.refresh_token)).status, 200)
  t.equal((await refresh(standIn, refreshToken)).status, 200)
})

t.test('stand-in: refresh after revocation, TOKEN_EXPIRED', async (t) => {
  let now = NOW
  const standIn = await start(t, { now: () => now })
  const { refreshToken } = await standIn.signIn('alice')
  standIn.accounts.revoke('alice')
  t.equal((await refresh(standIn, refreshToken)).status, 200, 'same second')
  now += 1
  standIn.accounts.revoke('alice')
  const { status, body } = await refresh(standIn, refreshToken)
  t.equal(status, 400)
  t.strictSame(body, { error: { code: 400, message: 'TOKEN_EXPIRED', status: 'INVALID_ARGUMENT' } })
  const { refreshToken: later } = await standIn.signIn('alice')
  t.equal((await refresh(standIn, later)).status, 200)
})

t.test('stand-in: refresh of a session that is over, refusals', async (t) => {
  const standIn = await start(t)
  const other = await start(t, { projectId: 'demo-other' })
  const { accounts } = standIn
  const open = async (uid: string): Promise<string> => {
    accounts.create({ uid, email: `${uid}@example.com`, password: 'secret1' })
    return (await standIn.signIn(uid)).refreshToken
  }
  const rows: [string, string][] = [
    ['TOKEN_EXPIRED', await open('new-password')],
    ['TOKEN_EXPIRED', await open('new-email')],
    ['USER_DISABLED', await open('off')],
    ['USER_NOT_FOUND', await open('gone')],
    ['USER_NOT_FOUND', await open('again')],
    ['INVALID_REFRESH_TOKEN', 'made-up'],
    ['PROJECT_NUMBER_MISMATCH', (await other.signIn('alice')).refreshToken],
    ['MISSING_REFRESH_TOKEN', '']
  ]
  accounts.update('new-password', { password: 'secret2' })
  accounts.update('new-email', { email: 'newer@example.com' })
  accounts.disable('off')
  accounts.delete('gone')
  accounts.delete('again')
  accounts.create({ uid: 'again' })
  for (const [message, refreshToken] of rows) {
    t.match(await refresh(standIn, refreshToken), { status: 400, body: { error: { message } } }, message)
  }
})

t.test('stand-in: refresh without a grant type, refused', async (t) => {
  const standIn = await start(t)
  const url = `${standIn.url}/v1/token?key=k`
  t.match(await postForm(url, {}), { status: 400, body: { error: { message: 'MISSING_GRANT_TYPE' } } })
  t.match((await postForm(url, { grant_type: 'x' })).body, { error: { message: 'INVALID_GRANT_TYPE' } })
  t.match((await send(url, { method: 'POST' })).body, { error: { message: 'MISSING_GRANT_TYPE' } })
})

t.test('stand-in: custom token, signs in and its claims stay across a refresh', async (t) => {
  const standIn = await start(t)
  standIn.accounts.setClaims('alice', { role: 'account', fresh: true })
  const token = await signCustomToken(standIn, { uid: 'alice', claims: { role: 'token' } })
  const { status, body } = await signInCall(standIn, 'signInWithCustomToken', {
    token,
    returnSecureToken: true
  })
  t.equal(status, 200)
  t.match(body, { isNewUser: false, expiresIn: '3600' })
  const { body: refreshed } = await refresh(standIn, body.refreshToken)
  for (const idToken of [body.idToken, refreshed.id_token]) {
    const firebase = { sign_in_provider: 'custom' }
    t.match(decodeJwt(idToken), { role: 'token', fresh: true, email: 'alice@example.com', firebase })
  }
  t.equal(standIn.calls.exchange, 1)
})

t.test('stand-in: custom token of an unknown uid, creates the account in its pool', async (t) => {
  const standIn = await start(t, { tenants: ['blue'] })
  const token = await signCustomToken(standIn, { uid: 'new', tenant_id: 'blue' })
  const { body } = await signInCall(standIn, 'signInWithCustomToken', { token, tenantId: 'blue' })
  t.equal(body.isNewUser, true)
  t.match(standIn.accounts.get('new'), { uid: 'new', tenantId: 'blue' })
  t.match(decodeJwt(body.idToken), { firebase: { tenant: 'blue' } })
})

t.test('stand-in: custom token, refusals', async (t) => {
  const standIn = await start(t)
  const other = await start(t, { projectId: 'demo-other' })
  standIn.accounts.create({ uid: 'off', disabled: true })
  const make = (claims: Record<string, unknown>, key?: string): Promise<string> =>
    signCustomToken(standIn, { uid: 'alice', ...claims }, key)
  const rows: [string, string, string?][] = [
    ['MISSING_CUSTOM_TOKEN', ''],
    ['INVALID_CUSTOM_TOKEN : Invalid assertion format', 'x.y.z'],
    ['INVALID_CUSTOM_TOKEN', await make({}, other.serviceAccount.private_key)],
    ['INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): "x"))', await make({ aud: 'x' })],
    ['CREDENTIAL_MISMATCH', await make({ iss: 'x@example.com' })],
    ['CREDENTIAL_MISMATCH', await make({ sub: 'x@example.com' })],
    ['INVALID_CUSTOM_TOKEN', await make({ iat: NOW - 3601, exp: NOW })],
    ['INVALID_CUSTOM_TOKEN', await make({ iat: NOW + 301, exp: NOW + 3000 })],
    ['INVALID_CUSTOM_TOKEN', await make({ exp: NOW + 3601 })],
    ['INVALID_CUSTOM_TOKEN', await make({ exp: undefined })],
    ['MISSING_IDENTIFIER', await make({ uid: undefined })],
    ['MISSING_IDENTIFIER', await make({ uid: '' })],
    ['INVALID_CUSTOM_TOKEN', await make({ uid: 'x'.repeat(129) })],
    ['INVALID_CUSTOM_TOKEN', await make({ claims: ['x'] })],
    ['FORBIDDEN_CLAIM : sub', await make({ claims: { sub: 'x' } })],
    ['FORBIDDEN_CLAIM : firebase', await make({ claims: { firebase: {} } })],
    ['TENANT_ID_MISMATCH', await make({}), 'blue'],
    ['TENANT_ID_MISMATCH', await make({ tenant_id: 'blue' })],
    ['TENANT_NOT_FOUND', await make({ tenant_id: 'blue' }), 'blue'],
    ['USER_DISABLED', await make({ uid: 'off' })]
  ]
  for (const [message, token, tenantId] of rows) {
    const { status, body } = await signInCall(standIn, 'signInWithCustomToken', { token, tenantId })
    t.strictSame([status, body.error.message], [400, message])
  }
  const longest = await signCustomToken(standIn, { uid: 'x'.repeat(128) })
  t.equal((await signInCall(standIn, 'signInWithCustomToken', { token: longest })).status, 200)
})

t.test('stand-in: OAuth, a signed assertion gives an access token', async (t) => {
  const standIn = await start(t)
  const { status, body } = await requestAccessToken(standIn)
  t.equal(status, 200)
  t.match(body, { access_token: /^ya29\./, expires_in: 3599, token_type: 'Bearer' })
  t.equal((await requestAccessToken(standIn, { aud: 'https://oauth2.googleapis.com/token' })).status, 200)
  t.equal(standIn.calls.oauthToken, 2)
})

t.test('stand-in: OAuth, refusals', async (t) => {
  const standIn = await start(t)
  const other = await start(t, { projectId: 'demo-other' })
  const clock = /short-lived token/
  const rows: [Record<string, unknown>, string, string | RegExp, string?][] = [
    [{}, 'invalid_grant', 'Invalid JWT Signature.', other.serviceAccount.private_key],
    [{ iss: 'x@example.com' }, 'invalid_grant', 'Invalid grant: account not found'],
    [{ aud: 'x' }, 'invalid_grant', /audience/],
    [{ iat: NOW - 3600, exp: NOW }, 'invalid_grant', clock],
    [{ iat: NOW + 301 }, 'invalid_grant', clock],
    [{ exp: NOW + 3601 }, 'invalid_grant', clock],
    [{ scope: '' }, 'invalid_scope', /scope/]
  ]
  for (const [claims, error, description, key] of rows) {
    const answer = await requestAccessToken(standIn, claims, key)
    t.match(answer, { status: 400, body: { error, error_description: description } })
  }
  const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
  const forms: [Record<string, string>, string][] = [
    [{}, 'unsupported_grant_type'],
    [{ grant_type: grantType }, 'invalid_request'],
    [{ grant_type: grantType, assertion: 'x' }, 'invalid_grant']
  ]
  for (const [form, error] of forms) {
    t.match(await postForm(standIn.endpoints.oauthToken, form), { status: 400, body: { error } })
  }
})

t.test('stand-in: admin call, refused without a good access token', async (t) => {
  let now = NOW
  const standIn = await start(t, { now: () => now })
  const base = `${standIn.url}/v1/projects`
  const url = `${base}/demo-gate/accounts:lookup`
  const lookUp = (accessToken: string, at = url): Promise<Answer> =>
    postJson(at, { localId: ['alice'] }, { authorization: `Bearer ${accessToken}` })
  const { access_token: good } = (await requestAccessToken(standIn)).body
  const weak = (await requestAccessToken(standIn, { scope: 'https://www.googleapis.com/auth/drive' })).body
  t.equal((await lookUp(good)).status, 200)
  t.match(await lookUp('owner'), { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } })
  t.match(await lookUp(weak.access_token), { status: 403, body: { error: { status: 'PERMISSION_DENIED' } } })
  t.equal((await lookUp(good, `${base}/other/accounts:lookup`)).status, 403)
  t.match((await lookUp(good, `${base}/demo-gate/tenants/none/accounts:lookup`)).body, {
    error: { message: 'TENANT_NOT_FOUND' }
  })
  t.equal((await postJson(url, {})).status, 403)
  t.match((await postJson(`${url}?key=k`, {})).body, { error: { message: /^INSUFFICIENT_PERMISSION : / } })
  standIn.expireAccessTokens()
  t.equal((await lookUp(good)).status, 401)
  const { access_token: next } = (await requestAccessToken(standIn)).body
  now += 3599
  t.equal((await lookUp(next)).status, 401)
})

t.test('stand-in: admin look-up, finds by uid, e-mail and phone in one pool only', async (t) => {
  const standIn = await start(t)
  standIn.accounts.create({ uid: 'bob', phoneNumber: '+15555550100' })
  standIn.accounts.create({ uid: 'tess', tenantId: 'blue' })
  const admin = await openAdmin(standIn)
  const uids = async (path: string, body: unknown): Promise<string[] | undefined> =>
    (await admin(path, body)).body.users?.map((user: { localId: string }) => user.localId)
  t.strictSame(await uids('accounts:lookup', { localId: ['alice', 'none', 'tess'] }), ['alice'])
  t.strictSame(await uids('accounts:lookup', { email: ['ALICE@example.com'], localId: ['alice'] }), ['alice'])
  t.strictSame(await uids('accounts:lookup', { phoneNumber: ['+15555550100'] }), ['bob'])
  t.strictSame(await uids('tenants/blue/accounts:lookup', { localId: ['alice', 'tess'] }), ['tess'])
  t.strictSame(await uids('accounts:lookup', { localId: ['tess'], tenantId: 'blue' }), ['tess'])
  const none = await admin('accounts:lookup', { localId: ['none'] })
  t.strictSame([none.status, none.body], [200, { kind: 'identitytoolkit#GetAccountInfoResponse' }])
})

t.test('stand-in: admin create, update and delete, change the account', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  const created = await admin('accounts', {
    localId: 'bob',
    email: 'Bob@example.com',
    password: 'secret1',
    displayName: 'Bob',
    photoUrl: 'https://img.example/b.png',
    phoneNumber: '+15555550100'
  })
  t.strictSame(created.body, {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: 'bob',
    displayName: 'Bob',
    email: 'bob@example.com'
  })
  const changed = await admin('accounts:update', {
    localId: 'bob',
    emailVerified: true,
    disableUser: true,
    customAttributes: '{"role":"admin"}',
    validSince: String(NOW + 5),
    deleteAttribute: ['PHOTO_URL'],
    deleteProvider: ['phone']
  })
  t.match(changed, { status: 200, body: { localId: 'bob', emailVerified: true } })
  const { users } = (await admin('accounts:lookup', { localId: ['bob'] })).body
  t.strictSame(users, [
    {
      localId: 'bob',
      email: 'bob@example.com',
      emailVerified: true,
      displayName: 'Bob',
      disabled: true,
      providerUserInfo: [
        {
          providerId: 'password',
          rawId: 'bob@example.com',
          federatedId: 'bob@example.com',
          displayName: 'Bob',
          email: 'bob@example.com'
        }
      ],
      passwordHash: 'UkVEQUNURUQ=',
      passwordUpdatedAt: NOW * 1000,
      customAttributes: '{"role":"admin"}',
      validSince: String(NOW + 5),
      createdAt: `${NOW}000`
    }
  ])
  t.equal((await admin('accounts:delete', { localId: 'bob' })).status, 200)
  t.equal(standIn.accounts.get('bob'), undefined)
  t.equal((await admin('accounts', { email: 'bob@example.com' })).status, 200, 'the address is free again')
})

t.test('stand-in: admin password change, moves validSince and frees the old e-mail', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  await admin('accounts:update', { localId: 'alice', email: 'al@example.com', password: 'secret2' })
  t.match(standIn.accounts.get('alice'), { email: 'al@example.com', validSinceSeconds: NOW })
  const signIn = (email: string): Promise<Answer> =>
    signInCall(standIn, 'signInWithPassword', { email, password: 'secret2' })
  t.equal((await signIn('alice@example.com')).status, 400)
  t.equal((await signIn('al@example.com')).status, 200)
})

t.test('stand-in: admin create, update and delete, refusals', async (t) => {
  const standIn = await start(t)
  standIn.accounts.create({ uid: 'bob', email: 'bob@example.com', phoneNumber: '+15555550100' })
  const admin = await openAdmin(standIn)
  const weak = 'WEAK_PASSWORD : Password should be at least 6 characters'
  const phone = 'INVALID_PHONE_NUMBER : Invalid format.'
  const tooLarge = JSON.stringify({ x: 'x'.repeat(1000) })
  const rows: [string, string, Record<string, unknown>][] = [
    ['accounts', 'DUPLICATE_LOCAL_ID', { localId: 'bob' }],
    ['accounts', 'INVALID_LOCAL_ID', { localId: 'x'.repeat(129) }],
    ['accounts', 'EMAIL_EXISTS', { email: 'BOB@example.com' }],
    ['accounts', 'PHONE_NUMBER_EXISTS', { phoneNumber: '+15555550100' }],
    ['accounts', phone, { phoneNumber: '555' }],
    ['accounts', weak, { password: 'short' }],
    ['accounts:update', 'MISSING_LOCAL_ID', {}],
    ['accounts:update', 'USER_NOT_FOUND', { localId: 'none' }],
    ['accounts:update', 'EMAIL_EXISTS', { localId: 'alice', email: 'bob@example.com' }],
    ['accounts:update', 'PHONE_NUMBER_EXISTS', { localId: 'alice', phoneNumber: '+15555550100' }],
    ['accounts:update', 'INVALID_EMAIL', { localId: 'alice', email: 'x' }],
    ['accounts:update', weak, { localId: 'alice', password: 'short' }],
    ['accounts:update', 'INVALID_CLAIMS', { localId: 'alice', customAttributes: '{' }],
    ['accounts:update', 'INVALID_CLAIMS', { localId: 'alice', customAttributes: '[]' }],
    [
      'accounts:update',
      'FORBIDDEN_CLAIM : firebase',
      { localId: 'alice', customAttributes: '{"firebase":1}' }
    ],
    ['accounts:update', 'CLAIMS_TOO_LARGE', { localId: 'alice', customAttributes: tooLarge }],
    ['accounts:delete', 'MISSING_LOCAL_ID', {}],
    ['accounts:delete', 'USER_NOT_FOUND', { localId: 'none' }]
  ]
  for (const [path, message, body] of rows) {
    const answer = await admin(path, body)
    t.strictSame([answer.status, answer.body.error.message], [400, message], path)
  }
  const own = { localId: 'bob', email: 'bob@example.com', phoneNumber: '+15555550100' }
  t.equal((await admin('accounts:update', own)).status, 200, 'an account keeps its own')
})

t.test('stand-in: admin look-up by federated id and first e-mail, finds those that exist', async (t) => {
  const standIn = await start(t)
  const link = { providerId: 'google.com', rawId: '123' }
  standIn.accounts.create({ uid: 'bob', linkedProviders: [link] })
  standIn.accounts.update('alice', { email: 'al@example.com' })
  const admin = await openAdmin(standIn)
  const uids = async (body: unknown): Promise<string[] | undefined> =>
    (await admin('accounts:lookup', body)).body.users?.map((user: { localId: string }) => user.localId)
  t.strictSame(await uids({ federatedUserId: [link, { ...link, rawId: '124' }] }), ['bob'])
  t.strictSame(await uids({ initialEmail: ['ALICE@example.com'] }), ['alice'])
  t.strictSame(await uids({ initialEmail: ['al@example.com'] }), undefined)
  t.strictSame(await uids({ federatedUserId: [link], initialEmail: ['alice@example.com'] }), ['alice', 'bob'])
  t.match((await admin('accounts:lookup', { localId: ['alice'] })).body.users, [
    { email: 'al@example.com', initialEmail: 'alice@example.com' }
  ])
})

t.test('stand-in: admin look-up, takes 100 identifiers and refuses 101', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  const many = Array.from({ length: 99 }, (_, index) => `u${index}`)
  t.equal((await admin('accounts:lookup', { localId: many, email: ['alice@example.com'] })).status, 200)
  const { status, body } = await admin('accounts:lookup', { localId: many, email: ['a@b.c', 'd@e.f'] })
  t.match([status, body.error.message], [400, /^INVALID_ARGUMENT : /])
})

t.test('stand-in: admin second factors, are made, replaced and cleared', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  const factors = async (): Promise<Record<string, unknown>[] | undefined> =>
    (await admin('accounts:lookup', { localId: ['bob'] })).body.users[0].mfaInfo
  const enrol = (mfa: unknown): Promise<Answer> => admin('accounts:update', { localId: 'bob', mfa })
  const phoneInfo = '+15555550100'
  await admin('accounts', { localId: 'bob', mfaInfo: [{ displayName: 'mine', phoneInfo }, { phoneInfo }] })
  const [made, ...others] = (await factors()) ?? []
  t.match(made, { displayName: 'mine', phoneInfo, mfaEnrollmentId: /./, enrolledAt: /^2027-/ })
  t.strictSame(others, [], 'one phone number, one factor')
  const enrolledAt = '2026-01-02T03:04:05.000Z'
  await enrol({
    enrollments: [
      { mfaEnrollmentId: 'one', phoneInfo, enrolledAt },
      { displayName: 'app', totpInfo: {} }
    ]
  })
  t.match(await factors(), [
    { mfaEnrollmentId: 'one', phoneInfo, enrolledAt },
    { mfaEnrollmentId: /./, displayName: 'app', totpInfo: {} }
  ])
  t.match(standIn.accounts.get('bob')?.secondFactors, [{ id: 'one', phoneNumber: phoneInfo }, {}])
  await admin('accounts:update', { localId: 'bob', displayName: 'Bob' })
  t.equal((await factors())?.length, 2, 'another change leaves them alone')
  for (const mfa of [{ enrollments: [] }, {}]) {
    standIn.accounts.update('bob', { secondFactors: [{ id: 'x', enrolledAtSeconds: NOW }] })
    t.equal((await factors())?.length, 1)
    await enrol(mfa)
    t.equal(await factors(), undefined)
  }
})

t.test('stand-in: admin link, names the provider until it is deleted', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  const providers = async (): Promise<Record<string, unknown>[] | undefined> =>
    (await admin('accounts:lookup', { localId: ['alice'] })).body.users[0].providerUserInfo
  const link = { providerId: 'google.com', rawId: '123', email: 'a@gmail.example', displayName: 'A' }
  t.equal((await admin('accounts:update', { localId: 'alice', linkProviderUserInfo: link })).status, 200)
  t.match(await providers(), [link, { providerId: 'password', email: 'alice@example.com' }])
  const { idToken } = await standIn.signIn('alice')
  t.match(decodeJwt(idToken), { firebase: { identities: { 'google.com': ['123'] } } })
  t.strictSame(standIn.accounts.get('alice')?.linkedProviders, [link])
  await admin('accounts:update', { localId: 'alice', deleteProvider: ['google.com', 'none.example'] })
  t.match(await providers(), [{ providerId: 'password' }])
  t.equal((await providers())?.length, 1)
})

t.test('stand-in: admin removal of password and e-mail, ends sessions and frees the address', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  const { refreshToken } = await standIn.signIn('alice')
  await admin('accounts:update', { localId: 'alice', deleteAttribute: ['PASSWORD'] })
  const { users } = (await admin('accounts:lookup', { localId: ['alice'] })).body
  t.match(users, [{ email: 'alice@example.com', providerUserInfo: undefined, passwordHash: undefined }])
  t.match(await refresh(standIn, refreshToken), {
    status: 400,
    body: { error: { message: 'TOKEN_EXPIRED' } }
  })
  const { refreshToken: later } = await standIn.signIn('alice')
  await admin('accounts:update', { localId: 'alice', deleteAttribute: ['PASSWORD'] })
  t.equal((await refresh(standIn, later)).status, 200, 'there was none to remove')
  const credentials = { email: 'alice@example.com', password: 'secret1' }
  t.equal((await signInCall(standIn, 'signInWithPassword', credentials)).status, 400)
  standIn.accounts.update('alice', { displayName: 'A', photoUrl: 'x', emailVerified: true })
  const deleteAttribute = ['EMAIL', 'DISPLAY_NAME', 'PHOTO_URL']
  await admin('accounts:update', { localId: 'alice', deleteAttribute })
  t.strictSame(standIn.accounts.get('alice'), {
    uid: 'alice',
    emailVerified: false,
    disabled: false,
    createdAtSeconds: NOW,
    hasPassword: false,
    lastSignInSeconds: NOW,
    validSinceSeconds: NOW
  })
  t.equal((await admin('accounts', credentials)).status, 200, 'the address is free again')
})

t.test('stand-in: admin update of the password provider and of times, as asked', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  await admin('accounts:update', { localId: 'alice', createdAt: '5000', lastLoginAt: 6000 })
  t.match(standIn.accounts.get('alice'), { createdAtSeconds: 5, lastSignInSeconds: 6 })
  await admin('accounts:update', { localId: 'alice', deleteProvider: ['password'] })
  t.match(standIn.accounts.get('alice'), { email: undefined, hasPassword: false })
})

t.test('stand-in: admin second factors and links, refusals', async (t) => {
  const standIn = await start(t)
  const google = { providerId: 'google.com', rawId: '123' }
  standIn.accounts.create({ uid: 'bob', linkedProviders: [google] })
  const admin = await openAdmin(standIn)
  const phones = Array.from({ length: 6 }, (_, index) => ({ phoneInfo: `+1555555010${index}` }))
  const same = phones.map((factor) => ({ ...factor, mfaEnrollmentId: 'one' }))
  const phone = 'INVALID_MFA_PHONE_NUMBER : Invalid format.'
  const rows: [string, string | RegExp, Record<string, unknown>][] = [
    ['accounts', phone, { mfaInfo: [{ phoneInfo: '555' }] }],
    ['accounts', phone, { mfaInfo: [{ displayName: 'x' }] }],
    ['accounts', 'SECOND_FACTOR_LIMIT_EXCEEDED', { mfaInfo: phones }],
    ['accounts', /Unknown name "mfaEnrollmentId"/, { mfaInfo: [{ mfaEnrollmentId: 'x' }] }],
    ['accounts', /\/mfaInfo must be array of object/, { mfaInfo: ['x'] }],
    ['accounts:update', phone, { mfa: { enrollments: [{}] } }],
    ['accounts:update', 'DUPLICATE_MFA_ENROLLMENT_ID', { mfa: { enrollments: same } }],
    ['accounts:update', /\/enrolledAt/, { mfa: { enrollments: [{ totpInfo: {}, enrolledAt: 'x' }] } }],
    ['accounts:update', /\/mfa must be object/, { mfa: [] }],
    ['accounts:update', 'MISSING_PROVIDER_ID', { linkProviderUserInfo: { rawId: '1' } }],
    ['accounts:update', 'MISSING_RAW_ID', { linkProviderUserInfo: { providerId: 'google.com' } }],
    ['accounts:update', 'INVALID_PROVIDER_ID', { linkProviderUserInfo: { providerId: 'phone', rawId: '1' } }],
    ['accounts:update', 'FEDERATED_USER_ID_ALREADY_LINKED', { linkProviderUserInfo: google }],
    ['accounts:update', /\/deleteAttribute/, { deleteAttribute: ['NAME'] }]
  ]
  for (const [path, message, body] of rows) {
    const answer = await admin(path, path === 'accounts' ? body : { localId: 'alice', ...body })
    t.match([answer.status, answer.body.error.message], [400, message])
  }
  const own = { localId: 'bob', linkProviderUserInfo: google }
  t.equal((await admin('accounts:update', own)).status, 200, 'an account keeps its own')
})

t.test('stand-in: admin scopes, each call takes its own', async (t) => {
  const standIn = await start(t)
  const rows: [string, number, number][] = [
    ['identitytoolkit', 200, 403],
    ['cloud-platform', 200, 200],
    ['firebase', 403, 200],
    ['drive', 403, 403]
  ]
  for (const [name, lookUp, list] of rows) {
    const scope = `https://www.googleapis.com/auth/${name}`
    const { access_token: accessToken } = (await requestAccessToken(standIn, { scope })).body
    const headers = { authorization: `Bearer ${accessToken}` }
    const base = `${standIn.url}/v1/projects/demo-gate/accounts`
    const answers = [
      await postJson(`${base}:lookup`, {}, headers),
      await send(`${base}:batchGet`, { headers })
    ]
    t.strictSame(
      answers.map(({ status }) => status),
      [lookUp, list],
      name
    )
    for (const { body } of answers.filter(({ status }) => status === 403)) {
      t.match(body.error.details, [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }])
    }
  }
})

t.test('stand-in: admin list, pages by token until a page is not full', async (t) => {
  const standIn = await start(t)
  for (const uid of ['bob', 'carol', 'dave']) standIn.accounts.create({ uid })
  const { access_token: accessToken } = (await requestAccessToken(standIn)).body
  const list = (query: string): Promise<Answer> =>
    send(`${standIn.url}/v1/projects/demo-gate/accounts:batchGet?${query}`, {
      headers: { authorization: `Bearer ${accessToken}` }
    })
  const first = (await list('maxResults=2')).body
  t.match(first.users, [{ localId: 'alice' }, { localId: 'bob' }])
  const second = (await list(`maxResults=2&nextPageToken=${first.nextPageToken}`)).body
  t.match(second.users, [{ localId: 'carol' }, { localId: 'dave' }])
  const last = (await list(`maxResults=2&nextPageToken=${second.nextPageToken}`)).body
  t.strictSame(last, { kind: 'identitytoolkit#DownloadAccountResponse' })
  t.equal((await list('')).body.users.length, 4)
  for (const query of ['maxResults=0', 'maxResults=1001', 'nextPageToken=x']) {
    t.equal((await list(query)).status, 400)
  }
})

t.test('stand-in: faults, each kind answers in place of the call', async (t) => {
  const standIn = await start(t)
  const { refreshToken } = await standIn.signIn('alice')
  const message = 'QUOTA_EXCEEDED'
  const rows: [InjectedFault, number, unknown][] = [
    [
      { kind: 'error', status: 400, message },
      400,
      { error: { code: 400, message, status: 'INVALID_ARGUMENT' } }
    ],
    [{ kind: 'html', status: 502 }, 502, /<!DOCTYPE html>/],
    [{ kind: 'empty', status: 503 }, 503, ''],
    [{ kind: 'body', status: 200, body: '{}' }, 200, {}],
    [{ kind: 'ok' }, 200, { user_id: 'alice' }]
  ]
  for (const [chosen, status, body] of rows) {
    standIn.faults.refresh = chosen
    t.match(await refresh(standIn, refreshToken), { status, body }, chosen.kind)
  }
  standIn.faults.refresh = { kind: 'reset' }
  await t.rejects(refresh(standIn, refreshToken), { cause: { code: 'UND_ERR_SOCKET' } })
  t.equal(standIn.calls.refresh, rows.length + 1)
  t.equal(standIn.calls.total(), rows.length + 1)
  standIn.calls.reset()
  t.equal(standIn.calls.refresh, 0)
})

t.test('stand-in: faults, errors have the shape of their service', async (t) => {
  const standIn = await start(t)
  const { faults } = standIn
  const error: InjectedFault = {
    kind: 'error',
    status: 503,
    message: 'gone',
    headers: { 'retry-after': '7' }
  }
  faults.identityToolkit = error
  faults.certificates = error
  faults.oauthToken = { kind: 'error', status: 400, message: 'invalid_grant', description: 'no such key' }
  const signUp = await signInCall(standIn, 'signUp', {})
  t.equal(signUp.headers.get('retry-after'), '7')
  t.match(signUp.body, { error: { code: 503, status: 'UNAVAILABLE', errors: [{ message: 'gone' }] } })
  t.equal((await send(standIn.endpoints.certificates)).status, 503)
  t.equal((await send(`${standIn.url}${JWK_PATH}`)).status, 503)
  const oauth = await requestAccessToken(standIn)
  t.strictSame(oauth.body, { error: 'invalid_grant', error_description: 'no such key' })
  faults.oauthToken = { kind: 'error', status: 500, message: 'internal_failure' }
  t.strictSame((await requestAccessToken(standIn)).body, { error: 'internal_failure' })
  faults.reset()
  t.equal((await signInCall(standIn, 'signUp', {})).status, 200)
})

t.test('stand-in: truncated answer, the body ends before its length', async (t) => {
  const standIn = await start(t)
  const { refreshToken } = await standIn.signIn('alice')
  for (const chosen of [{ kind: 'truncated' }, { kind: 'truncated', status: 503, body: '{' }] as const) {
    standIn.faults.refresh = chosen
    const url = `${standIn.endpoints.secureToken}/v1/token?key=k`
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
    t.equal(answer.status, 'status' in chosen ? 503 : 200)
    t.match(answer.headers.get('content-type'), 'json')
    await t.rejects(answer.text(), { cause: { code: 'UND_ERR_SOCKET' } })
  }
})

t.test('stand-in: error with details, carries them in both of Google shapes', async (t) => {
  const standIn = await start(t)
  const details = [buildErrorInfo('RATE_LIMIT_EXCEEDED', { service: 'x' })]
  const error: InjectedFault = { kind: 'error', status: 429, message: 'RESOURCE_EXHAUSTED', details }
  standIn.faults.identityToolkit = error
  standIn.faults.refresh = error
  for (const answer of [await signInCall(standIn, 'signUp', {}), await refresh(standIn, 'x')]) {
    t.match(answer, { status: 429, body: { error: { status: 'RESOURCE_EXHAUSTED', details } } })
  }
})

t.test('stand-in: fault of one call, leaves the rest of its group alone', async (t) => {
  const standIn = await start(t)
  standIn.faults.exchange = { kind: 'error', status: 429, message: 'RESOURCE_EXHAUSTED' }
  t.equal((await signInCall(standIn, 'signInWithCustomToken', {})).status, 429)
  t.equal((await signInCall(standIn, 'signUp', {})).status, 200)
})

t.test('stand-in: call on hold, answers once it is released', async (t) => {
  const standIn = await start(t)
  const { refreshToken } = await standIn.signIn('alice')
  const { promise, resolve } = openGate()
  standIn.faults.refresh = { kind: 'hold', until: promise }
  const answers = [refresh(standIn, refreshToken), refresh(standIn, refreshToken)]
  resolve()
  for (const answer of await Promise.all(answers)) t.equal(answer.status, 200)
})

t.test('stand-in: hanging call, answers when the fault changes and ends at close', async (t) => {
  const standIn = await start(t)
  const { refreshToken } = await standIn.signIn('alice')
  const arrivals = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => void (standIn.calls.refresh >= count ? resolve() : setImmediate(look))
      look()
    })
  standIn.faults.refresh = { kind: 'hang' }
  const first = refresh(standIn, refreshToken)
  await arrivals(1)
  standIn.faults.refresh = { kind: 'ok' }
  t.equal((await first).status, 200)
  standIn.faults.refresh = { kind: 'hang' }
  const second = t.rejects(refresh(standIn, refreshToken))
  await arrivals(2)
  await standIn.close()
  await second
})

t.test('stand-in: door, creates, changes and refuses what does not exist', async (t) => {
  const standIn = await start(t)
  const { accounts } = standIn
  accounts.create({ uid: 'bob', displayName: 'Bob', photoUrl: 'x', phoneNumber: '+15555550100' })
  accounts.update('bob', { displayName: null, photoUrl: null, phoneNumber: null, emailVerified: true })
  t.strictSame(accounts.get('bob'), {
    uid: 'bob',
    emailVerified: true,
    disabled: false,
    createdAtSeconds: NOW,
    hasPassword: false
  })
  t.throws(() => accounts.disable('none'), { message: /no account none/ })
  await t.rejects(standIn.signIn('none'), { message: /no account none/ })
  await t.rejects(standIn.signIn('alice', { tenantId: 'blue' }), { message: /no account/ })
  t.throws(() => accounts.create({ uid: 'bob' }), { message: 'DUPLICATE_LOCAL_ID' })
})

function openGate(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
