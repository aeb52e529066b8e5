import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { routeUpgrades, takeConnection } from '../../../src/http/connections/upgrades.ts'
import { portOf } from '../../../src/serving/connections/listening-server.ts'
import { handshakeOf } from '../../fixtures/wire/websockets.ts'

const EARLY = Buffer.from(Array.from({ length: 4_000_000 }, (_none, index) => index % 251))

/** A handshake followed by more bytes than are buffered; the connection is no longer read. */
async function startHandshake(
  t: Test
): Promise<{ client: Socket; raw: IncomingMessage; response: ServerResponse }> {
  const server = createServer()
  const arrived = new Promise<[IncomingMessage, ServerResponse]>((resolve) =>
    routeUpgrades(server, (...handshake) => resolve(handshake))
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect(portOf(server.address()), '127.0.0.1').on('error', () => {})
  t.teardown(() => {
    client.destroy()
    server.close()
  })
  client.write(Buffer.concat([Buffer.from(handshakeOf('/')), EARLY]))
  const [raw, response] = await arrived
  while (!raw.socket.isPaused()) await new Promise(setImmediate)
  return { client, raw, response }
}

t.test('upgrades: bytes sent before the response are mostly unread, and none are lost', async (t) => {
  const { raw, response } = await startHandshake(t)
  t.ok(raw.socket.bytesRead < 300_000, `${raw.socket.bytesRead} bytes read`)
  const socket = takeConnection(response)
  t.equal(socket, raw.socket)
  const received = Buffer.alloc(EARLY.length)
  let bytes = 0
  for await (const chunk of socket ?? []) {
    bytes += chunk.copy(received, bytes)
    if (bytes === EARLY.length) break
  }
  t.ok(received.equals(EARLY))
})

t.test('upgrades: bytes sent before a refusal do not keep the client from getting it in full', async (t) => {
  const { client, response } = await startHandshake(t)
  const answer: Buffer[] = []
  client.on('data', (chunk) => answer.push(chunk))
  const over = once(client, 'end')
  response.writeHead(403).end('no')
  await over
  t.match(Buffer.concat(answer).toString(), /^HTTP\/1\.1 403 .*no/s)
  t.equal(takeConnection(response), null)
})
