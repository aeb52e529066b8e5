import type { IncomingHttpHeaders } from 'node:http'
import { normalizeHost, parseUrl } from '../config/addresses/urls.ts'
import { connectionNames } from '../http/hop-by-hop.ts'
import { MAX_USER_AGENT_CHARS } from '../http/request-log.ts'

/**
 * Allowlist of request headers forwarded to the helper. It excludes cookies, authorization and identity
 * headers, and `Referer`, which may contain a one-time code. `Origin` is needed to tell whose form was
 * posted, and Firebase's recipe for reverse proxies includes it.
 */
const REQUEST_HEADERS = [
  'accept',
  // Bodies are passed through unchanged.
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
 * Allowlist of response headers besides `Location`. It excludes cookies, headers that affect the whole origin
 * (`Strict-Transport-Security`, `Clear-Site-Data`, `Service-Worker-Allowed`, cross-origin policies, CORS),
 * and `X-Frame-Options`, since the login page frames the helper.
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

/** Added to the helper's own policies; all of them apply (https://www.w3.org/TR/CSP3/#multiple-policies). */
const FRAME_POLICY = "frame-ancestors 'self'"
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

type ResponseHeaders = Record<string, string | string[] | undefined>

/**
 * Headers of the request to the helper, except `Host`. Headers named by `Connection` are dropped (RFC 9110,
 * 7.6.1). `hasBody`: whether a body is forwarded.
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

/** Response headers for the browser, except `Location`. Default cache policy: `no-store`. */
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
  // A 304 updates headers of the cached response, so do not add one.
  if (picked['cache-control'] === undefined && statusCode !== 304) picked['cache-control'] = 'no-store'
  picked['content-security-policy'] = [picked['content-security-policy'] ?? [], FRAME_POLICY].flat()
  picked['x-content-type-options'] = 'nosniff'
  picked['x-request-id'] = requestId
  return picked
}

/** Context for resolving a redirect. */
export interface LocationPlace {
  helperOrigin: string
  /** Request path, the base of relative redirects. */
  path: string
  /** Origin that the visitor uses. */
  ownOrigin: string
  /** Hosts that https redirects may lead to. */
  hosts: ReadonlySet<string>
}

/**
 * Returns the redirect for the browser, or null if it is not allowed. Allowed: our own origin, and https to
 * one of `hosts`, unchanged; the helper's origin is replaced with ours. Refused: other hosts, ports or
 * schemes, userinfo, and repeated headers.
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
  // Requests to identity providers may be signed, so keep every byte.
  return /^https:\/\/[\x21-\x7e]+$/.test(location) ? location : url.href
}
