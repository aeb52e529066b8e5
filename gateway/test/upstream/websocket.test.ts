import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { type ServerOptions, WebSocket } from 'ws'
import { PUBLIC_ORIGIN, startGateway } from '../fixtures/gateway.ts'
import type { Teardown } from '../fixtures/provider/stand-in.ts'
import { signal } from '../fixtures/signal.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { sendRaw } from '../fixtures/wire/http-client.ts'
import { lineOf } from '../fixtures/wire/log-lines.ts'
import { startScriptedApplication } from '../fixtures/wire/scripted-application.ts'
import { handshakeOf, listenWithSockets, startSilentApplication } from '../fixtures/wire/websockets.ts'

type SocketGateway = Awaited<ReturnType<typeof startWithSockets>>

/** A gateway whose upstream echoes WebSocket messages. */
async function startWithSockets(t: Teardown, options: ServerOptions = {}) {
  const { sockets, port } = await listenWithSockets(t, createServer(), { maxPayload: 0, ...options })
  const handshakes: IncomingMessage[] = []
  const accepted: WebSocket[] = []
  sockets.on('connection', (socket, handshake) => {
    handshakes.push(handshake)
    accepted.push(socket)
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
  })
  const gateway = await signedIn(t, {}, { upstreamUrl: `http://127.0.0.1:${port}` })
  return {
    ...gateway,
    /** Those that reached the application. */
    handshakes,
    /** The application's ends of the sockets. */
    accepted
  }
}

function open(gateway: SocketGateway, headers: Record<string, string>, path = '/live?x=1'): WebSocket {
  return new WebSocket(`ws://127.0.0.1:${gateway.port}${path}`, ['chat'], { headers })
}

async function refusal(socket: WebSocket): Promise<IncomingMessage> {
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  return response
}

t.test('websocket: signed in, passes both ways with identity headers and without our cookies', async (t) => {
  const gateway = await startWithSockets(t)
  const socket = open(gateway, {
    cookie: `app=1; ${gateway.cookie}`,
    origin: PUBLIC_ORIGIN,
    'x-forwarded-user': 'admin',
    x_forwarded_user: 'admin'
  })
  await once(socket, 'open')
  socket.send('hello')
  const [text] = await once(socket, 'message')
  t.equal(String(text), 'hello')
  socket.send(Buffer.from([1, 2, 3]))
  const [binary, isBinary] = await once(socket, 'message')
  t.same(binary, Buffer.from([1, 2, 3]))
  t.equal(isBinary, true)
  t.equal(socket.protocol, 'chat')
  const [handshake] = gateway.handshakes
  t.equal(handshake?.url, '/live?x=1')
  t.match(handshake?.headers, {
    'x-forwarded-user': 'ada',
    'x-gatehouse-assertion': /^eyJ/,
    'x-forwarded-host': 'localhost:8080',
    origin: PUBLIC_ORIGIN,
    cookie: 'app=1',
    host: 'localhost:8080'
  })
  t.notMatch(handshake?.rawHeaders.join(), 'admin')
  const closed = once(socket, 'close')
  socket.close(4000, 'done')
  await closed
  const lines = () => gateway.logLines({ stream: 'websocket' })
  while (lines().length < 2) await nextTurn()
  t.match(lines(), [
    { msg: 'stream opened', subject: 'ada', path: '/live' },
    { msg: 'stream closed', status: 101, by: 'client', reason: 'end', code: 4000, subject: 'ada' }
  ])
})

t.test('websocket: signed out, 401 as JSON before any upgrade, nothing reaches the upstream', async (t) => {
  const gateway = await startWithSockets(t)
  for (const headers of [{}, { cookie: 'gatehouse=forged' }, { accept: 'text/html' }]) {
    const response = await refusal(open(gateway, headers))
    t.equal(response.statusCode, 401)
    t.match(response.headers['content-type'], 'application/json')
  }
  t.equal(gateway.handshakes.length, 0)
})

t.test('websocket: from another site with the visitor’s cookies, 403 (CWE-1385) (ASVS 4.4.2)', async (t) => {
  const gateway = await startWithSockets(t)
  for (const origin of ['https://evil.example', 'null', `${PUBLIC_ORIGIN}.evil.example`]) {
    const response = await refusal(open(gateway, { cookie: gateway.cookie, origin }))
    t.equal(response.statusCode, 403, origin)
  }
  t.equal(gateway.handshakes.length, 0)
})

t.test('websocket: a path with dot segments gets 400', async (t) => {
  const gateway = await startWithSockets(t)
  for (const path of ['/public/../live', '/public/%2e%2e/live', '/public/..%5clive'])
    t.match(await sendRaw(gateway.port, handshakeOf(path, gateway.cookie)), /^HTTP\/1.1 400 /, path)
  t.equal(gateway.handshakes.length, 0)
})

t.test('websocket: status and body of an application that refuses reach the client', async (t) => {
  const gateway = await startWithSockets(t, {
    verifyClient: (_info, done) => done(false, 429, 'not now', { 'retry-after': '7' })
  })
  const response = await refusal(open(gateway, { cookie: gateway.cookie }))
  t.equal(response.statusCode, 429)
  t.equal(response.headers['retry-after'], '7')
})

t.test('websocket: no application, 502 without its address (ASVS 16.5.1)', async (t) => {
  const gateway = await signedIn(t, {}, { upstreamUrl: 'http://127.0.0.1:9' })
  const answer = await sendRaw(gateway.port, handshakeOf('/live', gateway.cookie))
  t.match(answer, /^HTTP\/1\.1 502 .*"code":"UPSTREAM_UNREACHABLE"/s)
  t.notMatch(answer, /127\.0\.0\.1|ECONNREFUSED/)
  t.match(gateway.logText(), 'ECONNREFUSED', 'the log has the reason')
})

t.test('websocket: with another protocol, a body or a method other than GET, 400', async (t) => {
  const gateway = await startWithSockets(t)
  const head = `Host: a\r\nCookie: ${gateway.cookie}\r\nConnection: Upgrade\r\n`
  for (const request of [
    `GET / HTTP/1.1\r\n${head}Upgrade: websocket, foo\r\n\r\n`,
    `GET / HTTP/1.1\r\n${head}Upgrade: h2c, websocket\r\n\r\n`,
    `GET / HTTP/1.1\r\n${head}Upgrade: h2c\r\nUpgrade: websocket\r\n\r\n`,
    `GET / HTTP/1.1\r\n${head}Upgrade: WebSocket\r\nupgrade: h2c\r\n\r\n`,
    `GET / HTTP/1.1\r\n${head}Upgrade: websocket\r\nUpgrade: websocket\r\n\r\n`,
    `GET / HTTP/1.1\r\n${head}Upgrade: websocket;q=1\r\n\r\n`,
    `POST / HTTP/1.1\r\n${head}Upgrade: websocket\r\n\r\n`,
    `GET / HTTP/1.1\r\n${head}Upgrade: websocket\r\nContent-Length: 3\r\n\r\nabc`
  ])
    t.match(await sendRaw(gateway.port, request), /^HTTP\/1\.1 400 /, request)
  t.equal(gateway.handshakes.length, 0)
})

const H2C =
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n'

t.test('upgrade: to h2c is ignored, served by HTTP/1.1 and not passed to the application', async (t) => {
  const gateway = await startGateway(t, { config: { 'access.default': 'public' } })
  const body = 'two\r\n\r\nlines'
  const socket = connect(gateway.port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  for (const request of [
    `GET /first HTTP/1.1\r\nHost: a\r\n${H2C}\r\n`,
    `POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n${H2C}\r\n${body}`,
    `POST /chunks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n${H2C}\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    `GET /other HTTP/1.1\r\nHost: a\r\nX-Name: \xe9\r\nConnection: keep-alive, upgrade\r\nUpgrade: TLS/1.0\r\n\r\n`
  ]) {
    socket.write(request, 'latin1')
    const [answer] = await once(socket, 'data')
    t.match(String(answer), /^HTTP\/1\.1 200 /, request)
  }
  const found = gateway.upstream.seen.map(({ url, body }) => [url, body])
  t.match(found, [['/first'], ['/length', body], ['/chunks', body], ['/other']])
  for (const { headers } of gateway.upstream.seen) {
    t.equal(headers.upgrade, undefined)
    t.equal(headers['http2-settings'], undefined)
    t.notMatch(headers.connection ?? '', /upgrade|http2/i)
  }
})

t.test('upgrade: to h2c without a session gets 401 and the connection stays open', async (t) => {
  const gateway = await startGateway(t)
  const responses = await sendRaw(
    gateway.port,
    `GET /a HTTP/1.1\r\nHost: a\r\n${H2C}\r\nGET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
  )
  t.equal(responses.match(/HTTP\/1\.1 401 /g)?.length, 2)
  t.equal(gateway.upstream.seen.length, 0)
})

t.test('upgrade: an application that switches to another protocol gives 502 and no tunnel', async (t) => {
  for (const upgrade of ['Upgrade: h2c\r\n', 'Upgrade: h2c, websocket\r\n', '']) {
    const application = await startScriptedApplication(t)
    application.respond = ({ socket }) =>
      void socket.end(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n${upgrade}\r\nframes`)
    const gateway = await startGateway(t, {
      upstreamUrl: application.url,
      config: { 'access.default': 'public' }
    })
    const answer = await sendRaw(gateway.port, handshakeOf('/live'))
    t.match(answer, /^HTTP\/1\.1 502 /, upgrade)
    t.notMatch(answer, 'frames')
    t.match(await lineOf(gateway, 'request'), { status: 502, code: 'UPSTREAM_UNREACHABLE' })
  }
})

t.test('websocket: an Upgrade header without Connection is no upgrade', async (t) => {
  const gateway = await startGateway(t, { config: { 'access.default': 'public' } })
  const answer = await sendRaw(
    gateway.port,
    'GET /x HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: close\r\n\r\n'
  )
  t.match(answer, /^HTTP\/1\.1 200 /)
  t.equal(gateway.upstream.seen[0]?.headers.upgrade, undefined)
})

t.test('websocket: client and application negotiate extensions and subprotocols', async (t) => {
  const gateway = await startWithSockets(t, { perMessageDeflate: { threshold: 0 } })
  const socket = open(gateway, { cookie: gateway.cookie })
  await once(socket, 'open')
  t.match(socket.extensions, 'permessage-deflate')
  socket.send('compressed '.repeat(100))
  const [text] = await once(socket, 'message')
  t.equal(String(text), 'compressed '.repeat(100))
  socket.terminate()
})

t.test('websocket: close codes and reasons pass unchanged, in both directions', async (t) => {
  const gateway = await startWithSockets(t)
  for (const [code, reason] of [
    [undefined, undefined],
    [1000, ''],
    [4000, 'done']
  ] as const) {
    const socket = open(gateway, { cookie: gateway.cookie })
    await once(socket, 'open')
    const seen = once(gateway.accepted.at(-1)!, 'close')
    socket.close(code, reason)
    const [seenCode, seenReason] = await seen
    t.same([seenCode, String(seenReason)], [code ?? 1005, reason ?? ''], 'closed by the client')
  }
  const socket = open(gateway, { cookie: gateway.cookie })
  await once(socket, 'open')
  const closed = once(socket, 'close')
  gateway.accepted.at(-1)!.close(4321, 'from the application')
  const [code, reason] = await closed
  t.same([code, String(reason)], [4321, 'from the application'], 'closed by the application')
})

t.test('websocket: cookies of a refreshed session are added to the 101 of the application', async (t) => {
  const gateway = await startWithSockets(t)
  gateway.advance(3601)
  const socket = open(gateway, { cookie: gateway.cookie })
  const [[response]] = await Promise.all([once(socket, 'upgrade'), once(socket, 'open')])
  t.match(response.headers['set-cookie'], [/^gatehouse=/])
  t.match(response.headers['cache-control'], 'no-store')
  socket.terminate()
})

/** An application that accepts the handshake and hands the bare socket to the test. */
async function startBareApplication(t: Teardown, take: (socket: Socket) => void): Promise<string> {
  const application = await startSilentApplication(t)
  void application.nextHandshake().then((socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    take(socket)
  })
  return application.url
}

/** Writes until the other side reads nothing for many turns of the event loop; returns the bytes read. */
async function pump(socket: Socket, mostBytes: number): Promise<number> {
  const chunk = Buffer.alloc(1024 ** 2)
  while (socket.bytesWritten < mostBytes) {
    if (socket.write(chunk)) continue
    let quietTurns = 0
    while (socket.writableNeedDrain && quietTurns < 20_000) {
      await nextTurn()
      quietTurns += 1
    }
    if (socket.writableNeedDrain) break
  }
  return socket.bytesWritten - socket.writableLength
}

const MAX_IN_FLIGHT_BYTES = 64 * 1024 ** 2
const FAR_MORE_BYTES = 512 * 1024 ** 2

t.test('websocket: an application that does not read slows the client (ASVS 1.4.3, 15.2.2)', async (t) => {
  const upstreamUrl = await startBareApplication(t, (socket) => socket.pause())
  const gateway = await signedIn(t, {}, { upstreamUrl })
  const client = connect(gateway.port, '127.0.0.1')
  t.teardown(() => client.destroy())
  client.write(handshakeOf('/live', gateway.cookie))
  await once(client, 'data')
  t.ok((await pump(client, FAR_MORE_BYTES)) < MAX_IN_FLIGHT_BYTES)
})

t.test('websocket: a client that does not read slows the application, memory stays bounded', async (t) => {
  const bytes = signal<number>()
  const upstreamUrl = await startBareApplication(t, (socket) => {
    void pump(socket, FAR_MORE_BYTES).then(bytes.settle)
  })
  const gateway = await signedIn(t, {}, { upstreamUrl })
  const client = connect(gateway.port, '127.0.0.1')
  t.teardown(() => client.destroy())
  client.pause()
  client.write(handshakeOf('/live', gateway.cookie))
  t.ok((await bytes.promise) < MAX_IN_FLIGHT_BYTES)
})

t.test('websocket: shutdown closes sockets with 1001 on both sides', async (t) => {
  const gateway = await startWithSockets(t)
  const sockets = Array.from({ length: 5 }, () => open(gateway, { cookie: gateway.cookie }))
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  const ends = [...sockets, ...gateway.accepted].map((socket) => once(socket, 'close'))
  await gateway.app.close()
  const found = (await Promise.all(ends)).map(([code]) => code)
  t.same(found, Array(10).fill(1001))
})
