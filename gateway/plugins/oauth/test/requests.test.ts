import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import t from 'tap'
import { PAGE } from '../../../test/fixtures/gateway.ts'
import { readJson } from '../../../test/fixtures/wire/http-client.ts'
import { startAttackedServer } from './fixtures/attacked-server.ts'
import {
  applicationAt,
  beginRequest,
  connect,
  startSignedIn,
  watch
} from './fixtures/authorization-server.ts'

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
