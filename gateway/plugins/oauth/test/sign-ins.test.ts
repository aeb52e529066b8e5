import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import t, { type Test } from 'tap'
import { SECOND_FACTOR_ACR } from '../../../src/access/rules/step-up.ts'
import { startEchoUpstream } from '../../../test/fixtures/wire/upstream.ts'
import {
  applicationAt,
  beginRequest,
  CALLBACK,
  connect,
  errorOf,
  startAuthorizationServer,
  startSignedIn,
  watch
} from './fixtures/authorization-server.ts'
import { signIn } from './fixtures/visitor.ts'

const WITH_FACTOR = { provider: 'password', secondFactor: { kind: 'totp', id: 'mfa-1' } } as const
const PASSWORD = { provider: 'password' }

/** Account `ada`, and two resources, of which `/vault` requires a second factor. */
async function start(t: Test, more: Record<string, unknown> = {}) {
  const upstream = await startEchoUpstream(t)
  const at = (name: string, more: object = {}) =>
    applicationAt(name, [`${name}:read`], { upstream: { url: upstream.url }, ...more })
  const rules = [{ path: '/vault/*', allow: 'signed-in', require: { secondFactor: true } }]
  const server = await startAuthorizationServer(t, {
    applications: [at('notes'), at('vault', { access: { rules } })],
    ...more
  })
  const { origin, oidc, request } = server
  /** A browser in which the account has signed in with these facts. */
  const visit = (facts: Parameters<typeof server.visit>[1]) => server.visit('ada', facts)

  /** Tokens for a resource; `isAsked`: by way of the consent page. */
  async function tokensFor(visitor: Awaited<ReturnType<typeof visit>>, name: string) {
    const resource = `${origin}/${name}`
    const asked = await visitor.askAndAllow({ scope: `openid ${name}:read`, resource })
    const callback = new URL(asked.location)
    const tokens = await client.authorizationCodeGrant(oidc, callback, asked.checks, { resource })
    return {
      isAsked: asked.page.status === 200,
      tokens,
      idToken: decodeJwt(String(tokens.id_token)),
      refresh: String(tokens.refresh_token)
    }
  }

  const refresh = (token: string, name: string) =>
    client.refreshTokenGrant(oidc, token, { resource: `${origin}/${name}` })
  const call = async (path: string, { access_token: token }: { access_token: string }) =>
    (await request(path, { authorization: `Bearer ${token}` })).status
  return { ...server, visit, tokensFor, refresh, call }
}

t.test('sign-ins: an access token has the second factor of its sign-in, not of the consent', async (t) => {
  const { gateway, visit, tokensFor, refresh, call } = await start(t)
  const first = await tokensFor(await visit(WITH_FACTOR), 'vault')
  t.match(
    [first.isAsked, first.idToken.acr, await call('/vault/', first.tokens)],
    [true, SECOND_FACTOR_ACR, 200]
  )
  gateway.advance(100)
  const second = await tokensFor(await visit(PASSWORD), 'vault')
  t.match([second.isAsked, second.idToken.acr], [false, undefined])
  t.equal(await call('/vault/', second.tokens), 401)
  t.equal(await call('/vault/', await refresh(second.refresh, 'vault')), 401, 'nor after a refresh')
  t.equal(await call('/vault/', await refresh(first.refresh, 'vault')), 200, 'twin: of the first sign-in')
  gateway.advance(100)
  t.equal(await call('/vault/', (await tokensFor(await visit(WITH_FACTOR), 'vault')).tokens), 200, 'twin')
})

const authTimeOf = ({ tokens }: { tokens: { access_token: string } }) =>
  Number(decodeJwt(tokens.access_token).auth_time)

t.test('sign-ins: after a revocation, a new sign-in gets tokens by the consent of before', async (t) => {
  const { gateway, visit, tokensFor, call } = await start(t, { 'session.revocationCheckSeconds': 300 })
  const signedInAgo = (seconds: number) => visit({ ...PASSWORD, authTimeSeconds: gateway.now() - seconds })
  const first = await tokensFor(await signedInAgo(100), 'notes')
  gateway.provider.accounts.update('ada', { validSinceSeconds: gateway.now() - 50 })
  const second = await tokensFor(await signedInAgo(20), 'notes')
  t.equal(second.isAsked, false)
  t.equal(authTimeOf(second) - authTimeOf(first), 80)
  gateway.advance(310)
  t.equal(await call('/notes/', second.tokens), 200)
  t.equal(await call('/notes/', first.tokens), 401, 'twin: of the sign-in before')
})

t.test('sign-ins: a refresh token ends with its own sign-in, whatever was allowed later', async (t) => {
  const { gateway, visit, tokensFor, refresh } = await start(t, {
    'session.absoluteSeconds': 1200,
    'session.idleSeconds': 0
  })
  const first = await tokensFor(await visit(PASSWORD), 'notes')
  gateway.advance(1000)
  const second = await tokensFor(await visit(PASSWORD), 'notes')
  gateway.advance(100)
  await tokensFor(await visit(PASSWORD), 'vault')
  const again = await refresh(first.refresh, 'notes')
  gateway.advance(100)
  t.equal(await errorOf(refresh(String(again.refresh_token), 'notes')), 'invalid_grant')
  t.ok(await refresh(second.refresh, 'notes'), 'twin: that of a later sign-in')
})

t.test('sign-ins: five requests of a session leave nothing for longer than half an hour', async (t) => {
  const { gateway, ...visit } = await startSignedIn(t)
  const lists = new Map<string, number>()
  watch(gateway, 'addToList', (list, entry) => {
    if (list.startsWith('oauth-Session ')) lists.set(list, entry.expiresAtSeconds - gateway.now())
  })
  for (let n = 0; n < 5; n++) await connect(visit, { prompt: 'consent' })
  t.ok(lists.size > 0)
  t.ok(Math.max(...lists.values()) <= 1800)
})

t.test('account: one that is disabled or gone gets an error at the client', async (t) => {
  for (const over of ['disabled', 'gone']) {
    const { gateway, oidc, visitor } = await startSignedIn(t)
    const { accounts } = gateway.provider
    const { url } = await beginRequest(oidc)
    t.match(await visitor.go(url), { status: 200 }, 'twin: the consent page')
    if (over === 'disabled') accounts.update('ada', { disabled: true })
    else accounts.delete('ada')
    t.match(await visitor.ask(), { location: `${CALLBACK}?error=access_denied` }, over)
  }
})

t.test('account: grants of one that was disabled do not come back with it', async (t) => {
  for (const isDisabled of [true, false]) {
    const { gateway, visit, tokensFor, refresh } = await start(t)
    const first = await tokensFor(await visit(PASSWORD), 'notes')
    const { accounts } = gateway.provider
    if (isDisabled) accounts.update('ada', { disabled: true })
    else accounts.update('ada', { validSinceSeconds: gateway.now() + 10 })
    t.equal(await errorOf(refresh(first.refresh, 'notes')), 'invalid_grant')
    accounts.update('ada', { disabled: false, validSinceSeconds: 1 })
    const again = await errorOf(refresh(first.refresh, 'notes'))
    t.equal(
      again,
      isDisabled ? 'invalid_grant' : null,
      'twin: another sign-in of the account keeps the grant'
    )
  }
})

t.test('max_age: a sign-in for the request is fresh, however short the age', async (t) => {
  const { gateway, origin, visit } = await start(t)
  const visitor = await visit({ ...PASSWORD, authTimeSeconds: gateway.now() - 100 })
  const toLogin = await visitor.ask({ max_age: '1' })
  t.match(toLogin.location, /^\/login\?.*prompt=login/)
  const back = new URLSearchParams(toLogin.location.split('?')[1]).get('redirect') ?? ''
  t.match(await visitor.go(back), { location: /^\/login\?/ }, 'twin: without another sign-in')
  gateway.advance(2)
  await signIn(visitor, gateway, origin)
  gateway.advance(5)
  t.match(await visitor.go(back), { status: 200, text: /Allow Dashboard/ })
})

/** A visitor who signs in with given facts and asks for claims. */
async function startVisit(t: Test, more: Record<string, unknown> = {}) {
  const server = await startAuthorizationServer(t, more)
  const { gateway, origin, oidc, visit } = server
  const visitor = await visit(null)

  const signInWith = (facts: Parameters<typeof gateway.provider.signIn>[1]) =>
    signIn(visitor, gateway, origin, 'ada', facts)

  /** Where a request leads, with consent. */
  async function ask(parameters: Record<string, string>) {
    const { location, checks } = await visitor.askAndAllow(parameters)
    const tokens = () => client.authorizationCodeGrant(oidc, new URL(location), checks)
    return { location, claims: async () => decodeJwt(String((await tokens()).id_token)) }
  }
  return { ...server, signIn: signInWith, ask }
}

const DEMAND = { acr_values: SECOND_FACTOR_ACR }

t.test('acr_values: a session with a second factor passes, and the id token says so', async (t) => {
  const { signIn, ask, oidc } = await startVisit(t)
  t.same(oidc.serverMetadata().acr_values_supported, [SECOND_FACTOR_ACR])
  await signIn(WITH_FACTOR)
  t.match(await (await ask(DEMAND)).claims(), { acr: SECOND_FACTOR_ACR, amr: ['pwd', 'mfa'] })
  const { claims } = await ask({ acr_values: `other ${SECOND_FACTOR_ACR}` })
  t.match(await claims(), { acr: SECOND_FACTOR_ACR })
})

t.test('acr_values: without one the login page asks for it, then the request goes on', async (t) => {
  const { signIn, ask, gateway } = await startVisit(t)
  await signIn(PASSWORD)
  gateway.advance(120)
  t.match((await ask(DEMAND)).location, /^\/login\?redirect=.*interaction.*&prompt=login&reason=step-up$/)
  gateway.advance(2)
  await signIn(WITH_FACTOR)
  t.match(await (await ask(DEMAND)).claims(), { acr: SECOND_FACTOR_ACR })
})

t.test('acr_values: after a sign-in without one, enrolment or the error of OpenID Connect', async (t) => {
  for (const [totp, more, location] of [
    ['optional', {}, /^\/login\/second-step\?redirect=/],
    ['off', {}, /\?error=unmet_authentication_requirements/],
    ['optional', { prompt: 'none' }, /\?error=login_required/]
  ] as const) {
    const { signIn, ask } = await startVisit(t, { 'login.mfa.totp': totp })
    await signIn(PASSWORD)
    t.match((await ask({ ...DEMAND, ...more })).location, location)
  }
})

t.test('acr_values: unknown values are voluntary, however many', async (t) => {
  const { signIn, ask } = await startVisit(t)
  await signIn(PASSWORD)
  const long = ['x'.repeat(6000), 'x '.repeat(3000)]
  for (const values of ['urn:mace:incommon:iap:silver', '0', `${SECOND_FACTOR_ACR}x`, ...long]) {
    const claims = await (await ask({ acr_values: values })).claims()
    t.notOk('acr' in claims, values.slice(0, 40))
  }
})
