import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Schedule, scheduleOnTimer } from '../async/schedule.ts'
import type { EndReason, OpenStream } from '../http/connections/open-streams.ts'
import type { StreamEnd } from '../operations/events.ts'
import { gatewayEnd, isOrderly, LAST_WORDS_MS, STREAM_ENDINGS } from './open-response.ts'

/** How long one side may take to end when the other one has, and the longest pause in what is left to pass on, in milliseconds. */
const LINGER_MS = 5000
/** How long a closing handshake may take (RFC 6455, 7.1.1), in milliseconds. */
const CLOSING_MS = 2000
/** After that much silence the system asks whether the other side is still there, in milliseconds. */
const KEEP_ALIVE_MS = 60_000

/** The two connections of a tunnel, and how it ends. */
export interface TunnelOptions {
  client: Duplex
  upstream: Duplex
  /** Close code for the end of the session. */
  sessionCloseCode: number
  /** Both connections have ended: who was the first to end them, and how. */
  onClose: (end: StreamEnd) => void
  /** When one that does not end is cut; by the real clock when left out. */
  schedule?: Schedule
}

/**
 * Moves bytes between a client and its upstream after `101 Switching Protocols`, in both directions, each only as fast as
 * the other side reads. Messages are not parsed, so that extensions and subprotocols are those the two agreed on, and no
 * size is too large.
 */
export function openTunnel({
  client,
  upstream,
  sessionCloseCode,
  onClose,
  schedule = scheduleOnTimer
}: TunnelOptions): OpenStream {
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

  /** One side has ended: both are cut when all that was sent has left, or when nothing more of it does. */
  function linger(left = bytesLeft()): void {
    // The gateway ends both, and has said when.
    if (closing !== null) return
    after(LINGER_MS, () => {
      const now = bytesLeft()
      if (now > 0 && now < left) linger(now)
      else destroy()
    })
  }

  /** The first cause counts: what follows are its effects. */
  function noteEnd(
    by: 'client' | 'upstream',
    reason: StreamEnd['reason'],
    closeCode: number | null = null
  ): void {
    ending ??= { by, reason, closeCode }
  }

  /** The client answers with a close frame of its own, which reaches the upstream like everything that it sends. */
  function sendClose(reason: EndReason): void {
    isCloseSent = true
    client.write(buildCloseFrame(closeCodeOf(reason), STREAM_ENDINGS[reason].closeText))
    // What the upstream still says comes after the end; it must not keep it from reading the client's answer.
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
      // Nobody writes to a closed side: what still comes from the other one is read to see its end.
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
      after(isOrderly(reason) ? CLOSING_MS : LAST_WORDS_MS, destroy)
      if (frames.isBetweenFrames()) sendClose(reason)
    },
    destroy() {
      ending ??= gatewayEnd('going-away')
      destroy()
    }
  }
}

/** A close frame without mask, as servers send it (RFC 6455, 5.5.1). `reason`: at most 123 bytes. */
export function buildCloseFrame(code: number, reason = ''): Buffer {
  const text = Buffer.from(reason)
  return Buffer.concat([Buffer.from([0x88, 2 + text.length, code >> 8, code & 0xff]), text])
}

/** Follows the frames in a stream of bytes; see `createFrameTracker`. */
export interface FrameTracker {
  /**
   * Reads the next bytes of the stream. Gives how many of them stand before the first frame boundary; 0 when the bytes
   * begin at one. -1: there is no boundary in them.
   */
  advance(chunk: Buffer): number
  /** Does the stream stand between two frames? */
  isBetweenFrames(): boolean
  /** What a close frame of this stream said (RFC 6455, 7.1.5: 1005 when it said nothing); null: there was none so far. */
  closeCode(): number | null
}

const CLOSE_OPCODE = 8
/** For a close frame without a code. */
const NO_CODE = 1005
/** Two bytes, eight of length, four of mask. */
const MAX_HEAD_BYTES = 14

/**
 * Finds the places where a frame of our own may be put into a stream of WebSocket frames (RFC 6455, 5.2). Looks at heads
 * alone, and at the code of a close frame: other payloads are neither read nor kept, so that compressed and endless messages
 * cost nothing.
 */
export function createFrameTracker(): FrameTracker {
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
    closeCode() {
      if (closing === null || payloadLeft > 0) return null
      const [high, low] = closing.bytes
      return high === undefined || low === undefined ? NO_CODE : high * 256 + low
    },
    advance(chunk) {
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

/** The first two bytes of the mask; none: there is no mask. */
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
