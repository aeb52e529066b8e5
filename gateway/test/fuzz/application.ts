import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What the application saw of one request. */
interface SeenRequest {
  url: string
  user: string | string[] | undefined
}

/** An application that answers in every way a gateway can meet. */
export interface OddApplication {
  url: string
  /** Requests that should never have come: outside of `/public/` without the one user there is, or with another one. */
  strangers: SeenRequest[]
  close(): Promise<void>
}

/** A path under the public rule that nobody could read in another way. */
const PUBLIC_PATH = /^\/public\/(?!.*(?:\/\/|\/\.))(?:[\w.~!$&'()*+,=:@/-]|%[89a-f][0-9a-f])*$/i

type Answer = (req: IncomingMessage, res: ServerResponse) => void

const ANSWERS: Readonly<Record<string, Answer>> = {
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
  '/public/headers': (req) =>
    req.socket.end(
      'HTTP/1.1 200 OK\r\n__proto__: x\r\nX-Odd: \u00e9\u00ff\r\nSet-Cookie: =gatehouse=x\r\nLocation: \u00e9\r\nConnection: close, set-cookie\r\n\r\nx'
    )
}

/** Starts it on a free loopback port. `user`: the uid that every request behind the sign-in must carry. */
export async function startOddApplication(user: string): Promise<OddApplication> {
  const strangers: SeenRequest[] = []
  const sockets = new Set<Socket>()
  const look = ({ url = '', headers }: IncomingMessage) => {
    const named = headers['x-forwarded-user']
    const isPublic = PUBLIC_PATH.test(url.split('?', 1)[0] ?? '')
    if (named === user || (isPublic && named === undefined)) return
    strangers.push({ url, user: named })
  }
  const server = createServer((req, res) => {
    look(req)
    req.on('error', () => {})
    const answer = ANSWERS[req.url?.split('?', 1)[0] ?? '']
    if (answer !== undefined) answer(req, res)
    else req.on('end', () => res.end(`user ${String(req.headers['x-forwarded-user'])}`)).resume()
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (req, socket) => {
    look(req)
    const key = `${req.headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
    )
    socket.on('error', () => {}).pipe(socket)
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
