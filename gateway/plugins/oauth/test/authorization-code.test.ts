import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import t from 'tap'
import { PAGE } from '../../../test/fixtures/gateway.ts'
import { readJson } from '../../../test/fixtures/wire/http-client.ts'
import { startAttackedServer } from './fixtures/attacked-server.ts'
import {
  applicationAt,
  beginRequest,
  CALLBACK,
  connect,
  startAuthorizationServer,
  startSignedIn,
  watch
} from './fixtures/authorization-server.ts'
import { signIn } from './fixtures/visitor.ts'

t.test('authorization code: sign-in, consent, tokens of the account, userinfo, refresh', async (t) => {
  const { gateway, origin, oidc, visit } = await startAuthorizationServer(t)
  const { url, checks } = await beginRequest(oidc)
  const stranger = await visit(null)
  const asked = await stranger.go(url)
  t.match(asked.location, /^\/login\?redirect=%2F_auth%2Foauth%2Finteraction%2F/, 'signs in first')
  const back = decodeURIComponent(/redirect=([^&]*)/.exec(asked.location)?.[1] ?? '')
  await signIn(stranger, gateway, origin)
  const consent = await stranger.go(back)
  t.equal(consent.status, 200, consent.text)
  t.match(consent.text, 'Allow Dashboard to use your localhost account?')
  t.match(consent.text, 'dashboard.example.com')
  t.match(consent.text, 'See your email address')
  const done = await stranger.allow(consent)
  t.match(done.location, `${CALLBACK}?code=`)
  const tokens = await client.authorizationCodeGrant(oidc, new URL(done.location), checks)
  t.match(tokens.claims(), { sub: 'ada', iss: `${origin}/_auth/oauth`, aud: 'dashboard' })
  t.match(tokens.claims(), { email: 'ada@example.com', email_verified: true }, 'of the scopes')
  t.notOk(tokens.claims()?.name, 'twin: of no other')
  const info = await client.fetchUserInfo(oidc, tokens.access_token, 'ada')
  t.match(info, { email: 'ada@example.com', email_verified: true })
  const refreshed = await client.refreshTokenGrant(oidc, String(tokens.refresh_token))
  t.ok(refreshed.access_token)
  gateway.advance(31)
  await t.rejects(client.refreshTokenGrant(oidc, String(tokens.refresh_token)), 'a used refresh token')
})

t.test('consent: is remembered for the client, and asked again for more (ASVS 10.7.2)', async (t) => {
  const { gateway, visitor } = await startSignedIn(t)
  const first = await visitor.ask({ scope: 'openid' })
  t.equal(first.status, 200)
  await visitor.allow(first)
  const again = await visitor.ask({ scope: 'openid' })
  t.match(again.location, `${CALLBACK}?code=`, 'no second page')
  const more = await visitor.ask({ scope: 'openid email' })
  t.equal(more.status, 200)
  t.match(more.text, 'See your email address')
  t.match(more.text, 'Recognize your account', 'and what was allowed before')
  const refused = await visitor.go(`${more.location}/refuse`, { method: 'POST' })
  t.match(refused.location, `${CALLBACK}?error=access_denied`)
  const events = gateway.logLines().map(({ event }) => event)
  t.equal(events.filter((event) => event === 'oauth.granted').length, 1)
  t.equal(events.filter((event) => event === 'oauth.refused').length, 1)
})

t.test('prompt: none is refused without a session, login asks for a new sign-in', async (t) => {
  const { gateway, origin, visit } = await startAuthorizationServer(t)
  const visitor = await visit(null)
  const none = async () => (await visitor.ask({ scope: 'openid', prompt: 'none' })).location
  t.match(await none(), 'error=login_required')
  await signIn(visitor, gateway, origin)
  t.match(await none(), 'error=consent_required')
  const asked = await visitor.ask({ scope: 'openid' })
  await visitor.allow(asked)
  t.match(await none(), `${CALLBACK}?code=`)
  const login = await visitor.ask({ scope: 'openid', prompt: 'login' })
  t.match(login.location, /^\/login\?redirect=.*&prompt=login&reason=step-up$/)
})

t.test('refresh: a token that is not used within refreshTokenSeconds ends', async (t) => {
  const { gateway, oidc, visitor } = await startSignedIn(t, {
    'authorizationServer.refreshTokenSeconds': 600
  })
  const first = await connect({ oidc, visitor })
  gateway.advance(590)
  const next = await client.refreshTokenGrant(oidc, String(first.refresh_token))
  gateway.advance(610)
  await t.rejects(client.refreshTokenGrant(oidc, String(next.refresh_token)))
})

t.test('device: a code typed by a visitor who is signed in gives the device tokens', async (t) => {
  const { gateway, origin, oidc, visit } = await startAuthorizationServer(t)
  const asked = await client.initiateDeviceAuthorization(oidc, { scope: 'openid' })
  t.equal(asked.verification_uri, `${origin}/_auth/oauth/device`)
  const visitor = await visit(null)
  const stranger = await visitor.go(String(asked.verification_uri_complete))
  t.match(stranger.location, /^\/login\?redirect=%2F_auth%2Foauth%2Fdevice/, 'signs in first')
  await signIn(visitor, gateway, origin)
  const page = await visitor.go(String(asked.verification_uri_complete))
  t.match(page.text, `value="${asked.user_code}"`, 'filled in, not sent')
  const wrong = await visitor.submit(page, '&user_code=WRNG-CODE')
  t.match(wrong, { status: 400, text: 'This code is wrong' })
  t.same(
    [page, wrong].map(({ text }) => /<input [^>]*autofocus/.test(text)),
    [false, true],
    'typed again at once'
  )
  const code = `&user_code=${asked.user_code}`
  const confirm = await visitor.submit(wrong, code)
  t.match(confirm.text, 'Continue only if the device is in front of you')
  const consent = await visitor.submit(confirm, `${code}&confirm=yes`)
  t.match(consent.text, 'Allow Dashboard')
  const done = await visitor.allow(consent)
  t.match(done.text, 'Device connected')
  const tokens = await client.pollDeviceAuthorizationGrant(oidc, asked)
  t.equal(tokens.claims()?.sub, 'ada')
})

t.test('authorization request: one of more than 8 kB is refused, and nothing is stored', async (t) => {
  const { gateway, visitor } = await startSignedIn(t)
  const stored: string[] = []
  watch(gateway, 'addToList', (list) => stored.push(list))
  const ask = async (chars: number) => (await visitor.ask({ state: 'x'.repeat(chars) })).status
  t.equal(await ask(8192), 400)
  t.same(stored, [])
  t.equal(await ask(7000), 200, 'twin')
})

t.test('authorization request: a speculative load is refused and begins none', async (t) => {
  const { oidc, request, visitor } = await startSignedIn(t)
  const load = (path: string, purpose: string) =>
    request(path, { ...PAGE, cookie: visitor.cookie(), 'sec-purpose': purpose })
  for (const [path, status] of [
    [(await beginRequest(oidc)).url, 303],
    ['/_auth/oauth/device', 200]
  ] as const) {
    const response = await load(path, 'prefetch;prerender')
    t.equal(response.status, 403, path)
    t.same(response.headers.getSetCookie(), [])
    t.equal((await load(path, '')).status, status, `twin: ${path}`)
  }
})

t.test('resource: a wrong or former one uses up neither code nor refresh token', async (t) => {
  const { gateway, origin, authorize, askToken, exchange, refresh, startAnother } =
    await startAttackedServer(t)
  const [resource, other] = [`${origin}/mcp`, `${origin}/notes`]
  const given = await authorize({ scope: 'mcp:read', resource })
  t.match(await askToken(exchange(given, { resource: other })), { error: 'invalid_target' })
  const { refreshToken } = await askToken(exchange(given, { resource }))
  t.match(await askToken(refresh(refreshToken, { resource: other })), { error: 'invalid_target' })
  const { state } = gateway
  const applications = [applicationAt('home')]
  const without = await startAnother({ applications }, { state })
  t.match(await askToken(refresh(refreshToken), 'dashboard', without), { error: 'invalid_target' })
  const { accessToken } = await askToken(refresh(refreshToken))
  t.match(decodeJwt(accessToken), { aud: resource })
})

t.test('userinfo: claims end with the sign-in that the token is from', async (t) => {
  const { gateway, oidc, visitor } = await startSignedIn(t)
  const tokens = await connect({ oidc, visitor })
  t.match(await client.fetchUserInfo(oidc, tokens.access_token, 'ada'), { sub: 'ada' })
  gateway.provider.accounts.update('ada', { validSinceSeconds: gateway.now() + 10 })
  await t.rejects(client.fetchUserInfo(oidc, tokens.access_token, 'ada'))
})

t.test('device: a code that has expired gets expired_token (RFC 8628, 3.5)', async (t) => {
  const { gateway, askToken, post } = await startAttackedServer(t)
  // Its clock is the real one.
  watch(gateway, 'addToList', (_list, entry) => {
    entry.text = entry.text.replace(/"exp":\d+/, '"exp":1000')
  })
  const response = await post('/device-authorization', 'client_id=cli&scope=openid')
  const { device_code: code } = readJson(await response.text())
  gateway.advance(700)
  const poll = () =>
    askToken({ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: String(code) }, 'cli')
  t.match(await poll(), { status: 400, error: 'expired_token' })
  gateway.advance(600)
  t.match(await poll(), { status: 400, error: 'invalid_grant' }, 'twin: long afterwards it is unknown')
})
