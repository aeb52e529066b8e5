import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { startServed } from '../fixtures/processes/served-gateway.ts'
import { handshakeOf, startSilentApplication } from '../fixtures/wire/websockets.ts'

const ACCEPTED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

/** A gateway with one handshake that waits for the application, and both its sides. */
async function startHandshake(t: Test) {
  const application = await startSilentApplication(t)
  const gateway = await startServed(t, {
    GATEHOUSE_UPSTREAM_URL: application.url,
    GATEHOUSE_UPSTREAM_HEADERS_TIMEOUT_MS: '0',
    GATEHOUSE_SHUTDOWN_GRACE_SECONDS: '1'
  })
  const client = connect(gateway.port, '127.0.0.1').resume()
  client.on('error', () => {})
  t.teardown(() => client.destroy())
  const arrived = application.nextHandshake()
  client.write(handshakeOf('/live'))
  return { gateway, client, upstream: await arrived }
}

const ended = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

t.test('shutdown: a WebSocket handshake that never completes is cut off after its grace', async (t) => {
  const { gateway, client, upstream } = await startHandshake(t)
  const gone = ended(client)
  const cut = new Promise<void>((resolve) => {
    upstream.resume().once('end', resolve)
    upstream.once('close', () => resolve())
  })
  t.equal(await gateway.shutdown.begin(), false)
  await Promise.all([gone, cut])
  const line = gateway.lines.find(({ msg }) => msg === 'request')
  t.match(line, { path: '/live', status: 0, end: 'drain' })
})

t.test('shutdown: a WebSocket handshake completed in its grace is closed cleanly', async (t) => {
  const { gateway, client, upstream } = await startHandshake(t)
  const received: Buffer[] = []
  client.on('data', (chunk) => received.push(chunk))
  upstream.resume().once('end', () => upstream.end())
  client.once('end', () => client.end())
  const isInTime = gateway.shutdown.begin()
  upstream.write(ACCEPTED)
  const goingAway = Buffer.from([0x88, 2, 1001 >> 8, 1001 & 0xff])
  while (!Buffer.concat(received).includes(goingAway)) await once(client, 'data')
  client.end(Buffer.from([0x88, 0x82, 0, 0, 0, 0, 1001 >> 8, 1001 & 0xff]))
  t.equal(await isInTime, true)
  t.match(Buffer.concat(received).toString('latin1'), /^HTTP\/1\.1 101 /)
})
