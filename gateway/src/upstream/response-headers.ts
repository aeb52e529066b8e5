import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseUrl } from '../config/addresses/urls.ts'
import { authRequestOf, describeRequest, isPageLoad } from '../http/auth-request.ts'
import { connectionNames, HOP_BY_HOP, isBodiless } from '../http/message.ts'
import { strictTransportSecurityOf } from '../http/own-response.ts'
import type { Route } from './request-headers.ts'

/** Scheme and authority of an absolute URL, or the authority of one without a scheme. */
const AUTHORITY = /^(?:https?:)?\/\/[^/?#\\]*(?=[/?#]|$)/i

/** Headers that hold URLs. Groups: what comes before one, and the URL. */
const ADDRESSES = [
  { name: 'location', urls: /^()(.*)/s },
  { name: 'content-location', urls: /^()(.*)/s },
  { name: 'refresh', urls: /^([^;,]*[;,]\s*(?:url\s*=\s*)?['"]?)([^'"]*)/i },
  { name: 'link', urls: /(<\s*)([^>]*)/g }
] as const
const PAGE = /^\s*(?:text\/html|application\/xhtml\+xml)/i
const STRICT_TRANSPORT_SECURITY = 'strict-transport-security'
/** One of the values of a header is not empty: browsers ignore those that are (RFC 6797, 6.1). */
const SET = /[^\s,]/

/** By lower-case name, as undici provides them. */
export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>
export type ResponseHeaders = Record<string, string | string[]>

/** Filters response headers for the client. `request`: after the decision, so its session tells whether one was required. */
export type FilterResponseHeaders = (headers: UpstreamHeaders, request: FastifyRequest) => ResponseHeaders

export interface TrailerFilter {
  filterTrailers: (trailers: UpstreamHeaders) => [name: string, value: string][]
  filterTrailerNames: (names: string | string[]) => string
}

/** Fields that change the meaning of the message or connection are not allowed in trailers (RFC 9110, 6.5.1). */
const NEVER_TRAILING =
  /^(set-cookie|content-.*|location|www-authenticate|authentication-info|cache-control|expires|age|date|vary|retry-after|host|strict-transport-security|clear-site-data|access-control-.*|x-gatehouse-.*)$/

/** Drops identity headers and fields that belong in the head. */
export function createTrailerFilter(identityNames: readonly string[]): TrailerFilter {
  const dropped = new Set([...HOP_BY_HOP, ...identityNames])
  const passes = (name: string) => !dropped.has(name) && !NEVER_TRAILING.test(name)
  return {
    filterTrailers: (trailers) =>
      Object.entries(trailers).flatMap(([name, value]) =>
        passes(name) ? [value ?? []].flat().map((one): [string, string] => [name, one]) : []
      ),
    filterTrailerNames: (names) =>
      String(names)
        .split(/[\s,]+/)
        .filter((name) => name !== '' && passes(name.toLowerCase()))
        .join(', ')
  }
}

/** Drops hop-by-hop, identity and own cookies, rewrites URLs of the upstream, and keeps responses of a session out of caches. `added`: to each. */
export function createResponseHeaderFilter(route: Route, added: ResponseHeaders): FilterResponseHeaders {
  const { config, upstream, origin: upstreamOrigin, identity, ownCookies } = route
  const { sharedCaching } = upstream
  const strictTransportSecurity = strictTransportSecurityOf(config)
  const dropped = new Set([...HOP_BY_HOP, ...identity.headerNames])
  const makeUndatedPrivate = remember((value) => makePrivate(value))
  const varyByCookie = remember(addCookieToVary)

  return (headers, request) => {
    const { session, anonymousBecause } = request.admitted.outcome
    const isPersonal = session !== null && !sharedCaching
    const named = connectionNames(headers.connection)
    const filtered: ResponseHeaders = {}
    for (const name of Object.keys(headers)) {
      const value = headers[name]
      if (value === undefined || dropped.has(name) || named.has(name) || name.startsWith('x-gatehouse-'))
        continue
      if (isPersonal && isForSharedCaches(name)) continue
      filtered[name] = value
    }
    Object.assign(filtered, added)
    if (isPersonal)
      filtered['cache-control'] = SET.test(String(filtered.expires ?? ''))
        ? makePrivate(filtered['cache-control'], true)
        : makeUndatedPrivate(filtered['cache-control'])
    // Pages only: data and assets would be fetched again after each refresh of the cookie. A 304 has no type.
    const { 'content-type': type } = filtered
    const isPage = isPersonal && (type === undefined ? isPageLoad(request.headers) : PAGE.test(String(type)))
    if (anonymousBecause !== undefined || isPage) filtered.vary = varyByCookie(filtered.vary)
    for (const { name, urls } of ADDRESSES) {
      const value = filtered[name]
      if (value === undefined) continue
      const visitorsOrigin = () => authRequestOf(request).origin
      const toVisitors = (text: string) =>
        text.replace(
          urls,
          (_, before, url) => `${before}${toVisitorsUrl(url, upstreamOrigin, visitorsOrigin)}`
        )
      filtered[name] = typeof value === 'string' ? toVisitors(value) : value.map(toVisitors)
    }
    if (filtered['set-cookie'] !== undefined) keepForeignCookies(filtered, ownCookies.owns)
    if (strictTransportSecurity !== null && !SET.test(String(filtered[STRICT_TRANSPORT_SECURITY] ?? '')))
      filtered[STRICT_TRANSPORT_SECURITY] = strictTransportSecurity
    return filtered
  }
}

function keepForeignCookies(headers: ResponseHeaders, ownsCookie: (name: string) => boolean): void {
  const cookies = [headers['set-cookie'] ?? []].flat()
  const kept = cookies.filter((cookie) => !ownsCookie(nameOnReturn(cookie)))
  if (kept.length > 0) headers['set-cookie'] = kept
  else delete headers['set-cookie']
}

function toVisitorsUrl(value: string, upstreamOrigin: string, visitorsOrigin: () => string): string {
  const authority = AUTHORITY.exec(value)?.[0]
  if (authority === undefined) return value
  return parseUrl(authority, upstreamOrigin)?.origin === upstreamOrigin
    ? `${visitorsOrigin()}${value.slice(authority.length)}`
    : value
}

/** The name under which a cookie comes back: a nameless one is sent as its value (rfc6265bis, 5.8.3), and the case of prefixes is ignored. */
function nameOnReturn(setCookie: string): string {
  const [pair = ''] = setCookie.split(';', 1)
  const [name = ''] = pair.replace(/^[\s=]+/, '').split('=', 1)
  return name
    .trim()
    .replace(/^__host-/i, '__Host-')
    .replace(/^__secure-/i, '__Secure-')
}

/** A response with a session cookie must not be cached. A 304 says so of itself alone, or browsers would drop what they have stored. */
export function addOwnCookies(headers: ResponseHeaders, setCookies: readonly string[], statusCode: number) {
  // Of two for one cookie the last counts, and the application may set one that is deleted here.
  const deletes = (line: string) => line.includes('Max-Age=0;')
  const kept = setCookies.filter((line) => !deletes(line))
  headers['set-cookie'] = [...setCookies.filter(deletes), headers['set-cookie'] ?? [], ...kept].flat()
  for (const name of Object.keys(headers)) if (isForSharedCaches(name)) delete headers[name]
  delete headers.expires
  delete headers.age
  headers['cache-control'] = statusCode === 304 ? makePrivate(headers['cache-control']) : 'private, no-store'
}

/** Directives for shared caches, or that allow them to store (RFC 9111, 5.2.2). */
const FOR_SHARED_CACHES = new Set(['public', 's-maxage', 'proxy-revalidate'])
/** One list member, possibly empty. Groups: name, argument (RFC 9111, 5.2; RFC 9110, 5.6.1). */
const DIRECTIVE =
  /[\t ]*(?:([\w!#$%&'*+.^`|~-]+)(?:=([\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))?[\t ]*)?(?:,|$)/y
/** Vendor headers that override `Cache-Control`. */
const TARGETED = new Set([
  'akamai-cache-control',
  'cdn-cache-control',
  'edge-control',
  'surrogate-control',
  'x-accel-expires',
  'x-litespeed-cache-control'
])

const isForSharedCaches = (name: string): boolean => TARGETED.has(name) || name.endsWith('-cdn-cache-control')

/** A `Cache-Control` value for browsers alone, which ask again where they would guess (RFC 9111, 4.2.2). Unreadable: `no-store`. */
export function makePrivate(value: string | string[] | undefined, hasExpires = false): string {
  const text = typeof value === 'object' ? value.join(', ') : (value ?? '')
  const directives = parseDirectives(text)
  if (directives === null) return 'private, no-store'
  const kept = directives.filter(({ name, argument }) => {
    // With an argument, `private` only covers single header fields.
    return !FOR_SHARED_CACHES.has(name) && !(name === 'private' && argument !== undefined)
  })
  const isKeptOut = kept.some(({ name }) => name === 'private' || name === 'no-store')
  const isGuessed = !hasExpires && !kept.some(limitsFreshness)
  const texts = kept.map((directive) => directive.text)
  return [...(isKeptOut ? [] : ['private']), ...texts, ...(isGuessed ? ['no-cache'] : [])].join(', ')
}

/** With an argument, `no-cache` only covers single header fields. */
function limitsFreshness({ name, argument }: { name: string; argument: string | undefined }): boolean {
  if (name === 'max-age') return /^"?\d+"?$/.test(argument ?? '')
  return name === 'no-store' || (name === 'no-cache' && argument === undefined)
}

function addCookieToVary(value: string | string[] | undefined): string {
  const text = [value ?? ''].flat().join(', ').trim()
  const named = text.split(',').map((name) => name.trim().toLowerCase())
  if (named.includes('*') || named.includes('cookie')) return text
  return text === '' ? 'Cookie' : `${text}, Cookie`
}

/** Applications send few different values. */
const MAX_CACHED = 200

type Value = string | string[] | undefined

function remember(make: (value: Value) => string): (value: Value) => string {
  const known = new Map<string, string>()
  return (value) => {
    if (typeof value === 'object') return make(value)
    const text = value ?? ''
    const cached = known.get(text)
    if (cached !== undefined) return cached
    const made = make(text)
    if (known.size < MAX_CACHED) known.set(text, made)
    return made
  }
}

/** `name`: in lower case; `text`: as received. Null: not a list of directives. */
function parseDirectives(text: string) {
  const directives: { name: string; argument: string | undefined; text: string }[] = []
  DIRECTIVE.lastIndex = 0
  while (DIRECTIVE.lastIndex < text.length) {
    const match = DIRECTIVE.exec(text)
    if (match === null) return null
    const [, name, argument] = match
    if (name === undefined) continue
    const directive = argument === undefined ? name : `${name}=${argument}`
    directives.push({ name: name.toLowerCase(), argument, text: directive })
  }
  return directives
}

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
export function passHints({ raw, request }: FastifyReply, link: string | string[] | undefined): void {
  const isTaken = request.raw.httpVersion !== '1.0' && !raw.writableNeedDrain
  if (link === undefined || !isTaken) return
  try {
    raw.writeEarlyHints({ link: [link].flat().flatMap((line) => line.split(BETWEEN_LINKS)) })
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
