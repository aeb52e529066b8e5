/** What HTTP/1.1 allows when a response is passed on, or its request repeated. */

import { STATUS_CODES } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { authRequestOf, describeRequest } from '../http/auth-request.ts'
import { isBodiless } from '../http/message.ts'
import type { ProxiedRequest } from './open-response.ts'
import type { ResponseHeaders, UpstreamHeaders } from './response-headers.ts'

/** Idempotent methods that Node parses (https://www.iana.org/assignments/http-methods); TRACE is not proxied. */
const IDEMPOTENT: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'QUERY', 'SEARCH', 'LINK', 'UNLINK'],
  ...['ACL', 'BIND', 'CHECKOUT', 'COPY', 'MERGE', 'MKACTIVITY', 'MKCALENDAR', 'MKCOL', 'MOVE'],
  ...['PROPFIND', 'PROPPATCH', 'REBIND', 'REPORT', 'UNBIND', 'UNLOCK']
])

/** Whether a request may be sent again (RFC 9110, 9.2.2). A body in one piece is still there to be sent. */
export function mayRepeat(method: string, body: unknown): boolean {
  return IDEMPOTENT.has(method) && (body === null || Buffer.isBuffer(body))
}

/** Node throws for a `Trailer` header of a response that it does not send in chunks. */
export function mayHaveTrailers(
  { method, raw }: FastifyRequest,
  statusCode: number,
  headers: UpstreamHeaders
): boolean {
  const isInChunks = headers['transfer-encoding'] !== undefined && raw.httpVersion === '1.1'
  return isInChunks && method !== 'HEAD' && !isBodiless(statusCode)
}

/** A 204 has no body, so a `Content-Length` has no meaning (RFC 9110, 8.6). Many send 0, which is harmless. */
export function dropLength(headers: ResponseHeaders, request: FastifyRequest): void {
  if (Number(headers['content-length'] ?? 0) !== 0)
    request.log.warn(
      describeRequest(authRequestOf(request)),
      'the application sent a 204 with a Content-Length'
    )
  delete headers['content-length']
}

const BETWEEN_LINKS = /\s*,\s*(?=<)/

/** Passes on early hints (RFC 8297), except to HTTP/1.0, which has no interim responses, and to clients that do not read. */
export function passHints({ request, reply }: ProxiedRequest, link: string | string[] | undefined): void {
  const isTaken = request.raw.httpVersion !== '1.0' && !reply.raw.writableNeedDrain
  if (link === undefined || !isTaken) return
  try {
    reply.raw.writeEarlyHints({ link: [link].flat().flatMap((line) => line.split(BETWEEN_LINKS)) })
  } catch {
    // Node rejects links it cannot parse; the final response carries them anyway.
  }
}

/** A head as it is sent. */
export function formatHead(statusCode: number, headers: ResponseHeaders): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}\r\n`)
  )
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${lines.join('')}\r\n`
}
