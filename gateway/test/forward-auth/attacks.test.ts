import t from 'tap'
import {
  AUTH,
  buildForwardAuth,
  PASSING_ADAPTERS,
  startAskedGateway,
  WIKI
} from '../fixtures/forward-auth.ts'
import { sendRaw } from '../fixtures/wire/http-client.ts'
import { words } from '../fixtures/words.ts'

const gateway = await startAskedGateway(t)

/** Sends an auth request with more header lines, verbatim; returns the response as text. */
function askRaw(lines: readonly string[], url = `${WIKI}/x`): Promise<string> {
  const [, { headers }] = buildForwardAuth('', { url, headers: {} })
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = ['GET /_auth/verify HTTP/1.1', 'Host: gatehouse', ...sent, ...lines].join('\r\n')
  return sendRaw(gateway.port, `${head}\r\n\r\n`)
}

const CLOSE = 'Connection: close'
/** The headers of a raw response. */
const headersOf = (response: string): Record<string, string> =>
  Object.fromEntries(
    [...response.matchAll(/^([\w-]+): ?(.*)\r$/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value
    ])
  )

t.test('attacks: each pass has all identity headers, and no others but those of cookies', async (t) => {
  const spoofs = [
    'X-Forwarded-User: evil',
    'X-FORWARDED-EMAIL: evil@example.com',
    'X-Gatehouse-Assertion: e30.e30.e30'
  ]
  const ada = headersOf(await askRaw([...spoofs, `Cookie: ${await gateway.enter()}`, CLOSE]))
  const who = { user: 'ada', email: 'ada@example.com', 'preferred-username': 'Ada' }
  for (const [name, value] of Object.entries(who)) t.equal(ada[`x-forwarded-${name}`], value, name)
  const empty = words`content-length x-gatehouse-tenant x-gatehouse-issuer x-gatehouse-expired cookie`
  const found = empty.map((name) => ada[name])
  t.same(found, ['0', '', '', '', ''])
  const unsent = words`set-cookie content-type location vary cache-control x-gatehouse-set-cookie-1`
  const others = unsent.filter((name) => name in ada)
  t.same(others, [])
  const stranger = headersOf(await askRaw([...spoofs, CLOSE], `${WIKI}/public/x`))
  for (const name of ['x-forwarded-user', 'x-forwarded-email', 'x-gatehouse-assertion', 'cookie'])
    t.equal(stranger[name], '', name)
})

t.test('attacks: of all cookies, the application gets those of others, unchanged', async (t) => {
  const session = await gateway.enter()
  const listed = 'Connection: close, X-Forwarded-Uri, X-Forwarded-Host, X-Forwarded-User, Cookie'
  const rows: readonly [path: string, cookie: string, passed: string | RegExp, lines?: string[]][] = [
    ['/x', `a=1; ${session}`, 'a=1', [listed]],
    [
      '/x',
      `__proto__=1; ${session}; constructor=2`,
      '__proto__=1; constructor=2',
      ['__proto__: x', 'toString: x', CLOSE]
    ],
    ['/x', `theme=caf\u00e9; ${session}`, /^theme=caf/],
    ['/x', `a=1; =${session}; ${session}; b=2`, 'a=1; b=2'],
    ['/public/x', `a=1, ${session}`, ''],
    ['/public/x', `${session}, a=1`, ''],
    ['/public/x', `a=1,${session}; b=2`, 'b=2'],
    ['/public/x', 'a=1, b=2', 'a=1, b=2']
  ]
  for (const [path, sent, passed, lines = [CLOSE]] of rows) {
    const { cookie, 'x-forwarded-user': user } = headersOf(
      await askRaw([...lines, `Cookie: ${sent}`], `${WIKI}${path}`)
    )
    t.equal(user, path === '/x' ? 'ada' : '', sent.slice(0, 20))
    if (typeof passed === 'string') t.equal(cookie, passed, sent.slice(0, 20))
    else t.match(cookie, passed)
  }
})

t.test('attacks: a name with line breaks and non-ASCII letters is one encoded header', async (t) => {
  gateway.provider.accounts.create({
    uid: 'eve',
    email: 'eve@example.com',
    displayName: 'Évé\r\nX-Forwarded-User: ada'
  })
  const eve = headersOf(await askRaw([`Cookie: ${await gateway.enter('eve')}`, CLOSE]))
  t.equal(eve['x-forwarded-user'], 'eve')
  const name = eve['x-forwarded-preferred-username'] ?? ''
  t.match(name, /^[\x20-\x7e]+$/)
  t.equal(decodeURIComponent(name), 'Évé\r\nX-Forwarded-User: ada')
})

t.test('attacks: a duplicate session cookie or one of another gateway is refused', async (t) => {
  const session = await gateway.enter()
  for (const cookie of [
    `${session}; ${session}`,
    `${session}; __Secure-gatehouse=x`,
    session.replace('gatehouse', 'Gatehouse')
  ])
    t.match(await askRaw([`Cookie: ${cookie}`, CLOSE]), /^HTTP\/1\.1 401 /, cookie.slice(0, 20))
  const other = await startAskedGateway(t, { publicUrl: 'https://sso.example.com' })
  t.match(await other.ask({ url: 'https://sso.example.com/x', headers: { cookie: session } }), {
    status: 401
  })
})

t.test('attacks: headers that mean "already authenticated" elsewhere do not allow a request', async (t) => {
  for (const line of [
    'X-Middleware-Subrequest: middleware:middleware:middleware:middleware:middleware',
    'X-Envoy-Internal: true',
    'X-Auth-Request-Redirect: /',
    'X-Forwarded-User: ada',
    'Authorization: Bearer x',
    'Authorization: Basic YWRhOg==',
    'Sec-Purpose: prefetch',
    'X-Real-IP: 127.0.0.1',
    'Forwarded: for=127.0.0.1'
  ])
    t.match(await askRaw([line, CLOSE]), /^HTTP\/1\.1 401 /, line)
})

t.test('attacks: an Authorization header with the identity is never the visitor’s', async (t) => {
  const asked = await startAskedGateway(t, { config: { identityHeaders: { authorization: '$idToken' } } })
  const cookie = await asked.enter()
  const own = { authorization: 'Bearer of-the-visitor' }
  for (const adapter of PASSING_ADAPTERS) {
    const authorizationFor = async (headers: Record<string, string>, path = '/x') => {
      const response = await asked.ask({ adapter, url: `${WIKI}${path}`, headers })
      t.equal(response.status, 200, `${adapter}${path}`)
      return response.headers.get('authorization')
    }
    const idToken = await authorizationFor({ cookie })
    t.match(idToken, /^Bearer eyJ[\w.-]+$/, adapter)
    t.equal(await authorizationFor({ cookie, ...own }), idToken, adapter)
    t.equal(await authorizationFor(own, '/public/x'), '', `${adapter}: empty for a visitor without a session`)
  }
})

t.test('attacks: paths below /__ that are not of the sign-in helper are a 404', async (t) => {
  const cookie = await gateway.enter()
  const statusOf = async (url: string, headers: Record<string, string>) =>
    (await gateway.ask({ url, headers })).status
  for (const path of ['/__/x', '/__/firebase/hosting.json', '/__', '/%5f_/auth/handler', '/__%2fx']) {
    for (const headers of [{ cookie }, {}])
      t.equal(await statusOf(`${AUTH}${path}`, headers), 404, `${path} ${Object.keys(headers)}`)
  }
  for (const url of [`${AUTH}/_/x`, `${AUTH}/x/__/x`, `${WIKI}/__/x`])
    t.equal(await statusOf(url, { cookie }), 200, `control: ${url}`)
})

t.test('attacks: a duplicate header after many others is detected', async (t) => {
  const padding = Array.from({ length: 150 }, () => 'a:')
  t.match(await askRaw([...padding, CLOSE], `${WIKI}/public/x`), /^HTTP\/1\.1 200 /)
  const doubled = await askRaw([...padding, 'X-Forwarded-Uri: /secret', CLOSE], `${WIKI}/public/x`)
  t.match(doubled, /^HTTP\/1\.1 400 /)
})

t.test('attacks: an invalid body after a refused auth request gets no second response', async (t) => {
  const response = await askRaw(['Transfer-Encoding: chunked', '', 'zz'])
  t.match(response, /^HTTP\/1\.1 401 /)
  t.equal(response.split('HTTP/1.1').length - 1, 1)
})

t.test('log: refused auth requests, with the id of their response, hosts as one cause', async (t) => {
  const asked = await startAskedGateway(t)
  const refused = [
    `${WIKI}/caf%E9`,
    `${WIKI}/a/../b`,
    ...[1, 2, 3, 4].map((number) => `https://h${number}.example/x`)
  ]
  for (const [index, url] of refused.entries())
    await asked.ask({ url, headers: { 'x-request-id': `ref-${index}` } })
  const lines = asked.logLines()
  const found = lines.filter(({ msg }) => msg === 'request').map(({ requestId }) => requestId)
  t.same(
    found,
    refused.map((_, index) => `ref-${index}`)
  )
  const rejected = lines.filter(({ msg }) => msg === 'forward auth request rejected')
  const seen = rejected.map(({ code }) => code)
  t.same(seen, ['ORIGIN_MISMATCH'])
})
