import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Schedule, scheduleOnTimer } from '../async.ts'
import type { EndReason, OpenStream } from '../http/connections/open-responses.ts'
import type { StreamEnd } from '../operations/events.ts'
import { CLOSE_GRACE_MS, gatewayEnd, isGraceful, STREAM_ENDINGS } from './open-response.ts'

/** Time for one side to end after the other, and idle limit while passing on the rest, in milliseconds. */
const LINGER_MS = 5000
/** Limit for a closing handshake (RFC 6455, 7.1.1), in milliseconds. */
const CLOSING_MS = 2000
/** Delay of TCP keep-alive probes, in milliseconds. */
const KEEP_ALIVE_MS = 60_000

interface TunnelOptions {
  client: Duplex
  upstream: Duplex
  sessionCloseCode: number
  /** Both connections have ended; receives who ended first, and how. */
  onClose: (end: StreamEnd) => void
  schedule?: Schedule
}

/** Tunnels bytes after `101 Switching Protocols`, with backpressure. Messages are not parsed, so any extension and size works. */
export function openTunnel(options: TunnelOptions): OpenStream {
  const { client, upstream, sessionCloseCode, onClose, schedule = scheduleOnTimer } = options
  const frames = createFrameTracker()
  const clientFrames = createFrameTracker()
  let closing: EndReason | null = null
  let ending: StreamEnd | null = null
  let isCloseSent = false
  let cancel = () => {}
  let open = 2

  function destroy(): void {
    client.destroy()
    upstream.destroy()
  }

  const bytesLeft = () => client.writableLength + upstream.writableLength
  const closeCodeOf = (reason: EndReason) => STREAM_ENDINGS[reason].closeCode ?? sessionCloseCode

  function after(ms: number, run: () => void): void {
    cancel()
    cancel = schedule(ms / 1000, run)
  }

  /** One side has ended: cuts both once everything is sent, or nothing more gets through. */
  function linger(left = bytesLeft()): void {
    // The gateway is ending both, on its own schedule.
    if (closing !== null) return
    after(LINGER_MS, () => {
      const now = bytesLeft()
      if (now > 0 && now < left) linger(now)
      else destroy()
    })
  }

  /** The first cause counts; later ones are its effects. */
  function noteEnd(by: 'client' | 'upstream', reason: StreamEnd['reason'], closeCode: number | null = null) {
    ending ??= { by, reason, closeCode }
  }

  /** The client's own close frame is passed on to the upstream like all its bytes. */
  function sendClose(reason: EndReason): void {
    isCloseSent = true
    client.write(buildCloseFrame(closeCodeOf(reason), STREAM_ENDINGS[reason].closeText))
    // Discard what the upstream still sends, so that it reads the client's close frame.
    upstream.resume()
  }

  function noteCloseFrame(by: 'client' | 'upstream', code: number | null): void {
    if (code !== null) noteEnd(by, 'end', code)
  }

  function passOn(chunk: Buffer): void {
    if (isCloseSent) return
    const boundary = frames.advance(chunk)
    noteCloseFrame('upstream', frames.closeCode())
    const cutsHere = closing !== null && boundary !== -1
    const kept = cutsHere ? chunk.subarray(0, boundary) : chunk
    if (!client.write(kept)) upstream.pause()
    if (closing !== null && cutsHere) sendClose(closing)
  }

  for (const [by, side, other] of [
    ['client', client, upstream],
    ['upstream', upstream, client]
  ] as const) {
    if (side instanceof Socket) side.setTimeout(0).setKeepAlive(true, KEEP_ALIVE_MS)
    side.once('end', () => {
      noteEnd(by, 'end')
      linger()
    })
    side.on('error', () => {
      noteEnd(by, 'error')
      destroy()
    })
    side.once('close', () => {
      open -= 1
      noteEnd(by, 'error')
      if (open === 0) {
        cancel()
        onClose(ending ?? { by, reason: 'error', closeCode: null })
        return
      }
      other.end()
      // Keep reading the other side to see its end.
      other.resume()
      linger()
    })
  }
  upstream.on('data', passOn)
  upstream.once('end', () => client.end())
  client.on('drain', () => upstream.resume())
  client.on('data', (chunk: Buffer) => {
    clientFrames.advance(chunk)
    noteCloseFrame('client', clientFrames.closeCode())
  })
  client.pipe(upstream)

  return {
    end(reason) {
      if (closing !== null) return
      closing = reason
      ending ??= gatewayEnd(reason, closeCodeOf(reason))
      after(isGraceful(reason) ? CLOSING_MS : CLOSE_GRACE_MS, destroy)
      if (frames.isBetweenFrames()) sendClose(reason)
    },
    destroy() {
      ending ??= gatewayEnd('going-away')
      destroy()
    }
  }
}

/** An unmasked close frame, as sent by servers (RFC 6455, 5.5.1). `reason`: at most 123 bytes. */
export function buildCloseFrame(code: number, reason = ''): Buffer {
  const text = Buffer.from(reason)
  return Buffer.concat([Buffer.from([0x88, 2 + text.length, code >> 8, code & 0xff]), text])
}

const CLOSE_OPCODE = 8
/** For a close frame without a code. */
const NO_CODE = 1005
/** Two bytes, eight of length, four of mask. */
const MAX_HEAD_BYTES = 14

/** Finds the frame boundaries in WebSocket frames (RFC 6455, 5.2). Reads only headers and the code of a close frame. */
export function createFrameTracker() {
  const head = Buffer.alloc(MAX_HEAD_BYTES)
  let headBytes = 0
  let payloadLeft = 0
  let closing: { mask: readonly number[]; bytes: number[] } | null = null
  const isBetweenFrames = () => headBytes === 0 && payloadLeft === 0

  function takeHeadByte(byte: number): void {
    head[headBytes++] = byte
    if (headBytes < 2 || headBytes < headLength(head)) return
    payloadLeft = payloadLength(head)
    if (((head[0] ?? 0) & 0x0f) === CLOSE_OPCODE) closing ??= { mask: maskOf(head, headBytes), bytes: [] }
    headBytes = 0
  }

  function takeCloseBytes(bytes: Buffer): void {
    if (closing === null) return
    for (const byte of bytes.subarray(0, 2 - closing.bytes.length))
      closing.bytes.push(byte ^ (closing.mask[closing.bytes.length] ?? 0))
  }

  return {
    isBetweenFrames,
    /** Code of the stream's close frame (RFC 6455, 7.1.5: 1005 without one); null: none so far. */
    closeCode(): number | null {
      if (closing === null || payloadLeft > 0) return null
      const [high, low] = closing.bytes
      return high === undefined || low === undefined ? NO_CODE : high * 256 + low
    },
    /** Reads more bytes of the stream. Returns the offset of the first frame boundary in them, 0 if they begin at one; -1: none. */
    advance(chunk: Buffer): number {
      let boundary = isBetweenFrames() ? 0 : -1
      let at = 0
      while (at < chunk.length) {
        const step = Math.min(payloadLeft, chunk.length - at)
        if (step === 0) takeHeadByte(chunk[at++] ?? 0)
        if (closing !== null && step > 0) takeCloseBytes(chunk.subarray(at, at + step))
        payloadLeft -= step
        at += step
        if (boundary === -1 && isBetweenFrames()) boundary = at
      }
      return boundary
    }
  }
}

/** The first two bytes of the mask; empty: unmasked. */
function maskOf(head: Buffer, headBytes: number): readonly number[] {
  const isMasked = ((head[1] ?? 0) & 0x80) !== 0
  return isMasked ? [...head.subarray(headBytes - 4, headBytes - 2)] : []
}

function headLength(head: Buffer): number {
  const second = head[1] ?? 0
  const length = second & 0x7f
  const lengthBytes = length === 127 ? 8 : length === 126 ? 2 : 0
  return 2 + lengthBytes + ((second & 0x80) === 0 ? 0 : 4)
}

function payloadLength(head: Buffer): number {
  const length = (head[1] ?? 0) & 0x7f
  if (length === 126) return head.readUInt16BE(2)
  return length === 127 ? Number(head.readBigUInt64BE(2)) : length
}
