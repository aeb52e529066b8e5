import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { CallerMembers, RequestEnd } from './request-line.ts'

/** What is known of a connection: its latest request with its answer, and the bytes that are accounted for. */
export interface Connection {
  request: FastifyRequest
  response: ServerResponse
  bytesIn: number
  bytesOut: number
  /** Of the line of its latest request; null: it had none. */
  caller: CallerMembers | null
}

/** Of a socket, as in http/pipelining.ts: entries of a `WeakMap` would be promoted where connections come and go with requests. */
const CONNECTION = Symbol('connection')

type NotedSocket = Socket & { [CONNECTION]?: Connection }

/** Notes that a request has come in on its connection. */
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

/** The connection of a socket; undefined: no request has come in on it. */
export function connectionOf(socket: NotedSocket): Connection | undefined {
  return socket[CONNECTION]
}

/** The connection of a socket whose latest request has not come in whole; null: there is no such request on it. */
export function unfinishedOf(socket: NotedSocket): Connection | null {
  const known = socket[CONNECTION]
  return known === undefined || known.request.raw.complete ? null : known
}

/**
 * The end of a request, with the bytes that came in and went out since the last call for this connection: responses leave in order,
 * so between two ends lie the bytes of one. Heads are counted, TLS is not.
 */
export function takeBytes(socket: NotedSocket, method: string, status: number): Required<RequestEnd> {
  // Requests that were injected have a socket of their own kind, which counts nothing.
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
