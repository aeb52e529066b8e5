import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { request } from 'undici'
import { PAGE, startGateway } from '../fixtures/gateway.ts'
import { openManagement, scrape } from '../fixtures/management.ts'
import { holdRefreshes, type Teardown } from '../fixtures/provider/stand-in.ts'
import { signal } from '../fixtures/signal.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { readSeries } from '../fixtures/wire/scrape.ts'
import { type Handler, startUpstream } from '../fixtures/wire/upstream.ts'

/** Size of an upload; the benchmark moves a whole gigabyte, both ways. */
const BIG_BYTES = 256 * 1024 ** 2
const MEGABYTE = Buffer.alloc(1024 ** 2, 7)
const CHUNK = Buffer.alloc(64 * 1024, 7)
/** Far below that size, far above what sockets and streams buffer. */
const BOUND_BYTES = 150 * 1024 ** 2

async function startStreaming(t: Teardown, handler: Handler, config: Record<string, unknown> = {}) {
  const app = await startUpstream(t, handler)
  return await signedIn(t, config, { upstreamUrl: app.url })
}

t.test('stream: server-sent events arrive one by one, the head before the first one', async (t) => {
  const gates = [signal(), signal()]
  const { url, cookie } = await startStreaming(t, async (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.flushHeaders()
    for (const [index, gate] of gates.entries()) {
      await gate.promise
      res.write(`data: ${index}\n\n`)
    }
  })
  const response = await request(`${url}/events`, { headers: { cookie } })
  t.equal(response.headers['content-type'], 'text/event-stream', 'the head arrived before any event')
  const events = response.body[Symbol.asyncIterator]()
  for (const [index, gate] of gates.entries()) {
    gate.settle()
    const { value } = await events.next()
    t.equal(String(value), `data: ${index}\n\n`)
  }
  response.body.destroy()
})

t.test('stream: an upload of 256 MB passes in constant memory', async (t) => {
  const { url, cookie } = await startStreaming(t, async (req, res) => {
    let bytes = 0
    for await (const chunk of req) bytes += chunk.length
    res.end(String(bytes))
  })
  const before = process.memoryUsage().rss
  let highest = 0
  function* body() {
    for (let left = BIG_BYTES; left > 0; left -= MEGABYTE.length) {
      highest = Math.max(highest, process.memoryUsage.rss())
      yield MEGABYTE
    }
  }
  const upload = { method: 'POST', headers: { cookie }, body: Readable.from(body()) } as const
  const response = await request(`${url}/big`, upload)
  t.equal(await response.body.text(), String(BIG_BYTES))
  t.ok(highest - before < BOUND_BYTES, `grew by ${Math.round((highest - before) / 1024 ** 2)} MB`)
})

t.test('stream: a slow client applies backpressure to the upstream', async (t) => {
  let written = 0
  const stalled = signal()
  const { port, cookie } = await startStreaming(t, (_req, res) => {
    res.writeHead(200)
    const pump = () => {
      while (res.write(CHUNK)) written += CHUNK.length
      written += CHUNK.length
      stalled.settle()
      res.once('drain', pump)
    }
    pump()
  })
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`)
  await once(socket, 'readable')
  await stalled.promise
  // No reader: only what fits into buffers is written, however often the event loop turns.
  let last = -1
  while (written !== last) {
    last = written
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  t.ok(written < 64 * 1024 ** 2, `the upstream wrote ${written} bytes and stopped`)
  socket.destroy()
})

for (const [when, request] of [
  ['before the head', 'GET / HTTP/1.1\r\n\r\n'],
  ['in the middle of the body', 'GET /begun HTTP/1.1\r\n\r\n'],
  ['an upload', 'POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\nhello']
] as const)
  t.test(`stream: client aborts ${when}, the upstream request is cancelled`, async (t) => {
    const arrived = signal()
    const cancelled = signal<boolean>()
    const { port, cookie } = await startStreaming(t, (req, res) => {
      res.on('close', () => cancelled.settle(req.complete))
      if (req.url === '/begun') res.write('first')
      if (req.method === 'GET') arrived.settle()
      req.on('data', () => arrived.settle()).on('error', () => {})
    })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(request.replace('\r\n', `\r\nHost: a\r\nCookie: ${cookie}\r\n`))
    await arrived.promise
    if (when === 'in the middle of the body') await once(socket, 'data')
    socket.destroy()
    t.equal(await cancelled.promise, when !== 'an upload', 'whether the upstream has the whole request')
  })

t.test('stream: client leaves during a session refresh, the application is not called', async (t) => {
  const asked: (string | undefined)[] = []
  const gateway = await startStreaming(t, (req, res) => {
    asked.push(req.url)
    res.end()
  })
  const { url, port, cookie } = gateway
  gateway.advance(3601)
  const { arrived, release } = holdRefreshes(gateway.provider)
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /left HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`)
  await arrived()
  socket.destroy()
  await gateway.settled()
  const stayed = request(`${url}/stayed`, { headers: { cookie } })
  release()
  t.equal((await stayed).statusCode, 200)
  t.same(asked, ['/stayed'], 'the control alone')
})

t.test('stream: an upstream response before the upload ends reaches the client', async (t) => {
  const { port, cookie } = await startStreaming(t, (req, res) => {
    req.once('data', () => {
      res.writeHead(413, { connection: 'close' })
      res.end('too much')
    })
  })
  const head = `POST / HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nContent-Length: 10000000\r\n\r\n`
  const response = await sendRaw(port, head + 'x'.repeat(100_000))
  t.match(response, /^HTTP\/1.1 413 /)
  t.match(response, /too much/)
  t.match(response, /connection: close/i)
})

t.test('stream: a truncated response is truncated for the client as well', async (t) => {
  const { url, cookie, logLines } = await startStreaming(t, (_req, res) => {
    res.writeHead(200, { 'content-length': '1000' })
    res.write('part', () => res.destroy())
  })
  const response = await request(`${url}/`, { headers: { cookie } })
  await t.rejects(response.body.text())
  const line = logLines({ end: 'upstream_broken' })[0]
  t.match(line, { code: 'UPSTREAM_UNREACHABLE', level: 'warn', cause: String })
})

t.test('upstream: down, 502 as page or JSON and the session is preserved', async (t) => {
  const { get, post, upstream, logLines } = await signedIn(t)
  await upstream.close()
  const page = await get('/', PAGE)
  t.same([page.status, page.headers.getSetCookie()], [502, []])
  t.match(await page.text(), /The application isn’t responding/)
  const call = await post('/', { body: 'x' })
  t.equal(call.status, 502)
  t.match(await call.json(), { code: 'UPSTREAM_UNREACHABLE', requestId: String })
  const found = { code: 'UPSTREAM_UNREACHABLE', cause: /ECONNREFUSED/, level: 'error' }
  t.match(logLines({ route: 'proxy' })[0], found)
})

for (const [waited, seconds, count] of [
  ['a long time', 6, 1],
  ['a moment', 4, 0]
] as const)
  t.test(`upstream: a client that gives up after ${waited} without a response`, async (t) => {
    const asked = signal()
    const gateway = await startStreaming(t, () => asked.settle())
    const management = openManagement(t, gateway)
    const client = connect(gateway.port, '127.0.0.1')
    client.write(`GET /x HTTP/1.1\r\nHost: a\r\nCookie: ${gateway.cookie}\r\n\r\n`)
    await asked.promise
    const now = performance.now.bind(performance)
    t.intercept(performance, 'now', { value: () => now() + seconds * 1000 })
    client.destroy()
    const isOfClient = ({ route }: Record<string, unknown>) => route === 'proxy'
    while (!gateway.logLines().some(isOfClient)) await nextTurn()
    t.match(gateway.logLines().find(isOfClient), {
      status: 0,
      end: 'client_gone',
      ...(count === 1 && { code: 'UPSTREAM_TIMEOUT', detail: /gave up after 6\d{3} ms/, doctor: 'UPSTREAM' })
    })
    const series = readSeries(await scrape(management))
    t.equal(series.get('upstream_errors_total{upstream="default",kind="abandoned"}'), count)
    t.equal(series.get('upstream_errors_total{upstream="default",kind="timeout"}'), 0)
    t.equal(series.get('upstream_head_seconds_count{upstream="default"}'), count)
  })

t.test('upstream: no response for 10 s is logged, unless the head has arrived', async (t) => {
  const { setTimeout: start } = globalThis
  const looks: (() => void)[] = []
  t.intercept(globalThis, 'setTimeout', {
    value: (run: () => void, ...rest: [number]) => {
      if (run.name === 'look') looks.push(run)
      return start(run, ...rest)
    }
  })
  const arrived = signal<ServerResponse>()
  const gateway = await startStreaming(t, (req, res) => {
    if (req.url === '/fast') res.end()
    else arrived.settle(res)
  })
  const ask = (path: string) => request(`${gateway.url}${path}`, { headers: { cookie: gateway.cookie } })
  const warnings = () => gateway.logLines({ msg: 'the application does not respond' })
  await (await ask('/fast')).body.dump()
  const response = ask('/slow')
  const application = await arrived.promise
  looks.at(-1)?.()
  t.same(warnings(), [])
  const now = performance.now.bind(performance)
  t.intercept(performance, 'now', { value: () => now() + 10_000 })
  looks.at(-1)?.()
  t.match(warnings(), [{ level: 'warn', doctor: 'UPSTREAM', detail: /^1 of .* upstream\.headersTimeoutMs/ }])
  application.write('x')
  const { body } = await response
  looks.at(-1)?.()
  t.equal(warnings().length, 1, 'the rest may take longer')
  application.end()
  await body.dump()
})

t.test('upstream: a stalled upload gets 408', async (t) => {
  const { port, cookie } = await startStreaming(t, (req) => void req.resume(), {
    'upstream.uploadIdleTimeoutMs': 50
  })
  const stall = (lines: string) =>
    sendRaw(port, `POST / HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n${lines}Content-Length: 10\r\n\r\nx`)
  const response = await stall('')
  t.match(response, /^HTTP\/1.1 408 /)
  t.match(response, /REQUEST_TIMEOUT/)
  const page = await stall('Accept: text/html\r\n')
  t.match(page, /^HTTP\/1.1 408 /)
  t.match(page, 'To send it again, go back in your browser.')
})

t.test('upstream: responses of every status arrive unchanged, but for no shared cache', async (t) => {
  const { url, cookie } = await startStreaming(t, (req, res) => {
    const status = Number(req.url?.slice(1))
    res.writeHead(status, { 'x-many': ['a', 'b'], connection: 'x-hop', 'x-hop': 'gone', location: '/else' })
    res.end(status === 204 || status === 304 ? undefined : `body ${status}`)
  })
  for (const status of [200, 201, 204, 206, 301, 302, 304, 400, 401, 403, 404, 418, 500, 503]) {
    const response = await send(`${url}/${status}`, { headers: { cookie } })
    // Shared caches store some statuses, such as 404, without `Cache-Control`.
    const names = ['x-many', 'x-hop', 'location', 'cache-control']
    const found = names.map((name) => response.headers.get(name))
    t.same([response.status, ...found], [status, 'a, b', null, '/else', 'private, no-cache'])
    t.equal(await response.text(), status === 204 || status === 304 ? '' : `body ${status}`)
  }
  const head = await send(`${url}/200`, { method: 'HEAD', headers: { cookie } })
  t.same([head.status, await head.text()], [200, ''])
})

t.test('upstream: every method passes with its body, including WebDAV', async (t) => {
  const gateway = await signedIn(t)
  const { cookie } = gateway
  const methods = 'GET POST PUT PATCH DELETE OPTIONS PROPFIND REPORT MKCOL'.split(' ')
  for (const method of methods) {
    const withBody = `${method} /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: ${cookie}\r\nContent-Length: 4\r\n\r\nbody`
    t.match(await sendRaw(gateway.port, withBody), /^HTTP\/1.1 200 /, method)
    t.match(gateway.upstream.seen.at(-1), { method, body: 'body' })
  }
  const chunked = `POST /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: ${cookie}\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`
  t.match(await sendRaw(gateway.port, chunked), /^HTTP\/1.1 200 /)
  t.equal(gateway.upstream.seen.at(-1)?.body, 'body')
})

t.test('upstream: Expect: 100-continue is confirmed and the upload arrives', async (t) => {
  const gateway = await signedIn(t)
  const { cookie } = gateway
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write(
    `PUT /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: ${cookie}\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n`
  )
  const [interim] = await once(socket, 'data')
  t.match(String(interim), /^HTTP\/1.1 100 /)
  socket.write('body')
  const [final] = await once(socket, 'data')
  t.match(String(final), /^HTTP\/1.1 200 /)
  t.equal(gateway.upstream.seen[0]?.body, 'body')
})

t.test('upstream: Expect: 100-continue of a refused request gets no 100', async (t) => {
  const gateway = await startGateway(t)
  const head = 'Host: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n'
  for (const [path, status] of [
    ['/x', 401],
    ['/x/../y', 400],
    ['/nothing%', 400]
  ]) {
    const response = await sendRaw(gateway.port, `POST ${path} HTTP/1.1\r\n${head}`)
    t.match(response, new RegExp(`^HTTP/1\\.1 ${status} `), `${path}`)
    t.match(response, /^connection: close/im, 'the body may still come')
  }
  t.equal(gateway.upstream.seen.length, 0)
})

t.test('stream: a 304 or 204 with a Content-Length is complete, the connection serves on', async (t) => {
  const { port, cookie, logLines } = await startStreaming(t, (req, res) => {
    const status = Number(/\d+/.exec(req.url ?? '')?.[0] ?? 200)
    // Node itself refuses to write such a response.
    req.socket.write(`HTTP/1.1 ${status} X\r\nContent-Length: 999\r\nETag: "a"\r\n\r\n`)
    res.detachSocket(req.socket)
  })
  for (const [status, length] of [
    [304, '999'],
    [204, undefined]
  ] as const) {
    const socket = connect(port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    for (const round of [1, 2]) {
      socket.write(`GET /${status} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`)
      const [response] = await once(socket, 'data')
      const found = String(response)
      t.match(found, new RegExp(`^HTTP/1\\.1 ${status} [^]*etag: "a"`), `${status}, request ${round}`)
      t.equal(/content-length: (\d+)/.exec(String(response))?.[1], length)
    }
  }
  t.same(logLines({ end: 'upstream_broken' }), [])
  t.equal(logLines({ level: 'warn' }).length, 2, 'one line for each 204')
})

t.test('stream: a response with invalid headers gives 502 and the gateway keeps serving', async (t) => {
  const { url, cookie } = await startStreaming(t, (req) => {
    const broken = req.url === '/broken'
    req.socket.end(
      `HTTP/1.1 200 OK\r\nConnection: close\r\nX-Broken: ${broken ? 'a\u0001b' : 'ab'}\r\n\r\nx`,
      'latin1'
    )
  })
  t.equal((await send(`${url}/broken`, { headers: { cookie } })).status, 502)
  t.equal((await send(`${url}/fine`, { headers: { cookie } })).status, 200)
})
