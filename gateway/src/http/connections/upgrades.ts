import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Fault } from '../../errors.ts'
import { hasBody } from '../body.ts'

/** How long a refused client may take to read the refusal, in milliseconds. */
const LINGER_MS = 1000
/** So much of what a client sends ahead of the answer is kept; with more it has to wait. */
const MAX_EARLY_BYTES = 64 * 1024
const NOTHING = Buffer.alloc(0)

/** Reads no more; all that was read waits in the connection again. */
type EndWatch = () => void

const upgrades = new WeakMap<IncomingMessage, EndWatch>()

/**
 * Did Node hand this request's connection over for another protocol? An `Upgrade` header alone says nothing: without
 * `Connection: upgrade` it is to be ignored (RFC 9110, 7.8).
 */
export function isUpgrade(raw: IncomingMessage): boolean {
  return upgrades.has(raw)
}

/** Does this `Upgrade` header ask for WebSocket and nothing else? In any case (RFC 6455, 4.2.1). */
export function isWebSocket(upgrade: string | undefined): boolean {
  return upgrade?.toLowerCase() === 'websocket'
}

/** Does an upgrade offer WebSocket, among others or not? */
export function isWebSocketOffered({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.toLowerCase().includes('websocket') ?? false
}

/** The head of a request as it came, but for the `Connection` option that makes an upgrade of it. */
export function formatWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    const kept = name.toLowerCase() === 'connection' ? withoutUpgrade(value) : value
    head += `${name}: ${kept}\r\n`
  }
  return `${head}\r\n`
}

function withoutUpgrade(options: string): string {
  return options
    .split(',')
    .filter((option) => option.trim().toLowerCase() !== 'upgrade')
    .join(',')
}

/** The fault of an upgrade that is no WebSocket's handshake (RFC 6455, 4.1), of which Node has read no body; null: it is one. */
export function checkHandshake(
  raw: Pick<IncomingMessage, 'method' | 'httpVersion' | 'headers'>
): Fault | null {
  const isHandshake = raw.method === 'GET' && raw.httpVersion === '1.1' && !hasBody(raw)
  return isHandshake && isWebSocket(raw.headers.upgrade)
    ? null
    : new Fault('INVALID_REQUEST', { detail: 'upgrade: only to WebSocket, by GET without a body' })
}

/**
 * Sends upgrade requests through the same routes and hooks as all others. Whoever answers writes to an ordinary response,
 * which ends the connection; whoever accepts calls `takeConnection`. A client that closes its side before that is gone: its
 * connection is cut.
 */
export function routeUpgrades(
  server: Server,
  route: (raw: IncomingMessage, response: ServerResponse) => void
): void {
  server.on('upgrade', (raw, _duplex, head) => {
    const { socket } = raw
    const response = new ServerResponse(raw)
    response.shouldKeepAlive = false
    try {
      response.assignSocket(socket)
    } catch {
      // An earlier request on this connection has no answer yet, and no honest client upgrades before it has.
      socket.destroy()
      return
    }
    const endWatch = watchClient(socket, head)
    upgrades.set(raw, endWatch)
    response.once('finish', () => {
      endWatch()
      closeAfterReading(socket)
      // As Node does it for the answers that it knows of: whoever waits for the end is told when it is written.
      response.detachSocket(socket)
      queueMicrotask(() => response.emit('close'))
    })
    route(raw, response)
  })
}

/**
 * The connection of an upgrade that is accepted, which its response has no longer: all that the client has sent waits in it.
 * Null: the client is gone.
 */
export function takeConnection(response: ServerResponse): Socket | null {
  const { req, socket } = response
  if (socket === null || socket.destroyed) return null
  upgrades.get(req)?.()
  response.detachSocket(socket)
  return socket
}

/** The end of a connection is told only when all before it is read: so this reads, and keeps what comes. */
function watchClient(socket: Socket, head: Buffer): EndWatch {
  let early = head
  const keep = (chunk: Buffer) => {
    early = Buffer.concat([early, chunk])
    if (early.length > MAX_EARLY_BYTES) socket.pause()
  }
  const leave = () => socket.destroy()
  socket.on('data', keep)
  socket.once('end', leave)
  return () => {
    socket.off('data', keep)
    socket.off('end', leave)
    socket.pause()
    socket.unshift(early)
    early = NOTHING
  }
}

/** A connection that is closed with bytes unread is reset, and the client may lose the answer with it. */
function closeAfterReading(socket: Socket): void {
  socket.end()
  socket.resume()
  const late = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(late))
}
