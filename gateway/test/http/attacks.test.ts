import t from 'tap'
import { startGateway, type TestGateway, type TestGatewayOptions } from '../fixtures/gateway.ts'
import {
  ADMIN_TARGETS,
  CLIENT_WORDS,
  ODD_TARGETS,
  PUBLIC_TARGETS,
  RULES,
  SPOOFS
} from '../fixtures/wire/attack-requests.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'

/** A gateway, and the cookie of a signed-in account. */
async function startSignedIn(
  t: Parameters<typeof startGateway>[0],
  uid: string,
  options: TestGatewayOptions = {}
) {
  const world = await startGateway(t, options)
  return { ...world, cookie: await world.signIn(uid) }
}

function count(rawHeaders: readonly string[], name: string): number {
  return rawHeaders.filter(
    (header, index) => index % 2 === 0 && header.toLowerCase().replaceAll('_', '-') === name
  ).length
}

/** A request as bytes; the connection closes after the response. */
function http(line: string, ...headers: string[]): string {
  return `${[`${line} HTTP/1.1`, 'Host: localhost:8080', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`
}

/** A gateway with `RULES` and a session of `ada`, shared by all tests that do not change it. */
let ruled: TestGateway & { cookie: string }
t.before(async () => {
  const world = await startGateway(t, { config: RULES })
  world.provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true })
  ruled = { ...world, cookie: await world.signIn('ada') }
})

/** The shared gateway, with the record of its upstream cleared. */
function useRuled(): typeof ruled {
  ruled.upstream.forget()
  return ruled
}

for (const [name, header] of SPOOFS) {
  t.test(`identity headers: ${name}, the upstream sees the real identity once, or none`, async (t) => {
    const { port, upstream, cookie } = useRuled()
    await sendRaw(port, http('GET /private', header, `Cookie: ${cookie}`))
    await sendRaw(port, http('GET /public/x', header))
    await sendRaw(port, `GET /private HTTP/1.0\r\nHost: a\r\n${header}\r\nCookie: ${cookie}\r\n\r\n`)
    t.equal(upstream.seen.length, 3)
    const [signedIn, anonymous, http10] = upstream.seen
    t.equal(signedIn?.headers['x-forwarded-user'], 'ada')
    t.equal(count(signedIn?.rawHeaders ?? [], 'x-forwarded-user'), 1)
    t.equal(signedIn?.headers['x-forwarded-email'], 'ada@example.com')
    t.equal(signedIn?.headers.host, 'localhost:8080')
    t.equal(count(anonymous?.rawHeaders ?? [], 'x-forwarded-user'), 0)
    t.equal(count(http10?.rawHeaders ?? [], 'x-forwarded-user'), 1)
    t.notMatch(JSON.stringify(upstream.seen), /"(admin|root)"/)
  })
}

t.test('forwarding headers: those of a client are replaced (ASVS 4.1.3, 15.3.4)', async (t) => {
  const { port, upstream, cookie } = await startSignedIn(t, 'ada')
  await sendRaw(port, http('GET /', ...CLIENT_WORDS, `Cookie: ${cookie}`))
  const { headers, rawHeaders } = upstream.seen[0]!
  t.match(headers, {
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'localhost:8080'
  })
  t.not(headers['x-request-id'], 'chosen-by-client')
  const dropped =
    'x-forwarded-port x-forwarded-prefix forwarded proxy x-real-ip x-original-url x-rewrite-url x-http-method-override x-middleware-subrequest content-length trailer te expect'
  for (const name of dropped.split(' ')) t.equal(count(rawHeaders, name), 0, name)
})

t.test('forwarding headers: a trusted proxy sets client and request id (ASVS 15.3.4)', async (t) => {
  const config = { trustedProxies: ['127.0.0.0/8'] }
  const { port, upstream, cookie } = await startSignedIn(t, 'ada', { config })
  await sendRaw(
    port,
    http('GET /', 'X-Forwarded-For: 6.6.6.6', 'X-Request-Id: from-the-proxy', `Cookie: ${cookie}`)
  )
  t.match(upstream.seen[0]?.headers, {
    'x-forwarded-for': '6.6.6.6, 127.0.0.1',
    'x-request-id': 'from-the-proxy',
    'x-forwarded-proto': 'http'
  })
})

const OF_PAGES = 'gatehouse-lang=de; gatehouse-redirects=1.2; gatehouse-step-up=1.a'

t.test('cookies: the upstream gets its own, never those of the gateway (ASVS 14.2.4)', async (t) => {
  const { url, upstream, cookie } = useRuled()
  const rows = [
    [`/private`, `a=1; ${cookie}; b=2`, 'a=1; b=2'],
    [`/private`, cookie, undefined],
    [`/public/x`, `${cookie}; a=1`, 'a=1'],
    [`/public/x`, 'gatehouse=forged; gatehouse.17=x; gatehouse2=mine', 'gatehouse2=mine'],
    ['/public/x', `${OF_PAGES}; gatehouse-language=fr`, 'gatehouse-language=fr']
  ] as const
  for (const [path, sent, expected] of rows) {
    upstream.forget()
    await send(`${url}${path}`, { headers: { cookie: sent } })
    t.equal(upstream.seen.length, 1, path)
    t.equal(upstream.seen[0]?.headers.cookie, expected, expected ?? 'no cookie header at all')
  }
})

t.test('public folder: matches if no reading leaves the folder (ASVS 1.1.1, 8.2.1)', async (t) => {
  const { port, upstream } = useRuled()
  for (const [status, targets] of Object.entries(PUBLIC_TARGETS))
    for (const target of targets) {
      upstream.forget()
      const method = target === '*' ? 'OPTIONS' : 'GET'
      const response = await sendRaw(port, http(`${method} ${target}`))
      t.match(response, `HTTP/1.1 ${status} `, `${target} -> ${status}`)
      const expected = status === '200' ? [target.replace(/^http:\/\/localhost:8080/i, '')] : []
      const urls = upstream.seen.map((seen) => seen.url)
      t.same(urls, expected, `${target}: byte for byte, or not at all`)
    }
})

t.test('canonical path: a protected path goes to the upstream byte for byte (ASVS 1.1.1)', async (t) => {
  const { port, upstream, cookie } = useRuled()
  for (const target of ODD_TARGETS) {
    upstream.forget()
    await sendRaw(port, http(`GET ${target}`, `Cookie: ${cookie}`))
    const urls = upstream.seen.map((seen) => seen.url)
    t.same(urls, [target], target)
  }
})

t.test('claim rules: no spelling of the path bypasses them (ASVS 8.2.1)', async (t) => {
  const { port, provider, upstream, signIn, cookie: ada } = useRuled()
  const root = await signIn(provider.accounts.create({ uid: 'root', customClaims: { role: 'admin' } }))
  for (const target of ADMIN_TARGETS) {
    const refused = await sendRaw(port, http(`GET ${target}`, `Cookie: ${ada}`))
    t.match(refused, /^HTTP\/1.1 (403|401) /, `${target} is refused without the claim`)
    t.equal(upstream.seen.length, 0, target)
    const allowed = await sendRaw(port, http(`GET ${target}`, `Cookie: ${root}`))
    t.match(allowed, /^HTTP\/1.1 200 /, `${target} passes with it`)
    upstream.forget()
  }
})

t.test('requests that are none: refused, and nothing reaches upstream (ASVS 4.2.1, 13.4.4)', async (t) => {
  const { port, upstream } = useRuled()
  const rows = [
    [
      'GET /public/x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400
    ],
    ['GET /public/x HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n', 400],
    ['get /public/x HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    [`GET /public/x HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
    ['TRACE /public/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
    ['CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 0]
  ] as const
  for (const [bytes, status] of rows) {
    const response = await sendRaw(port, bytes)
    if (status === 0) t.equal(response, '')
    else t.match(response, `HTTP/1.1 ${status} `, bytes.slice(0, 60))
  }
  t.equal(upstream.seen.length, 0)
})
