import { type Duplex, duplexPair } from 'node:stream'
import t from 'tap'
import type { OpenStream } from '../../src/http/open-streams.ts'
import type { StreamEnd } from '../../src/operations/events.ts'
import { openTunnel } from '../../src/upstream/tunnel.ts'

const PAYLOAD_BYTES = 100_000
const CLOSE_FRAME = Buffer.concat([
  Buffer.from([0x88, 12, 4401 >> 8, 4401 & 0xff]),
  Buffer.from('signed out')
])

/** A frame that is not the last of its message, full of bytes that look like close frames. */
function buildFrame(firstByte: number): Buffer {
  const head = Buffer.alloc(10)
  head[0] = firstByte
  head[1] = 127
  head.writeBigUInt64BE(BigInt(PAYLOAD_BYTES), 2)
  return Buffer.concat([head, Buffer.alloc(PAYLOAD_BYTES, 0x88)])
}

/** Compressed (RSV1), and its continuation. */
const FIRST = buildFrame(0x42)
const CONTINUED = buildFrame(0x00)

interface Tunnelled {
  tunnel: OpenStream
  client: Duplex
  application: Duplex
  closed: Promise<StreamEnd>
  /** What the client has got so far. */
  received(): Buffer
}

function startTunnel(): Tunnelled {
  const [client, gatewayClient] = duplexPair()
  const [application, gatewayUpstream] = duplexPair()
  const chunks: Buffer[] = []
  client.on('data', (chunk) => chunks.push(chunk))
  client.once('end', () => client.end())
  application.resume().once('end', () => application.end())
  let close: (end: StreamEnd) => void = () => {}
  const closed = new Promise<StreamEnd>((resolve) => {
    close = resolve
  })
  const tunnel = openTunnel({
    client: gatewayClient,
    upstream: gatewayUpstream,
    sessionCloseCode: 4401,
    onClose: (end) => close(end)
  })
  return { tunnel, client, application, closed, received: () => Buffer.concat(chunks) }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

t.test(
  'tunnel: ended inside a huge compressed fragment, the close frame follows that fragment',
  async (t) => {
    const { tunnel, client, application, closed, received } = startTunnel()
    application.write(FIRST.subarray(0, 50_000))
    await turns()
    tunnel.end('signed-out')
    await turns()
    t.equal(received().length, 50_000, 'not inside the frame')
    application.write(Buffer.concat([FIRST.subarray(50_000), CONTINUED]))
    await turns()
    t.ok(received().equals(Buffer.concat([FIRST, CLOSE_FRAME])), 'and nothing comes after it')
    client.end()
    t.match(await closed, { by: 'gateway', reason: 'signed_out', closeCode: 4401 })
  }
)

t.test('tunnel: ended between two fragments, the close frame comes at once; not ended, none', async (t) => {
  for (const isEnded of [true, false]) {
    const { tunnel, client, application, closed, received } = startTunnel()
    application.write(FIRST)
    await turns()
    if (isEnded) tunnel.end('signed-out')
    application.write(CONTINUED)
    await turns()
    t.ok(received().equals(Buffer.concat([FIRST, isEnded ? CLOSE_FRAME : CONTINUED])))
    client.end()
    application.end()
    t.match(await closed, { by: isEnded ? 'gateway' : /client|upstream/ })
  }
})

t.test('tunnel: a client that reads nothing, cut all the same when its session has ended', async (t) => {
  const { tunnel, client, application, closed } = startTunnel()
  client.pause()
  application.write(FIRST)
  application.write(CONTINUED.subarray(0, 50_000))
  await turns()
  tunnel.end('revoked')
  t.match(await closed, { by: 'gateway', reason: 'signed_out' })
})
