import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Duplex, duplexPair } from 'node:stream'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { StreamEnd } from '../../src/operations/events.ts'
import { portOf } from '../../src/serving/connections/listening-server.ts'
import { buildCloseFrame, createFrameTracker, openTunnel } from '../../src/upstream/tunnel.ts'
import { createClock, createTimers } from '../fixtures/clock.ts'
import { signal } from '../fixtures/signal.ts'

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

/** `answersEnds`: whether each side ends when the other one has. */
function startTunnel({ answersEnds = true } = {}) {
  const [client, gatewayClient] = duplexPair()
  const [application, gatewayUpstream] = duplexPair()
  const chunks: Buffer[] = []
  client.on('data', (chunk) => chunks.push(chunk))
  if (answersEnds) client.once('end', () => client.end())
  application.resume()
  if (answersEnds) application.once('end', () => application.end())
  const { promise: closed, settle } = signal<StreamEnd>()
  const timers = createTimers(createClock(), turns)
  const tunnel = openTunnel({
    client: gatewayClient,
    upstream: gatewayUpstream,
    sessionCloseCode: 4401,
    onClose: settle,
    schedule: timers.schedule
  })
  return {
    tunnel,
    client,
    application,
    closed,
    /** Moves the clock by seconds. */
    wait: timers.advance,
    /** Number of pending timers. */
    timers: timers.count,
    /** What the client has received so far. */
    received: () => Buffer.concat(chunks)
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

t.test('tunnel: ended inside a huge fragment, the close frame follows that fragment', async (t) => {
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
})

t.test('tunnel: ended between two fragments, the close frame is sent at once, otherwise none', async (t) => {
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

t.test('tunnel: a client that reads nothing is cut when its session ends', async (t) => {
  const { tunnel, client, application, closed, wait } = startTunnel()
  client.pause()
  application.write(FIRST)
  application.write(CONTINUED.subarray(0, 50_000))
  await turns()
  tunnel.end('revoked')
  await wait(1)
  t.match(await closed, { by: 'gateway', reason: 'signed_out' })
})

t.test('tunnel: after one side ends, the other has five seconds to end', async (t) => {
  for (const by of ['client', 'application'] as const)
    for (const answersEnds of [false, true]) {
      const sides = startTunnel({ answersEnds })
      const { closed, wait, timers } = sides
      let end: StreamEnd | null = null
      void closed.then((how) => {
        end = how
      })
      await wait(100)
      t.equal(end, null, 'open for as long as neither ends')
      sides[by].end()
      await turns()
      await wait(4.5)
      if (answersEnds) t.match(end, { reason: 'end' }, `${by}, in order`)
      else t.equal(end, null, `${by}, not yet`)
      await wait(0.5)
      t.match(end, { by: by === 'client' ? 'client' : 'upstream', reason: 'end' })
      t.equal(timers(), 0)
    }
})

t.test('tunnel: bytes sent before the end are delivered as long as the reader makes progress', async (t) => {
  const parts = ['first, ', 'second, ', 'third']
  for (const secondsEach of [4, 5.5]) {
    let received = ''
    let take = () => {}
    const client = new Duplex({
      read() {},
      write(part, _encoding, done) {
        take = () => {
          received += part
          done()
        }
      }
    })
    const [application, upstream] = duplexPair()
    const { schedule, advance } = createTimers(createClock(), turns)
    const closed = new Promise((resolve) => {
      openTunnel({ client, upstream, sessionCloseCode: 4401, onClose: resolve, schedule })
    })
    for (const part of parts) application.write(part)
    application.resume().end()
    await turns()
    for (const _part of parts) {
      await advance(secondsEach)
      if (!client.destroyed) take()
      await turns()
    }
    t.equal(received, secondsEach < 5 ? parts.join('') : '')
    await advance(5)
    t.match(await closed, { by: 'upstream', reason: 'end' })
  }
})

/** Both ends of a half-open connection: neither ends with the other. */
async function openConnection(t: Test): Promise<[Socket, Socket]> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const near = connect({ port: portOf(server.address()), host: '127.0.0.1', allowHalfOpen: true })
  const [far] = await once(server, 'connection')
  t.teardown(() => {
    near.destroy()
    far.destroy()
    server.close()
  })
  return [near.on('error', () => {}), far.on('error', () => {})]
}

t.test('tunnel: after a client vanishes, an application that ignores it is eventually cut', async (t) => {
  for (const ignores of [true, false]) {
    const [client, gatewayClient] = await openConnection(t)
    const [upstream, application] = await openConnection(t)
    const { schedule, advance, count } = createTimers(createClock())
    const closed = new Promise((resolve) => {
      openTunnel({ client: gatewayClient, upstream, sessionCloseCode: 4401, onClose: resolve, schedule })
    })
    let received = ''
    application.on('data', (chunk) => {
      received += chunk
    })
    const applicationEnded = once(application, 'end')
    client.end('last words', () => client.destroy())
    await applicationEnded
    t.equal(received, 'last words')
    t.equal(count(), 1)
    if (ignores) await advance(5)
    else application.end()
    t.match(await closed, { by: 'client', reason: 'end' })
    t.equal(count(), 0)
    t.ok(gatewayClient.destroyed && upstream.destroyed)
  }
})

/** A binary frame, as servers (without mask) or clients send it (RFC 6455, 5.2). */
function frame(payloadBytes: number, mask: boolean): Buffer {
  const maskBit = mask ? 0x80 : 0
  const length =
    payloadBytes < 126
      ? [maskBit | payloadBytes]
      : payloadBytes < 65_536
        ? [maskBit | 126, payloadBytes >> 8, payloadBytes & 0xff]
        : [maskBit | 127, 0, 0, 0, 0, 0, payloadBytes >> 16, (payloadBytes >> 8) & 0xff, payloadBytes & 0xff]
  const head = [0x82, ...length, ...(mask ? [1, 2, 3, 4] : [])]
  return Buffer.concat([Buffer.from(head), Buffer.alloc(payloadBytes, 0xff)])
}

const frames = fc.array(
  fc.record({ bytes: fc.constantFrom(0, 1, 125, 126, 127, 65_535, 65_536, 70_000), mask: fc.boolean() }),
  { minLength: 1, maxLength: 6 }
)

t.test('websocket frames: boundaries are found however the stream is split', async (t) => {
  fc.assert(
    fc.property(frames, fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1 }), (shapes, cuts) => {
      const encoded = shapes.map(({ bytes, mask }) => frame(bytes, mask))
      const stream = Buffer.concat(encoded)
      const boundaries = new Set([0])
      let end = 0
      for (const one of encoded) {
        end += one.length
        boundaries.add(end)
      }

      const tracker = createFrameTracker()
      for (let at = 0, turn = 0; at < stream.length; turn++) {
        const chunk = stream.subarray(at, at + (cuts[turn % cuts.length] ?? 1))
        const first = [...boundaries]
          .filter((one) => one >= at && one <= at + chunk.length)
          .sort((a, b) => a - b)[0]
        if (tracker.advance(chunk) !== (first === undefined ? -1 : first - at)) return false
        at += chunk.length
        if (tracker.isBetweenFrames() !== boundaries.has(at)) return false
      }
      return true
    }),
    { numRuns: 60 }
  )
  t.pass('60 streams')
})

t.test('websocket frames: a close code is read once complete, byte by byte and masked too', async (t) => {
  const codesOf = (bytes: number[]) => {
    const tracker = createFrameTracker()
    return bytes.map((byte) => {
      tracker.advance(Buffer.from([byte]))
      return tracker.closeCode()
    })
  }
  t.same(codesOf([...buildCloseFrame(4401)]), [null, null, null, 4401])
  t.same(codesOf([0x88, 0x82, 1, 2, 3, 4, 0x03 ^ 1, 0xe9 ^ 2]).at(-1), 1001)
  t.same(codesOf([0x88, 0]).at(-1), 1005)
})
