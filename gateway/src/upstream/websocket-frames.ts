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
