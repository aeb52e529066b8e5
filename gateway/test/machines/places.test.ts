import t, { type Test } from 'tap'
import { cookieHeader, PAGE, postSession, startGateway, type TestGateway } from '../fixtures/gateway.ts'
import { AUDIENCE, startIssuer, type TestIssuer } from '../fixtures/provider/issuer.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { type EchoUpstream, startEchoUpstream } from '../fixtures/wire/upstream.ts'

const HOME = 'https://app.example.com'
const OF_REPORTS = 'https://reports.example.com'

let gateway: TestGateway
let issuer: TestIssuer
let application: EchoUpstream
let cookie: string

t.before(async () => {
  let now = () => 0
  issuer = await startIssuer(t, () => now())
  application = await startEchoUpstream(t)
  const upstream = { url: application.url }
  gateway = await startGateway(t, {
    publicUrl: HOME,
    config: {
      'cookie.domain': 'example.com',
      bearer: [
        { issuer: issuer.url, audiences: [AUDIENCE], applications: ['api'], headers: ['x-assertion'] },
        { issuer: issuer.url, audiences: [OF_REPORTS], applications: ['reports'] },
        { issuer: `${issuer.url}/of-wiki`, audiences: [AUDIENCE], applications: ['wiki'] }
      ],
      applications: [
        { name: 'home', upstream },
        {
          name: 'api',
          host: 'api.example.com',
          upstream,
          access: { rules: [{ path: '/open/*', allow: 'optional' }] }
        },
        { name: 'reports', host: 'reports.example.com', upstream },
        { name: 'wiki', host: 'wiki.example.com', upstream }
      ]
    }
  })
  now = gateway.now
  const { idToken, refreshToken } = await gateway.provider.signIn('ada')
  const signedIn = await postSession(gateway.url, idToken, refreshToken, {
    host: 'app.example.com',
    origin: HOME
  })
  cookie = cookieHeader(signedIn)
})

const at = (host: string, path: string, headers: Record<string, string>) =>
  send(`${gateway.url}${path}`, { headers: { host, ...headers } })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const seen = () => application.seen.at(-1)?.headers ?? {}

async function isRefused(t: Test, context: Promise<Response>, code = 'INVALID_TOKEN'): Promise<void> {
  const before = application.seen.length
  const response = await context
  t.equal(response.status, 401)
  t.match(response.headers.get('www-authenticate'), /^Bearer error="invalid_token"/)
  t.match(JSON.parse(await response.text()), { code })
  t.equal(application.seen.length, before, 'nothing reached the application')
}

t.test('machines: with two applications, the token counts only at the one of its issuer', async (t) => {
  const token = issuer.token()
  t.equal((await at('api.example.com', '/x', bearer(token))).status, 200)
  t.match(seen(), { 'x-forwarded-user': 'robot-1', authorization: undefined })
  t.equal((await at('app.example.com', '/x', bearer(token))).status, 401, 'not at the other')
  t.equal((await at('app.example.com', '/x', { ...bearer(token), cookie })).status, 200)
  t.match(seen(), { 'x-forwarded-user': 'ada', authorization: `Bearer ${token}` }, 'left to the application')
})

t.test('machines: a token of an issuer of another application gets 401, cached or not', async (t) => {
  const token = issuer.token({ claims: { sub: 'robot-9' } })
  const refused = () => isRefused(t, at('wiki.example.com', '/x', { ...bearer(token), cookie }))
  await refused()
  t.equal((await at('api.example.com', '/x', bearer(token))).status, 200, 'control')
  await refused()
})

t.test('machines: a token is cached for its application and refused at the other', async (t) => {
  const rows = [
    ['api.example.com', 'reports.example.com', AUDIENCE],
    ['reports.example.com', 'api.example.com', OF_REPORTS]
  ] as const
  for (const [here, there, aud] of rows) {
    const token = issuer.token({ claims: { aud } })
    for (let times = 0; times < 2; times++) {
      t.equal((await at(here, '/x', bearer(token))).status, 200, here)
      await isRefused(t, at(there, '/x', bearer(token)))
    }
    const forBoth = issuer.token({ claims: { aud: [AUDIENCE, OF_REPORTS] } })
    for (const host of [here, there])
      t.equal((await at(host, '/x', bearer(forBoth))).status, 200, 'control: for both')
  }
})

t.test('machines: a header for tokens at one application reaches no application', async (t) => {
  t.equal((await at('app.example.com', '/x', { 'x-assertion': issuer.token(), cookie })).status, 200)
  t.match(seen(), { 'x-forwarded-user': 'ada', 'x-assertion': undefined })
  t.equal((await at('api.example.com', '/x', { 'x-assertion': issuer.token() })).status, 200, 'control')
  t.match(seen(), { 'x-forwarded-user': 'robot-1', 'x-assertion': undefined })
})

t.test('machines: optional session, a good token gives an identity, a wrong one gets 401', async (t) => {
  const open = (headers: Record<string, string>) => at('api.example.com', '/open/x', headers)
  t.equal((await open(bearer(issuer.token()))).status, 200)
  t.match(seen(), { 'x-forwarded-user': 'robot-1', authorization: undefined })
  t.equal((await open({})).status, 200)
  t.equal(seen()['x-forwarded-user'], undefined)
  t.equal((await open({ cookie })).status, 200)
  t.equal(seen()['x-forwarded-user'], 'ada')
  await isRefused(t, open({ ...PAGE, ...bearer('x'), cookie }))
  const late = issuer.token({ claims: { iat: gateway.now() - 600, exp: gateway.now() } })
  await isRefused(t, open({ ...PAGE, ...bearer(late) }), 'TOKEN_EXPIRED')
})

t.test('machines: where no token counts, it excuses no WebSocket from a foreign Origin', async (t) => {
  const foreign = { origin: 'https://evil.example', upgrade: 'websocket', connection: 'Upgrade' }
  const open = (host: string) => {
    const all = { ...foreign, cookie, ...bearer(issuer.token()) }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    const websocket = 'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
    return sendRaw(gateway.port, `GET /x HTTP/1.1\r\nhost: ${host}\r\n${websocket}${lines.join('')}\r\n`)
  }
  t.match(await open('app.example.com'), /^HTTP\/1\.1 403 /)
  t.notMatch(await open('api.example.com'), /^HTTP\/1\.1 403 /, 'control')
})
