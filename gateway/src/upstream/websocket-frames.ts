/** A close frame without mask, as servers send it (RFC 6455, 5.5.1). */
export function buildCloseFrame(code: number): Buffer {
  return Buffer.from([0x88, 2, code >> 8, code & 0xff])
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
}

/** Two bytes, eight of length, four of mask. */
const LONGEST_HEAD_BYTES = 14

/**
 * Finds the places where a frame of our own may be put into a stream of WebSocket frames (RFC 6455, 5.2). Looks at heads
 * alone: payloads are neither read nor kept, so that compressed and endless messages cost nothing.
 */
export function createFrameTracker(): FrameTracker {
  const head = Buffer.alloc(LONGEST_HEAD_BYTES)
  let headBytes = 0
  let payloadLeft = 0
  const isBetweenFrames = () => headBytes === 0 && payloadLeft === 0

  function takeHeadByte(byte: number): void {
    head[headBytes++] = byte
    if (headBytes < 2 || headBytes < headLength(head)) return
    payloadLeft = payloadLength(head)
    headBytes = 0
  }

  return {
    isBetweenFrames,
    advance(chunk) {
      let boundary = isBetweenFrames() ? 0 : -1
      let at = 0
      while (at < chunk.length) {
        const step = Math.min(payloadLeft, chunk.length - at)
        if (step === 0) takeHeadByte(chunk[at++] ?? 0)
        payloadLeft -= step
        at += step
        if (boundary === -1 && isBetweenFrames()) boundary = at
      }
      return boundary
    }
  }
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
