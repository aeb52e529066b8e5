import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What the application saw of one request. */
interface SeenRequest {
  url: string
  user: string | string[] | undefined
}

/** An application that responds in every way a gateway may encounter. */
export interface OddApplication {
  url: string
  /** Requests that must never arrive: outside of `/public/` without the only user, or with another one. */
  strangers: SeenRequest[]
  close(): Promise<void>
}

/** True if no server takes this path for one outside of the public folder. */
function isPublic(path: string): boolean {
  let texts = [path]
  for (let text = path, next = decode(text); next !== text; text = next, next = decode(text)) texts.push(next)
  texts = texts.flatMap((text) => [text, ...text.split(/[?#\0]/, 1)])
  texts = texts.flatMap((text) => [text, text.replaceAll('\\', '/').normalize('NFKC')])
  texts = texts.flatMap((text) => [text, text.replace(/\/+/g, '/'), text.replace(/;[^/]*/g, '')])
  return /^\/public\//i.test(path) && texts.every((text) => /^\/public(\/|$)/i.test(resolve(text)))
}

/** Every escape that is valid, as some servers do. */
function decode(text: string): string {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => `\u{e000}${hex}`)
  const parts = bytes.split(/((?:\u{e000}[0-9a-f]{2})+)/iu)
  return parts
    .map((part, index) =>
      index % 2 === 0 ? part : Buffer.from(part.replaceAll('\u{e000}', ''), 'hex').toString()
    )
    .join('')
}

function resolve(path: string): string {
  const resolved: string[] = []
  for (const segment of path.split('/').slice(1))
    if (/^\.\.[. \t]*$/.test(segment)) resolved.pop()
    else if (!/^\.[ \t]*$/.test(segment)) resolved.push(segment)
  return `/${resolved.join('/')}`
}

/** Raw responses that servers should not send, and some do. */
const RAW_ANSWERS = [
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and much more than that',
  'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhello',
  'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Trailer: x\r\nSet-Cookie: gatehouse=x\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello',
  'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  'HTTP/1.1 205 Reset\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n',
  'HTTP/1.1 099 Odd\r\n\r\n',
  'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 1000 Odd\r\n\r\n',
  'HTTP/1.1 200\r\nno colon here\r\n\r\n',
  'HTTP/1.1 200 OK\nContent-Length: 0\n\n',
  'HTTP/1.0 200 OK\r\n\r\nuntil the end',
  'HTTP/1.1 200 OK\r\nX-Bad: a\u0000b\r\n\r\n',
  'HTTP/1.1 200 OK\r\nX-Folded: a\r\n b\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\n: empty\r\n\r\n',
  `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
  `HTTP/1.1 200 OK\r\n${'X-Many: x\r\n'.repeat(3000)}\r\n`,
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 3\r\n\r\nabc',
  'HTTP/1.1 302 Found\r\nLocation: http://\u00e9:99999/\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nCache-Control: public="\r\nSet-Cookie: =\r\nSet-Cookie: ;\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nConnection: content-length, set-cookie\r\nContent-Length: 2\r\n\r\nab',
  'HTTP/1.1 200 OK\r\nconstructor: x\r\n__proto__: y\r\nhasOwnProperty: z\r\nContent-Length: 0\r\n\r\n',
  '\r\n\r\n',
  '\u0016\u0003\u0001\u0002',
  ''
]

type Reply = (req: IncomingMessage, res: ServerResponse) => void

const ANSWERS: Readonly<Record<string, Reply>> = {
  '/public/reset': (req) => req.socket.resetAndDestroy(),
  '/public/garbage': (req) => req.socket.end('HTTP/9.9 what\r\n\u0000\u0001'),
  '/public/silent': () => {},
  '/public/half'(_req, res) {
    res.writeHead(200, { 'content-length': '1000' })
    res.write('half')
    setImmediate(() => res.destroy())
  },
  '/public/events'(_req, res) {
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.write('data: 1\n\n')
  },
  '/public/304': (req) => req.socket.write('HTTP/1.1 304 Not Modified\r\nContent-Length: 77\r\n\r\n'),
  '/public/early'(_req, res) {
    res.writeHead(413)
    res.end('early')
  },
  '/public/raw': (req) => req.socket.end(nextRawResponse(), 'latin1')
}

let rawResponses = 0

/** Cycles through all, so that every run uses each. */
function nextRawResponse(): string {
  rawResponses += 1
  return RAW_ANSWERS[rawResponses % RAW_ANSWERS.length] ?? ''
}

/** Starts it on a free loopback port. `user`: the uid that every request behind the sign-in must carry. */
export async function startOddApplication(user: string): Promise<OddApplication> {
  const strangers: SeenRequest[] = []
  const sockets = new Set<Socket>()
  const look = ({ url = '', headers }: IncomingMessage) => {
    const named = headers['x-forwarded-user']
    if (named === user || (named === undefined && isPublic(url.split('?', 1)[0] ?? ''))) return
    strangers.push({ url, user: named })
  }
  const server = createServer((req, res) => {
    look(req)
    req.on('error', () => {})
    const response = ANSWERS[req.url?.split('?', 1)[0] ?? '']
    if (response !== undefined) response(req, res)
    else req.on('end', () => res.end(`user ${String(req.headers['x-forwarded-user'])}`)).resume()
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (req, socket) => {
    look(req)
    socket.on('error', () => {})
    if (req.url === '/public/raw') {
      socket.end(nextRawResponse(), 'latin1')
      return
    }
    const key = `${req.headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
    )
    socket.pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    strangers,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    }
  }
}
