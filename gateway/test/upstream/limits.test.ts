import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn, setImmediate } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { WebSocket } from 'ws'
import { passUpload } from '../../src/upstream/transport.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { readJson, send, sendRaw } from '../fixtures/wire/http-client.ts'
import { lineOf } from '../fixtures/wire/log-lines.ts'
import { listenWithSockets } from '../fixtures/wire/websockets.ts'

const OPEN = {
  'access.rules': [
    { path: '/open/*', allow: 'public' },
    { path: '/open', allow: 'public' }
  ]
}
const neighbours = await startGateway(t, { config: { ...OPEN, 'upstream.maxBodyBytes': 1000 } })

/** A request whose body comes in chunks of these sizes. */
function chunked(...sizes: number[]): string {
  const chunks = sizes.map((size) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`)
  return `POST /open HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks.join('')}0\r\n\r\n`
}

t.test('maxBodyBytes: a body up to the limit passes, a larger one gets 413 and is not sent', async (t) => {
  const { upstream, url, port } = neighbours
  t.equal((await send(`${url}/open`, { method: 'POST', body: 'x'.repeat(1000) })).status, 200)
  t.match(await sendRaw(port, chunked(500, 500)), /^HTTP\/1\.1 200 /)
  t.equal(upstream.seen.length, 2)
  const said = await send(`${url}/open`, { method: 'POST', body: 'x'.repeat(1001) })
  t.equal(said.status, 413)
  t.match(await said.json(), { code: 'PAYLOAD_TOO_LARGE' })
  t.match(await sendRaw(port, chunked(500, 501)), /^HTTP\/1\.1 413 /)
  t.equal(upstream.seen.length, 2, 'no larger one arrived completely')
  t.match(await lineOf(neighbours, 'request'), { status: 200 })
  const line = neighbours.logLines({ code: 'PAYLOAD_TOO_LARGE' })[0]
  t.match(line, { detail: 'more than upstream.maxBodyBytes (1000)', status: 413 })
})

/** A gateway whose application responds when the test says so; with WebSockets and event streams. */
async function startBusy(t: Test, connectTimeoutMs: number, maxConnections = 1) {
  const held: ServerResponse[] = []
  const server = createServer((req: IncomingMessage, res) => {
    if (req.url === '/open/events')
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    else held.push(res)
  })
  const { port } = await listenWithSockets(t, server)
  const gateway = await startGateway(t, {
    beside: neighbours,
    config: {
      ...OPEN,
      'upstream.connectTimeoutMs': connectTimeoutMs,
      'upstream.maxConnections': maxConnections,
      'upstream.url': `http://127.0.0.1:${port}`,
      trustedProxies: ['127.0.0.1/32']
    }
  })
  const untilHeld = async (count: number) => {
    while (held.length < count) await nextTurn()
  }
  /** `held`: requests the application has not responded to. `untilHeld`: settles when it has that many. */
  return { ...gateway, held, untilHeld }
}

t.test('maxConnections: none free within connectTimeoutMs gives 503 UPSTREAM_BUSY', async (t) => {
  const { url, held, untilHeld, logLines } = await startBusy(t, 1)
  const first = send(`${url}/open`)
  await untilHeld(1)
  const answer = await send(`${url}/open`)
  t.same([answer.status, answer.headers.get('retry-after')], [503, '1'])
  t.match(readJson(await answer.text()), { code: 'UPSTREAM_BUSY' })
  const line = logLines({ code: 'UPSTREAM_BUSY' })[0]
  t.match(line, { detail: 'no free connection within 1 ms: upstream.maxConnections (1) are in use' })
  t.equal(held.length, 1)
  held[0]?.end()
  t.equal((await first).status, 200)
})

t.test('maxConnections: 0 means no limit', async (t) => {
  const { url, held, untilHeld } = await startBusy(t, 1, 0)
  const asked = [send(`${url}/open`), send(`${url}/open`)]
  await Promise.race([untilHeld(2), ...asked])
  for (const response of held) response.end()
  for (const response of asked) t.equal((await response).status, 200)
})

t.test('maxConnections: 1,024 requests wait, the next one gets 503 UPSTREAM_BUSY at once', async (t) => {
  const { port, held, untilHeld, logLines } = await startBusy(t, 60_000)
  const leaver = new AbortController()
  const ask = () => fetch(`http://127.0.0.1:${port}/open`, { signal: leaver.signal })
  const asked = Array.from({ length: 1026 }, ask)
  const refused = await Promise.race(asked)
  t.equal(refused.status, 503)
  t.match(readJson(await refused.text()), { code: 'UPSTREAM_BUSY' })
  const line = logLines({ code: 'UPSTREAM_BUSY' })[0]
  t.match(line, { detail: '1024 requests wait for a connection: upstream.maxConnections (1) are in use' })
  await untilHeld(1)
  t.equal(held.length, 1)
  leaver.abort()
  await Promise.allSettled(asked)
})

t.test('maxConnections: open WebSockets and event streams take no slot', async (t) => {
  const { url, port, untilHeld, held } = await startBusy(t, 60_000)
  for (let round = 0; round < 3; round++) {
    const socket = new WebSocket(`ws://${new URL(url).host}/open`)
    t.teardown(() => socket.terminate())
    await once(socket, 'open')
    const events = await fetch(`http://127.0.0.1:${port}/open/events`)
    t.teardown(() => events.body?.cancel())
    t.equal(events.status, 200)
  }
  const answer = send(`${url}/open`)
  await untilHeld(1)
  held[0]?.end()
  t.equal((await answer).status, 200)
})

t.test('maxConnections: accounts of one address have separate shares', async (t) => {
  const { url, held, untilHeld, signIn } = await startBusy(t, 60_000, 4)
  const [ada, again, bob] = [await signIn('ada'), await signIn('ada'), await signIn('bob')]
  const ask = (cookie: string) => send(`${url}/app`, { headers: { cookie } })
  const flood = [ask(ada), ask(ada), ask(again), ask(again), ask(ada)]
  await untilHeld(3)
  const other = ask(bob)
  await untilHeld(4)
  held[3]?.end()
  t.equal((await other).status, 200)
  t.equal(held.length, 4, 'twin: two sessions of one account count as one')
  for (let n = 0; n < 6; n++) {
    await untilHeld(n + 1)
    held[n]?.end()
  }
  for (const answer of flood) t.equal((await answer).status, 200)
})

t.test('maxConnections: a client leaves with its request under way, the slot is freed', async (t) => {
  const { url, port, held, untilHeld } = await startBusy(t, 60_000)
  const leaver = new AbortController()
  const left = fetch(`http://127.0.0.1:${port}/open`, { signal: leaver.signal }).catch(() => null)
  await untilHeld(1)
  const next = send(`${url}/open`)
  leaver.abort()
  await left
  await untilHeld(2)
  held[1]?.end()
  t.equal((await next).status, 200)
})

/** An upload whose idle timer the test controls. */
function start() {
  const raw = new PassThrough()
  const timer = { starts: 0, refreshes: 0, isCleared: false, expire: () => {} }
  const body = passUpload(raw, { uploadIdleTimeoutMs: 500, maxBodyBytes: 0 }, (ms, expire) => {
    timer.starts += ms
    timer.expire = expire
    return { refresh: () => timer.refreshes++, clear: () => Object.assign(timer, { isCleared: true }) }
  })
  return { raw, body, timer }
}

t.test('upload: idle while the upstream reads, REQUEST_TIMEOUT', async (t) => {
  const { raw, body, timer } = start()
  t.equal(timer.starts, 500)
  raw.write('x')
  const [chunk] = await once(body, 'data')
  t.equal(String(chunk), 'x')
  t.equal(timer.refreshes, 1, 'every byte restarts it')
  const failed = once(body, 'error')
  timer.expire()
  t.match(await failed, [{ code: 'REQUEST_TIMEOUT' }])
  t.equal(body.destroyed, true)
})

t.test('upload: idle because the upstream does not read, no timeout and all bytes arrive', async (t) => {
  const { raw, body, timer } = start()
  const bytes = 1024 ** 2
  raw.write(Buffer.alloc(bytes))
  await setImmediate()
  const before = timer.refreshes
  timer.expire()
  timer.expire()
  t.equal(timer.refreshes, before + 2, 'restarted')
  t.equal(body.destroyed, false)
  raw.end()
  let read = 0
  for await (const chunk of body) read += chunk.length
  t.equal(read, bytes)
  t.equal(timer.isCleared, true)
})

t.test('upload: without an idle timeout there is no timer', async (t) => {
  const raw = new PassThrough()
  passUpload(raw, { uploadIdleTimeoutMs: 0, maxBodyBytes: 0 }, () => {
    throw new Error('a timer')
  })
  raw.end('x')
  t.pass()
})

t.test('upload: after its reader ends it, the rest is read so that the client gets a response', async (t) => {
  const { raw, body, timer } = start()
  body.destroy()
  await once(body, 'close')
  t.equal(timer.isCleared, true)
  raw.write(Buffer.alloc(1024 ** 2))
  raw.end()
  await once(raw, 'end')
})

t.test('upload: split at any byte or with the next request behind it, the same bytes', async (t) => {
  const rules = [{ path: '/*', allow: 'public' }]
  const { port, upstream } = await startGateway(t, { config: { 'access.rules': rules } })
  const body = 'a=1\r\n\r\nb=\u00e9'
  const text = (path: string, end: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${end}\r\n${body}`
  const one = Buffer.from(text('/one', ''))
  const both = Buffer.concat([one, Buffer.from(text('/two', 'Connection: close\r\n'))])
  for (const end of [...both.keys()].slice(1)) {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.write(both.subarray(0, end))
    // The gateway has read that much before the rest follows.
    await setImmediate()
    socket.write(both.subarray(end))
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk)
    const statuses = String(Buffer.concat(chunks)).match(/HTTP\/1\.1 \d+/g)
    if (statuses?.join() !== 'HTTP/1.1 200,HTTP/1.1 200') t.fail(`cut at ${end}: ${statuses}`)
  }
  t.same(
    new Set(upstream.seen.map(({ url, body }) => `${url} ${body}`)),
    new Set([`/one ${body}`, `/two ${body}`])
  )
  t.equal(upstream.seen.length, 2 * (both.length - 1))
})

const TYPES = [
  ...['', 'null', 'foo', 'application/json, application/json', 'text/html; charset=none; charset="'],
  ...['multipart/form-data', ';', '/', 'a/b/c', 'text/plain;charset=utf-16; =']
]

t.test('content type: whatever it is, the application gets the request with its body', async (t) => {
  const { port, upstream } = await startGateway(t, {
    config: { 'access.rules': [{ path: '/public', allow: 'public' }] }
  })
  const ask = (method: string, path: string, lines: string, body = 'a=b') =>
    sendRaw(port, `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n${body}`)
  const LENGTH = 'Content-Length: 3\r\n'
  for (const type of TYPES)
    for (const method of ['POST', 'PUT', 'DELETE', 'GET', 'QUERY', 'PROPFIND']) {
      upstream.forget()
      const response = await ask(method, '/public', `Content-Type: ${type}\r\n${LENGTH}`)
      t.match(response, /^HTTP\/1\.1 200 /, `${method} ${type}`)
      t.match(upstream.seen, [{ method, body: 'a=b', headers: { 'content-type': type } }])
    }
  t.match(await ask('QUERY', '/public', LENGTH), /^HTTP\/1\.1 200 /, 'a QUERY without one')
  const chunked = 'Content-Type: foo\r\nTransfer-Encoding: chunked\r\n'
  t.match(await ask('POST', '/public', chunked, '1\r\nx\r\n0\r\n\r\n'), /^HTTP\/1\.1 200 /)
  for (const method of ['HEAD', 'GET', 'POST', 'DELETE'])
    t.match(await ask(method, '/public', 'Content-Type:\r\n', ''), /^HTTP\/1\.1 200 /, method)
  upstream.forget()
  t.match(await ask('POST', '/private', `Content-Type: foo\r\n${LENGTH}`), /^HTTP\/1\.1 401 /)
  t.same(upstream.seen, [])
})
