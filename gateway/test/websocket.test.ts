import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import t from 'tap'
import { WebSocket, WebSocketServer } from 'ws'
import { PUBLIC_ORIGIN, startWorld, type World, type WorldOptions } from './fixtures/gateway.ts'
import { sendRaw } from './fixtures/upstream.ts'

interface SocketWorld extends World {
  cookie: string
  /** Handshakes that reached the upstream. */
  handshakes: IncomingMessage[]
}

/** A world whose upstream echoes WebSocket messages. */
async function startSocketWorld(
  t: { teardown(fn: () => unknown): void },
  options: WorldOptions = {}
): Promise<SocketWorld> {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  const handshakes: IncomingMessage[] = []
  sockets.on('connection', (socket, handshake) => {
    handshakes.push(handshake)
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    for (const client of sockets.clients) client.terminate()
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const world = await startWorld(t, { upstreamUrl: `http://127.0.0.1:${port}`, ...options })
  world.provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true })
  return { ...world, handshakes, cookie: await world.signIn('ada') }
}

function open(world: SocketWorld, headers: Record<string, string>, path = '/live?x=1'): WebSocket {
  return new WebSocket(`ws://127.0.0.1:${world.port}${path}`, ['chat'], { headers })
}

async function refusal(socket: WebSocket): Promise<IncomingMessage> {
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  return response
}

t.test('websocket: signed in, passes both ways with identity headers and without our cookies', async (t) => {
  const world = await startSocketWorld(t)
  const socket = open(world, {
    cookie: `app=1; ${world.cookie}`,
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
  const [handshake] = world.handshakes
  t.equal(handshake?.url, '/live?x=1')
  t.match(handshake?.headers, {
    'x-forwarded-user': 'ada',
    'x-forwarded-email': 'ada@example.com',
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
})

t.test('websocket: names in Connection take no identity header away', async (t) => {
  const world = await startSocketWorld(t)
  await new Promise<void>((resolve) => {
    const socket = open(world, {
      cookie: world.cookie,
      connection: 'Upgrade, X-Forwarded-User, x-forwarded-email'
    })
    socket.once('open', () => socket.close())
    socket.once('close', () => resolve())
    socket.once('error', () => resolve())
  })
  t.match(world.handshakes[0]?.headers, { 'x-forwarded-user': 'ada', 'x-forwarded-email': 'ada@example.com' })
})

t.test('websocket: the upstream’s own host on request, never the client’s', async (t) => {
  const world = await startSocketWorld(t, { config: { 'upstream.hostHeader': 'upstream' } })
  const socket = open(world, { cookie: world.cookie, host: 'evil.example' })
  await once(socket, 'open')
  socket.send('x')
  await once(socket, 'message')
  t.match(world.handshakes[0]?.headers.host, /^127\.0\.0\.1:\d+$/)
  const closed = once(socket, 'close')
  socket.close()
  await closed
})

t.test('websocket: signed out, 401 JSON before any upgrade, nothing reaches the upstream', async (t) => {
  const world = await startSocketWorld(t)
  for (const headers of [{}, { cookie: 'gatehouse=forged' }, { accept: 'text/html' }]) {
    const response = await refusal(open(world, headers))
    t.equal(response.statusCode, 401)
    t.match(response.headers['content-type'], 'application/json')
  }
  t.equal(world.handshakes.length, 0)
})

t.test('websocket: from another site with the visitor’s cookies, 403 (CWE-1385)', async (t) => {
  const world = await startSocketWorld(t)
  for (const origin of ['https://evil.example', 'null', `${PUBLIC_ORIGIN}.evil.example`]) {
    const response = await refusal(open(world, { cookie: world.cookie, origin }))
    t.equal(response.statusCode, 403, origin)
  }
  t.equal(world.handshakes.length, 0)
})

t.test('websocket: expired session, refreshed before the upgrade', async (t) => {
  const world = await startSocketWorld(t)
  world.advance(3601)
  const socket = open(world, { cookie: world.cookie, origin: PUBLIC_ORIGIN })
  await once(socket, 'open')
  socket.send('x')
  await once(socket, 'message')
  t.match(world.handshakes[0]?.headers, { 'x-forwarded-user': 'ada' })
  t.equal(world.provider.calls.refresh, 2)
  const closed = once(socket, 'close')
  socket.close()
  await closed
})

t.test('websocket: provider away, 503; the same cookie works afterwards', async (t) => {
  const world = await startSocketWorld(t)
  world.advance(3601)
  world.provider.switches.refresh = { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }
  const response = await refusal(open(world, { cookie: world.cookie }))
  t.equal(response.statusCode, 503)
  t.equal(response.headers['set-cookie'], undefined)
  world.provider.switches.refresh = { kind: 'ok' }
  const socket = open(world, { cookie: world.cookie })
  await once(socket, 'open')
  const closed = once(socket, 'close')
  socket.close()
  await closed
  t.pass('opened')
})

t.test('websocket: a path with dot segments, 400', async (t) => {
  const world = await startSocketWorld(t, {
    config: { 'access.rules': [{ path: '/public/*', allow: 'public' }] }
  })
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  for (const path of ['/public/../live', '/public/%2e%2e/live', '/public/..%5clive']) {
    t.match(
      await sendRaw(world.port, `GET ${path} HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n\r\n`),
      /^HTTP\/1.1 400 /,
      path
    )
  }
  t.equal(world.handshakes.length, 0)
})
