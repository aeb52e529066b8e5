import t, { type Test } from 'tap'
import { PAGE, startGateway, type TestGateway } from '../fixtures/gateway.ts'
import { AUDIENCE, startIssuer, type TestIssuer } from '../fixtures/provider/issuer.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'

const CHALLENGE = /^Bearer error="invalid_token", error_description="[a-z ,]+"$/
const PROJECT = 'https://securetoken.google.com/demo-test'

let gateway: TestGateway
let issuer: TestIssuer

t.before(async () => {
  // Both use the clock of the gateway, which starts last.
  let now = () => 0
  issuer = await startIssuer(t, () => now())
  gateway = await startGateway(t, {
    config: {
      bearer: [
        { issuer: issuer.url, audiences: [AUDIENCE, 'other'], headers: ['x-assertion'] },
        { issuer: PROJECT, audiences: ['demo-test'] }
      ],
      'session.revocationCheckSeconds': 300,
      'session.signInProviders': ['password'],
      identityHeaders: { 'x-provider': '$signInProvider' },
      access: {
        rules: [
          { path: '/public', allow: 'public' },
          { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }
        ]
      }
    }
  })
  now = gateway.now
})

function call(token: string, path = '/', headers: Record<string, string> = {}): Promise<Response> {
  return send(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
}

/** The headers of the last request to the application. */
const seen = () => gateway.upstream.seen.at(-1)?.headers ?? {}

async function isRefused(t: Test, answer: Response, code = 'INVALID_TOKEN'): Promise<void> {
  t.equal(answer.status, 401)
  t.match(answer.headers.get('www-authenticate'), CHALLENGE)
  t.equal(answer.headers.get('set-cookie'), null)
  const body = JSON.parse(await answer.text())
  t.match(body, { code })
  t.notOk('loginUrl' in body)
}

t.test('machines: a good token passes with its identity and without the token itself', async (t) => {
  const answer = await call(issuer.token(), '/data')
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('set-cookie'), null)
  t.match(seen(), { 'x-forwarded-user': 'robot-1', 'x-provider': issuer.url })
  t.equal(seen().authorization, undefined)
  for (const header of [{ alg: 'ES256', kid: 'ec' }, { alg: 'EdDSA', kid: 'ed' }, { typ: 'at+jwt' }])
    t.equal((await call(issuer.token({ header }))).status, 200, JSON.stringify(header))
  const several = issuer.token({ claims: { aud: ['elsewhere', 'other'] } })
  t.equal((await call(several)).status, 200, 'one of several audiences')
})

t.test('machines: a wrong token gets 401, also for a page load and beside a good cookie', async (t) => {
  const cookie = await gateway.signIn('alice')
  const page = { ...PAGE, cookie }
  t.equal((await send(`${gateway.url}/`, { headers: page })).status, 200, 'the cookie alone')
  const before = gateway.upstream.seen.length
  const late = issuer.token({ claims: { iat: gateway.now() - 600, exp: gateway.now() } })
  await isRefused(t, await call(late, '/', page), 'TOKEN_EXPIRED')
  const rows: readonly [name: string, token: string][] = [
    ['audience', issuer.token({ claims: { aud: 'elsewhere' } })],
    ['issuer', issuer.token({ claims: { iss: `${issuer.url}/` } })],
    ['no token', 'nonsense'],
    ['key', issuer.token({ header: { kid: 'nobody' } })],
    ['signature', `${issuer.token().slice(0, -12)}AAAAAAAAAAAA`]
  ]
  for (const [name, token] of rows)
    await t.test(name, async (t) => isRefused(t, await call(token, '/', page)))
  for (const value of ['Bearer', 'Bearer ', 'bearer\ta b', 'BEARER a b'])
    await isRefused(t, await send(`${gateway.url}/`, { headers: { ...page, authorization: value } }))
  t.equal(gateway.upstream.seen.length, before, 'nothing reached the application')
  t.notMatch(gateway.logText(), issuer.token().split('.')[1] ?? '')
})

t.test('machines: with token and cookie of different users, the token counts', async (t) => {
  const cookie = await gateway.signIn('bob')
  const answer = await call(issuer.token({ claims: { sub: 'robot-2' } }), '/', { cookie })
  t.equal(answer.status, 200)
  t.equal(seen()['x-forwarded-user'], 'robot-2')
  t.equal((await send(`${gateway.url}/`, { headers: { cookie } })).status, 200)
  t.equal(seen()['x-forwarded-user'], 'bob', 'control: the cookie alone')
})

t.test('machines: a token in the header of its issuer passes, the header is never forwarded', async (t) => {
  const token = issuer.token()
  const by = (headers: Record<string, string>, path = '/') => send(`${gateway.url}${path}`, { headers })
  t.equal((await by({ 'x-assertion': token })).status, 200)
  t.equal(seen()['x-assertion'], undefined)
  t.equal((await by({ 'x-assertion': token, authorization: 'Basic YTpi' })).status, 200)
  t.equal(seen().authorization, 'Basic YTpi', 'another scheme belongs to the application')
  t.equal((await by({ 'x-assertion': token, authorization: `Bearer ${token}` })).status, 400, 'two tokens')
  const { idToken } = await gateway.provider.signIn('carol')
  await isRefused(t, await by({ 'x-assertion': idToken }))
  t.equal((await by({ 'x-assertion': 'x', authorization: 'Bearer own' }, '/public')).status, 200)
  t.match(seen(), { authorization: 'Bearer own', 'x-assertion': undefined })
})

t.test('machines: keys of the issuer unavailable, 503 as JSON also for a page load', async (t) => {
  const away = await startIssuer(t, () => gateway.now())
  away.response = (response) => response.destroy()
  const config = { bearer: [{ issuer: away.url, audiences: [AUDIENCE] }] }
  const plain = await startGateway(t, { beside: gateway, config })
  const headers = { ...PAGE, authorization: `Bearer ${away.token()}` }
  const answer = await send(`${plain.url}/`, { headers })
  t.equal(answer.status, 503)
  t.match(answer.headers.get('retry-after'), /^\d+$/)
  t.match(JSON.parse(await answer.text()), { code: 'PROVIDER_UNAVAILABLE' })
})

t.test('machines: two Authorization headers get 400', async (t) => {
  const head = `GET / HTTP/1.1\r\nhost: localhost:8080\r\nconnection: close\r\n`
  const twice = `authorization: Bearer ${issuer.token()}\r\n`.repeat(2)
  t.match(await sendRaw(gateway.port, `${head}${twice}\r\n`), /^HTTP\/1\.1 400 /)
})

t.test('machines: id token of the project follows the account rules, 403 without a claim', async (t) => {
  const { idToken } = await gateway.provider.signIn('dora')
  t.equal((await call(idToken)).status, 200)
  t.match(seen(), { 'x-forwarded-user': 'dora', 'x-provider': 'password' })
  const phone = await gateway.provider.signIn('emil', { provider: 'phone' })
  t.equal((await call(phone.idToken)).status, 401, 'a sign-in method that is not allowed')
  const forbidden = await call(idToken, '/admin/x', PAGE)
  t.equal(forbidden.status, 403)
  t.equal(forbidden.headers.get('www-authenticate'), 'Bearer error="insufficient_scope"')
  t.match(JSON.parse(await forbidden.text()), { code: 'FORBIDDEN' })
  t.equal((await call(issuer.token({ claims: { role: 'admin' } }), '/admin/x')).status, 200, 'control')
})

t.test('machines: an expired id token of the project gets TOKEN_EXPIRED, cached or not', async (t) => {
  const [known, unknown] = [await gateway.provider.signIn('dora'), await gateway.provider.signIn('carol')]
  gateway.advance(3599)
  t.equal((await call(known.idToken)).status, 200, 'its last second')
  gateway.advance(1)
  await isRefused(t, await call(known.idToken), 'TOKEN_EXPIRED')
  await isRefused(t, await call(unknown.idToken), 'TOKEN_EXPIRED')
})

t.test('machines: a cached token makes no request to its issuer and expires on time', async (t) => {
  const token = issuer.token()
  t.equal((await call(token)).status, 200)
  const asked = issuer.requests.length
  issuer.response = (response) => response.destroy()
  t.equal((await call(token)).status, 200)
  gateway.advance(299)
  t.equal((await call(token)).status, 200)
  gateway.advance(1)
  await isRefused(t, await call(token), 'TOKEN_EXPIRED')
  t.equal(issuer.requests.length, asked)
  issuer.response = null
})

t.test('machines: the log has subject and issuer of the token, no session and no token', async (t) => {
  const token = issuer.token({ claims: { sub: 'robot-log' } })
  await call(token, '/logged')
  await gateway.settled()
  const line = gateway.logLines().find(({ path }) => path === '/logged')
  t.match(line, { subject: 'robot-log', issuer: issuer.url })
  t.notOk(line !== undefined && 'sessionId' in line)
  t.notOk(gateway.logText().includes(token.slice(-40)))
})

t.test('machines: the log of a refused token has the reason, but not its unverified subject', async (t) => {
  await call(issuer.token({ claims: { aud: 'elsewhere', sub: 'robot-x' } }), '/refused')
  await gateway.settled()
  const lines = gateway.logLines().filter(({ path }) => path === '/refused')
  t.match(
    lines.find(({ msg }) => msg === 'request'),
    { status: 401, code: 'INVALID_TOKEN', detail: 'the token has another audience: "elsewhere"' }
  )
  t.notOk(lines.some((line) => 'subject' in line))
})

t.test('machines: without configuration, Authorization belongs to the application', async (t) => {
  const plain = await startGateway(t, { beside: gateway })
  const cookie = await plain.signIn('gina')
  const headers = { authorization: `Bearer ${issuer.token()}`, cookie }
  t.equal((await send(`${plain.url}/`, { headers })).status, 200)
  t.match(seen(), { authorization: headers.authorization, 'x-forwarded-user': 'gina' })
})
