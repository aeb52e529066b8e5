import { connect } from 'node:net'
import { HOST, type Spelling } from './spellings.ts'

/** Longer than any response takes; then what arrived so far counts. */
const TIMEOUT_MS = 10_000

export interface RawResponse {
  /** 0: none arrived. */
  status: number
  /** The header as received. */
  head: string
  /** Without the framing of chunks, in bytes of Latin-1. */
  body: string
}

export interface Sending {
  port: number
  host: string
  /** Besides those of the spelling. */
  headers?: Readonly<Record<string, string>>
}

/** Sends a request byte by byte as it is spelled, on a connection of its own. Never rejects. */
export function sendSpelling(
  { method, target, version, headers: own, body }: Spelling,
  { port, host, headers = {} }: Sending
): Promise<RawResponse> {
  const length = body === '' ? {} : { 'content-length': String(body.length) }
  const fields = { host, connection: 'close', ...length, ...own, ...headers }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  const start = `${method} ${target.replaceAll(HOST, host)}`
  const text =
    version === '0.9' ? `${start}\r\n\r\n` : `${start} HTTP/${version}\r\n${lines.join('')}\r\n${body}`
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const settle = () => {
      clearTimeout(limit)
      socket.destroy()
      resolve(read(received))
    }
    const limit = setTimeout(settle, TIMEOUT_MS)
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      received += chunk
      if (isComplete(received, method)) settle()
    })
    socket.on('error', settle)
    socket.on('close', settle)
    socket.write(Buffer.from(text, 'latin1'))
  })
}

const INTERIM = /^(?:HTTP\/1\.1 10[03][\s\S]*?\r\n\r\n)+/

function split(received: string): [head: string, rest: string] | null {
  const text = received.replace(INTERIM, '')
  const end = text.indexOf('\r\n\r\n')
  return end === -1 ? null : [text.slice(0, end), text.slice(end + 4)]
}

function isComplete(received: string, method: string): boolean {
  const parts = split(received)
  if (parts === null) return false
  const [head, rest] = parts
  if (method === 'HEAD' || /^HTTP\/1\.[01] (?:101|204|304) /.test(head)) return true
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  if (length !== undefined) return rest.length >= Number(length)
  return isChunked(head) && /(?:^|\r\n)0\r\n\r\n$/.test(rest)
}

const isChunked = (head: string) => /^transfer-encoding: *chunked/im.test(head)

function read(received: string): RawResponse {
  const [head, rest] = split(received) ?? ['', received]
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0)
  return { status, head, body: isChunked(head) ? joinChunks(rest) : rest }
}

function joinChunks(text: string): string {
  let joined = ''
  let at = 0
  for (;;) {
    const end = text.indexOf('\r\n', at)
    const length = Number.parseInt(text.slice(at, end), 16)
    if (end === -1 || !(length > 0)) return joined
    joined += text.slice(end + 2, end + 2 + length)
    at = end + 4 + length
  }
}
