import fc from 'fast-check'
import t from 'tap'
import { buildCloseFrame, createFrameTracker } from '../../src/upstream/tunnel.ts'

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

t.test('websocket frames: a close frame contains its code', async (t) => {
  t.same([...buildCloseFrame(1001)], [0x88, 2, 0x03, 0xe9])
})
