import type { FastifyRequest } from 'fastify'
import { parseUrl } from '../config/addresses/urls.ts'
import { connectionNames, HOP_BY_HOP } from '../http/hop-by-hop.ts'

/** Scheme and authority of an absolute URL, or the authority of one without a scheme. */
const AUTHORITY = /^(?:https?:)?\/\/[^/?#\\]*(?=[/?#]|$)/i

/** Headers that hold a URL. */
const ADDRESSES = ['location', 'content-location'] as const
const STRICT_TRANSPORT_SECURITY = 'strict-transport-security'

export interface ResponseHeaderOptions {
  /** Origin of the upstream. */
  upstreamOrigin: string
  /** Lower-case names of the headers that carry the identity to the upstream. */
  identityNames: readonly string[]
  /** Is this the name of one of the gateway's cookies? An upstream must not set them. */
  ownsCookie: (name: string) => boolean
  /** Origin that the visitor of this request uses. */
  originOf: (request: FastifyRequest) => string
  /** May shared caches store what a session was needed for? */
  sharedCaching: boolean
  /** `Strict-Transport-Security` for answers of applications that send none; null: none. */
  strictTransportSecurity: string | null
}

/**
 * What the client gets of the headers of an answer. `headers`: lower-case names; `request`: after the decision, so that
 * its session says whether one was needed.
 */
export type FilterResponseHeaders = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  request: FastifyRequest
) => Record<string, string | string[]>

/** What the client gets of the trailers of a response. `trailers`: lower-case names. */
export type FilterTrailers = (
  trailers: Readonly<Record<string, string | string[] | undefined>>
) => [name: string, value: string][]

/** What changes the meaning of a response or of the connection must not come after it (RFC 9110, 6.5.1). */
const NEVER_TRAILING =
  /^(set-cookie|content-.*|location|www-authenticate|authentication-info|cache-control|expires|age|date|vary|retry-after|host|strict-transport-security|clear-site-data|access-control-.*|x-gatehouse-.*)$/

/** The filter of trailers: neither identity headers nor anything that belongs into the head. */
export function createTrailerFilter(identityNames: readonly string[]): FilterTrailers {
  const dropped = new Set([...HOP_BY_HOP, ...identityNames])
  return (trailers) =>
    Object.entries(trailers).flatMap(([name, value]) =>
      dropped.has(name) || NEVER_TRAILING.test(name)
        ? []
        : [value ?? []].flat().map((one): [string, string] => [name, one])
    )
}

/**
 * The filter of answer headers. Left out: what ends at the gateway, the identity headers, cookies of the gateway's own names.
 * Addresses on the upstream's origin become those that the visitor can reach. What a session was needed for is kept
 * out of shared caches; where a session is optional, caches tell visitors apart by their cookies. Browsers are told to stay with https unless the application has its own word on that.
 */
export function createResponseHeaderFilter(options: ResponseHeaderOptions): FilterResponseHeaders {
  const { upstreamOrigin, ownsCookie, originOf, sharedCaching, strictTransportSecurity } = options
  const dropped = new Set([...HOP_BY_HOP, ...options.identityNames])
  const makePrivate = createMakePrivate()

  return (headers, request) => {
    const isPersonal = request.session !== null && !sharedCaching
    const named = connectionNames(headers.connection)
    const filtered: Record<string, string | string[]> = {}
    for (const name of Object.keys(headers)) {
      const value = headers[name]
      if (value === undefined || dropped.has(name) || named.has(name) || name.startsWith('x-gatehouse-'))
        continue
      if (isPersonal && isForSharedCaches(name)) continue
      filtered[name] = value
    }
    if (isPersonal) filtered['cache-control'] = makePrivate(filtered['cache-control'])
    if (request.sessionIsOptional) filtered.vary = addCookieToVary(filtered.vary)
    for (const name of ADDRESSES) {
      const value = filtered[name]
      if (value === undefined) continue
      const toVisitors = (url: string) => toVisitorsUrl(url, upstreamOrigin, () => originOf(request))
      filtered[name] = typeof value === 'string' ? toVisitors(value) : value.map(toVisitors)
    }
    keepForeignCookies(filtered, ownsCookie)
    if (strictTransportSecurity !== null && isUnset(filtered[STRICT_TRANSPORT_SECURITY]))
      filtered[STRICT_TRANSPORT_SECURITY] = strictTransportSecurity
    return filtered
  }
}

/** Absent, or of empty values alone, which tell a browser nothing (RFC 6797, 6.1). */
function isUnset(value: string | string[] | undefined): boolean {
  return value === undefined || [value].flat().every((one) => one.trim() === '')
}

function keepForeignCookies(
  headers: Record<string, string | string[]>,
  ownsCookie: (name: string) => boolean
): void {
  const cookies = headers['set-cookie']
  if (cookies === undefined) return
  const kept = [cookies].flat().filter((cookie) => !ownsCookie(nameOnReturn(cookie)))
  if (kept.length > 0) headers['set-cookie'] = kept
  else delete headers['set-cookie']
}

/** A URL on the upstream's own origin, on the visitor's; every other one, and relative ones, as they are. */
function toVisitorsUrl(value: string, upstreamOrigin: string, visitorsOrigin: () => string): string {
  const authority = AUTHORITY.exec(value)?.[0]
  if (authority === undefined) return value
  return parseUrl(authority, upstreamOrigin)?.origin === upstreamOrigin
    ? `${visitorsOrigin()}${value.slice(authority.length)}`
    : value
}

/**
 * The name that a cookie has in the `Cookie` header that it comes back in. A cookie without a name is sent as its bare
 * value (draft-ietf-httpbis-rfc6265bis, 5.8.3), so `=a=b` and `a=b` look the same there. Browsers take the prefixes in
 * any case.
 */
function nameOnReturn(setCookie: string): string {
  const [pair = ''] = setCookie.split(';', 1)
  const [name = ''] = pair.replace(/^[\s=]+/, '').split('=', 1)
  return name
    .trim()
    .replace(/^__host-/i, '__Host-')
    .replace(/^__secure-/i, '__Secure-')
}

/** An answer that carries a session belongs to one visitor: no cache may keep it. */
export function addOwnCookies(
  headers: Record<string, string | string[]>,
  setCookies: readonly string[]
): void {
  headers['set-cookie'] = [headers['set-cookie'] ?? [], ...setCookies].flat()
  for (const name of Object.keys(headers)) if (isForSharedCaches(name)) delete headers[name]
  delete headers.expires
  delete headers.age
  headers['cache-control'] = 'private, no-store'
}

/** Directives that only shared caches obey, or that let them store (RFC 9111, 5.2.2). */
const FOR_SHARED_CACHES = new Set(['public', 's-maxage', 'proxy-revalidate'])
/** One member of the list; it may be empty. Groups: name, argument (RFC 9111, 5.2; RFC 9110, 5.6.1). */
const DIRECTIVE =
  /[\t ]*(?:([\w!#$%&'*+.^`|~-]+)(?:=([\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))?[\t ]*)?(?:,|$)/y
/** Header fields by which an answer speaks to the caches of one vendor, past `Cache-Control`. */
const TARGETED = new Set([
  'akamai-cache-control',
  'cdn-cache-control',
  'edge-control',
  'surrogate-control',
  'x-accel-expires',
  'x-litespeed-cache-control'
])

/** Does a header of this lower-case name tell shared caches to store, whatever `Cache-Control` says? (RFC 9213) */
function isForSharedCaches(name: string): boolean {
  return TARGETED.has(name) || name.endsWith('-cdn-cache-control')
}

/**
 * A `Cache-Control` value that keeps an answer out of shared caches and means the same to a browser as before. What
 * cannot be read is stored by nobody. `value`: undefined: the answer has none, so that caches would choose by themselves.
 */
export function makePrivate(value: string | string[] | undefined): string {
  const text = typeof value === 'object' ? value.join(', ') : (value ?? '')
  const directives = parseDirectives(text)
  if (directives === null) return 'private, no-store'
  const kept = directives.filter(({ name, argument }) => {
    // With an argument, `private` is about single header fields and lets caches store the rest.
    return !FOR_SHARED_CACHES.has(name) && !(name === 'private' && argument !== undefined)
  })
  const isKeptOut = kept.some(({ name }) => name === 'private' || name === 'no-store')
  return [...(isKeptOut ? [] : ['private']), ...kept.map((directive) => directive.text)].join(', ')
}

/** A `Vary` value that names `Cookie` beside what it named (RFC 9110, 12.5.5). */
function addCookieToVary(value: string | string[] | undefined): string {
  const text = [value ?? ''].flat().join(', ').trim()
  const named = text.split(',').map((name) => name.trim().toLowerCase())
  if (named.includes('*') || named.includes('cookie')) return text
  return text === '' ? 'Cookie' : `${text}, Cookie`
}

/** Applications send few different values, the same with every answer. */
const MAX_CACHED = 200

/** A `makePrivate` that works out each value once. */
function createMakePrivate(): typeof makePrivate {
  const known = new Map<string, string>()
  return (value) => {
    if (typeof value === 'object') return makePrivate(value)
    const text = value ?? ''
    const cached = known.get(text)
    if (cached !== undefined) return cached
    const made = makePrivate(text)
    if (known.size < MAX_CACHED) known.set(text, made)
    return made
  }
}

interface Directive {
  /** In lower case. */
  name: string
  argument: string | undefined
  /** As it came. */
  text: string
}

/** Null: the text is no list of directives. */
function parseDirectives(text: string): Directive[] | null {
  const directives: Directive[] = []
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
