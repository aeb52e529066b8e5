import t, { type Test } from 'tap'
import { PAGE, startGateway, type TestGateway } from '../fixtures/gateway.ts'
import { AUDIENCE, startIssuer, type TestIssuer } from '../fixtures/provider/issuer.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { handshakeOf } from '../fixtures/wire/websockets.ts'

let gateway: TestGateway
let issuer: TestIssuer
let cookie: string

t.before(async () => {
  let now = () => 0
  issuer = await startIssuer(t, () => now())
  gateway = await startGateway(t, {
    config: {
      passUnknownBearer: true,
      bearer: [{ issuer: issuer.url, audiences: [AUDIENCE], headers: ['x-assertion'] }],
      'access.rules': [
        { path: '/optional', allow: 'optional' },
        { path: '/admin', allow: { claim: 'role', oneOf: ['admin'] } }
      ]
    }
  })
  now = gateway.now
  cookie = await gateway.signIn('ada')
})

/** Tokens that no issuer of `bearer` can have issued. */
const unknown = (): Record<string, string> => ({
  opaque: 'sk-0123456789',
  'of another issuer': issuer.token({ claims: { iss: 'https://elsewhere.example' } }),
  'without an issuer': issuer.token({ claims: { iss: undefined } }),
  encrypted: 'eyJhbGciOiJkaXIifQ..a.b.c'
})
const seen = () => gateway.upstream.seen.at(-1)?.headers ?? {}
const call = (path: string, headers: Record<string, string>) => send(`${gateway.url}${path}`, { headers })

async function isRefused(t: Test, headers: Record<string, string>, why: string): Promise<void> {
  const before = gateway.upstream.seen.length
  const response = await call('/x', headers)
  t.equal(response.status, 401, why)
  t.match(response.headers.get('www-authenticate'), /^Bearer error="invalid_token"/, why)
  t.equal(gateway.upstream.seen.length, before, why)
}

t.test('passUnknownBearer: beside a session, an unknown token passes unchanged', async (t) => {
  for (const [why, token] of Object.entries(unknown())) {
    const authorization = `Bearer ${token}`
    t.equal((await call('/x', { authorization, cookie })).status, 200, why)
    t.match(seen(), { 'x-forwarded-user': 'ada', authorization }, why)
    t.notOk('x-gatehouse-issuer' in seen(), why)
  }
})

t.test('passUnknownBearer: an unknown token without a session counts as none', async (t) => {
  for (const [why, token] of Object.entries(unknown())) {
    const authorization = `Bearer ${token}`
    const api = await call('/x', { authorization })
    t.equal(api.status, 401, why)
    t.match(JSON.parse(await api.text()), { code: 'MISSING_CREDENTIALS' })
    t.equal((await call('/x', { authorization, ...PAGE })).status, 302, why)
    t.equal((await call('/optional', { authorization })).status, 200, why)
    t.match(seen(), { authorization })
    t.notOk('x-forwarded-user' in seen(), 'no identity')
  }
})

t.test('passUnknownBearer: claims of an unknown token grant nothing', async (t) => {
  const token = issuer.token({ claims: { iss: 'https://elsewhere.example', role: 'admin', sub: 'root' } })
  const authorization = `Bearer ${token}`
  t.equal((await call('/admin', { authorization, cookie })).status, 403)
  t.equal(
    (await call('/admin', { authorization: `Bearer ${issuer.token({ claims: { role: 'admin' } })}` })).status,
    200,
    'control'
  )
})

t.test('passUnknownBearer: a wrong token of a `bearer` issuer gets 401 beside a session', async (t) => {
  const good = issuer.token()
  const wrong = {
    signature: `${good.slice(0, -12)}AAAAAAAAAAAA`,
    audience: issuer.token({ claims: { aud: 'elsewhere' } }),
    expired: issuer.token({ claims: { exp: gateway.now() - 1 } }),
    unsigned: `${good.slice(0, good.lastIndexOf('.'))}.`,
    'without a signature part': good.slice(0, good.lastIndexOf('.')),
    'too long': issuer.token({ claims: { padding: 'x'.repeat(9500) } })
  }
  for (const [why, token] of Object.entries(wrong))
    await isRefused(t, { authorization: `Bearer ${token}`, cookie }, why)
  await isRefused(t, { authorization: 'Bearer ', cookie }, 'no token')
  await isRefused(t, { authorization: 'Bearer a b', cookie }, 'two words')
  await isRefused(t, { 'x-assertion': 'opaque', cookie }, 'in the header of an issuer')
})

t.test('passUnknownBearer: unknown token together with one in an issuer header gets 400', async (t) => {
  const response = await call('/x', { authorization: 'Bearer opaque', 'x-assertion': issuer.token() })
  t.equal(response.status, 400)
})

t.test('passUnknownBearer: a good token passes with its identity, without the token', async (t) => {
  t.equal((await call('/x', { authorization: `Bearer ${issuer.token()}`, cookie })).status, 200)
  t.match(seen(), { 'x-forwarded-user': 'robot-1', authorization: undefined })
})

t.test('passUnknownBearer: WebSocket from another origin by session and token is refused', async (t) => {
  const handshake = (token: string) =>
    handshakeOf('/live', cookie).replace(
      'Host: a',
      `Host: localhost:8080\r\nOrigin: https://evil.example\r\nAuthorization: Bearer ${token}`
    )
  t.match(await sendRaw(gateway.port, handshake('opaque')), /^HTTP\/1\.1 403 /)
})
