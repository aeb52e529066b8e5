import assert from 'node:assert/strict'
import { readIdentity } from '../demo/upstream/headers.ts'
import { forgeUnsigned } from './emulator-accounts.ts'
import { assertStatus, type CheckEnvironment, enter } from './environment.ts'
import { createVisitor, upstreamHeaders } from './visitor.ts'

/** Sign-in by REST, and what the application sees then. */
export async function checkSignIn(environment: CheckEnvironment): Promise<void> {
  const { checks, gateway } = environment
  const title = (text: string) => `sign-in (${gateway.mode}): ${text}`

  await checks.check(title('a new account gets an HttpOnly session cookie'), () => opensSession(environment))
  await checks.check(title('the session endpoint returns the claims'), () => tellsWhoAmI(environment))
  await checks.check(title('the application sees the identity, not the cookie'), () =>
    showsIdentity(environment)
  )
}

/** The fault of a token, the code of the refusal, and the claims that differ from a valid token. */
const FORGERIES = [
  [
    'of another project',
    'INVALID_ARGUMENT',
    { aud: 'demo-other', iss: 'https://securetoken.google.com/demo-other' }
  ],
  ['of an unknown account', 'USER_NOT_FOUND', { sub: 'nobody' }]
] as const

/** Tokens that must not start a session, unlike those of the emulator. */
export async function checkTokens(environment: CheckEnvironment): Promise<void> {
  const { checks, gateway, accounts } = environment
  const title = (text: string) => `tokens (${gateway.mode}): ${text}`

  for (const [fault, code, claims] of FORGERIES) {
    await checks.check(title(`${fault} is a 401, unchanged a 200`), async () => {
      const account = await accounts.signUp()
      const visitor = createVisitor(gateway)
      const idToken = forgeUnsigned(account.idToken, claims)
      const refused = await visitor.openSession({ ...account, idToken })
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
  // Only here does the page hand over a refresh token.
  if (gateway.mode === 'exchange') return
  await checks.check(title('a refresh token of another account is a 401'), async () => {
    const [alice, bob] = [await accounts.signUp(), await accounts.signUp()]
    const response = await createVisitor(gateway).openSession({ ...alice, refreshToken: bob.refreshToken })
    assertStatus(response, 401, 'INVALID_CREDENTIALS')
    assert.deepEqual(response.setCookies, [])
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
}
