import * as client from 'openid-client'
import t from 'tap'
import { cookieHeader, PAGE, postSession, startGateway, type TestGateway } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { findFreePorts } from '../fixtures/wire/ports.ts'

const CALLBACK = 'https://dashboard.example.com/callback'
const SECRET = 'a-secret-of-more-than-thirty-two-characters'

interface Visitor {
  /** Follows redirects of the gateway; returns the last response, or the address of another site. */
  go(
    address: string,
    options?: { method?: string }
  ): Promise<{ status: number; text: string; location: string | null }>
  cookies: Map<string, string>
}

function createVisitor({ url }: TestGateway, origin: string, cookie = ''): Visitor {
  const cookies = new Map(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
  )
  const once = async (path: string, method: string) => {
    const header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await send(`${url}${path}`, {
      method,
      headers: { ...PAGE, cookie: header, host: new URL(origin).host, ...(method === 'POST' && { origin }) }
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }
  return {
    cookies,
    async go(address, { method = 'GET' } = {}) {
      let next = address.replace(origin, '')
      let how = method
      for (let hop = 0; hop < 10; hop++) {
        const response = await once(next, how)
        const location = response.headers.get('location')
        if (location === null) return { status: response.status, text: await response.text(), location: next }
        await response.text()
        const target = new URL(location, origin)
        if (target.origin !== origin) return { status: response.status, text: '', location }
        if (target.pathname === '/login') return { status: response.status, text: '', location }
        next = `${target.pathname}${target.search}`
        how = 'GET'
      }
      throw new Error('too many redirects')
    }
  }
}

async function start(more: Record<string, unknown> = {}) {
  const [port = 0] = await findFreePorts(1)
  const origin = `http://localhost:${port}`
  const gateway = await startGateway(t, {
    publicUrl: origin,
    port,
    acquire: 'exchange',
    config: {
      'authorizationServer.enabled': true,
      'authorizationServer.clients': [
        { id: 'dashboard', name: 'Dashboard', secret: SECRET, redirectUris: [CALLBACK] }
      ],
      ...more
    }
  })
  gateway.advance(Date.now() / 1000 - gateway.now())
  const oidc = await client.discovery(new URL(`${origin}/_auth/oauth`), 'dashboard', SECRET, undefined, {
    execute: [client.allowInsecureRequests]
  })
  return { gateway, origin, oidc }
}

async function signIn(visitor: Visitor, { provider, url }: TestGateway, origin: string, uid = 'ada') {
  const { idToken, refreshToken } = await provider.signIn(uid)
  const response = await postSession(url, idToken, refreshToken, { host: new URL(origin).host, origin })
  for (const pair of cookieHeader(response).split('; '))
    visitor.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
}

async function begin(oidc: client.Configuration, more: Record<string, string> = {}) {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const url = client.buildAuthorizationUrl(oidc, {
    redirect_uri: CALLBACK,
    scope: 'openid email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...more
  })
  return { url: url.href, checks: { pkceCodeVerifier: verifier, expectedState: state } }
}

t.test('authorization code: sign-in, consent, tokens of the account, userinfo, refresh', async (t) => {
  const { gateway, origin, oidc } = await start()
  gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true })
  const { url, checks } = await begin(oidc)
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
