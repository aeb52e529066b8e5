import { connect, type Socket } from 'node:net'

const ANSWER_TIMEOUT_MS = 5000
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
const HEADERS_FRAME = 1
const SETTINGS_FRAME = 4
const GOAWAY_FRAME = 7
const END_STREAM = 1
const END_HEADERS = 4
/** The upgraded request has stream 1. */
const STREAM = 3

/** An attempt to leave HTTP/1.1. */
export interface TunnelOptions {
  port: number
  path: string
  /** Alternating names and values, sent verbatim. */
  rawHeaders: readonly string[]
  /** The HTTP/2 request after the upgrade, pseudo-headers included. */
  tunnelled: Readonly<Record<string, string>>
}

/**
 * Sends a request over HTTP/1.1 and, after a 101 response, a second one over HTTP/2 on the same connection.
 * Resolves on its response or the end of the connection, with the status of the first one, or 0.
 */
export async function tunnel({ port, path, rawHeaders, tunnelled }: TunnelOptions): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  try {
    const lines = Array.from({ length: rawHeaders.length / 2 }, (_, index) =>
      [rawHeaders[2 * index], rawHeaders[2 * index + 1]].join(': ')
    )
    socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    const head = await readUntil(socket, Buffer.alloc(0), (read) => read.includes('\r\n\r\n'))
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head.toString('latin1'))?.[1] ?? 0)
    if (status === 101) {
      socket.write(PREFACE)
      socket.write(frame(SETTINGS_FRAME, 0, 0, Buffer.alloc(0)))
      socket.write(frame(HEADERS_FRAME, END_STREAM | END_HEADERS, STREAM, encodeHeaders(tunnelled)))
      await readUntil(socket, head.subarray(head.indexOf('\r\n\r\n') + 4), isAnswered)
    }
    return status
  } finally {
    socket.destroy()
  }
}

/** Resolves with what was read once it is enough, the connection ends or no data arrives. */
function readUntil(socket: Socket, early: Buffer, isEnough: (read: Buffer) => boolean): Promise<Buffer> {
  return new Promise((resolve) => {
    let read = early
    const settle = () => {
      socket.removeAllListeners().on('error', () => {})
      resolve(read)
    }
    socket.on('data', (chunk) => {
      read = Buffer.concat([read, chunk])
      if (isEnough(read)) settle()
    })
    for (const event of ['end', 'error', 'close', 'timeout']) socket.once(event, settle)
    socket.setTimeout(ANSWER_TIMEOUT_MS)
  })
}

/** Whether the stream or the whole connection has ended. */
function isAnswered(read: Buffer): boolean {
  let rest = read
  while (rest.length >= 9) {
    const [type, flags, stream] = [rest.readUInt8(3), rest.readUInt8(4), rest.readUInt32BE(5)]
    if (type === GOAWAY_FRAME || (stream === STREAM && type <= HEADERS_FRAME && (flags & END_STREAM) !== 0))
      return true
    rest = rest.subarray(9 + rest.readUIntBE(0, 3))
  }
  return false
}

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** HPACK: literal fields without indexing or Huffman coding (RFC 7541, 6.2.2), of at most 126 bytes. */
function encodeHeaders(headers: Readonly<Record<string, string>>): Buffer {
  const encode = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
  return Buffer.concat(
    Object.entries(headers).flatMap(([name, value]) => [Buffer.from([0]), encode(name), encode(value)])
  )
}
