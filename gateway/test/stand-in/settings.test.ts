import { decodeJwt } from 'jose'
import t, { type Test } from 'tap'
import type { StandInOptions } from '../../stand-in/options.ts'
import { refusal, type StandInClient, startClient } from '../fixtures/stand-in-client.ts'

const EMAIL = 'alice@example.com'

async function start(t: Test, options: Partial<StandInOptions> = {}): Promise<StandInClient> {
  const client = await startClient(t, options)
  client.standIn.accounts.create({ uid: 'alice', email: EMAIL, password: 'secret-1', displayName: 'Alice' })
  return client
}

t.test('stand-in settings: password policy, eight characters or what was asked for', async (t) => {
  const standard = await start(t)
  t.match(await standard.get('/v2/passwordPolicy'), {
    status: 200,
    body: {
      customStrengthOptions: { minPasswordLength: 8, maxPasswordLength: 4096 },
      enforcementState: 'ENFORCE',
      schemaVersion: 1,
      allowedNonAlphanumericCharacters: ['^']
    }
  })
  const passwordPolicy = { minPasswordLength: 12, containsUppercaseCharacter: true }
  const strict = await start(t, { passwordPolicy, tenants: ['acme'] })
  const { body } = await strict.get('/v2/passwordPolicy', { tenantId: 'acme' })
  t.strictSame(body.customStrengthOptions, { ...passwordPolicy, maxPasswordLength: 4096 })
  t.match(await strict.get('/v2/passwordPolicy', { tenantId: 'none' }), refusal('TENANT_NOT_FOUND'))
})

t.test('stand-in settings: every rule of the policy, names what is missing', async (t) => {
  const passwordPolicy = {
    maxPasswordLength: 20,
    containsLowercaseCharacter: true,
    containsUppercaseCharacter: true,
    containsNumericCharacter: true,
    containsNonAlphanumericCharacter: true
  }
  const client = await start(t, { passwordPolicy })
  const signUp = (password: string) =>
    client.post('/v1/accounts:signUp', { email: 'bob@example.com', password })
  const rows: [string, string][] = [
    ['ABCDEF12!', 'a lower case character'],
    ['abcdef12!', 'an upper case character'],
    ['Abcdefgh!', 'a numeric character'],
    ['Abcdefg12', 'a non-alphanumeric character'],
    ['Abcdefghijklmnopqr12!', 'at most 20 characters']
  ]
  for (const [password, missing] of rows) {
    const message = `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain ${missing}]`
    t.match(await signUp(password), refusal(message))
  }
  t.equal((await signUp('Abcdef12!')).status, 200)
})

t.test('stand-in settings: reCAPTCHA, nothing is enforced', async (t) => {
  const client = await start(t)
  const query = { clientType: 'CLIENT_TYPE_WEB', version: 'RECAPTCHA_ENTERPRISE' }
  t.match((await client.get('/v2/recaptchaConfig', query)).body, {
    recaptchaKey: 'projects/demo-gate/keys/stand-in',
    recaptchaEnforcementState: [{ enforcementState: 'OFF' }, { enforcementState: 'OFF' }]
  })
  t.match((await client.get('/v1/recaptchaParams')).body, { recaptchaSiteKey: /./ })
})

t.test('stand-in settings: authorized domains, loopback or those given', async (t) => {
  const standard = await start(t)
  const domains = ['localhost', '127.0.0.1', 'demo-gate.firebaseapp.com']
  t.match((await standard.get('/v1/projects')).body, { projectId: /^\d{12}$/, authorizedDomains: domains })
  const own = await start(t, { authorizedDomains: ['app.example.com'] })
  t.strictSame((await own.get('/v1/projects')).body.authorizedDomains, ['app.example.com'])
})

t.test(
  'stand-in settings: sign-in methods of an address, the same for a known and an unknown one',
  async (t) => {
    const client = await start(t)
    const ask = (identifier: string) =>
      client.post('/v1/accounts:createAuthUri', {
        identifier,
        continueUri: 'http://localhost',
        sessionId: 's'
      })
    const known = await ask(EMAIL)
    t.strictSame(known.body, { kind: 'identitytoolkit#CreateAuthUriResponse', sessionId: 's' })
    t.strictSame(await ask('nobody@example.com'), known)
    t.match(await ask('nobody'), refusal('INVALID_IDENTIFIER'))
    t.match(await ask(''), refusal('MISSING_IDENTIFIER'))
    const call = '/v1/accounts:createAuthUri'
    t.match(await client.post(call, { identifier: EMAIL }), refusal('MISSING_CONTINUE_URI'))
    const relative = { identifier: EMAIL, continueUri: '/x' }
    t.match(await client.post(call, relative), refusal('INVALID_CONTINUE_URI'))
    const provider = { providerId: 'google.com', continueUri: 'http://localhost' }
    t.match(await client.post(call, provider), refusal('OPERATION_NOT_ALLOWED : '))
  }
)

t.test('stand-in settings: without an API key, refused; with one in the query, answered', async (t) => {
  const { standIn } = await start(t)
  for (const path of ['/v2/passwordPolicy', '/v2/recaptchaConfig', '/v1/recaptchaParams', '/v1/projects']) {
    t.equal((await fetch(`${standIn.url}${path}`)).status, 403, path)
    t.equal((await fetch(`${standIn.url}${path}?key=k`)).status, 200, path)
  }
})

t.test('stand-in settings: preflight of the new calls, any origin may make them', async (t) => {
  const { standIn } = await start(t)
  const wanted = 'content-type,x-client-version,x-firebase-locale'
  const base = `${standIn.url}/identitytoolkit.googleapis.com`
  for (const path of ['/v1/accounts:sendOobCode', '/v2/accounts/mfaEnrollment:start', '/v2/passwordPolicy']) {
    const headers = { origin: 'http://localhost:8080', 'access-control-request-headers': wanted }
    const preflight = await fetch(`${base}${path}?key=k`, { method: 'OPTIONS', headers })
    t.equal(preflight.status, 204, path)
    t.equal(preflight.headers.get('access-control-allow-headers'), wanted)
    const answer = await fetch(`${base}${path}?key=k`)
    t.equal(answer.headers.get('access-control-allow-origin'), '*')
  }
})

t.test('stand-in: calls of a browser, counted and answered with injected faults', async (t) => {
  const { standIn, post, get } = await start(t)
  standIn.faults.mfaSignInFinalize = { kind: 'error', status: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' }
  t.match(await post('/v2/accounts/mfaSignIn:finalize', {}), refusal('TOO_MANY_ATTEMPTS_TRY_LATER'))
  t.match(await post('/v2/accounts/mfaSignIn:start', {}), refusal('MISSING_MFA_PENDING_CREDENTIAL'))
  standIn.faults.identityToolkit = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  t.equal((await get('/v2/passwordPolicy')).status, 503)
  t.match(standIn.calls, { mfaSignInFinalize: 1, mfaSignInStart: 1, passwordPolicy: 1, sendOobCode: 0 })
})

t.test('stand-in self-service: profile, changed in a session of the same sign-in', async (t) => {
  const client = await start(t)
  const first = await client.signIn(EMAIL)
  client.advance(60)
  const { idToken } = first.body
  const update = {
    idToken,
    displayName: 'Ada',
    photoUrl: 'https://img.example/a.png',
    returnSecureToken: true
  }
  const { body } = await client.post('/v1/accounts:update', update)
  t.match(body, {
    localId: 'alice',
    displayName: 'Ada',
    photoUrl: 'https://img.example/a.png',
    expiresIn: '3600'
  })
  const { auth_time: before } = decodeJwt(idToken) as { auth_time?: number }
  t.match(decodeJwt(body.idToken), { name: 'Ada', auth_time: before })
  t.equal((await client.refresh(first.body.refreshToken)).status, 200)
})

t.test('stand-in self-service: password, ends the other sessions and starts a new one', async (t) => {
  const client = await start(t)
  const first = await client.signIn(EMAIL)
  client.advance(60)
  const { idToken } = first.body
  const weak = await client.post('/v1/accounts:update', { idToken, password: 'seven-7' })
  t.match(weak, refusal('PASSWORD_DOES_NOT_MEET_REQUIREMENTS : '))
  const { body } = await client.post('/v1/accounts:update', { idToken, password: 'secret-2' })
  t.match(decodeJwt(body.idToken), { auth_time: client.nowSeconds() })
  t.equal((await client.refresh(body.refreshToken)).status, 200)
  t.match(await client.refresh(first.body.refreshToken), refusal('TOKEN_EXPIRED'))
  t.match(await client.post('/v1/accounts:lookup', { idToken }), refusal('TOKEN_EXPIRED'))
})

t.test('stand-in self-service: address, refused but for the same one; nobody, refused', async (t) => {
  const client = await start(t)
  const { idToken } = (await client.signIn(EMAIL)).body
  const message = 'OPERATION_NOT_ALLOWED : Please verify the new email before changing email.'
  const change = (body: Record<string, unknown>) => client.post('/v1/accounts:update', body)
  t.match(await change({ idToken, email: 'new@example.com' }), refusal(message))
  t.equal((await change({ idToken, email: 'ALICE@example.com' })).status, 200)
  t.match(await change({ displayName: 'x' }), refusal('INVALID_REQ_TYPE : Unsupported request parameters.'))
  t.match(await change({ idToken: 'x', displayName: 'x' }), refusal('INVALID_ID_TOKEN'))
  t.match(await change({ idToken, customAttributes: '{"admin":true}' }), refusal('INSUFFICIENT_PERMISSION'))
})

const unsigned = (members: Record<string, unknown>) => ({
  token: JSON.stringify(members),
  returnSecureToken: true
})

t.test('stand-in unsigned custom token: with the flag, signs an existing account in', async (t) => {
  const client = await start(t, { acceptUnsignedCustomTokens: true, tenants: ['acme'] })
  client.standIn.accounts.create({ uid: 'tess', tenantId: 'acme' })
  const call = '/v1/accounts:signInWithCustomToken'
  const alice = await client.post(call, unsigned({ uid: 'alice', claims: { role: 'staff' } }))
  t.match(alice, { status: 200, body: { isNewUser: false } })
  t.match(decodeJwt(alice.body.idToken), {
    sub: 'alice',
    role: 'staff',
    firebase: { sign_in_provider: 'custom' }
  })
  for (const token of [
    { uid: 'tess' },
    { uid: 'tess', tenant_id: 'acme' },
    { user_id: 'tess', tenantId: 'acme' }
  ]) {
    const tess = await client.post(call, { ...unsigned(token), tenantId: 'acme' })
    t.match(decodeJwt(tess.body.idToken), { firebase: { tenant: 'acme' } })
  }
})

t.test('stand-in unsigned custom token: without the flag, refused', async (t) => {
  const client = await start(t)
  const answer = await client.post('/v1/accounts:signInWithCustomToken', unsigned({ uid: 'alice' }))
  t.match(answer, refusal('INVALID_CUSTOM_TOKEN : Invalid assertion format'))
})

t.test('stand-in unsigned custom token: nobody, another pool or not in order, refused', async (t) => {
  const client = await start(t, { acceptUnsignedCustomTokens: true, tenants: ['acme'] })
  const rows: [string, Record<string, unknown>][] = [
    ['USER_NOT_FOUND', unsigned({ uid: 'nobody' })],
    ['USER_NOT_FOUND', { ...unsigned({ uid: 'alice' }), tenantId: 'acme' }],
    ['TENANT_ID_MISMATCH', unsigned({ uid: 'alice', tenantId: 'acme' })],
    ['MISSING_IDENTIFIER', unsigned({})],
    ['INVALID_CUSTOM_TOKEN', unsigned({ uid: 'alice', claims: 1 })],
    ['FORBIDDEN_CLAIM : sub', unsigned({ uid: 'alice', claims: { sub: 'bob' } })],
    ['INVALID_CUSTOM_TOKEN : Invalid assertion format', { token: '{' }],
    ['MISSING_CUSTOM_TOKEN', { token: '' }]
  ]
  for (const [message, body] of rows) {
    t.match(await client.post('/v1/accounts:signInWithCustomToken', body), refusal(message), message)
  }
  t.notOk(client.standIn.accounts.get('nobody'))
})
