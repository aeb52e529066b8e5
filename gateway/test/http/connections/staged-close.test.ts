import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connect as connectOverTls } from 'node:tls'
import t, { type Test } from 'tap'
import { closeAfterReading, Lingering } from '../../../src/http/connections/staged-close.ts'
import { createListeningServer, planTcp } from '../../../src/serving/connections/listening-server.ts'
import { createManagement, listenForManagement } from '../../../src/serving/management.ts'
import { PUBLIC_ORIGIN, startGateway } from '../../fixtures/gateway.ts'
import { filesIn, makePair, writePair } from '../../fixtures/provider/certificates.ts'
import { send } from '../../fixtures/wire/http-client.ts'
import { startUpstream } from '../../fixtures/wire/upstream.ts'
import { handshakeOf } from '../../fixtures/wire/websockets.ts'

const BODY = Buffer.alloc(5 * 1024 ** 2, 'x')

/** Sends all of a request before it reads anything, as Python's http.client does; what it then reads. */
async function writeFirst(socket: Socket, request: string, body: Buffer = BODY): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`${request}Host: localhost\r\nContent-Length: ${body.length}\r\n\r\n`)
  const isSent = await new Promise<boolean>((resolve) => {
    socket.once('close', () => resolve(false))
    socket.write(body, (err) => resolve(err === undefined || err === null))
  })
  if (isSent) socket.on('data', (chunk) => chunks.push(chunk)).resume()
  await closed
  return Buffer.concat(chunks).toString('latin1')
}

const visit = (port: number) => {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  return socket
}

/** An application that refuses uploads as soon as it has their head. */
const startRefusing = async (t: Test) => {
  const application = await startUpstream(t, (_req, res) => void res.writeHead(413).end('too large here'))
  return application.url
}

t.test('staged close: a client that sends 5 MB before it reads gets every refusal', async (t) => {
  const config = { 'access.rules': [{ path: '/public/*', allow: 'public' }] }
  const { port } = await startGateway(t, { upstreamUrl: await startRefusing(t), config })
  const limited = await startGateway(t, { config: { ...config, 'upstream.maxBodyBytes': 1000 } })
  const own = `Origin: ${PUBLIC_ORIGIN}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
  const rows: readonly [port: number, request: string, status: number][] = [
    [port, 'POST /page HTTP/1.1\r\n', 401],
    [port, 'POST /logout HTTP/1.1\r\nOrigin: https://evil.example\r\n', 403],
    [port, `POST /logout HTTP/1.1\r\n${own}`, 413],
    [port, 'POST /public/early HTTP/1.1\r\n', 413],
    [limited.port, 'POST /public/limited HTTP/1.1\r\n', 413],
    [port, 'POST /%zz HTTP/1.1\r\n', 400],
    [port, 'POST /x HTTP/1.1\r\nno header\r\n', 400],
    [port, `POST /x HTTP/1.1\r\nX-Large: ${'x'.repeat(200_000)}\r\n`, 431],
    [port, 'POST /x HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n', 401]
  ]
  for (const [port, request, status] of rows)
    for (let round = 0; round < 4; round++) {
      const found = await writeFirst(visit(port), request)
      t.match(found, new RegExp(`^HTTP/1\\.1 ${status} `), JSON.stringify(request.slice(0, 40)))
    }
})

t.test('staged close: also over TLS, beyond maxConnections, for auth requests and management', async (t) => {
  const folder = t.testdir()
  writePair(folder, await makePair())
  const secure = await startGateway(t, { config: { 'listen.tls': filesIn(folder) } })
  const full = await startGateway(t, { config: { 'listen.maxConnections': 16 } })
  for (let count = 0; count < 16; count++) {
    const socket = connect(full.port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    await once(socket, 'connect')
  }
  const { ports } = await startGateway(t, {
    config: {
      'forwardAuth.enabled': true,
      'forwardAuth.trustedProxies': ['127.0.0.1/32'],
      'forwardAuth.listen': { host: '127.0.0.1', port: 0 }
    }
  })
  const management = createManagement({ notReadyBecause: () => null }, { token: () => 'x' })
  t.teardown(() => management.close())
  const managed = await listenForManagement(management, { host: '127.0.0.1', port: 0 })
  for (let round = 0; round < 4; round++) {
    const overTls = connectOverTls({ port: secure.port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(overTls, 'secureConnect')
    overTls.pause()
    t.match(await writeFirst(overTls, 'POST /page HTTP/1.1\r\n'), /^HTTP\/1\.1 401 /)
    t.match(await writeFirst(visit(full.port), 'POST /page HTTP/1.1\r\n'), /^HTTP\/1\.1 503 /)
    const asked = visit(ports['forwardAuth.listen'] ?? 0)
    t.match(await writeFirst(asked, 'POST /_auth/verify HTTP/1.1\r\n'), /^HTTP\/1\.1 40\d /)
    t.match(await writeFirst(visit(managed), 'POST /sessions HTTP/1.1\r\n'), /^HTTP\/1\.1 40\d /)
  }
})

t.test('staged close: a request behind the unread body is not handled', async (t) => {
  const { port, url, upstream } = await startGateway(t, {
    config: { 'access.rules': [{ path: '/a', allow: 'public' }] }
  })
  const next = Buffer.from('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n')
  // Its own side stays open, as a request whose client is gone is not handled either.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const closed = once(socket, 'close')
  socket.write('POST /page HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n')
  await once(socket, 'end')
  socket.write(Buffer.concat([Buffer.from('xx'), next]))
  await send(`${url}/a?control`)
  socket.end()
  await closed
  t.match(received, /^HTTP\/1\.1 401 (?![\s\S]*HTTP\/1)/)
  const found = upstream.seen.map((request) => request.url)
  t.same(found, ['/a?control'])
})

t.test('staged close: after every refusal, a client that is silent for 5 s is closed', async (t) => {
  const { app, port } = await startGateway(t)
  const served: Socket[] = []
  app.server.prependListener('request', ({ socket }) => served.push(socket))
  app.server.prependListener('clientError', (_err, socket) => served.push(socket as Socket))
  for (const head of ['POST /page HTTP/1.1', 'POST /x HTTP/1.1\r\nno header']) {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    t.teardown(() => socket.destroy())
    socket.write(`${head}\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n`)
    await once(socket.resume(), 'end')
    t.match(served.pop(), { destroyed: false, timeout: 5000 }, head)
  }
})

t.test('staged close: a server that is aborted closes connections of refused handshakes too', async (t) => {
  const { serve, listen, abort, close } = createListeningServer({
    plan: planTcp({ host: '127.0.0.1', port: 0 }),
    keepAliveTimeoutMs: 72_000,
    largestHeadersBytes: 4096
  })
  let served: Socket | undefined
  const target = createHttpServer().on('upgrade', (_raw, socket: Socket) => {
    served = socket
    closeAfterReading(socket, 'HTTP/1.1 401 Unauthorized\r\n\r\n')
  })
  serve(target)
  const socket = connect({ port: await listen(), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {}).write(handshakeOf('/'))
  await once(socket.resume(), 'end')
  t.equal(served?.destroyed, false, 'control')
  abort()
  t.equal(served?.destroyed, true)
  socket.destroy()
  await close()
})

/** A server that closes its connections in stages as soon as they are open; each with the promise of its end. */
async function startClosing(t: Test, limits: ConstructorParameters<typeof Lingering>[0]) {
  const lingering = new Lingering(limits)
  const ends: Promise<void>[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    ends.push(new Promise((resolve) => void socket.on('error', () => {}).once('close', () => resolve())))
    lingering.begin(socket, 'last')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    lingering.endAll()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  /** A client that has read the last bytes, and keeps its own side open. */
  return async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    t.teardown(() => socket.destroy())
    const [last] = await once(socket, 'data')
    t.equal(String(last), 'last')
    return { socket: socket.on('error', () => {}).resume(), end: ends.at(-1) }
  }
}

t.test('staged close: ends after a time, a pause, a size, and for the oldest of too many', async (t) => {
  // Far beyond the test's own, so that each can end by its limit alone.
  const never = { idleMs: 600_000, totalMs: 600_000 }
  const start = (limits: Parameters<typeof startClosing>[1]) => startClosing(t, { ...never, ...limits })
  for (const limits of [{ totalMs: 20 }, { idleMs: 20 }]) await (await (await start(limits))()).end
  const flood = await (await start({ bytes: 100_000 }))()
  flood.socket.write(BODY)
  await flood.end
  const open = await start({ connections: 1 })
  const oldest = await open()
  const other = await open()
  await oldest.end
  other.socket.end()
  await other.end
})
