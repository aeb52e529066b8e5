import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { request } from 'undici'
import { createAnswers } from '../../src/access/answers.ts'
import { createOrigins } from '../../src/access/origins.ts'
import { rewriteLocation } from '../../src/auth-helper/headers.ts'
import type { AuthHelperLimits } from '../../src/auth-helper/limits.ts'
import { registerAuthHelper } from '../../src/auth-helper/proxy.ts'
import { findAuthHelperOrigin } from '../../src/config/addresses/auth-helper-origin.ts'
import { loadConfig } from '../../src/config/load.ts'
import { createLog } from '../../src/operations/logging.ts'
import { createServer } from '../../src/server.ts'
import { PAGE, PUBLIC_ORIGIN, startGateway, type TestGateway, testConfig } from '../fixtures/gateway.ts'
import { send, sendRaw } from '../fixtures/http-client.ts'
import { findFreePorts } from '../fixtures/ports.ts'
import { signatureKeyOf } from '../fixtures/signature-keys.ts'
import { type Handler, type Seen, startUpstream } from '../fixtures/upstream.ts'

const MEBIBYTE = 1024 * 1024
const POSTED = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }

interface Teardown {
  teardown(fn: () => unknown): void
}

interface Helper {
  url: string
  /** Every request, in the order of arrival; `body` is filled when all of it has come. */
  seen: Seen[]
}

/** A helper that remembers what it saw; `answer` writes what comes back, by default a short script. */
async function startHelper(
  t: Teardown,
  answer: (res: ServerResponse, seen: Seen) => void = (res) => {
    res.setHeader('content-type', 'text/javascript')
    res.end('helper()')
  }
): Promise<Helper> {
  const seen: Seen[] = []
  const { url } = await startServer(t, async (req, res) => {
    const { method = '', url = '', httpVersion, headers, rawHeaders } = req
    const entry = { method, url, httpVersion, headers, rawHeaders, body: '' }
    seen.push(entry)
    try {
      for await (const chunk of req) entry.body += chunk
    } catch {
      return
    }
    answer(res, entry)
  })
  return { url, seen }
}

async function startServer(t: Teardown, handler: Handler): Promise<{ url: string }> {
  const server = await startUpstream(handler)
  t.teardown(() => server.close())
  return server
}

/** A whole gateway that passes `/__/auth/*` on to this helper. */
function startWithHelper(
  t: Teardown,
  helperUrl: string,
  config: Record<string, unknown> = {}
): Promise<TestGateway> {
  return startGateway(t, { config: { 'login.federated.helperUrl': helperUrl, ...config } })
}

interface Bare {
  url: string
  port: number
  logLines(): Record<string, unknown>[]
  /** Resolves with the log's next line for which this holds. */
  logged(holds: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
}

/** The part of the gateway that is tested here, with limits of its own. */
async function startBare(t: Teardown, helperUrl: string, limits: Partial<AuthHelperLimits>): Promise<Bare> {
  const lines: Record<string, unknown>[] = []
  const waiting: ((line: Record<string, unknown>) => void)[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      const line = JSON.parse(String(chunk))
      lines.push(line)
      for (const tell of waiting) tell(line)
      done()
    }
  })
  const config = testConfig({ 'login.federated.helperUrl': helperUrl })
  const frame = {
    brandName: 'Test',
    logo: null,
    colorScheme: 'light dark',
    stylesheetHrefs: [],
    contactUrl: null
  }
  const answers = createAnswers({ config, frameFor: () => frame })
  const { logger } = createLog('info', stream)
  const app = createServer(answers, { logger, publicOrigin: PUBLIC_ORIGIN, isTrustedProxy: () => false })
  t.teardown(() => app.close())
  await registerAuthHelper(app, { config, answers, origins: createOrigins(config), limits })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    logLines: () => lines,
    logged: (holds) =>
      new Promise((resolve) => {
        const found = lines.find(holds)
        if (found !== undefined) resolve(found)
        else waiting.push((line) => holds(line) && resolve(line))
      })
  }
}

async function signedIn(gateway: TestGateway): Promise<string> {
  gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
  return await gateway.signIn('ada')
}

/** A connection whose other side is read as it writes. */
function open(t: Teardown, port: number): { socket: Socket; text(): string } {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  t.teardown(() => socket.destroy())
  return { socket, text: () => text }
}

t.test('auth helper: path and query go out byte for byte, for GET and HEAD', async (t) => {
  const helper = await startHelper(t)
  const { port, upstream } = await startWithHelper(t, helper.url)
  const target = "/__/auth/handler?a=%2F%2f&b=%%zz&c=../x&d=a+b|{}'&e=//x&apiKey=k&oobCode=%C3%A4&&?=#".slice(
    0,
    -1
  )
  for (const method of ['GET', 'HEAD']) {
    const answer = await sendRaw(port, `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    t.match(answer, /^HTTP\/1.1 200 /)
    t.equal(answer.endsWith('helper()'), method === 'GET')
  }
  t.strictSame(
    helper.seen.map(({ method, url }) => [method, url]),
    [
      ['GET', target],
      ['HEAD', target]
    ]
  )
  t.equal(upstream.seen.length, 0)
})

t.test('auth helper: a signed-in visitor, nothing of the session goes out (ASVS 14.2.3)', async (t) => {
  const helper = await startHelper(t)
  const gateway = await startWithHelper(t, helper.url)
  const cookie = await signedIn(gateway)
  const headers = {
    cookie: `app=1; ${cookie}`,
    authorization: 'Bearer abc.def.ghi',
    'proxy-authorization': 'Basic eDp5',
    referer: 'http://localhost:8080/login/action?oobCode=secret',
    forwarded: 'for=1.2.3.4',
    via: '1.1 x',
    'x-forwarded-user': 'admin',
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-host': 'evil.example',
    'x-gatehouse-assertion': 'x',
    'x-real-ip': '1.2.3.4',
    'x-http-method-override': 'DELETE',
    x_forwarded_user: 'admin',
    expect: '100-continue',
    range: 'bytes=0-3',
    accept: 'text/html',
    'accept-language': 'de',
    'accept-encoding': 'gzip',
    'user-agent': 'u'.repeat(400),
    'x-client-version': 'Chrome/JsCore/12',
    'if-none-match': '"1"',
    'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT',
    'cache-control': 'no-cache',
    origin: 'https://appleid.apple.com',
    'content-type': 'application/x-www-form-urlencoded'
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  await sendRaw(
    gateway.port,
    `POST /__/auth/handler HTTP/1.1\r\nHost: localhost:8080\r\n${lines.join('\r\n')}\r\nContent-Length: 3\r\nConnection: close\r\n\r\na=b`
  )
  const { connection: _ours, ...seen } = helper.seen[0]?.headers ?? {}
  t.strictSame(seen, {
    host: new URL(helper.url).host,
    accept: 'text/html',
    'accept-language': 'de',
    'accept-encoding': 'gzip',
    'user-agent': 'u'.repeat(350),
    'x-client-version': 'Chrome/JsCore/12',
    'if-none-match': '"1"',
    'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT',
    'cache-control': 'no-cache',
    origin: 'https://appleid.apple.com',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': '3'
  })
  t.equal(helper.seen[0]?.body, 'a=b')
  const everything = JSON.stringify(helper.seen)
  for (const part of cookie.split('; '))
    t.notOk(everything.includes(part.slice(part.indexOf('=') + 1)), 'cookie')
  t.equal(
    (await send(`${gateway.url}/_auth/session`, { headers: { cookie } })).status,
    200,
    'it was a session'
  )
})

t.test('auth helper: names in Connection end here, but not the length of the body', async (t) => {
  const helper = await startHelper(t)
  const { port } = await startWithHelper(t, helper.url)
  const post = (connection: string) =>
    sendRaw(
      port,
      `POST /__/auth/handler HTTP/1.1\r\nHost: a\r\nAccept: text/x\r\nX-Client-Version: 1\r\nContent-Length: 2\r\nConnection: ${connection}\r\n\r\nhi`
    )
  await post('close, Accept, x-client-version, content-length, host')
  await post('close')
  const [named, plain] = helper.seen
  t.match(named, { body: 'hi', headers: { 'content-length': '2', host: new URL(helper.url).host } })
  t.equal(named?.headers.accept, undefined)
  t.equal(named?.headers['x-client-version'], undefined)
  t.match(plain?.headers, { accept: 'text/x', 'x-client-version': '1' })
})

t.test(
  'auth helper: what comes back says how to read and keep it, and nothing for the whole origin',
  async (t) => {
    const helper = await startHelper(t, (res) => {
      const headers: Record<string, string | string[]> = {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        etag: '"1"',
        'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
        expires: 'Mon, 01 Jan 2029 00:00:00 GMT',
        vary: 'accept-encoding',
        'content-security-policy': ["script-src 'nonce-firebase-auth-helper'", "object-src 'none'"],
        'content-security-policy-report-only': "default-src 'none'",
        'referrer-policy': 'origin',
        'set-cookie': ['gatehouse=stolen; Path=/', '__session=1'],
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'clear-site-data': '"cookies"',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'other',
        'x-request-id': 'theirs',
        'service-worker-allowed': '/',
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'alt-svc': 'h3=":443"',
        refresh: '0; url=https://evil.example',
        link: '</x>; rel=preload',
        'www-authenticate': 'Basic',
        'x-powered-by': 'x',
        server: 'x'
      }
      res.writeHead(203, headers)
      res.end('<p>')
    })
    const { url } = await startWithHelper(t, helper.url)
    const answer = await request(`${url}/__/auth/handler`)
    const { date: _date, connection: _c, 'keep-alive': _k, 'x-request-id': id, ...headers } = answer.headers
    t.equal(answer.statusCode, 203)
    t.match(id, /^[\w-]{36}$/)
    t.strictSame(headers, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      etag: '"1"',
      'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
      expires: 'Mon, 01 Jan 2029 00:00:00 GMT',
      vary: 'accept-encoding',
      'content-security-policy': [
        "script-src 'nonce-firebase-auth-helper'",
        "object-src 'none'",
        "frame-ancestors 'self'"
      ],
      'content-security-policy-report-only': "default-src 'none'",
      'referrer-policy': 'origin',
      'x-content-type-options': 'nosniff',
      'transfer-encoding': 'chunked'
    })
    t.equal(await answer.body.text(), '<p>')
  }
)

t.test('auth helper: silence about caching is no-store, but on a 304', async (t) => {
  const helper = await startHelper(t, (res, { url }) => res.writeHead(Number(url.slice(-3))).end())
  const { url } = await startWithHelper(t, helper.url)
  for (const [status, expected] of [
    [200, 'no-store'],
    [404, 'no-store'],
    [500, 'no-store'],
    [304, null]
  ] as const) {
    const answer = await send(`${url}/__/auth/${status}`)
    t.equal(answer.status, status)
    t.equal(answer.headers.get('cache-control'), expected, String(status))
    t.equal(answer.headers.get('content-security-policy'), "frame-ancestors 'self'")
  }
})

t.test('auth helper: compressed answers pass as they are, with their length', async (t) => {
  const zipped = gzipSync('x'.repeat(100_000))
  const helper = await startHelper(t, (res) => {
    res.writeHead(200, { 'content-encoding': 'gzip', 'content-length': zipped.length })
    res.end(zipped)
  })
  const { url } = await startWithHelper(t, helper.url)
  const answer = await request(`${url}/__/auth/handler.js`, { headers: { 'accept-encoding': 'gzip' } })
  t.match(answer.headers, { 'content-encoding': 'gzip', 'content-length': String(zipped.length) })
  t.equal(gunzipSync(Buffer.from(await answer.body.arrayBuffer())).length, 100_000)
  const head = await request(`${url}/__/auth/handler.js`, { method: 'HEAD' })
  t.equal(head.headers['content-length'], String(zipped.length))
  t.equal(await head.body.text(), '')
})

t.test('auth helper: POST of another site, passes here and nowhere else', async (t) => {
  const helper = await startHelper(t)
  const gateway = await startWithHelper(t, helper.url)
  const cookie = await signedIn(gateway)
  for (const site of [
    { origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' }
  ]) {
    const headers = { ...POSTED.headers, ...site, cookie }
    const posted = await send(`${gateway.url}/__/auth/handler`, {
      ...POSTED,
      headers,
      body: 'SAMLResponse=x'
    })
    t.equal(posted.status, 200, site.origin)
    t.match(helper.seen.at(-1), { method: 'POST', body: 'SAMLResponse=x', headers: { origin: site.origin } })
    for (const path of ['/_auth/session', '/_auth/refresh', '/logout', '/login']) {
      const refused = await send(`${gateway.url}${path}`, { ...POSTED, headers, body: 'SAMLResponse=x' })
      t.equal(refused.status, 403, `${path} ${site.origin}`)
      t.match(await refused.text(), 'ORIGIN_MISMATCH')
    }
  }
})

t.test('auth helper: other methods, 405 with Allow, nothing reaches the helper', async (t) => {
  const helper = await startHelper(t)
  const { url, upstream } = await startWithHelper(t, helper.url)
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    const answer = await send(`${url}/__/auth/handler`, { method })
    t.equal(answer.status, 405, method)
    t.equal(answer.headers.get('allow'), 'GET, HEAD, POST')
    const settings = await send(`${url}/__/firebase/init.json`, { method })
    t.equal(settings.status, 405, method)
    t.equal(settings.headers.get('allow'), 'GET, HEAD')
  }
  t.equal((await send(`${url}/__/firebase/init.json`, { method: 'POST' })).status, 405)
  t.equal(helper.seen.length, 0)
  t.equal(upstream.seen.length, 0)
})

const OTHER_PATHS = [
  '/__',
  '/__/',
  '/__/auth',
  '/__/AUTH/handler',
  '/__/authx/handler',
  '/__/auth/action',
  '/__/auth/action?mode=resetPassword&oobCode=x',
  '/__/auth/action/',
  '/__/auth/ACTION',
  '/__/auth/actio%6e',
  '/__/auth%2fhandler',
  '/__/auth/%68andler',
  '/__/auth/x%2f..%2f..%2fy',
  '/__/auth/%252e%252e/x',
  '/__/auth//handler',
  '/__/auth/handler;x=1',
  '/__/auth/..;/x',
  '/__/auth/../x',
  '/__/auth/%2e%2e/x',
  '/__/auth/..%5cx',
  '/__/auth\\x',
  '/__/firebase/init.js',
  '/__/firebase/x/init.json',
  '/__/hosting/x',
  '/%5f%5f/auth/handler',
  '/%5F_/auth/handler',
  '/_%5f/x',
  '/%255f%255f/auth/handler',
  '/%25255f_/auth/handler',
  '/__%2fauth/handler',
  '/__%252fauth/handler',
  '/__;x/auth/handler',
  '/%EF%BC%BF%EF%BC%BF/auth/handler',
  '/x/../__/auth/handler',
  '/x%2f..%2f__/auth/handler',
  '/x/%252e%252e/__/auth/handler',
  '/%2f__/auth/handler',
  '/;/__/auth/handler',
  '//__/auth/handler',
  '/./__/auth/handler',
  '/\\__/auth/handler',
  '/__#/auth/handler',
  '/__/auth/%00',
  '/__/auth/%zz'
]

t.test(
  'auth helper: other spelling or path below /__, reaches neither helper nor application (ASVS 1.3.6)',
  async (t) => {
    const helper = await startHelper(t)
    const gateway = await startWithHelper(t, helper.url, {
      'access.rules': [
        { path: '/__/*', allow: 'public' },
        { path: '/*', allow: 'public' }
      ]
    })
    const cookie = await signedIn(gateway)
    for (const path of OTHER_PATHS) {
      for (const method of ['GET', 'POST', 'PUT', 'PROPFIND', 'OPTIONS']) {
        const answer = await sendRaw(
          gateway.port,
          `${method} ${path} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
        )
        const status = answer.slice(9, 12)
        const isAction = path.startsWith('/__/auth/action') && !path.endsWith('/')
        if (!isAction) t.ok(['400', '404', '405'].includes(status), `${method} ${path}: ${status}`)
      }
    }
    t.equal(helper.seen.length, 0)
    t.equal(gateway.upstream.seen.length, 0)
    for (const path of [
      '/_/auth/handler',
      '/__x/auth',
      '/x/__/auth/handler',
      '/?x=/__/auth/handler',
      '/%5f/__'
    ])
      t.equal(
        (
          await sendRaw(
            gateway.port,
            `GET ${path} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`
          )
        ).slice(9, 12),
        '200',
        `${path} is the application’s`
      )
    t.equal(gateway.upstream.seen.length, 5)
  }
)

t.test(
  'auth helper: WebSocket upgrades below /__ are refused, signed in and from our own site',
  async (t) => {
    const helper = await startHelper(t)
    const gateway = await startWithHelper(t, helper.url)
    const cookie = await signedIn(gateway)
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
    for (const [path, status] of [
      ['/__/auth/handler', 400],
      ['/__/x', 404],
      ['/%5f%5f/x', 404],
      ['/__%2fx', 404],
      ['/__', 404]
    ] as const) {
      const head = `GET ${path} HTTP/1.1\r\nHost: a\r\nOrigin: ${PUBLIC_ORIGIN}\r\nCookie: ${cookie}\r\n${upgrade}\r\n\r\n`
      t.match(await sendRaw(gateway.port, head), new RegExp(`^HTTP/1.1 ${status} `), path)
    }
    t.equal(helper.seen.length, 0)
    t.equal(gateway.upstream.seen.length, 0)
  }
)

t.test('auth helper: switched off, 404 for all of it, and still never the application’s', async (t) => {
  const helper = await startHelper(t)
  const gateway = await startWithHelper(t, helper.url, {
    'login.federated.helper': 'firebaseapp',
    'access.default': 'public'
  })
  for (const path of [
    '/__/auth/handler',
    '/__/auth/iframe.js',
    '/__/firebase/init.json',
    '/__/x',
    '/%5f%5f/x'
  ]) {
    for (const method of ['GET', 'POST', 'DELETE'])
      t.equal((await send(`${gateway.url}${path}`, { method })).status, 404, `${method} ${path}`)
  }
  t.equal(helper.seen.length, 0)
  t.equal(gateway.upstream.seen.length, 0)
  t.equal((await send(`${gateway.url}/x`)).status, 200, 'the rest is')
})

t.test(
  'auth helper: a body of 1 MiB passes, one byte more is refused, with a length and in chunks',
  async (t) => {
    const helper = await startHelper(t)
    const { url } = await startWithHelper(t, helper.url)
    const chunks = (bytes: number) =>
      Readable.from(
        (function* () {
          for (let left = bytes; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536), 97)
        })()
      )
    for (const body of [Buffer.alloc(MEBIBYTE, 97), chunks(MEBIBYTE)]) {
      const passed = await request(`${url}/__/auth/handler`, { method: 'POST', body })
      t.equal(passed.statusCode, 200)
      await passed.body.dump()
      t.equal(helper.seen.at(-1)?.body.length, MEBIBYTE)
    }
    for (const body of [Buffer.alloc(MEBIBYTE + 1, 97), chunks(MEBIBYTE + 1)]) {
      const refused = await request(`${url}/__/auth/handler`, { method: 'POST', body })
      t.equal(refused.statusCode, 413)
      t.match(await refused.body.json(), { code: 'PAYLOAD_TOO_LARGE' })
      t.equal(refused.headers['cache-control'], 'no-store')
    }
    t.notOk(
      helper.seen.some(({ body }) => body.length > MEBIBYTE),
      'the helper never has it all'
    )
  }
)

t.test('auth helper: length over the limit, refused before a byte of the body', async (t) => {
  const helper = await startHelper(t)
  const { port } = await startBare(t, helper.url, {})
  const { socket, text } = open(t, port)
  socket.write(`POST /__/auth/handler HTTP/1.1\r\nHost: a\r\nContent-Length: ${MEBIBYTE + 1}\r\n\r\n`)
  await once(socket, 'close')
  t.match(text(), /^HTTP\/1.1 413 /)
  t.equal(helper.seen.length, 0)
})

t.test(
  'auth helper: who reads only after sending too much, still gets the answer (RFC 9112, 9.6)',
  async (t) => {
    const helper = await startHelper(t)
    const { port } = await startBare(t, helper.url, {})
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST /__/auth/handler HTTP/1.1\r\nHost: a\r\nContent-Length: ${MEBIBYTE + 16}\r\n\r\n`)
    for (let sent = 0; sent < MEBIBYTE + 16; sent += 65_537) {
      const chunk = Buffer.alloc(Math.min(65_537, MEBIBYTE + 16 - sent))
      await new Promise((resolve) => socket.write(chunk, resolve))
    }
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    await once(socket, 'close')
    t.match(String(Buffer.concat(chunks)), /^HTTP\/1.1 413 /)
  }
)

t.test('auth helper: GET with a body, forwarded without it', async (t) => {
  const helper = await startHelper(t)
  const { port } = await startWithHelper(t, helper.url)
  const answer = await sendRaw(
    port,
    'GET /__/auth/iframe HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello'
  )
  t.match(answer, /^HTTP\/1.1 200 /)
  t.match(helper.seen, [{ body: '' }])
  t.equal(helper.seen[0]?.headers['content-length'], undefined)
})

t.test('auth helper: an answer, passed on while it is still being written', async (t) => {
  let answering: ServerResponse | undefined
  const { url: helperUrl } = await startServer(t, (_req, res) => {
    answering = res
    res.writeHead(200)
    res.write('first')
  })
  const { port } = await startBare(t, helperUrl, {})
  const { socket, text } = open(t, port)
  socket.write('GET /__/auth/x HTTP/1.1\r\nHost: a\r\n\r\n')
  while (!text().includes('first')) await once(socket, 'data')
  answering?.end('last')
  while (!text().includes('last')) await once(socket, 'data')
  t.match(text(), /^HTTP\/1.1 200 /)
})

t.test('auth helper: slow body, takes no connection from other visitors', async (t) => {
  const seen: string[] = []
  const { url: helperUrl } = await startServer(t, (req, res) => {
    seen.push(String(req.method))
    req.pipe(res)
  })
  const { url, port } = await startBare(t, helperUrl, { connections: 1 })
  const slow = Array.from({ length: 20 }, () => open(t, port))
  for (const { socket } of slow)
    socket.write('POST /__/auth/x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nslow')
  t.equal((await send(`${url}/__/auth/quick`)).status, 200)
  t.strictSame(seen, ['GET'])
  const { socket, text } = slow[0] ?? open(t, port)
  socket.write(' post')
  while (!text().includes('slow post')) await once(socket, 'data')
  t.strictSame(seen, ['GET', 'POST'], 'with its whole body')
})

const PLACE = {
  helperOrigin: 'https://p.firebaseapp.com',
  path: '/__/auth/handler',
  ownOrigin: 'https://app.example.com'
}
const LOCATIONS: readonly [location: string | string[], allowed: string | null][] = [
  ['https://accounts.google.com/o?x=%2f&y=a|b#f', 'https://accounts.google.com/o?x=%2f&y=a|b#f'],
  ['https://idp.example', 'https://idp.example'],
  ['https://app.example.com/login', 'https://app.example.com/login'],
  ['https://p.firebaseapp.com/__/auth/x?y=1#z', 'https://app.example.com/__/auth/x?y=1#z'],
  ['HTTPS://P.firebaseapp.com:443/__/auth/x', 'https://app.example.com/__/auth/x'],
  ['/__/auth/iframe', 'https://app.example.com/__/auth/iframe'],
  ['iframe?a', 'https://app.example.com/__/auth/iframe?a'],
  ['https://p.firebaseapp.com//evil.example', 'https://app.example.com//evil.example'],
  ['//idp.example/x', 'https://idp.example/x'],
  ['https://b\u00fccher.example/', 'https://xn--bcher-kva.example/'],
  ['http://idp.example/', null],
  ['http://app.example.com/', null],
  ['http://p.firebaseapp.com/', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['intent://x', null],
  ['https://app.example.com@evil.example/', null],
  ['https://u:p@p.firebaseapp.com/', null],
  ['https://', null],
  [['https://a.example/', 'https://b.example/'], null]
]

t.test('auth helper: redirects lead to https or to us; the helper’s become ours (ASVS 3.7.2)', async (t) => {
  for (const [location, allowed] of LOCATIONS) {
    t.equal(rewriteLocation(location, PLACE), allowed, String(location))
  }
  t.equal(
    rewriteLocation('http://localhost:8080/x', { ...PLACE, ownOrigin: 'http://localhost:8080' }),
    'http://localhost:8080/x',
    'our own origin may be http'
  )
})

t.test('auth helper: a redirect over the wire, passed on, rewritten or refused', async (t) => {
  const helper = await startHelper(t, (res, { url, headers }) => {
    const location = new URLSearchParams(url.split('?')[1])
      .get('to')
      ?.replace('HELPER', `http://${headers.host}`)
    res.writeHead(302, { location })
    res.end()
  })
  const { url } = await startWithHelper(t, helper.url)
  const follow = (to: string) => send(`${url}/__/auth/handler?to=${encodeURIComponent(to)}`)
  for (const [to, expected] of [
    ['https://idp.example/x?SAMLRequest=a%2Bb', 'https://idp.example/x?SAMLRequest=a%2Bb'],
    ['HELPER/__/auth/y?z=1', `${PUBLIC_ORIGIN}/__/auth/y?z=1`],
    ['/__/auth/y', `${PUBLIC_ORIGIN}/__/auth/y`],
    [`${PUBLIC_ORIGIN}/login`, `${PUBLIC_ORIGIN}/login`]
  ] as const) {
    const answer = await follow(to)
    t.equal(answer.status, 302)
    t.equal(answer.headers.get('location'), expected)
  }
  for (const to of ['javascript:alert(1)', 'http://evil.example/', 'https://a@evil.example/']) {
    const answer = await follow(to)
    t.equal(answer.status, 503, to)
    t.equal(answer.headers.get('location'), null)
    t.match(await answer.json(), { code: 'PROVIDER_UNAVAILABLE' })
  }
})

t.test(
  'auth helper: on a tenant’s host, that host is the auth domain and where redirects lead',
  async (t) => {
    const helper = await startHelper(t, (res) => res.writeHead(302, { location: '/__/auth/x' }).end())
    const { url } = await startWithHelper(t, helper.url, {
      'identityPlatform.tenants': { 'acme.example.com': 'acme' }
    })
    for (const [host, own] of [
      ['acme.example.com:8080', 'acme.example.com:8080'],
      ['localhost:8080', 'localhost:8080'],
      ['evil.example', 'localhost:8080']
    ] as const) {
      const settings = await send(`${url}/__/firebase/init.json`, { headers: { host } })
      t.strictSame(Object.keys(Object(await settings.clone().json())).sort(), [
        'apiKey',
        'authDomain',
        'projectId'
      ])
      t.match(await settings.json(), { authDomain: own, projectId: 'demo-test' }, host)
      const answer = await send(`${url}/__/auth/handler`, { headers: { host } })
      t.equal(answer.headers.get('location'), `http://${own}/__/auth/x`)
    }
  }
)

t.test('auth helper: init.json is ours, for GET and HEAD, and never asked for elsewhere', async (t) => {
  const helper = await startHelper(t)
  const { url, provider } = await startWithHelper(t, helper.url)
  const settings = await send(`${url}/__/firebase/init.json?x=1`)
  t.equal(settings.status, 200)
  t.match(settings.headers.get('content-type'), 'application/json')
  t.equal(settings.headers.get('cache-control'), 'no-store')
  t.equal(settings.headers.get('x-content-type-options'), 'nosniff')
  t.strictSame(await settings.json(), {
    apiKey: provider.apiKey,
    authDomain: 'localhost:8080',
    projectId: 'demo-test'
  })
  t.equal((await send(`${url}/__/firebase/init.json`, { method: 'HEAD' })).status, 200)
  t.equal(helper.seen.length, 0)
})

t.test(
  'auth helper: nobody answers, 503 as JSON and as a page; one warning that names the cause',
  async (t) => {
    const [port = 0] = await findFreePorts(1)
    const { url, logLines } = await startWithHelper(t, `http://127.0.0.1:${port}`)
    const json = await send(`${url}/__/auth/handler?oobCode=secret`)
    t.equal(json.status, 503)
    t.match(await json.json(), { code: 'PROVIDER_UNAVAILABLE' })
    const page = await send(`${url}/__/auth/handler?oobCode=secret`, { headers: PAGE })
    t.equal(page.status, 503)
    t.match(page.headers.get('content-type'), 'text/html')
    t.equal(page.headers.get('cache-control'), 'no-store')
    const lines = logLines().filter(({ path }) => path === '/__/auth/handler')
    t.match(lines, [
      { level: 'warn', route: 'helper', code: 'PROVIDER_UNAVAILABLE', cause: /ECONNREFUSED/ },
      {}
    ])
    t.equal(lines.length, 2, 'one line a request')
  }
)

t.test('auth helper: no head in time, 503; the same helper in time, 200', async (t) => {
  const { url: helperUrl } = await startServer(t, (req, res) => {
    if (req.url === '/__/auth/quick') res.end('ok')
  })
  for (const limits of [{ headersTimeoutMs: 50 }, { totalTimeoutMs: 50 }]) {
    const { url, logLines } = await startBare(t, helperUrl, limits)
    const late = await send(`${url}/__/auth/slow`)
    t.equal(late.status, 503)
    t.match(await late.json(), { code: 'PROVIDER_UNAVAILABLE' })
    t.match(logLines().at(-1), { level: 'warn', route: 'helper', status: 503 })
  }
  const { url } = await startBare(t, helperUrl, { headersTimeoutMs: 5_000, totalTimeoutMs: 5_000 })
  t.equal((await send(`${url}/__/auth/quick`)).status, 200)
})

t.test('auth helper: all connections taken, who waits is served when one is free', async (t) => {
  const seen: (string | undefined)[] = []
  let holds = (_res: ServerResponse) => {}
  const held = new Promise<ServerResponse>((resolve) => {
    holds = resolve
  })
  const { url: helperUrl } = await startServer(t, (req, res) => {
    seen.push(req.url)
    if (req.url === '/__/auth/hold') holds(res)
    else res.end('ok')
  })
  const { url } = await startBare(t, helperUrl, { connections: 1 })
  const first = send(`${url}/__/auth/hold`)
  const holding = await held
  const waiting = send(`${url}/__/auth/x`, { method: 'POST', body: Buffer.alloc(MEBIBYTE) })
  t.strictSame(seen, ['/__/auth/hold'])
  holding.end('held')
  t.equal(await (await first).text(), 'held')
  t.equal((await waiting).status, 200)
  t.strictSame(seen, ['/__/auth/hold', '/__/auth/x'])
})

t.test('auth helper: a body that stops coming, 408 and the helper never hears of it', async (t) => {
  let requests = 0
  const { url: helperUrl } = await startServer(t, (_req, res) => {
    requests += 1
    res.end()
  })
  for (const limits of [{ bodyTimeoutMs: 50 }, { totalTimeoutMs: 50 }]) {
    const { port, logged } = await startBare(t, helperUrl, limits)
    const { socket, text } = open(t, port)
    socket.write('POST /__/auth/handler HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf')
    await once(socket, 'close')
    t.match(text(), /^HTTP\/1.1 408 /)
    t.match(await logged(({ route }) => route === 'helper'), {
      level: 'info',
      code: 'REQUEST_TIMEOUT'
    })
  }
  t.equal(requests, 0)
})

t.test(
  'auth helper: an answer that stops coming is broken off, never ended as if it were whole',
  async (t) => {
    const { url: helperUrl } = await startServer(t, (req, res) => {
      res.writeHead(200, { 'content-type': 'text/plain' })
      res.write('half')
      if (req.url === '/__/auth/dies') res.socket?.end()
    })
    const { url, logged } = await startBare(t, helperUrl, { bodyTimeoutMs: 50 })
    for (const [path, code] of [
      ['/__/auth/stalls', 'PROVIDER_UNAVAILABLE'],
      ['/__/auth/dies', 'PROVIDER_UNAVAILABLE']
    ] as const) {
      const answer = await request(`${url}${path}`)
      t.equal(answer.statusCode, 200)
      await t.rejects(answer.body.text())
      t.match(await logged((line) => line.path === path), {
        level: 'warn',
        end: 'upstream_broken',
        status: 200,
        code
      })
    }
  }
)

t.test('auth helper: the client goes away, the helper’s request ends too', async (t) => {
  for (const path of ['/__/auth/head', '/__/auth/body']) {
    let arrive = () => {}
    let end = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const { url: helperUrl } = await startServer(t, (_req, res) => {
      res.once('close', end)
      if (path.endsWith('body')) res.write('some')
      arrive()
    })
    const { port, logged } = await startBare(t, helperUrl, {})
    const { socket } = open(t, port)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await arrived
    if (path.endsWith('body')) await once(socket, 'data')
    socket.destroy()
    await ended
    t.match(await logged(({ route }) => route === 'helper'), {
      level: 'info',
      end: 'client_gone'
    })
  }
})

t.test('auth helper: one line at info for each request, without its query', async (t) => {
  const helper = await startHelper(t)
  const { url, logLines, logText } = await startWithHelper(t, helper.url)
  await send(`${url}/__/auth/handler?oobCode=secret-code`, { headers: { 'user-agent': 'ua' } })
  const lines = logLines().filter(({ path }) => path === '/__/auth/handler')
  t.match(lines, [
    { level: 'info', method: 'GET', route: 'helper', status: 200, ms: Number, userAgent: 'ua' }
  ])
  t.equal(lines.length, 1)
  t.notMatch(logText(), 'secret-code')
})

t.test('auth helper: gateway closed, its connections closed too', async (t) => {
  let closed = () => {}
  const done = new Promise<void>((resolve) => {
    closed = resolve
  })
  const { url: helperUrl } = await startServer(t, (req, res) => {
    req.socket.once('close', closed)
    // Neither side would close an idle connection by itself while this test waits.
    Reflect.set(Object(Reflect.get(req.socket, 'server')), 'keepAliveTimeout', 0)
    res.setHeader('keep-alive', 'timeout=600')
    res.end('ok')
  })
  const { url, app } = await startWithHelper(t, helperUrl)
  t.equal((await send(`${url}/__/auth/handler`)).status, 200)
  await app.close()
  await done
})

t.test('auth helper: any spelling of its paths, no redirect target', async (t) => {
  const gateway = await startGateway(t)
  const cookie = await signedIn(gateway)
  for (const value of [
    '/__/auth/handler',
    '/__',
    '/__/',
    '/__?x',
    '/__#x',
    '/%5f%5f/auth/handler',
    '/%255f%255f/auth/handler',
    '/__%2fauth/handler',
    '/__%252fauth/handler',
    '/x/../__/auth/handler',
    '/./__/auth/handler',
    '//__/auth/handler',
    '/\\__/auth/handler'
  ]) {
    const answer = await send(`${gateway.url}/login?redirect=${encodeURIComponent(value)}`, {
      headers: { ...PAGE, cookie }
    })
    t.equal(answer.status, 302)
    t.equal(answer.headers.get('location'), '/', value)
  }
  const other = await send(`${gateway.url}/login?redirect=/__x/auth`, { headers: { ...PAGE, cookie } })
  t.equal(other.headers.get('location'), '/__x/auth', 'a path that only looks alike is one')
})

t.test('auth helper: whose it is, helperUrl before the auth domain before the project’s own', async (t) => {
  const rows: readonly [values: Record<string, unknown>, origin: string | null][] = [
    [{}, 'https://my-project.firebaseapp.com'],
    [{ 'identityPlatform.authDomain': 'auth.example.com' }, 'https://auth.example.com'],
    [{ 'identityPlatform.authDomain': 'app.example.com' }, 'https://my-project.firebaseapp.com'],
    [{ 'identityPlatform.authDomain': 'APP.example.com.' }, 'https://my-project.firebaseapp.com'],
    [
      {
        'identityPlatform.authDomain': 'acme.example.com',
        'identityPlatform.tenants': { 'acme.example.com': 'acme', '/x/*': 'x' }
      },
      'https://my-project.firebaseapp.com'
    ],
    [{ 'identityPlatform.authDomain': 'no domain' }, 'https://my-project.firebaseapp.com'],
    [
      {
        'identityPlatform.authDomain': 'auth.example.com',
        'login.federated.helperUrl': 'https://helper.example.com/'
      },
      'https://helper.example.com'
    ],
    [{ 'identityPlatform.projectId': 'example.com:old' }, null]
  ]
  for (const [values, origin] of rows) {
    const config = testConfig({
      publicUrl: 'https://app.example.com',
      'identityPlatform.projectId': 'my-project',
      ...values
    })
    t.equal(findAuthHelperOrigin(config), origin, JSON.stringify(values))
  }
})

t.test('auth helper: a helperUrl that is not safe or leads back here, refused at start', async (t) => {
  const problemsOf = (helperUrl: string, env: Record<string, string> = {}) => {
    const loaded = loadConfig({
      file: null,
      env: {
        GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
        GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:3000',
        GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'my-project',
        GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
        GATEHOUSE_IDENTITY_PLATFORM_TENANTS: '{"acme.example.com":"acme"}',
        GATEHOUSE_COOKIE_SIGNATURE_KEYS: signatureKeyOf('auth helper'),
        GATEHOUSE_LISTEN_PORT: '8080',
        METADATA_SERVER_DETECTION: 'none',
        GATEHOUSE_LOGIN_FEDERATED_HELPER_URL: helperUrl,
        ...env
      }
    })
    return loaded.kind === 'invalid' ? loaded.problems.map(({ path, message }) => `${path} ${message}`) : []
  }
  for (const url of [
    'https://my-project.firebaseapp.com',
    'https://app.example.com:8443',
    'https://other.example.com',
    'http://127.0.0.1:9000',
    'http://[::1]:9000'
  ])
    t.strictSame(problemsOf(url), [], url)
  for (const [url, message] of [
    ['http://my-project.firebaseapp.com', 'is not https'],
    ['http://10.0.0.1:9000', 'is not https'],
    ['https://app.example.com', 'is the gateway itself'],
    ['https://APP.example.com:443/', 'is the gateway itself'],
    ['https://app.example.com.', 'is the gateway itself'],
    ['https://acme.example.com', 'is the gateway itself'],
    ['http://127.0.0.1:8080', 'is the gateway itself'],
    ['http://localhost:8080', 'is the gateway itself'],
    ['https://x:99999', 'is not a URL'],
    ['https://x.example.com/path', 'has the wrong form'],
    ['ftp://x.example.com', 'has the wrong form']
  ] as const)
    t.strictSame(problemsOf(url), [`login.federated.helperUrl ${message}`], url)
})

t.test('auth helper: 304 with a length, reaches the browser whole', async (t) => {
  const helper = await startServer(t, (req, res) => {
    const status = req.url === '/__/auth/304' ? 304 : 204
    req.socket.write(`HTTP/1.1 ${status} X\r\nContent-Length: 999\r\nETag: "a"\r\n\r\n`)
    res.detachSocket(req.socket)
  })
  const { port } = await startBare(t, helper.url, {})
  for (const status of [304, 204]) {
    const answer = await sendRaw(
      port,
      `GET /__/auth/${status} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
    )
    t.match(answer, new RegExp(`^HTTP/1\\.1 ${status} [^]*etag: "a"`, 'i'))
    t.equal(/content-length: (\d+)/i.exec(answer)?.[1], status === 304 ? '999' : undefined)
  }
})

t.test(
  'auth helper: bodies that wait share one budget; beyond it 503, and room again afterwards (ASVS 15.2.2)',
  async (t) => {
    let answerAll = () => {}
    const until = new Promise<void>((resolve) => {
      answerAll = resolve
    })
    const helper = await startHelper(t, (res) => void until.then(() => res.end('answered')))
    const { url } = await startBare(t, helper.url, {
      heldBodyBytes: 3 * MEBIBYTE,
      largestBodyBytes: MEBIBYTE
    })
    const post = () => send(`${url}/__/auth/handler`, { ...POSTED, body: 'x'.repeat(MEBIBYTE) })
    const waiting = [post(), post(), post()]
    while (helper.seen.filter(({ body }) => body.length === MEBIBYTE).length < 3)
      await new Promise<void>((resolve) => setImmediate(resolve))
    const refused = await post()
    t.equal(refused.status, 503)
    t.equal(refused.headers.get('retry-after'), '5')
    answerAll()
    t.same(await Promise.all(waiting.map(async (answer) => (await answer).status)), [200, 200, 200])
    t.equal((await post()).status, 200)
  }
)
