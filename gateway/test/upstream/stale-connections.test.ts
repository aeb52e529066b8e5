import { once } from 'node:events'
import { METHODS } from 'node:http'
import type { Socket } from 'node:net'
import t, { type Test } from 'tap'
import { mayRepeat } from '../../src/upstream/response-headers.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { openManagement, scrape } from '../fixtures/management.ts'
import { makePair, type Pair } from '../fixtures/provider/certificates.ts'
import { type SendOptions, send, sendRaw } from '../fixtures/wire/http-client.ts'
import { readSeries } from '../fixtures/wire/scrape.ts'
import { OK, type ScriptedRequest, startScriptedApplication } from '../fixtures/wire/scripted-application.ts'
import { handshakeOf } from '../fixtures/wire/websockets.ts'
import { words } from '../fixtures/words.ts'

/** How an application closes a connection. */
const CLOSES = {
  'closes it': (socket: Socket) => void socket.destroy(),
  'closes its side': (socket: Socket) => void socket.end(),
  'resets it': (socket: Socket) => void socket.resetAndDestroy()
} as const

const everyone = { 'access.default': 'public' }

async function start(t: Test, config: Record<string, unknown> = {}, pair?: Pair) {
  const application = await startScriptedApplication(t, pair)
  const gateway = await startGateway(t, {
    upstreamUrl: application.url,
    config: { ...everyone, 'upstream.keepAliveTimeoutMs': 60_000, ...config }
  })
  return {
    application,
    gateway,
    ask: (path: string, options: SendOptions = {}) => send(`${gateway.url}${path}`, options),
    linesSeen: () => application.seen.map(({ line }) => line),
    /** The log line of the request with this path, once written. */
    async lineOf(path: string) {
      await gateway.settled()
      return gateway.logLines({ msg: 'request', path })[0]
    }
  }
}

/** Responds to the first request of each connection; `then`: to every other one. */
function afterFirst(then: (request: ScriptedRequest) => void) {
  return (request: ScriptedRequest) => {
    if (request.number === 1) request.socket.write(OK)
    else then(request)
  }
}

for (const [how, close] of Object.entries(CLOSES))
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
    t.test(`stale connection: application ${how} as ${method} arrives, retried on a new one`, async (t) => {
      const { application, ask, lineOf, gateway } = await start(t)
      application.respond = afterFirst(({ socket }) => close(socket))
      await ask('/first')
      t.equal((await ask('/x', { method })).status, 200)
      const [, failed, repeated, ...more] = application.seen
      t.same(more, [])
      t.match(failed, { connection: 1, number: 2 })
      t.match(repeated, { connection: 2, number: 1 })
      const withoutConnection = (text = '') => text.replace(/^connection: .*\r\n/m, '')
      t.equal(withoutConnection(repeated?.text), withoutConnection(failed?.text))
      t.match(await lineOf('/x'), { status: 200, upstreamRetried: true })
      t.notHas(await lineOf('/first'), { upstreamRetried: true })
      const series = readSeries(await scrape(openManagement(t, gateway)))
      t.equal(series.get('upstream_retries_total{upstream="default"}'), 1)
      t.equal(series.get('upstream_errors_total{upstream="default",kind="reset"}'), 0)
    })

// Node resets no connection below TLS.
for (const how of ['closes it', 'closes its side'] as const)
  t.test(`stale connection: over TLS application ${how}, a GET is retried, a POST is not`, async (t) => {
    const { application, ask } = await start(t, { 'upstream.insecure': true }, await makePair())
    application.respond = afterFirst(({ socket }) => CLOSES[how](socket))
    await ask('/first')
    t.equal((await ask('/x')).status, 200)
    t.equal(application.seen.length, 3)
    await ask('/first')
    application.seen.length = 0
    t.equal((await ask('/y', { method: 'POST' })).status, 502)
    t.equal(application.seen.length, 1)
  })

const BODY = { body: 'x' }
const ONCE: Record<string, SendOptions> = {
  'POST without a body': { method: 'POST' },
  'PATCH without a body': { method: 'PATCH' },
  'LOCK without a body': { method: 'LOCK' },
  'POST with a body': { method: 'POST', ...BODY },
  'PATCH with a body': { method: 'PATCH', ...BODY },
  'PUT with a body in pieces': { method: 'PUT', body: 'x'.repeat(1_000_000) }
}
for (const [what, options] of Object.entries(ONCE))
  t.test(`stale connection: ${what} gets 502 and is never retried`, async (t) => {
    const { application, ask, lineOf } = await start(t)
    application.respond = afterFirst(({ socket }) => socket.destroy())
    await ask('/first')
    t.equal((await ask('/once', options)).status, 502)
    t.equal(application.seen.length, 2)
    const line = await lineOf('/once')
    t.match(line, { code: 'UPSTREAM_UNREACHABLE', detail: /upstream\.keepAliveTimeoutMs \(60000\)/ })
    t.notHas(line, { upstreamRetried: true })
  })

t.test('stale connection: only idempotent methods are retried (RFC 9110, 9.2.2)', async (t) => {
  const never = words`CONNECT LOCK M-SEARCH NOTIFY PATCH POST PURGE SOURCE SUBSCRIBE TRACE UNSUBSCRIBE`
  const found = METHODS.filter((method) => !mayRepeat(method, null))
  t.same(found, never)
})

t.test('stale connection: an idempotent request with a small body is sent again with it', async (t) => {
  for (const method of ['PUT', 'GET', 'QUERY', 'PROPFIND']) {
    const { application, ask } = await start(t)
    application.respond = afterFirst(({ socket }) => socket.destroy())
    await ask('/first')
    t.equal((await ask('/x', { method, body: 'a small body' })).status, 200, method)
    t.equal(application.seen.length, 3)
    t.match(application.seen[2], { line: `${method} /x`, text: /\r\n\r\na small body$/ })
  }
})

const BEGINNINGS = {
  'one byte of a status line': 'H',
  'half a status line': 'HTTP/1.1 2',
  'half a head': 'HTTP/1.1 200 OK\r\nContent-Le',
  '103 Early Hints': 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n',
  'bytes that are no HTTP': 'SSH-2.0-x\r\n'
}
for (const [what, bytes] of Object.entries(BEGINNINGS))
  t.test(`stale connection: ${what} and then closed, never retried`, async (t) => {
    const { application, ask } = await start(t)
    application.respond = afterFirst(({ socket }) => socket.end(bytes))
    await ask('/first')
    t.equal((await ask('/x')).status, 502)
    t.equal(application.seen.length, 2)
  })

t.test('fresh connection: closed without a response, 502 and never retried', async (t) => {
  const { application, ask, lineOf } = await start(t)
  application.respond = ({ socket }) => void socket.destroy()
  t.equal((await ask('/x')).status, 502)
  t.equal(application.seen.length, 1)
  t.notMatch(await lineOf('/x'), { detail: /keepAlive/ })
})

t.test('stale connection: the retry fails too, 502 after two attempts', async (t) => {
  const { application, ask, lineOf } = await start(t)
  let mayAnswer = true
  application.respond = ({ socket }) => {
    if (mayAnswer) socket.write(OK)
    else socket.destroy()
    mayAnswer = false
  }
  await ask('/first')
  t.equal((await ask('/x')).status, 502)
  t.equal(application.seen.length, 3)
  t.match(await lineOf('/x'), { code: 'UPSTREAM_UNREACHABLE', upstreamRetried: true })
})

t.test('stale connection: response timeout, 504 and never retried', async (t) => {
  const { application, ask } = await start(t, { 'upstream.headersTimeoutMs': 20 })
  application.respond = afterFirst(() => {})
  await ask('/first')
  t.equal((await ask('/x')).status, 504)
  t.equal(application.seen.length, 2)
})

t.test('stale connections: with several idle ones, the retry uses none of them', async (t) => {
  const { application, ask } = await start(t)
  const held: Socket[] = []
  application.respond = ({ socket }) => {
    if (held.push(socket) === 3) for (const one of held) one.write(OK)
  }
  await Promise.all([ask('/1'), ask('/2'), ask('/3')])
  application.respond = afterFirst(({ socket }) => socket.destroy())
  t.equal((await ask('/x')).status, 200)
  t.equal(application.sockets.length, 4)
  t.equal(application.seen.length, 5)
})

t.test('stale connection: with maxConnections 1 the request keeps its slot', async (t) => {
  const { application, ask } = await start(t, { 'upstream.maxConnections': 1 })
  application.respond = afterFirst(({ socket }) => socket.destroy())
  await ask('/first')
  let open = 0
  let most = 0
  application.respond = ({ socket, number }) => {
    if (number > 1) return void socket.destroy()
    most = Math.max(most, ++open)
    setImmediate(() => {
      open -= 1
      socket.write(OK)
    })
  }
  const responses = await Promise.all(['/1', '/2', '/3'].map((path) => ask(path)))
  const found = responses.map(({ status }) => status)
  t.same(found, [200, 200, 200])
  t.equal(most, 1)
})

t.test('stale connection: a WebSocket handshake is retried on a new one', async (t) => {
  const { application, ask, gateway } = await start(t)
  application.respond = afterFirst(({ socket }) => socket.destroy())
  await ask('/first')
  application.respond = ({ socket, number }) => {
    if (number > 1) return void socket.destroy()
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  }
  t.match(await sendRaw(gateway.port, handshakeOf('/live')), /^HTTP\/1\.1 101 /)
  t.equal(application.seen.length, 3)
})

t.test('keepAliveTimeoutMs: a shorter `Keep-Alive: timeout` wins, a longer one does not', async (t) => {
  for (const { keepAliveTimeoutMs, timeoutSeconds } of [
    { keepAliveTimeoutMs: 600_000, timeoutSeconds: 1 },
    { keepAliveTimeoutMs: 1, timeoutSeconds: 600 }
  ]) {
    const { application, ask } = await start(t, { 'upstream.keepAliveTimeoutMs': keepAliveTimeoutMs })
    application.respond = ({ socket }) =>
      void socket.write(OK.replace('\r\n', `\r\nKeep-Alive: timeout=${timeoutSeconds}\r\n`))
    await ask('/x')
    const [socket] = application.sockets
    if (socket?.destroyed === false) await once(socket, 'close')
    t.equal(socket?.destroyed, true)
  }
})

t.test('keepAliveTimeoutMs: with 0 each request uses a new connection', async (t) => {
  const { application, ask } = await start(t, { 'upstream.keepAliveTimeoutMs': 0 })
  for (const path of ['/1', '/2']) t.equal((await ask(path)).status, 200)
  t.equal(application.sockets.length, 2)
  t.match(application.seen[0]?.text, /\r\nconnection: close\r\n/)
})

t.test('kept connections: with maxConnectionSeconds 0, five requests share one', async (t) => {
  const { application, ask } = await start(t, { 'upstream.maxConnectionSeconds': 0 })
  for (let n = 0; n < 5; n++) await ask('/x')
  t.equal(application.sockets.length, 1)
})
