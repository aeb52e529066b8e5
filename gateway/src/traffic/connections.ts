import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** What is known of a connection: its latest request with its answer, and the bytes that are accounted for. */
export interface Connection {
  request: FastifyRequest
  response: ServerResponse
  bytesIn: number
  bytesOut: number
}

/** Of a socket, as in http/pipelining.ts: entries of a `WeakMap` would be promoted where connections come and go with requests. */
const CONNECTION = Symbol('connection')

type NotedSocket = Socket & { [CONNECTION]?: Connection }

/** Notes that a request has come in on its connection. */
export function noteArrival(request: FastifyRequest, response: ServerResponse): void {
  const socket: NotedSocket = request.raw.socket
  const known = socket[CONNECTION]
  if (known === undefined) socket[CONNECTION] = { request, response, bytesIn: 0, bytesOut: 0 }
  else {
    known.request = request
    known.response = response
  }
}

/** The connection of a socket whose latest request has not come in whole; null: there is no such request on it. */
export function unfinishedOf(socket: NotedSocket): Connection | null {
  const known = socket[CONNECTION]
  return known === undefined || known.request.raw.complete ? null : known
}

/**
 * The bytes that came in and went out since the last call for this connection: answers leave in order, so between two ends
 * lie the bytes of one answer. Heads are counted, TLS is not.
 */
export function takeBytes(socket: NotedSocket): { bytesIn: number; bytesOut: number } {
  // Requests that were injected have a socket of their own kind, which counts nothing.
  const { bytesRead = 0, bytesWritten = 0 } = socket
  const known = socket[CONNECTION]
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
