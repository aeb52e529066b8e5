import * as client from 'openid-client'
import t from 'tap'
import {
  beginRequest,
  CALLBACK,
  createVisitor,
  signIn,
  startAuthorizationServer
} from '../fixtures/oauth/oauth-visitor.ts'

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
  const info = await client.fetchUserInfo(oidc, tokens.access_token, 'ada')
  t.match(info, { email: 'ada@example.com', email_verified: true })
  const refreshed = await client.refreshTokenGrant(oidc, String(tokens.refresh_token))
  t.ok(refreshed.access_token)
  await t.rejects(client.refreshTokenGrant(oidc, String(tokens.refresh_token)), 'a used refresh token')
})
