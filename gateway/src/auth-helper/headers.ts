import type { IncomingHttpHeaders } from 'node:http'
import { normalizeHost, parseUrl } from '../config/addresses/urls.ts'
import { connectionNames } from '../http/hop-by-hop.ts'
import { MAX_USER_AGENT_CHARS } from '../http/request-log.ts'

/**
 * What the helper sees of a request, beside its framing. Not here, so never passed on: cookies, authorization, whatever
 * says who somebody is, and `Referer`, which may hold a one-time code. `Origin` is here as in the provider's own recipe
 * for reverse proxies: it names a site, never a person, and without it the helper could not tell whose form was posted.
 */
const REQUEST_HEADERS = [
  'accept',
  // Bodies come back as they are, so the browser's own wish counts.
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'origin',
  'user-agent',
  'x-client-version'
] as const

/**
 * What the browser sees of an answer, beside `Location`. Not here, so never passed back: cookies, and what would speak for
 * the whole origin (`Strict-Transport-Security`, `Clear-Site-Data`, `Service-Worker-Allowed`, cross-origin policies, CORS) or
 * keep our own page from framing the helper (`X-Frame-Options`).
 */
const ANSWER_HEADERS = [
  'age',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-security-policy',
  'content-security-policy-report-only',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'permissions-policy',
  'referrer-policy',
  'retry-after',
  'vary'
] as const

/** Beside the helper's own policies: all of them hold (https://www.w3.org/TR/CSP3/#multiple-policies). */
const FRAME_POLICY = "frame-ancestors 'self'"
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

type ResponseHeaders = Record<string, string | string[] | undefined>

/**
 * The headers that the helper sees; `Host` follows from its origin. `hasBody`: is there one to pass on, whose length
 * counts? What `Connection` names ends here (RFC 9110, 7.6.1).
 */
export function pickRequestHeaders(headers: IncomingHttpHeaders, hasBody: boolean): Record<string, string> {
  const named = connectionNames(headers.connection)
  const picked: Record<string, string> = {}
  for (const name of REQUEST_HEADERS) {
    const value = headers[name]
    if (typeof value === 'string' && !named.has(name)) picked[name] = value
  }
  if (picked['user-agent'] !== undefined)
    picked['user-agent'] = picked['user-agent'].slice(0, MAX_USER_AGENT_CHARS)
  const length = headers['content-length']
  if (hasBody && length !== undefined) picked['content-length'] = length
  return picked
}

/** The headers that the browser sees, without `Location`. What the helper says about caching stays; silence is `no-store`. */
export function pickResponseHeaders(
  statusCode: number,
  headers: ResponseHeaders,
  requestId: string
): Record<string, string | string[]> {
  const picked: Record<string, string | string[]> = {}
  for (const name of ANSWER_HEADERS) {
    const value = headers[name]
    if (value !== undefined && [value].flat().every((one) => HEADER_VALUE.test(one))) picked[name] = value
  }
  if (statusCode === 204) delete picked['content-length']
  // A 304 changes the headers of what the browser has stored: there, silence is consent.
  if (picked['cache-control'] === undefined && statusCode !== 304) picked['cache-control'] = 'no-store'
  picked['content-security-policy'] = [picked['content-security-policy'] ?? [], FRAME_POLICY].flat()
  picked['x-content-type-options'] = 'nosniff'
  picked['x-request-id'] = requestId
  return picked
}

/** Where a redirect was read. */
export interface LocationPlace {
  helperOrigin: string
  /** Path of the request, which a relative reference starts from. */
  path: string
  /** Origin under which the visitor came. */
  ownOrigin: string
  /** Hosts that redirects may lead to by https. */
  hosts: ReadonlySet<string>
}

/**
 * The redirect that a browser may follow: to our own origin, or by https to one of `hosts`, as it came; the helper's own origin
 * becomes ours, with the same path. Null for everything else: other hosts and ports, other schemes, plain http, user
 * information, several headers.
 */
export function rewriteLocation(location: string | string[], place: LocationPlace): string | null {
  const { helperOrigin, path, ownOrigin, hosts } = place
  const base = `${helperOrigin}${path}`
  if (typeof location !== 'string') return null
  const url = parseUrl(location, base)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (url.origin === helperOrigin) return `${ownOrigin}${url.pathname}${url.search}${url.hash}`
  const isListed = url.protocol === 'https:' && url.port === '' && hosts.has(normalizeHost(url.hostname))
  if (!isListed && url.origin !== ownOrigin) return null
  // Requests to identity providers may be signed, byte for byte.
  return /^https:\/\/[\x21-\x7e]+$/.test(location) ? location : url.href
}
