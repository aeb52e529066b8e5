import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERROR_CATALOGUE, type ErrorCode } from '../errors.ts'
import type { OwnHeaders } from './own-headers.ts'

/** An answer as it goes out, for places where there is no reply to build one with. It ends the connection. */
export interface PlainResponse {
  statusCode: number
  headers: Readonly<Record<string, string>>
  /** JSON of the form that every error of the gateway has. */
  body: string
}

/** What Node says of bytes that it cannot read as a request -> what the client is told; else `INVALID_REQUEST`. */
const UNREADABLE: ReadonlyMap<string | undefined, ErrorCode> = new Map([
  ['HPE_HEADER_OVERFLOW', 'HEADERS_TOO_LARGE'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'REQUEST_TIMEOUT'],
  ['ERR_SSL_HTTP_REQUEST', 'HTTPS_REQUIRED']
])

/**
 * The members that the JSON of every error has. `status`: of the answer; left out: the catalogue's for this code. `traceId`:
 * of the trace that the request belongs to, which is left out where there is none.
 */
export function errorBody(
  code: ErrorCode,
  requestId: string,
  { status = ERROR_CATALOGUE[code].status, traceId }: { status?: number; traceId?: string | undefined } = {}
): object {
  const { message } = ERROR_CATALOGUE[code]
  return { statusCode: status, code, error: STATUS_CODES[status], message, requestId, traceId }
}

/** The answer to a fault, made of nothing but its code. */
export function plainResponse(code: ErrorCode, requestId: string, ownHeaders: OwnHeaders): PlainResponse {
  const body = JSON.stringify(errorBody(code, requestId))
  return {
    statusCode: ERROR_CATALOGUE[code].status,
    headers: {
      ...ownHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'x-request-id': requestId,
      connection: 'close'
    },
    body
  }
}

/** The code for what Node gives with `clientError`; null: there is nobody to answer. */
export function codeOfUnreadable(error: Error & { code?: string }, socket: Socket): ErrorCode | null {
  if (error.code === 'ECONNRESET' || !socket.writable) return null
  return UNREADABLE.get(error.code) ?? 'INVALID_REQUEST'
}

/** How long a client has to close its side of a connection that was answered and ended, in milliseconds. */
const LINGER_MS = 2000

/**
 * Writes an answer to a connection whose bytes were no request, so that there is no response to write to. A client that
 * does not close its own side then loses the connection: it would hold a descriptor for as long as it likes.
 */
export function endWithResponse(socket: Socket, { statusCode, headers, body }: PlainResponse): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
  )
  const late = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(late))
}
