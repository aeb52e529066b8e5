import assert from 'node:assert/strict'
import { createLocalJWKSet, decodeJwt, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { readIdentity } from '../demo/upstream/headers.ts'
import { forgeUnsigned } from './emulator-accounts.ts'
import { assertStatus, type CheckEnvironment, enter } from './environment.ts'
import { createVisitor, upstreamHeaders, type Visitor } from './visitor.ts'

/** Sign-in by REST, and what the application sees then. */
export async function checkSignIn(environment: CheckEnvironment): Promise<void> {
  const { checks, gateway } = environment
  const title = (text: string) => `sign-in (${gateway.mode}): ${text}`

  await checks.check(title('a new account gets an HttpOnly session cookie'), () => opensSession(environment))
  await checks.check(title('without a bearer token it is a 400 Missing token'), async () => {
    const response = await createVisitor(gateway).visit({ method: 'POST', path: '/_auth/session' })
    assertStatus(response, 400, 'MISSING_TOKEN')
    assert.equal(response.json.message, 'Missing token')
    assert.deepEqual(response.setCookies, [])
  })
  await checks.check(title('a password sign-in of an existing account gets a session'), async () => {
    const account = await environment.accounts.signUp()
    const tokens = await environment.accounts.signIn(account)
    assertStatus(await createVisitor(gateway).openSession(tokens), 200)
  })
  await checks.check(title('the session endpoint returns the claims'), () => tellsWhoAmI(environment))
  await checks.check(title('the application sees the identity, not the cookie'), () =>
    showsIdentity(environment)
  )
  await checks.check(title('without a cookie it is refused'), () => refusesStrangers(environment))
  await checks.check(title('a modified cookie is a 401'), () => refusesChangedCookie(environment))
  await checks.check(title('two visitors each have the right identity'), () =>
    keepsSessionsApart(environment)
  )
}

type Forge = (idToken: string) => string | Promise<string>

const OTHER_AUDIENCE = { aud: 'demo-other' }
const OTHER_ISSUER = { iss: 'https://securetoken.google.com/demo-other' }

/** The fault of a token, the code of the refusal, and how it is made from a valid token. */
const FORGERIES: readonly [string, string, Forge][] = [
  ['signed with RS256', 'INVALID_ARGUMENT', signWithOwnKey],
  ['unsigned, names RS256', 'INVALID_ARGUMENT', (token) => forgeUnsigned(token, {}, { alg: 'RS256' })],
  [
    'of another project',
    'INVALID_ARGUMENT',
    (token) => forgeUnsigned(token, { ...OTHER_AUDIENCE, ...OTHER_ISSUER })
  ],
  ['for another audience', 'INVALID_ARGUMENT', (token) => forgeUnsigned(token, OTHER_AUDIENCE)],
  ['of another issuer', 'INVALID_ARGUMENT', (token) => forgeUnsigned(token, OTHER_ISSUER)],
  ['of an unknown account', 'USER_NOT_FOUND', (token) => forgeUnsigned(token, { sub: 'nobody' })],
  ['an hour too old', 'TOKEN_EXPIRED', forgeExpired]
]

/** Tokens that must not start a session, unlike those of the emulator. */
export async function checkTokens(environment: CheckEnvironment): Promise<void> {
  const { checks, gateway, accounts } = environment
  const title = (text: string) => `tokens (${gateway.mode}): ${text}`

  for (const [fault, code, forge] of FORGERIES) {
    await checks.check(title(`${fault} is a 401, unchanged a 200`), async () => {
      const account = await accounts.signUp()
      const visitor = createVisitor(gateway)
      const refused = await visitor.openSession({ ...account, idToken: await forge(account.idToken) })
      assertStatus(refused, 401, code)
      assert.deepEqual(refused.setCookies, [])
      assertStatus(await visitor.openSession(account), 200)
    })
  }
  await checks.check(title('one of a tenant is a 401'), async () => {
    const account = await accounts.signUp({ tenantId: 'tenant-of-others' })
    assertStatus(await createVisitor(gateway).openSession(account), 401, 'INVALID_ARGUMENT')
  })
  await checks.check(title('one of an anonymous account is a 403'), async () => {
    const tokens = await accounts.signUpAnonymously()
    assertStatus(await createVisitor(gateway).openSession(tokens), 403, 'FORBIDDEN')
  })
  await checks.check(title('one of a Google sign-in, which the page does not offer, is a 403'), async () => {
    const response = await createVisitor(gateway).openSession(await accounts.signInWithGoogle())
    assertStatus(response, 403, 'SIGN_IN_METHOD_NOT_ALLOWED')
    assert.deepEqual(response.setCookies, [])
  })
  await checks.check(title('an old sign-in is a 401, posting one twice gives one session'), async () => {
    const account = await accounts.signUp()
    const visitor = createVisitor(gateway)
    const old = forgeUnsigned(account.idToken, { auth_time: Math.floor(Date.now() / 1000) - 3600 })
    assertStatus(await visitor.openSession({ ...account, idToken: old }), 401, 'SIGN_IN_TOO_OLD')
    assertStatus(await visitor.openSession(account), 200)
    const first = visitor.cookieHeader()
    assertStatus(await visitor.openSession(account), 200)
    assert.equal(visitor.cookieHeader(), first)
    assertStatus(await visitor.visit({ method: 'POST', path: '/logout' }), 204)
    assertStatus(await visitor.openSession(account), 401, 'SIGN_IN_USED')
  })
  if (gateway.mode === 'handover') await checkHandedOverTokens(environment, title)
}

async function checkHandedOverTokens(
  { checks, gateway, accounts }: CheckEnvironment,
  title: (text: string) => string
): Promise<void> {
  await checks.check(title('a refresh token of another account is a 401'), async () => {
    const [alice, bob] = [await accounts.signUp(), await accounts.signUp()]
    const response = await createVisitor(gateway).openSession({ ...alice, refreshToken: bob.refreshToken })
    assertStatus(response, 401, 'INVALID_CREDENTIALS')
    assert.deepEqual(response.setCookies, [])
  })
  await checks.check(title('a body without a refresh token is a 400'), async () => {
    const { idToken } = await accounts.signUp()
    const headers = { authorization: `Bearer ${idToken}` }
    const response = await createVisitor(gateway).visit({ method: 'POST', path: '/_auth/session', headers })
    assertStatus(response, 400, 'INVALID_REQUEST')
  })
}

async function opensSession({ accounts, gateway }: CheckEnvironment): Promise<void> {
  const account = await accounts.signUp()
  const response = await createVisitor(gateway).openSession(account)
  assertStatus(response, 200)
  assert.equal(response.json.uid, account.uid)
  assert.ok(Number(response.json.expiresAt) > Date.now() / 1000)
  assert.equal(response.setCookies.length, 2)
  const [line = '', device = ''] = response.setCookies
  assert.match(line, /^gatehouse=2~.*; HttpOnly/)
  assert.match(device, /^gatehouse-known=.*; HttpOnly/)
  assert.ok(!line.includes(account.refreshToken), 'the refresh token is in the cookie')
}

async function tellsWhoAmI(environment: CheckEnvironment): Promise<void> {
  const { account, visitor } = await enter(environment)
  const response = await visitor.visit({ path: '/_auth/session' })
  assertStatus(response, 200)
  const { uid, email, claims } = response.json
  assert.deepEqual({ uid, email }, { uid: account.uid, email: account.email })
  const { firebase, source_sign_in_provider: source } = Object(claims)
  // Handover preserves the sign-in method; an exchange makes a custom one that names the original.
  const exchanged = environment.gateway.mode === 'exchange'
  assert.equal(firebase.sign_in_provider, exchanged ? 'custom' : 'password')
  assert.equal(source, exchanged ? 'password' : undefined)
  assertStatus(
    await createVisitor(environment.gateway).visit({ path: '/_auth/session' }),
    401,
    'MISSING_CREDENTIALS'
  )
}

async function showsIdentity(environment: CheckEnvironment): Promise<void> {
  const { account, visitor } = await enter(environment)
  const displayName = 'Zoë Ångström ☃'
  // An unverified email address is not forwarded.
  assert.equal(upstreamHeaders(await visitor.visit({ path: '/' }))['x-forwarded-email'], undefined)
  await environment.accounts.update(account.uid, { displayName, emailVerified: true })
  assertStatus(await visitor.visit({ method: 'POST', path: '/_auth/refresh?force=1' }), 200)
  const response = await visitor.visit({
    path: '/',
    headers: { 'x-forwarded-user': 'root', X_Forwarded_Email: 'root@example.com' }
  })
  assertStatus(response, 200)
  const headers = upstreamHeaders(response)
  assert.equal(headers['x-forwarded-user'], account.uid)
  assert.equal(headers['x-forwarded-email'], account.email)
  assert.equal(readIdentity(String(headers['x-forwarded-preferred-username'])), displayName)
  assert.equal(headers.cookie, undefined)
  assert.ok(!response.text.includes('root'), "the client's own identity headers got through")
  await assertAssertion(visitor, String(headers['x-gatehouse-assertion']), account.uid)
}

async function assertAssertion(visitor: Visitor, assertion: string, uid: string): Promise<void> {
  const { json } = await visitor.visit({ path: '/_auth/jwks.json' })
  const keys = createLocalJWKSet({ keys: Array.isArray(json.keys) ? json.keys : [] })
  const { payload, protectedHeader } = await jwtVerify(assertion, keys)
  assert.equal(protectedHeader.alg, 'ES256')
  assert.equal(payload.sub, uid)
}

async function refusesStrangers({ gateway }: CheckEnvironment): Promise<void> {
  const stranger = createVisitor(gateway)
  const call = await stranger.visit({ path: '/reports?quarter=3' })
  assertStatus(call, 401, 'MISSING_CREDENTIALS')
  const page = await stranger.visit({ path: '/reports?quarter=3', pageLoad: true })
  assertStatus(page, 302)
  assert.equal(page.location, '/login?redirect=%2Freports%3Fquarter%3D3')
}

async function refusesChangedCookie(environment: CheckEnvironment): Promise<void> {
  const { visitor } = await enter(environment)
  const header = visitor.cookieHeader()
  // Inside the signature, which is at the end.
  const at = header.length - 20
  const changed = header.slice(0, at) + (header[at] === 'A' ? 'B' : 'A') + header.slice(at + 1)
  const response = await createVisitor(environment.gateway, changed).visit({ path: '/' })
  assertStatus(response, 401, 'INVALID_COOKIE_SIGNATURE')
  assertStatus(await createVisitor(environment.gateway, header).visit({ path: '/' }), 200)
}

async function keepsSessionsApart(environment: CheckEnvironment): Promise<void> {
  const [alice, bob] = [await enter(environment), await enter(environment)]
  for (const { account, visitor } of [alice, bob, alice]) {
    const response = await visitor.visit({ path: '/' })
    assert.equal(upstreamHeaders(response)['x-forwarded-user'], account.uid)
  }
}

async function signWithOwnKey(idToken: string): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256')
  return await new SignJWT(decodeJwt(idToken))
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'own' })
    .sign(privateKey)
}

function forgeExpired(idToken: string): string {
  const past = Math.floor(Date.now() / 1000) - 7200
  return forgeUnsigned(idToken, { iat: past, auth_time: past, exp: past + 3600 })
}
