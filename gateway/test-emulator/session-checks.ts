import assert from 'node:assert/strict'
import { readSeconds } from './emulator-accounts.ts'
import {
  assertCookiesCleared,
  assertStatus,
  atTime,
  type CheckEnvironment,
  enter,
  signInAgain,
  waitUntilAfter
} from './environment.ts'
import { createVisitor, upstreamHeaders } from './visitor.ts'

/** Longer than a session may go without an account look-up, in seconds. */
const LOOK_UP_DUE_SECONDS = 301
const FORCED = { method: 'POST', path: '/_auth/refresh?force=1' } as const

/** Refresh: forced, automatic, and for deleted accounts. */
export async function checkRefresh(environment: CheckEnvironment): Promise<void> {
  const { checks, gateway } = environment
  const title = (text: string) => `refresh (${gateway.mode}): ${text}`

  await checks.check(title('forced, with a new cookie and changed claims'), () => picksUpClaims(environment))
  await checks.check(title('automatic when the id token has expired'), () => refreshesExpired(environment))
  await checks.check(title('a deleted account is a 401 and clears the cookies'), async () => {
    const { account, visitor } = await enter(environment)
    await environment.accounts.delete(account.uid)
    const response = await visitor.visit(FORCED)
    assertStatus(response, 401)
    assertCookiesCleared(response)
    assert.equal(visitor.cookieHeader(), '')
    assert.equal(await environment.accounts.lookUp(account.uid), null)
  })
  await checks.check(title('an expired id token of a deleted account redirects to the login page'), () =>
    sendsToLoginPage(environment, async ({ uid, idToken }) => {
      await environment.accounts.delete(uid)
      return readSeconds(idToken, 'exp') + 60
    })
  )
  await checks.check(title('a disabled account is a 403 and clears the cookies'), async () => {
    const { account, visitor } = await enter(environment)
    await environment.accounts.update(account.uid, { disableUser: true })
    const response = await visitor.visit(FORCED)
    assertStatus(response, 403, 'USER_DISABLED')
    assertCookiesCleared(response)
  })
}

/** Disabled, deleted and revoked accounts at sign-in. */
export async function checkAccounts(environment: CheckEnvironment): Promise<void> {
  const { checks, gateway, accounts } = environment
  const title = (text: string) => `account (${gateway.mode}): ${text}`

  await checks.check(title('a disabled one is a 403, enabled again a 200'), async () => {
    const account = await accounts.signUp()
    const visitor = createVisitor(gateway)
    await accounts.update(account.uid, { disableUser: true })
    const refused = await visitor.openSession(account)
    assertStatus(refused, 403, 'USER_DISABLED')
    assert.deepEqual(refused.setCookies, [])
    await accounts.update(account.uid, { disableUser: false })
    assertStatus(await visitor.openSession(account), 200)
  })
  await checks.check(title('a deleted one is a 401 and not recreated'), async () => {
    const account = await accounts.signUp()
    await accounts.delete(account.uid)
    const refused = await createVisitor(gateway).openSession(account)
    assertStatus(refused, 401, 'USER_NOT_FOUND')
    assert.deepEqual(refused.setCookies, [])
    assert.equal(await accounts.lookUp(account.uid), null)
  })
  await checks.check(title('a revoked sign-in is a 401, a later one a 200'), () =>
    refusesRevokedSignIn(environment)
  )
}

/** Accounts that change during a session: the gateway looks them up from time to time. */
export async function checkLookUps(environment: CheckEnvironment): Promise<void> {
  const { checks, gateway, accounts } = environment
  const title = (text: string) => `look-up (${gateway.mode}): ${text}`

  await checks.check(title('an account deleted during a session redirects to the login page'), () =>
    sendsToLoginPage(environment, async ({ uid, idToken }) => {
      await accounts.delete(uid)
      return readSeconds(idToken, 'iat') + LOOK_UP_DUE_SECONDS
    })
  )
  await checks.check(title('an account disabled during a session gets a 403 page'), async () => {
    const { account, visitor } = await enter(environment)
    await accounts.update(account.uid, { disableUser: true })
    await atTime(gateway, Date.now() / 1000 + LOOK_UP_DUE_SECONDS, async () => {
      const page = await visitor.visit({ path: '/', pageLoad: true })
      assertStatus(page, 403)
      assert.match(page.text, /disabled/)
      assertCookiesCleared(page)
    })
  })
  await checks.check(title('an account that is still valid passes the look-up'), async () => {
    const { visitor } = await enter(environment)
    await atTime(gateway, Date.now() / 1000 + LOOK_UP_DUE_SECONDS, async () => {
      const response = await visitor.visit({ path: '/' })
      assertStatus(response, 200)
      assert.deepEqual(response.setCookies, [])
    })
  })
}

/** Sign-out of one session, and of all. */
export async function checkSignOut(environment: CheckEnvironment): Promise<void> {
  const { checks, gateway, accounts } = environment
  const title = (text: string) => `sign-out (${gateway.mode}): ${text}`

  await checks.check(title('a call is a 204 and clears the cookies, other sessions stay valid'), async () => {
    const { account, visitor } = await enter(environment)
    const copy = createVisitor(gateway, visitor.cookieHeader())
    const elsewhere = createVisitor(gateway)
    assertStatus(await elsewhere.openSession(await signInAgain(environment, account)), 200)
    const before = await accounts.lookUp(account.uid)
    const response = await visitor.visit({ method: 'POST', path: '/logout' })
    assertStatus(response, 204)
    assertCookiesCleared(response)
    assertStatus(await visitor.visit({ path: '/' }), 401, 'MISSING_CREDENTIALS')
    assertStatus(await copy.visit({ path: '/' }), 401, 'SESSION_ENDED')
    assertStatus(await elsewhere.visit({ path: '/' }), 200)
    assert.deepEqual(await accounts.lookUp(account.uid), before)
  })
  await checks.check(title('everywhere revokes earlier sign-ins'), () => signsOutEverywhere(environment))
}

async function picksUpClaims(environment: CheckEnvironment): Promise<void> {
  const { account, visitor } = await enter(environment)
  const claimsNow = async () => Object((await visitor.visit({ path: '/_auth/session' })).json.claims)
  await environment.accounts.update(account.uid, {
    customAttributes: JSON.stringify({ role: 'editor', groups: ['staff', 'editors'] })
  })
  assert.equal((await claimsNow()).groups, undefined)
  const before = visitor.cookieHeader()
  const response = await visitor.visit(FORCED)
  assertStatus(response, 200)
  assert.equal(response.json.uid, account.uid)
  assert.ok(response.setCookies.length > 0, 'no new cookie')
  assert.notEqual(visitor.cookieHeader(), before)
  const { groups, role } = await claimsNow()
  assert.deepEqual({ groups, role }, { groups: ['staff', 'editors'], role: undefined })
  const seen = upstreamHeaders(await visitor.visit({ path: '/' }))
  assert.equal(seen['x-forwarded-groups'], 'staff,editors')
}

async function refreshesExpired(environment: CheckEnvironment): Promise<void> {
  const { account, visitor } = await enter(environment)
  const session = await visitor.visit({ path: '/_auth/session' })
  const expiresAt = Number(session.json.expiresAt)
  // A new token expires a whole second later only if a second has passed.
  await waitUntilAfter(expiresAt - 3600)
  await atTime(environment.gateway, expiresAt, async () => {
    const response = await visitor.visit({ path: '/' })
    assertStatus(response, 200)
    assert.equal(upstreamHeaders(response)['x-forwarded-user'], account.uid)
    assert.ok(response.setCookies.length > 0, 'no new cookie')
    const after = await visitor.visit({ path: '/_auth/session' })
    assert.ok(Number(after.json.expiresAt) > expiresAt)
  })
}

/** `end` disables or deletes the account and returns the time at which the gateway must notice. */
async function sendsToLoginPage(
  environment: CheckEnvironment,
  end: (account: { uid: string; idToken: string }) => Promise<number>
): Promise<void> {
  const { account, visitor } = await enter(environment)
  const noticedAt = await end(account)
  // The token of the session is newer than that of the page.
  await atTime(environment.gateway, noticedAt + 5, async () => {
    const page = await visitor.visit({ path: '/reports', pageLoad: true })
    assertStatus(page, 302)
    assert.equal(page.location, '/login?redirect=%2Freports&reason=expired')
    assertCookiesCleared(page)
  })
  assert.equal(await environment.accounts.lookUp(account.uid), null)
}

async function refusesRevokedSignIn({ accounts, gateway }: CheckEnvironment): Promise<void> {
  const account = await accounts.signUp()
  const signedInAt = readSeconds(account.idToken, 'auth_time')
  await waitUntilAfter(signedInAt)
  await accounts.update(account.uid, { validSince: String(signedInAt + 1) })
  const visitor = createVisitor(gateway)
  const refused = await visitor.openSession(account)
  assertStatus(refused, 401, 'TOKEN_REVOKED')
  assert.deepEqual(refused.setCookies, [])
  assertStatus(await visitor.openSession(await accounts.signIn(account)), 200)
}

async function signsOutEverywhere(environment: CheckEnvironment): Promise<void> {
  const { accounts, gateway } = environment
  const { account, visitor } = await enter(environment)
  const elsewhere = createVisitor(gateway)
  assertStatus(await elsewhere.openSession(await signInAgain(environment, account)), 200)
  const underWay = await signInAgain(environment, account)
  const before = await accounts.lookUp(account.uid)
  // An exchanged session starts a moment after the sign-in of the page.
  await waitUntilAfter(Math.ceil(Date.now() / 1000))
  const response = await visitor.visit({ method: 'POST', path: '/logout?everywhere=1' })
  assertStatus(response, 204)
  assertCookiesCleared(response)
  const after = await accounts.lookUp(account.uid)
  assert.ok(Number(after?.validSince) > Number(before?.validSince), 'validSince is unchanged')
  assertStatus(await createVisitor(gateway).openSession(underWay), 401, 'TOKEN_REVOKED')
  assertStatus(await createVisitor(gateway).openSession(account), 401, 'SIGN_IN_USED')
  await atTime(gateway, Date.now() / 1000 + LOOK_UP_DUE_SECONDS, async () => {
    const refused = await elsewhere.visit({ path: '/' })
    assertStatus(refused, 401, 'TOKEN_REVOKED')
    assertCookiesCleared(refused)
  })
}
