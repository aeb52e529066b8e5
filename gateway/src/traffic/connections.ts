import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { CallerMembers, RequestEnd } from './request-line.ts'

/** A connection's latest request and response, and the bytes accounted for. */
export interface Connection {
  request: FastifyRequest
  response: ServerResponse
  bytesIn: number
  bytesOut: number
  /** Caller members of its latest log line; null: it had none. */
  caller: CallerMembers | null
}

/**
 * A socket property, as in http/pipelining.ts: `WeakMap` entries would be promoted where connections come and go with requests.
 */
const CONNECTION = Symbol('connection')

type NotedSocket = Socket & { [CONNECTION]?: Connection }

/** Records that a request has arrived on its connection. */
export function noteArrival(request: FastifyRequest, response: ServerResponse): Connection {
  const socket: NotedSocket = request.raw.socket
  const known = socket[CONNECTION]
  if (known === undefined) {
    const connection = { request, response, bytesIn: 0, bytesOut: 0, caller: null }
    socket[CONNECTION] = connection
    return connection
  }
  known.request = request
  known.response = response
  return known
}

/** Undefined: no request has arrived on it. */
export function connectionOf(socket: NotedSocket): Connection | undefined {
  return socket[CONNECTION]
}

/** The connection whose latest request is not complete; null: none. */
export function unfinishedOf(socket: NotedSocket): Connection | null {
  const known = socket[CONNECTION]
  return known === undefined || known.request.raw.complete ? null : known
}

/**
 * Ends a request. Returns the bytes since the last call for this connection: responses leave in order, so
 * they belong to this request. Includes heads, excludes TLS.
 */
export function takeBytes(socket: NotedSocket, method: string, status: number): Required<RequestEnd> {
  // Injected requests have a fake socket without counters.
  const { bytesRead = 0, bytesWritten = 0 } = socket
  const known = socket[CONNECTION]
  const bytesIn = bytesRead - (known?.bytesIn ?? 0)
  const bytesOut = bytesWritten - (known?.bytesOut ?? 0)
  if (known !== undefined) {
    known.bytesIn = bytesRead
    known.bytesOut = bytesWritten
  }
  return { method, status, bytesIn, bytesOut }
}
