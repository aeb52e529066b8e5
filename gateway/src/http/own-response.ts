import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { isHttps } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'
import { ERROR_CATALOGUE, type ErrorCode } from '../errors.ts'
import { closeAfterReading } from './connections/staged-close.ts'
import { isBodyPending } from './message.ts'

/** A response of the gateway itself. Common headers are added when it is sent. */
export interface OwnResponse {
  statusCode: number
  /** Lowercase name -> value. */
  headers: Record<string, string | string[]>
  body: string | null
}

/** Sets the headers common to the gateway's own responses. The connection closes if the body is not fully read. */
export function markOwnResponse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isBodyPending(request.raw)) reply.header('connection', 'close')
  return reply.headers(request.server.ownHeaders).header('x-request-id', request.id)
}

/** Sends a response. Its cookies are added to those already set. */
export function sendOwnResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  own: OwnResponse
): FastifyReply {
  const marked = markOwnResponse(request, reply).code(own.statusCode).headers(own.headers)
  // Null would be serialized as JSON.
  return marked.send(own.body ?? undefined)
}

/** Lowercase header name -> value. */
export type OwnHeaders = Readonly<Record<string, string>>

/** Common headers of every response of the gateway. `X-Frame-Options` is for browsers and web views without CSP level 2. */
export const OWN_HEADERS: OwnHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY'
}

/** The same with `Strict-Transport-Security`, for the public listener. */
export function buildOwnHeaders(hsts: string | null): OwnHeaders {
  return hsts === null ? OWN_HEADERS : { ...OWN_HEADERS, 'strict-transport-security': hsts }
}

/** `Strict-Transport-Security` (RFC 6797, 6.1); null if disabled or over http, where browsers ignore it (8.1). */
export function strictTransportSecurityOf(config: Pick<Config, 'hsts' | 'publicUrl'>): string | null {
  const { hsts } = config
  if (hsts === null || !isHttps(config)) return null
  const subDomains = hsts.includeSubDomains ? '; includeSubDomains' : ''
  return `max-age=${hsts.maxAgeSeconds}${subDomains}${hsts.preload ? '; preload' : ''}`
}

/** `Clear-Site-Data` of ended sessions, of the `kinds` that are configured; empty if disabled or over http. */
export function clearSiteDataOf(
  config: Pick<Config, 'logout' | 'publicUrl'>,
  kinds: readonly string[] = ['storage', 'cache']
): { 'clear-site-data'?: string } {
  const cleared = config.logout.clearSiteData.filter((kind) => kinds.includes(kind))
  if (cleared.length === 0 || !isHttps(config)) return {}
  return { 'clear-site-data': cleared.map((kind) => `"${kind}"`).join(', ') }
}

/** Node's parser errors -> codes; default: `INVALID_REQUEST`. */
const UNREADABLE: ReadonlyMap<string | undefined, ErrorCode> = new Map([
  ['HPE_HEADER_OVERFLOW', 'HEADERS_TOO_LARGE'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'REQUEST_TIMEOUT'],
  ['ERR_SSL_HTTP_REQUEST', 'HTTPS_REQUIRED']
])

/** The common JSON error body. `status`: default: the catalogue's. `traceId`: omitted if there is none. */
export function errorBody(
  code: ErrorCode,
  requestId: string,
  { status = ERROR_CATALOGUE[code].status, traceId }: { status?: number; traceId?: string | undefined } = {}
): object {
  const { message } = ERROR_CATALOGUE[code]
  return { statusCode: status, code, error: STATUS_CODES[status], message, requestId, traceId }
}

/** A raw response for places without a Fastify reply, with the common JSON error body. It ends the connection. */
export function plainResponse(code: ErrorCode, requestId: string, ownHeaders: OwnHeaders) {
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

/** The code for a `clientError`; null if the client is gone. */
export function codeOfUnreadable(error: Error & { code?: string }, socket: Socket): ErrorCode | null {
  if (error.code === 'ECONNRESET' || !socket.writable) return null
  return UNREADABLE.get(error.code) ?? 'INVALID_REQUEST'
}

/** Responds on a connection whose bytes were not a request. */
export function endWithResponse(
  socket: Socket,
  { statusCode, headers, body }: ReturnType<typeof plainResponse>
): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`
  closeAfterReading(socket, `${head}${body}`)
}

/** First Chromium with `noopener-allow-popups` (browser-compat data). */
const FIRST_CHROMIUM = 131
/** A `Sec-CH-UA` brand and its separator. Groups: brand, parameters (RFC 8941, 3.1 and 3.3.3). */
const BRAND =
  /[\t ]*"((?:[^"\\]|\\["\\])*)"((?:;[ ]*[a-z*][a-z0-9_.*-]*(?:=(?:"(?:[^"\\]|\\["\\])*"|[^\s",;]+))?)*)[\t ]*(,|$)/y
const VERSION = /;[ ]*v="(\d{1,6})"/

/**
 * `Cross-Origin-Opener-Policy` of the login page, which must be out of reach for a same-origin application that opens it in a popup:
 * `same-origin-allow-popups` fails at that if the application sends the same value. Browsers without `noopener-allow-popups` would apply no
 * policy at all, so it requires a claim of support. `secChUa`: the unverified `Sec-CH-UA`; nothing else may depend on it.
 */
export function openerPolicyFor(secChUa: string | string[] | undefined): string {
  const version = typeof secChUa === 'string' ? chromiumVersion(secChUa) : null
  return version !== null && version >= FIRST_CHROMIUM ? 'noopener-allow-popups' : 'same-origin-allow-popups'
}

/** Null if not Chromium, or malformed. */
function chromiumVersion(secChUa: string): number | null {
  let version: number | null = null
  BRAND.lastIndex = 0
  while (BRAND.lastIndex < secChUa.length) {
    const match = BRAND.exec(secChUa)
    if (match === null) return null
    const [, brand, parameters = ''] = match
    if (brand === 'Chromium') version = Number(VERSION.exec(parameters)?.[1] ?? 0)
  }
  return version
}

/** Content codings of responses. */
export type Encoding = 'br' | 'gzip'

/** Higher levels cost more time than they save in transfer. */
const BROTLI_QUALITY = 6
const GZIP_LEVEL = 6

/** The rest is ignored: browsers send 30. */
const MAX_ACCEPTED_CHARS = 1024

const BEST_FIRST: readonly Encoding[] = ['br', 'gzip']
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** `preferred` is missing in the types: the order of codings with equal weight. */
type EncodingNegotiator = {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): readonly string[]
}

/** The available encoding with the highest weight (RFC 9110, 12.5.3), the best one if equal. Null: none. */
export function chooseEncoding(
  accepted: string | string[] | undefined,
  isThere: (encoding: Encoding) => boolean = () => true
): Encoding | null {
  const headers = { 'accept-encoding': String(accepted ?? '').slice(0, MAX_ACCEPTED_CHARS) }
  const negotiator: EncodingNegotiator = new Negotiator({ headers })
  const available = BEST_FIRST.filter(isThere)
  const [first] = negotiator.encodings([...available, 'identity'], { preferred: BEST_FIRST })
  return available.find((encoding) => encoding === first) ?? null
}

export function compress(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(text, { level: GZIP_LEVEL })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT
  }
  return toBrotli(text, { params })
}
