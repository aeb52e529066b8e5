import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What is known of a connection: its latest request with its answer, and the bytes that are accounted for. */
export interface Connection {
  raw: IncomingMessage
  response: ServerResponse
  bytesIn: number
  bytesOut: number
}

const CONNECTIONS = new WeakMap<Socket, Connection>()

/** Notes that a request has come in on its connection. */
export function noteArrival(raw: IncomingMessage, response: ServerResponse): void {
  const known = CONNECTIONS.get(raw.socket)
  if (known === undefined) CONNECTIONS.set(raw.socket, { raw, response, bytesIn: 0, bytesOut: 0 })
  else {
    known.raw = raw
    known.response = response
  }
}

/** The connection of a socket; undefined: no request has come in on it. */
export function connectionOf(socket: Socket): Connection | undefined {
  return CONNECTIONS.get(socket)
}

/**
 * The bytes that came in and went out since the last call for this connection: answers leave in order, so between two ends
 * lie the bytes of one answer. Heads are counted, TLS is not.
 */
export function takeBytes(socket: Socket): { bytesIn: number; bytesOut: number } {
  // Requests that were injected have a socket of their own kind, which counts nothing.
  const { bytesRead = 0, bytesWritten = 0 } = socket
  const known = CONNECTIONS.get(socket)
  const taken = {
    bytesIn: bytesRead - (known?.bytesIn ?? 0),
    bytesOut: bytesWritten - (known?.bytesOut ?? 0)
  }
  if (known !== undefined) {
    known.bytesIn = bytesRead
    known.bytesOut = bytesWritten
  }
  return taken
}
