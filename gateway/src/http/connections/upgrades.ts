import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Fault } from '../../errors.ts'
import { hasBody } from '../message.ts'
import { closeAfterReading } from './staged-close.ts'

/** Buffer for data that a client sends ahead of the response. */
const MAX_EARLY_BYTES = 64 * 1024
const NOTHING = Buffer.alloc(0)

/** With functions that stop reading and put everything read back into the connection. */
const upgrades = new WeakMap<IncomingMessage, () => void>()

/** True if Node released this request's connection for another protocol. The `Upgrade` header alone must be ignored (RFC 9110, 7.8). */
export const isUpgrade = (raw: IncomingMessage): boolean => upgrades.has(raw)

/** True if this `Upgrade` header is for WebSocket only, case-insensitive (RFC 6455, 4.2.1). */
export const isWebSocket = (upgrade: string | undefined): boolean => upgrade?.toLowerCase() === 'websocket'

/** True if an upgrade offers WebSocket, possibly among others. */
export const isWebSocketOffered = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.upgrade?.toLowerCase().includes('websocket') ?? false

/** The request head as received, without the `Connection` option that requests an upgrade. */
export function formatWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    const isConnection = name.toLowerCase() === 'connection'
    const options = value.split(',').filter((option) => option.trim().toLowerCase() !== 'upgrade')
    head += `${name}: ${isConnection ? options.join(',') : value}\r\n`
  }
  return `${head}\r\n`
}

/** The error of an upgrade that is not a WebSocket handshake without a body (RFC 6455, 4.1); otherwise null. */
export function checkHandshake(
  raw: Pick<IncomingMessage, 'method' | 'httpVersion' | 'headers'>
): Fault | null {
  const isHandshake = raw.method === 'GET' && raw.httpVersion === '1.1' && !hasBody(raw)
  return isHandshake && isWebSocket(raw.headers.upgrade)
    ? null
    : new Fault('INVALID_REQUEST', { detail: 'upgrade: only to WebSocket, by GET without a body' })
}

/** Routes upgrades like all requests. A response ends the connection, unless `takeConnection` detaches it. A client that closes its side first is disconnected. */
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
      // A response is still pending; no well-behaved client upgrades that early.
      socket.destroy()
      return
    }
    const endWatch = watchClient(socket, head)
    upgrades.set(raw, endWatch)
    response.once('finish', () => {
      endWatch()
      closeAfterReading(socket)
      // As Node does for responses that it manages, so that `close` listeners run.
      response.detachSocket(socket)
      queueMicrotask(() => response.emit('close'))
    })
    route(raw, response)
  })
}

/** Detaches the connection of an accepted upgrade from its response, with all client data still readable. Null: the client is gone. */
export function takeConnection(response: ServerResponse): Socket | null {
  const { req, socket } = response
  if (socket === null || socket.destroyed) return null
  upgrades.get(req)?.()
  response.detachSocket(socket)
  return socket
}

/** Reads and buffers, because a disconnect is only noticed once everything before it is read. */
function watchClient(socket: Socket, head: Buffer): () => void {
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
