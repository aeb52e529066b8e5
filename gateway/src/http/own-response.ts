import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods
} from 'fastify'
import { ERROR_CATALOGUE, type ErrorCode, Fault } from '../errors.ts'
import { isBodyPending } from './body.ts'
import { hasRoute } from './sites.ts'

/** An answer of the gateway itself, as a value. What all of them carry is added when it is sent. */
export interface OwnResponse {
  statusCode: number
  /** Lower-case name -> value. */
  headers: Record<string, string | string[]>
  /** Null: none. */
  body: string | null
}

/**
 * Sets the headers of every answer that the gateway makes itself. Such an answer ends what it answers: what is still to
 * come of a body is not read, so the connection ends too.
 */
export function markOwnResponse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isBodyPending(request.raw)) reply.header('connection', 'close')
  return reply.headers(request.server.ownHeaders).header('x-request-id', request.id)
}

/** Sends an answer over the connection that a request came in on. Cookies are added to those that are set already. */
export function sendOwnResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { statusCode, headers, body }: OwnResponse
): FastifyReply {
  // Null would be sent as JSON.
  return markOwnResponse(request, reply)
    .code(statusCode)
    .headers(headers)
    .send(body ?? undefined)
}

/** Header name, in lower case -> value. */
export type OwnHeaders = Readonly<Record<string, string>>

/**
 * What every answer of the gateway itself carries beside its request id: pages, JSON, redirects, files, and refusals of what
 * is no request. An endpoint that needs more says so after these, as the pages do with their `Content-Security-Policy`.
 * The answers of the application are its own matter and get none of them.
 *
 * `X-Frame-Options` repeats `frame-ancestors` for browsers and embedded web views without CSP level 2.
 */
export const OWN_HEADERS: OwnHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY'
}

/** The same on the public listener, where browsers are told to stay with https. Null: they are not. */
export function buildOwnHeaders(strictTransportSecurity: string | null): OwnHeaders {
  return strictTransportSecurity === null
    ? OWN_HEADERS
    : { ...OWN_HEADERS, 'strict-transport-security': strictTransportSecurity }
}

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

/**
 * Answers 405 for every method that has no route at this URL so far: our own addresses are never the application's,
 * whatever the method. `config`: of those routes.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  config: FastifyContextConfig = {}
): void {
  const [known, unknown]: [HTTPMethods[], HTTPMethods[]] = [[], []]
  for (const method of app.supportedMethods as HTTPMethods[])
    (hasRoute(app, { url, method }) ? known : unknown).push(method)
  app.route({
    url,
    method: unknown,
    config,
    handler: async (_request, reply) => {
      reply.header('allow', known.join(', '))
      throw new Fault('METHOD_NOT_ALLOWED')
    }
  })
}
