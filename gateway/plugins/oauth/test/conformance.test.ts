import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import t from 'tap'
import { visit as visitPage } from '../../../test/fixtures/login-page/login-page.ts'
import { type CLIENTS, LOOPBACK, SECRETS, startAttackedServer } from './fixtures/attacked-server.ts'
import {
  applicationAt,
  beginRequest,
  CALLBACK,
  connect,
  startAuthorizationServer,
  startSignedIn
} from './fixtures/authorization-server.ts'
import { signIn } from './fixtures/visitor.ts'

const OF_CLI = { client_id: 'cli' satisfies (typeof CLIENTS)[number]['id'], redirect_uri: LOOPBACK }

t.test('revocation: of an access token, ends the grant, and the visitor is asked again', async (t) => {
  const { oidc, visitor } = await startSignedIn(t)
  const first = await connect({ oidc, visitor })
  await client.tokenRevocation(oidc, first.access_token)
  await t.rejects(client.refreshTokenGrant(oidc, String(first.refresh_token)), 'RFC 7009, 2.1')
  const { page, location } = await visitor.askAndAllow()
  t.match(page.text, 'Allow Dashboard')
  t.match(location, `${CALLBACK}?code=`)
  const again = await connect({ oidc, visitor })
  t.ok(await client.refreshTokenGrant(oidc, String(again.refresh_token)), 'the new grant is good')
})

t.test('resource: one without scopes is usable, and its metadata lists none (RFC 9728, 3.2)', async (t) => {
  const { authorize, origin, request, askToken, exchange, call } = await startAttackedServer(t, {
    applications: [{ name: 'plain', path: '/*', upstream: { url: 'http://127.0.0.1:9' }, resource: true }]
  })
  const metadata = await request('/.well-known/oauth-protected-resource')
  t.notOk('scopes_supported' in Object(await metadata.json()))
  const given = await authorize({ resource: origin, scope: '' })
  const tokens = await askToken(exchange(given, { resource: origin }))
  t.match(decodeJwt(tokens.accessToken), { aud: origin, sub: 'ada' })
  t.equal((await call('/x', tokens.accessToken)).status, 502, 'it passes the gateway')
  t.equal((await call('/x', `${tokens.accessToken}x`)).status, 401, 'twin')
})

t.test('consent: says each time what a program of the visitor will have', async (t) => {
  const visitor = await (await startAttackedServer(t)).visit()
  for (const time of ['first', 'second']) {
    const { page, location } = await visitor.askAndAllow(OF_CLI)
    t.match(page.text, 'You will return to a program on this device', time)
    for (const words of [
      'Recognize your account',
      'See your email address',
      'Keep access when you’re away, until you disconnect it'
    ])
      t.match(page.text, words, time)
    t.match(location, /[?&]code=/, time)
  }
  const page = await visitor.ask({ ...OF_CLI, scope: 'openid' })
  t.notMatch(page.text, 'See your email address', 'twin: not what it was allowed and does not ask for')
})

t.test('device: consent promises no return to this device, a refusal is no wrong code', async (t) => {
  const { visit, oidc } = await startAttackedServer(t)
  const visitor = await visit()
  const begin = async () => (await client.initiateDeviceAuthorization(oidc, { scope: 'openid' })).user_code
  const post = async (code: string, more: string) =>
    visitor.submit(await visitor.go('/_auth/oauth/device'), `&user_code=${code}${more}`)
  const code = await begin()
  const consent = await post(code, '&confirm=yes')
  t.match(consent.text, 'Allow Dashboard')
  t.match(consent.text, '<bdi>Dashboard</bdi> will be able to:')
  t.notMatch(consent.text, 'You will return')
  const refused = await visitor.go(`${consent.location}/refuse`, { method: 'POST' })
  for (const { status, text } of [refused, await post(await begin(), '&abort=yes')]) {
    t.equal(status, 200)
    t.notMatch(text, 'This code is wrong')
  }
  const wrong = await post(code, '&confirm=yes')
  t.equal(wrong.status, 400, 'twin: it is used now')
  t.match(wrong.text, 'This code is wrong')
})

t.test('code: while the provider is unavailable it is not used up, and the grant stays', async (t) => {
  const { gateway, authorize, askToken, exchange, refresh } = await startAttackedServer(t)
  const earlier = await askToken(exchange(await authorize()))
  const form = exchange(await authorize())
  gateway.provider.faults.lookup = { kind: 'html', status: 503 }
  t.equal((await askToken(form)).status, 503)
  gateway.provider.faults.reset()
  t.equal((await askToken(form)).status, 200)
  t.equal((await askToken(refresh(earlier.refreshToken))).status, 200)
  t.equal((await askToken(form)).error, 'invalid_grant', 'twin: used twice')
})

t.test('refresh: ends with the longest session of the sign-in, however late the consent was', async (t) => {
  const { gateway, visit, askToken, exchange, refresh } = await startAttackedServer(t, {
    'session.absoluteSeconds': 3600
  })
  const visitor = await visit()
  gateway.advance(3000)
  const { location, checks } = await visitor.askAndAllow()
  const back = new URL(location)
  const tokens = await askToken(exchange({ back, verifier: checks.pkceCodeVerifier }))
  gateway.advance(500)
  const next = await askToken(refresh(tokens.refreshToken))
  t.equal(next.status, 200)
  gateway.advance(200)
  t.equal((await askToken(refresh(next.refreshToken))).error, 'invalid_grant')
})

t.test('metadata: how clients revoke, and an unknown method is a 404 of the gateway', async (t) => {
  const { oidc, request } = await startAttackedServer(t)
  const { revocation_endpoint_auth_methods_supported: methods, ...metadata } = oidc.serverMetadata()
  t.match(metadata, { backchannel_logout_supported: true, backchannel_logout_session_supported: true })
  t.same(methods, ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'])
  const wrong = await request('/_auth/oauth/token', { accept: 'application/json' })
  t.equal(wrong.status, 404)
  t.match(await wrong.json(), { code: 'NOT_FOUND' })
})

t.test('events: a consent names all that the page showed, a wrong secret is reported', async (t) => {
  const { gateway, authorize, post } = await startAttackedServer(t)
  const eventsOf = (kind: string) => gateway.logLines().filter(({ event }) => event === kind)
  for (const prompt of ['', 'consent']) await authorize({ scope: 'openid email', ...(prompt && { prompt }) })
  t.match(eventsOf('oauth.granted'), [{ scopes: /openid email/ }, { scopes: /openid email/ }])
  const ask = (secret: string) =>
    post('/device-authorization', `client_id=dashboard&client_secret=${secret}&scope=openid`)
  t.equal((await ask(SECRETS.dashboard)).status, 200)
  t.same(eventsOf('oauth.refused'), [], 'twin')
  t.equal((await ask('guessed')).status, 401)
  t.match(eventsOf('oauth.refused'), [{ clientId: 'dashboard', error: 'invalid_client' }])
})

t.test('tenants: the login page and the accounts are those of the resource', async (t) => {
  const applications = [applicationAt('home'), applicationAt('umb', ['umb:read'])]
  const config = { 'identityPlatform.tenants': { '/umb/*': 'umb-t2' }, applications }
  const given = { tenants: ['umb-t2'] }
  const { gateway, origin, oidc, visit } = await startAuthorizationServer(t, config, {}, given)
  gateway.provider.accounts.create({ uid: 'uma', tenantId: 'umb-t2' })
  const { url } = await beginRequest(oidc, { scope: 'umb:read', resource: `${origin}/umb` })
  const tenantAt = async (location: string) => {
    const { config } = await visitPage(gateway, location.replace(origin, ''), { host: new URL(origin).host })
    return { id: config?.tenant.id, destination: config?.destination }
  }
  const stranger = await visit(null)
  const asked = (await stranger.go(url)).location
  t.match(await tenantAt(asked), { id: 'umb-t2', destination: 'Umb' })
  const inQuery = (text: string) => encodeURIComponent(encodeURIComponent(text))
  const evil = asked.replace(inQuery(origin), inQuery('https://evil.example'))
  t.not(evil, asked)
  t.match(await tenantAt(evil), { id: null }, 'twin: an address that is no application changes nothing')
  const back = decodeURIComponent(/redirect=([^&]*)/.exec(asked)?.[1] ?? '')
  await signIn(stranger, gateway, origin, 'ada')
  const again = await stranger.go(back)
  t.match(again.location, /^\/login\?redirect=/, 'an account of the project signs in again')
  await signIn(stranger, gateway, origin, 'uma')
  t.match((await stranger.go(back)).text, 'Allow Dashboard')
})

t.test('prompt=login: the login page asks for the sign-in again, and offers no way around it', async (t) => {
  const { gateway, origin, visitor } = await startSignedIn(t)
  const cookie = visitor.cookie()
  const pageAt = async (location: string) =>
    (await visitPage(gateway, location.replace(origin, ''), { cookie, host: new URL(origin).host })).config
  const { location } = await visitor.ask({ prompt: 'login' })
  t.match(await pageAt(location), { address: 'sign-in', reason: 'step-up', account: {} })
  t.match(await pageAt('/login?prompt=login'), { address: 'account' }, 'twin: may continue')
})

t.test('metadata: pages of other origins may read it with headers of their own', async (t) => {
  const { request } = await startAttackedServer(t)
  const headers = {
    origin: 'https://inspector.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'mcp-protocol-version'
  }
  for (const name of ['oauth-authorization-server/_auth/oauth', 'oauth-protected-resource/mcp']) {
    const path = `/.well-known/${name}`
    const preflight = await request(path, headers, { method: 'OPTIONS' })
    t.equal(preflight.status, 204, path)
    t.match(preflight.headers.get('access-control-allow-origin'), /^(\*|https:\/\/inspector\.example)$/)
    t.equal(preflight.headers.get('access-control-allow-headers'), 'mcp-protocol-version')
  }
})

t.test('login_hint: goes to the login page, unless it is longer than any address', async (t) => {
  const { gateway, origin, visit } = await startAuthorizationServer(t)
  const targetOf = async (login_hint: string) => {
    const { location } = await (await visit(null)).ask({ login_hint })
    const { config } = await visitPage(gateway, location, { host: new URL(origin).host })
    return config?.redirectTarget
  }
  const hinted = /^\/_auth\/oauth\/interaction\/[\w-]+\?login_hint=ada%2Bx%40example.com$/
  t.match(await targetOf('ada+x@example.com'), hinted)
  t.match(await targetOf('a'.repeat(255)), /^\/_auth\/oauth\/interaction\/[\w-]+$/, 'twin')
})
