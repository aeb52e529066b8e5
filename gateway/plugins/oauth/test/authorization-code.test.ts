import * as client from 'openid-client'
import t from 'tap'
import { PAGE } from '../../../test/fixtures/gateway.ts'
import { createVisitor, signIn } from '../../../test/fixtures/oauth-visitor.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'
import {
  beginRequest,
  CALLBACK,
  connect,
  startAuthorizationServer,
  startSignedIn
} from './fixtures/authorization-server.ts'

t.test('authorization code: sign-in, consent, tokens of the account, userinfo, refresh', async (t) => {
  const { gateway, origin, oidc } = await startAuthorizationServer(t)
  gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true })
  const { url, checks } = await beginRequest(oidc)
  const stranger = createVisitor(gateway, origin)
  const asked = await stranger.go(url)
  t.match(asked.location, /^\/login\?redirect=%2F_auth%2Foauth%2Finteraction%2F/, 'signs in first')
  const back = decodeURIComponent(/redirect=([^&]*)/.exec(String(asked.location))?.[1] ?? '')
  await signIn(stranger, gateway, origin)
  const consent = await stranger.go(back)
  t.equal(consent.status, 200, consent.text)
  t.match(consent.text, 'Allow Dashboard to use your account?')
  t.match(consent.text, 'dashboard.example.com')
  t.match(consent.text, 'see your email address')
  const done = await stranger.go(String(consent.location), { method: 'POST' })
  t.match(done.location, `${CALLBACK}?code=`)
  const tokens = await client.authorizationCodeGrant(oidc, new URL(String(done.location)), checks)
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

t.test(
  'consent: is remembered for the client, asked again for more, and refused on demand (ASVS 10.7.2)',
  async (t) => {
    const { gateway, oidc, visitor } = await startSignedIn(t)
    const first = await visitor.go((await beginRequest(oidc, { scope: 'openid' })).url)
    t.equal(first.status, 200)
    await visitor.go(String(first.location), { method: 'POST' })
    const again = await visitor.go((await beginRequest(oidc, { scope: 'openid' })).url)
    t.match(again.location, `${CALLBACK}?code=`, 'no second page')
    const more = await visitor.go((await beginRequest(oidc, { scope: 'openid email' })).url)
    t.equal(more.status, 200)
    t.match(more.text, 'see your email address')
    t.match(more.text, 'know which account', 'and what was allowed before')
    const refused = await visitor.go(`${more.location}/refuse`, { method: 'POST' })
    t.match(refused.location, `${CALLBACK}?error=access_denied`)
    const events = gateway.logLines().map(({ event }) => event)
    t.equal(events.filter((event) => event === 'oauth.granted').length, 1)
    t.equal(events.filter((event) => event === 'oauth.refused').length, 1)
  }
)

t.test('consent: its form may lead to a client, wherever that redirects to, from no frame', async (t) => {
  const { gateway, origin, oidc, visitor } = await startSignedIn(t)
  const { location } = await visitor.go((await beginRequest(oidc)).url)
  const cookie = visitor.cookie()
  const page = await send(`${gateway.url}${location}`, {
    headers: { ...PAGE, cookie, host: new URL(origin).host }
  })
  const policy = page.headers.get('content-security-policy') ?? ''
  t.equal(page.status, 200)
  t.notMatch(policy, 'form-action')
  t.match(policy, "frame-ancestors 'none'")
  const other = await send(`${gateway.url}/_auth/oauth/authorize`, {
    headers: { ...PAGE, host: new URL(origin).host }
  })
  t.match(other.headers.get('content-security-policy'), "form-action 'self'", 'twin: a page without a client')
})

t.test(
  'prompt: none without a session is refused, with one it passes, login asks for a new sign-in',
  async (t) => {
    const { gateway, origin, oidc } = await startAuthorizationServer(t)
    gateway.provider.accounts.create({ uid: 'ada' })
    const visitor = createVisitor(gateway, origin)
    const none = async () =>
      (await visitor.go((await beginRequest(oidc, { scope: 'openid', prompt: 'none' })).url)).location
    t.match(await none(), 'error=login_required')
    await signIn(visitor, gateway, origin)
    t.match(await none(), 'error=consent_required')
    const asked = await visitor.go((await beginRequest(oidc, { scope: 'openid' })).url)
    await visitor.go(String(asked.location), { method: 'POST' })
    t.match(await none(), `${CALLBACK}?code=`)
    const login = await visitor.go((await beginRequest(oidc, { scope: 'openid', prompt: 'login' })).url)
    t.match(login.location, /^\/login\?redirect=.*&prompt=login&reason=step-up$/)
  }
)

t.test('sign-out: for a client it asks, ends the session of the gateway and goes back', async (t) => {
  const home = 'https://dashboard.example.com/bye'
  const { gateway, origin, oidc } = await startAuthorizationServer(t, {}, { postLogoutRedirectUris: [home] })
  gateway.provider.accounts.create({ uid: 'ada' })
  const visitor = createVisitor(gateway, origin)
  await signIn(visitor, gateway, origin)
  const url = client.buildEndSessionUrl(oidc, { post_logout_redirect_uri: home }).href
  const page = await visitor.go(url)
  t.match(page.text, 'Sign out?')
  const [, action = ''] = /<form class="action" method="post" action="([^"]*)"/.exec(page.text) ?? []
  const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(page.text) ?? []
  const forged = await visitor.go(action, { method: 'POST', body: 'xsrf=wrong&logout=yes' })
  t.equal(forged.status, 400, 'another xsrf')
  const page2 = await visitor.go(url)
  const [, fresh = ''] = /name="xsrf" value="([^"]*)"/.exec(page2.text) ?? []
  t.not(fresh, xsrf)
  const done = await visitor.go(action, { method: 'POST', body: `xsrf=${fresh}&logout=yes` })
  t.equal(done.location, home, done.text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '))
  const asked = await visitor.go((await beginRequest(oidc)).url)
  t.match(asked.location, /^\/login\?/, 'signed out at the gateway')
  const elsewhere = client.buildEndSessionUrl(oidc, {
    post_logout_redirect_uri: 'https://evil.example/'
  }).href
  t.equal((await visitor.go(elsewhere)).status, 400)
})

t.test(
  'refresh: a token that is not used in time ends, authorizationServer.refreshTokenSeconds',
  async (t) => {
    const { gateway, oidc, visitor } = await startSignedIn(t, {
      'authorizationServer.refreshTokenSeconds': 600
    })
    const first = await connect({ oidc, visitor })
    gateway.advance(590)
    const next = await client.refreshTokenGrant(oidc, String(first.refresh_token))
    gateway.advance(610)
    await t.rejects(client.refreshTokenGrant(oidc, String(next.refresh_token)))
  }
)

t.test(
  'refresh: ends with the account and with its sign-ins, not with a provider that is away',
  async (t) => {
    const { gateway, oidc, visitor } = await startSignedIn(t)
    const first = await connect({ oidc, visitor })
    gateway.provider.faults.lookup = { kind: 'html', status: 503 }
    await t.rejects(client.refreshTokenGrant(oidc, String(first.refresh_token)), 'while the provider is away')
    gateway.provider.faults.reset()
    const next = await client.refreshTokenGrant(oidc, String(first.refresh_token))
    gateway.provider.accounts.update('ada', { disabled: true })
    await t.rejects(client.refreshTokenGrant(oidc, String(next.refresh_token)), 'of a disabled account')
  }
)

t.test('device: a code typed by a visitor who is signed in gives the device tokens', async (t) => {
  const { gateway, origin, oidc } = await startAuthorizationServer(t)
  gateway.provider.accounts.create({ uid: 'ada' })
  const asked = await client.initiateDeviceAuthorization(oidc, { scope: 'openid' })
  t.equal(asked.verification_uri, `${origin}/_auth/oauth/device`)
  const visitor = createVisitor(gateway, origin)
  const stranger = await visitor.go(String(asked.verification_uri_complete))
  t.match(stranger.location, /^\/login\?redirect=%2F_auth%2Foauth%2Fdevice/, 'signs in first')
  await signIn(visitor, gateway, origin)
  const page = await visitor.go(String(asked.verification_uri_complete))
  t.match(page.text, `value="${asked.user_code}"`, 'filled in, not sent')
  const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(page.text) ?? []
  const wrong = await visitor.go('/_auth/oauth/device', {
    method: 'POST',
    body: `xsrf=${xsrf}&user_code=WRNG-CODE`
  })
  t.equal(wrong.status, 400)
  t.match(wrong.text, 'This code is wrong')
  const [, again = ''] = /name="xsrf" value="([^"]*)"/.exec(wrong.text) ?? []
  const code = `user_code=${asked.user_code}`
  const confirm = await visitor.go('/_auth/oauth/device', { method: 'POST', body: `xsrf=${again}&${code}` })
  t.match(confirm.text, 'Continue only if the device is in front of you')
  const consent = await visitor.go('/_auth/oauth/device', {
    method: 'POST',
    body: `xsrf=${again}&${code}&confirm=yes`
  })
  t.match(consent.text, 'Allow Dashboard')
  const done = await visitor.go(String(consent.location), { method: 'POST' })
  t.match(done.text, 'Device connected')
  const tokens = await client.pollDeviceAuthorizationGrant(oidc, asked)
  t.equal(tokens.claims()?.sub, 'ada')
})
