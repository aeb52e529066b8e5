import { randomFillSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { parseUrl } from '../config/addresses/urls.ts'
import { hostnameOf } from './origin.ts'
import type { RequestTarget } from './target.ts'
import type { RequestTrace } from './trace-context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The origin that visitors of a host use. Takes `request.host`. */
    originOf(host: string): string
  }
  interface FastifyRequest {
    /** Null before the root hook, or if it could not be parsed. */
    target: RequestTarget | null
    /** Cached result of `authRequestOf`; null before. */
    authRequest: AuthRequest | null
  }
}

/** The facts of a visitor's request, from which decision, response and log line are made: as received, or of one that a proxy holds. */
export interface AuthRequest {
  readonly id: string
  readonly method: string
  /** Host as sent by the visitor, without its port. Forwarded hosts from trusted proxies only. */
  readonly hostname: string
  /** Configured origin that the visitor uses. */
  readonly origin: string
  /** Null if it could not be parsed. */
  readonly target: RequestTarget | null
  /** Whether the response is shown to a person as a page. */
  readonly isPageLoad: boolean
  /** Client address. Forwarded addresses from trusted proxies only. */
  readonly client: string
  /** The visitor's headers, including credentials: never log them. */
  readonly headers: IncomingHttpHeaders
  /** The request that was received, if this is another one that it asks about. Default: this one. */
  readonly askedBy?: AuthRequest
  /** Whether the asking proxy treats any 2xx as admission, so that none can be the gateway's own response. Default: false. */
  readonly successIsPass?: boolean
  /** Whether the proxy asked the same a moment ago, so that it was reported. Default: false. */
  readonly isRepeated?: boolean
  /** Default: no trace. */
  readonly trace?: RequestTrace | null
}

/** The facts of a received HTTP request, read once. Call after the root hook. */
export function authRequestOf(request: FastifyRequest): AuthRequest {
  if (request.authRequest !== null) return request.authRequest
  const { id, raw, host, target, trace } = request
  const { headers, method = '' } = raw
  const authRequest: AuthRequest = {
    id,
    method,
    hostname: hostnameOf(host),
    origin: request.server.originOf(host),
    target,
    isPageLoad: isPageLoad(headers, target?.path),
    // Without the header, avoid building Fastify's address list.
    client: (headers['x-forwarded-for'] === undefined ? raw.socket.remoteAddress : undefined) ?? request.ip,
    headers,
    trace
  }
  request.authRequest = authRequest
  return authRequest
}

/** User agents are truncated to this everywhere. */
export const MAX_USER_AGENT_CHARS = 350

/** Loggable facts of a request: never its query, cookies or authorization. */
export function describeRequest({ method, target, client, headers }: AuthRequest) {
  const userAgent = headers['user-agent']?.slice(0, MAX_USER_AGENT_CHARS)
  return { method, path: target?.path, client, userAgent }
}

const HTML = 'text/html'
/** Headers of speculative loads; `Purpose` and `X-Moz` in older browsers. */
const AHEAD_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** True for a prefetch or a prerender: the browser may show the response later, when the visitor has signed in. */
export function isSpeculative(headers: IncomingHttpHeaders): boolean {
  return AHEAD_HEADERS.some((name) => /prefetch|prerender|preview/i.test(String(headers[name])))
}

/** True for a speculative load or a HEAD: the response is not shown yet. */
export function isAhead({ method, headers }: Pick<AuthRequest, 'method' | 'headers'>): boolean {
  return method === 'HEAD' || isSpeculative(headers)
}

/** True if the visitor followed a same-origin link: no image, frame, `fetch` or speculative load (https://www.w3.org/TR/fetch-metadata/). */
export function isOwnNavigation(request: Pick<AuthRequest, 'method' | 'headers'>): boolean {
  const { headers } = request
  return (
    headers['sec-fetch-site'] === 'same-origin' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    !isAhead(request)
  )
}

/** True for a form of another site: browsers send no `SameSite` cookie with it. Old ones state its `Origin` and `Referer`. */
export function isForeignForm({ method, headers, origin }: AuthRequest): boolean {
  const site = headers['sec-fetch-site']
  if (method !== 'POST') return false
  if (site !== undefined) return site === 'cross-site' || site === 'same-site'
  const [sender, referrer] = [headers.origin ?? '', headers.referer ?? ''].map((one) => parseUrl(one)?.origin)
  return sender !== undefined && sender !== origin && referrer !== origin
}

/** True if the response becomes a top-level page now. */
export function isWholePage(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest']
  const isTop = destination === undefined || destination === 'document'
  return isTop && isPageLoad(headers) && !isSpeculative(headers)
}

/** True if the response is shown within another page. */
export function isFramed(headers: IncomingHttpHeaders): boolean {
  return ['iframe', 'frame', 'embed', 'object'].includes(String(headers['sec-fetch-dest']))
}

/**
 * True if the response is shown to a person as a page. Browsers without `Sec-Fetch-Mode` list `text/html` in `Accept`, and so do service
 * workers that fetch a page, unlike downloads (`<a download>`). `/robots.txt` is none: crawlers say that they accept HTML.
 */
export function isPageLoad(headers: IncomingHttpHeaders, path?: string): boolean {
  if (headers.upgrade !== undefined || headers['access-control-request-method'] !== undefined) return false
  const mode = headers['sec-fetch-mode']
  if (mode === undefined && path === '/robots.txt') return false
  if (mode === undefined || mode === 'same-origin') return namesHtml(headers.accept)
  return mode === 'navigate' && (headers['sec-fetch-dest'] !== 'empty' || namesHtml(headers.accept))
}

/** The rest is ignored: browsers send 150. */
const MAX_ACCEPT_CHARS = 1024

/** Explicitly: programs send ranges such as `*`/`*`. RFC 9110, 12.5.1; weight 0 excludes a type. */
function namesHtml(accept: string | undefined): boolean {
  const named = accept?.slice(0, MAX_ACCEPT_CHARS).toLowerCase() ?? ''
  // Fast path for programs, avoiding the parser.
  if (!named.includes(HTML)) return false
  return new Negotiator({ headers: { accept: named } }).mediaTypes().includes(HTML)
}

/** Ids per batch of random bytes. */
const BATCH = 128
const BYTES = 16
/** Position of each byte's two digits. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const DIGITS = Buffer.from('0123456789abcdef', 'latin1')

const REQUEST_ID = /^[\w.-]{1,64}$/

/** True if safe to use as a request id in responses and logs. */
export const isRequestId = (text: unknown): text is string =>
  typeof text === 'string' && REQUEST_ID.test(text)

/** Generates random UUIDs (version 4) from one buffer for many. */
export function createRequestIds(): () => string {
  const random = Buffer.allocUnsafeSlow(BATCH * BYTES)
  const text = Buffer.from('00000000-0000-0000-0000-000000000000', 'latin1')
  let next = random.length
  return () => {
    if (next === random.length) {
      randomFillSync(random)
      next = 0
    }
    for (let index = 0; index < BYTES; index++) {
      let byte = random[next++] ?? 0
      // Version and variant (RFC 9562, 5.4).
      if (index === 6) byte = (byte & 0x0f) | 0x40
      else if (index === 8) byte = (byte & 0x3f) | 0x80
      const place = PLACES[index] ?? 0
      text[place] = DIGITS[byte >> 4] ?? 0
      text[place + 1] = DIGITS[byte & 0x0f] ?? 0
    }
    return text.toString('latin1')
  }
}

/** UUIDs with a random first group: version 4, and Envoy's variants of it that mark a trace. Time-based ones begin alike. */
const RANDOM_UUID = /^([0-9a-f]{8})-[0-9a-f]{4}-[49ab][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The short form shown to visitors: the first 8 characters if random, otherwise all. A prefix, so that searching the log finds it. */
export function shortReference(requestId: string): string {
  return RANDOM_UUID.exec(requestId)?.[1] ?? requestId
}
