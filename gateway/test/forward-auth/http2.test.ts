import { once } from 'node:events'
import { constants } from 'node:http2'
import { request as requestHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import t, { type Test } from 'tap'
import { createHttp2Connections } from '../../src/http/connections/http2-connections.ts'
import { createLog } from '../../src/operations/logging.ts'
import { createListeners } from '../../src/serving/listeners.ts'
import { type AskOptions, buildForwardAuth, startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'
import { PAGE, type TestGatewayOptions, testConfig } from '../fixtures/gateway.ts'
import { filesIn, makePair, writePair } from '../fixtures/provider/certificates.ts'
import { holdRefreshes } from '../fixtures/provider/stand-in.ts'
import {
  askHttp2,
  END_HEADERS,
  END_STREAM,
  FRAMES,
  type Frame,
  formatHeaders,
  type Http2Response,
  openFrames,
  openHttp2
} from '../fixtures/wire/http2-client.ts'

/** How many requests of one connection may be in progress. */
const MAX_STREAMS = 256
/** Headers that vary between responses or belong to the connection. */
const VARYING = ['date', 'connection', 'keep-alive', 'x-request-id', 'x-gatehouse-assertion', ':status']

/** A gateway that receives auth requests over TLS. */
async function startSecureGateway(t: Test, { config, ...options }: TestGatewayOptions = {}) {
  const folder = t.testdir()
  writePair(folder, await makePair())
  const { certFile, keyFile } = filesIn(folder)
  const gateway = await startAskedGateway(t, {
    ...options,
    config: { 'forwardAuth.listen': { host: '127.0.0.1', port: 0, tls: { certFile, keyFile } }, ...config }
  })
  return { ...gateway, forwardAuthPort: gateway.ports['forwardAuth.listen'] ?? 0 }
}

function forwardAuthHeaders(options?: AskOptions): Record<string, string> {
  const [url, { method, headers }] = buildForwardAuth('https://gateway', options)
  const { pathname, search } = new URL(url)
  return {
    ':method': method,
    ':path': `${pathname}${search}`,
    ':scheme': 'https',
    ':authority': 'gateway',
    ...headers
  }
}

/** The same request over HTTP/1.1 at the same port. */
async function askHttp1(port: number, asked: Record<string, string>): Promise<Http2Response> {
  const {
    ':method': method = 'GET',
    ':path': path = '/',
    ':authority': host = '',
    ':scheme': _scheme,
    ...headers
  } = asked
  const request = requestHttps({
    port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    agent: false,
    method,
    path,
    headers: { host, ...headers }
  })
  request.end()
  const [response] = await once(request, 'response')
  let body = ''
  for await (const chunk of response) body += chunk
  return { status: response.statusCode, headers: response.headers, body }
}

const withoutVarying = ({ status, headers, body }: Http2Response) => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !VARYING.includes(name))
      .sort()
  ),
  body: body.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{8}\b/g, 'ID')
})

t.test('http/2: every kind of auth request gets the same response as over HTTP/1.1', async (t) => {
  const gateway = await startSecureGateway(t)
  const session = await gateway.enter()
  const signedIn = { cookie: `theme=dark; ${session}` }
  const { 'x-forwarded-uri': _uri, ...withoutUri } = forwardAuthHeaders()
  const forwardAuthRequests: Record<string, [status: number, asked: Record<string, string>]> = {
    'signed in': [200, forwardAuthHeaders({ headers: { ...PAGE, ...signedIn } })],
    'public path': [200, forwardAuthHeaders({ url: `${WIKI}/public/x` })],
    'page without a session': [302, forwardAuthHeaders()],
    'script without a session': [401, forwardAuthHeaders({ headers: { accept: 'application/json' } })],
    'status alone': [401, forwardAuthHeaders({ adapter: '/status' })],
    'refusal of one that passes': [
      503,
      forwardAuthHeaders({ adapter: '/answer', headers: { ...PAGE, ...signedIn } })
    ],
    'target behind the path': [200, forwardAuthHeaders({ adapter: '/original-url', headers: signedIn })],
    'another origin': [403, forwardAuthHeaders({ url: 'https://elsewhere.example.net/' })],
    'target outside of ASCII': [400, { ...forwardAuthHeaders(), 'x-forwarded-uri': '/\u00e4' }],
    'without a fact': [400, withoutUri],
    'no question': [404, { ...forwardAuthHeaders(), ':path': '/login' }],
    'method of WebDAV': [302, { ...forwardAuthHeaders(), ':method': 'PROPFIND' }]
  }
  const client = await openHttp2(t, gateway.forwardAuthPort)
  for (const [name, [status, asked]] of Object.entries(forwardAuthRequests)) {
    const response = await askHttp2(client, asked)
    t.equal(response.status, status, name)
    t.same(
      withoutVarying(response),
      withoutVarying(await askHttp1(gateway.forwardAuthPort, asked)),
      `${name}, over HTTP/1.1`
    )
  }
  const passed = await askHttp2(client, forwardAuthHeaders({ headers: signedIn }))
  t.match(passed.headers, { 'x-forwarded-user': 'ada', cookie: 'theme=dark' })
})

t.test('http/2: differing hosts and duplicate headers are refused, split cookies accepted', async (t) => {
  const gateway = await startSecureGateway(t)
  const session = await gateway.enter()
  const client = await openHttp2(t, gateway.forwardAuthPort)
  const asked = forwardAuthHeaders({ headers: { accept: 'application/json' } })
  const statusOf = async (more: Record<string, string | string[]>) =>
    (await askHttp2(client, { ...asked, ...more })).status
  t.equal(await statusOf({ host: 'gateway' }), 401, 'the same host')
  t.equal(await statusOf({ host: 'another' }), 400)
  t.equal(await statusOf({ 'x-forwarded-uri': ['/a', '/b'] }), 400)
  const { status, headers } = await askHttp2(client, { ...asked, cookie: ['a=1', session, 'b=2'] })
  t.equal(status, 200)
  t.equal(headers.cookie, 'a=1; b=2')
})

t.test('http/2: an untrusted peer is refused', async (t) => {
  const gateway = await startSecureGateway(t, {
    config: { 'forwardAuth.trustedProxies': ['192.0.2.0/24'] }
  })
  const client = await openHttp2(t, gateway.forwardAuthPort)
  t.equal((await askHttp2(client, forwardAuthHeaders())).status, 403)
})

t.test('http/2: a thousand concurrent auth requests share one connection', async (t) => {
  const gateway = await startSecureGateway(t)
  const session = await gateway.enter()
  const client = await openHttp2(t, gateway.forwardAuthPort)
  const asked = forwardAuthHeaders({ headers: { cookie: session } })
  const responses = await Promise.all(Array.from({ length: 1000 }, () => askHttp2(client, asked)))
  t.ok(responses.every(({ status }) => status === 200))
  t.equal(new Set(responses.map(({ headers }) => headers['x-forwarded-user'])).size, 1)
})

t.test('http/2: the body of an auth request is ignored and the connection stays open', async (t) => {
  const gateway = await startSecureGateway(t)
  const client = await openHttp2(t, gateway.forwardAuthPort)
  const asked = { ...forwardAuthHeaders(), ':method': 'POST', 'content-type': 'text/plain' }
  t.equal((await askHttp2(client, { ...asked, 'content-length': '4' }, 'body')).status, 302)
  t.equal((await askHttp2(client, { ...asked, expect: '100-continue' }, 'body')).status, 302)
  t.equal((await askHttp2(client, { ...asked, expect: 'another' }, 'body')).status, 400)
  t.equal((await askHttp2(client, forwardAuthHeaders())).status, 302)
  t.notOk(client.closed)
})

t.test('http/2: log lines are those of HTTP/1.1, and client_gone if the client resets', async (t) => {
  const gateway = await startSecureGateway(t)
  const forwardAuthRequests = gateway.app.forwardAuthRequests.http
  const session = await gateway.enter()
  const client = await openHttp2(t, gateway.forwardAuthPort)
  const linesOf = (path: string) =>
    gateway.logLines().filter((line) => line.msg === 'request' && line.path === path)
  const asked = forwardAuthHeaders({ url: `${WIKI}/kept` })
  await askHttp2(client, asked)
  await askHttp1(gateway.forwardAuthPort, asked)
  await forwardAuthRequests?.lifecycle.requests.whenNone()
  const [second, first] = linesOf('/kept')
  t.same(Object.keys(second ?? {}), Object.keys(first ?? {}))
  for (const line of [first, second]) t.match(line, { route: 'verify', status: 302, client: '203.0.113.7' })
  t.ok(Number(second?.bytesIn) > 200 && Number(second?.bytesOut) > 200)

  gateway.advance(3700)
  const held = holdRefreshes(gateway.provider)
  const request = client.request(forwardAuthHeaders({ url: `${WIKI}/left`, headers: { cookie: session } }))
  request.on('error', () => {})
  await held.arrived()
  request.close(constants.NGHTTP2_CANCEL)
  await forwardAuthRequests?.lifecycle.requests.whenNone()
  held.release()
  t.match(linesOf('/left'), [{ status: 0, end: 'client_gone' }])
  t.equal((await askHttp2(client, asked)).status, 302, 'the connection stays open')
})

t.test(
  'http/2: on shutdown, requests in progress get their response, then the connection is closed by GOAWAY',
  async (t) => {
    const gateway = await startSecureGateway(t)
    const session = await gateway.enter()
    const [idle, busy] = [
      await openHttp2(t, gateway.forwardAuthPort),
      await openHttp2(t, gateway.forwardAuthPort)
    ]
    await askHttp2(idle, forwardAuthHeaders())
    gateway.advance(3700)
    const held = holdRefreshes(gateway.provider)
    const response = askHttp2(busy, forwardAuthHeaders({ headers: { cookie: session } }))
    await held.arrived()
    const ends = [idle, busy].map((one) => Promise.all([once(one, 'goaway'), once(one, 'close')]))
    const closed = gateway.app.close()
    await ends[0]
    await t.rejects(askHttp2(busy, forwardAuthHeaders()), 'no new request after GOAWAY')
    held.release()
    t.equal((await response).status, 200)
    await Promise.all([...ends, closed])
    await t.rejects(openHttp2(t, gateway.forwardAuthPort))
  }
)

t.test('http/2: requests above the concurrency limit are refused so that they can be retried', async (t) => {
  const gateway = await startSecureGateway(t)
  const session = await gateway.enter()
  gateway.advance(3700)
  const held = holdRefreshes(gateway.provider)
  const { write, read } = await openFrames(t, gateway.forwardAuthPort)
  const payload = formatHeaders(forwardAuthHeaders({ headers: { cookie: session } }))
  for (let index = 0; index <= MAX_STREAMS; index++)
    write({ type: FRAMES.headers, flags: END_HEADERS | END_STREAM, stream: 2 * index + 1, payload })
  const reset = await read(FRAMES.reset)
  t.equal(reset.readUInt32BE(5), 2 * MAX_STREAMS + 1)
  t.equal(reset.readUInt32BE(9), constants.NGHTTP2_REFUSED_STREAM)
  t.equal(gateway.app.forwardAuthRequests.http?.lifecycle.requests.count(), MAX_STREAMS)
  held.release()
})

/** The burst of resets that is allowed, and the few more per second. */
const MAX_RESETS = 1500
const QUESTION = formatHeaders(forwardAuthHeaders())

/** What hostile clients send, and what ends the connection. */
const FLOODS: Record<string, (write: (frame: Frame) => void) => void> = {
  'rapidly reset requests (CVE-2023-44487)'(write) {
    for (let stream = 1; stream < 8000; stream += 2) {
      write({ type: FRAMES.headers, flags: END_HEADERS | END_STREAM, stream, payload: QUESTION })
      write({ type: FRAMES.reset, stream, payload: Buffer.from([0, 0, 0, constants.NGHTTP2_CANCEL]) })
    }
  },
  'an endless header block'(write) {
    write({ type: FRAMES.headers, flags: END_STREAM, stream: 1, payload: QUESTION })
    for (let index = 0; index < 100; index++)
      write({ type: FRAMES.continuation, stream: 1, payload: formatHeaders({ [`x-${index}`]: 'x' }) })
  },
  'a request on a server stream'(write) {
    write({ type: FRAMES.headers, flags: END_HEADERS | END_STREAM, stream: 2, payload: QUESTION })
  },
  'a frame larger than allowed'(write) {
    write({ type: FRAMES.headers, flags: END_HEADERS, stream: 1, payload: Buffer.alloc(20_000) })
  },
  'headers that cannot be decompressed'(write) {
    write({ type: FRAMES.headers, flags: END_HEADERS, stream: 1, payload: Buffer.alloc(20, 0xff) })
  }
}

for (const [name, flood] of Object.entries(FLOODS))
  t.test(`http/2: after ${name}, the connection is closed and others are still served`, async (t) => {
    const gateway = await startSecureGateway(t)
    let count = 0
    gateway.app.forwardAuthRequests.http?.server.on('request', () => {
      count += 1
    })
    const other = await openHttp2(t, gateway.forwardAuthPort)
    const { socket, write, read } = await openFrames(t, gateway.forwardAuthPort)
    // The connection may close before its last frame is read.
    const given = read(FRAMES.goaway).then(
      (goaway) => goaway.readUInt32BE(13),
      () => null
    )
    flood(write)
    t.not(await given, constants.NGHTTP2_NO_ERROR)
    socket.destroy()
    t.ok(count <= MAX_RESETS, `${count} responses`)
    t.equal((await askHttp2(other, forwardAuthHeaders())).status, 302)
    await gateway.app.forwardAuthRequests.http?.lifecycle.requests.whenNone()
  })

t.test(
  'http/2: headers larger than allowed over HTTP/1.1 are refused, compressed or not, smaller are accepted',
  async (t) => {
    const gateway = await startSecureGateway(t)
    const client = await openHttp2(t, gateway.forwardAuthPort)
    const asked = forwardAuthHeaders()
    const padded = (count: number, bytes: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'x'.repeat(bytes)]))
    t.equal((await askHttp2(client, { ...asked, ...padded(12, 4000) })).status, 302)
    t.equal((await askHttp2(client, { ...asked, ...padded(20, 4000) })).status, 431)
    await t.rejects(askHttp2(client, { ...asked, ...padded(50, 4000) }), 'reset')
    // One value of 4 kB in the table, and as many one-byte references to it as fit.
    const repeated = Array.from({ length: 1000 }, () => 'x'.repeat(4000))
    await t.rejects(askHttp2(await openHttp2(t, gateway.forwardAuthPort), { ...asked, 'x-bomb': repeated }))
    await t.rejects(askHttp2(await openHttp2(t, gateway.forwardAuthPort), { ...asked, ...padded(1100, 1) }))
    t.equal(
      (await askHttp2(await openHttp2(t, gateway.forwardAuthPort), { ...asked, ...padded(900, 1) })).status,
      302
    )
  }
)

t.test('http/2: CONNECT is refused, and a connection without a request is closed', async (t) => {
  const gateway = await startSecureGateway(t)
  const client = await openHttp2(t, gateway.forwardAuthPort)
  await t.rejects(askHttp2(client, { ':method': 'CONNECT', ':authority': 'a:1' }))
  t.equal((await askHttp2(client, forwardAuthHeaders())).status, 302)

  const http2 = createHttp2Connections({
    largestHeadersBytes: 1000,
    headersTimeoutMs: 1,
    idleTimeoutMs: 60_000,
    response: () => false
  })
  const pair = await makePair()
  const server = createTlsServer({ ...pair, ALPNProtocols: ['h2'] }, http2.add)
  t.teardown(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const silent = connectTls({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    ALPNProtocols: ['h2']
  })
  silent.resume()
  await once(silent, 'close')
})

t.test('http/2: a replaced certificate is used for new connections', async (t) => {
  const folder = t.testdir()
  writePair(folder, await makePair())
  const { listen, forwardAuth } = testConfig({ 'listen.port': 0 })
  const asked = { host: '127.0.0.1', port: 0, tls: filesIn(folder) }
  const { logger } = createLog('silent', { write: () => {} })
  const listeners = await createListeners(
    { listen, forwardAuth: { ...forwardAuth, enabled: true, listen: asked } },
    logger
  )
  t.teardown(() => listeners.close())
  const { ports } = await listeners.listen()
  const port = ports['forwardAuth.listen'] ?? 0
  const fingerprintOf = async () => {
    const { socket } = await openFrames(t, port)
    const certificate = socket.getPeerX509Certificate()?.fingerprint256
    socket.destroy()
    return certificate
  }
  const former = await fingerprintOf()
  const before = listeners.certificates.current()
  writePair(folder, await makePair({ days: 3 }))
  listeners.certificates.reload()
  t.not(await fingerprintOf(), former)
  t.ok(Math.abs(Number(listeners.certificates.notAfterSeconds()) - Date.now() / 1000 - 3 * 86_400) < 60)
  // As a worker receives them from the primary.
  listeners.certificates.replace(before)
  t.equal(await fingerprintOf(), former)
})
