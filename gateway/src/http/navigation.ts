import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'

/** Facts that tell how a browser made a request. */
export interface NavigationFacts {
  method: string
  headers: IncomingHttpHeaders
}

const HTML = 'text/html'
/** Headers of speculative loads; `Purpose` and `X-Moz` in older browsers. */
const AHEAD_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** True for a prefetch, a prerender or a HEAD: the response is not shown yet. */
export function isAhead({ method, headers }: NavigationFacts): boolean {
  return (
    method === 'HEAD' ||
    AHEAD_HEADERS.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')))
  )
}

/**
 * True if the visitor followed a same-origin link: no image, frame, `fetch` or speculative load. Source:
 * Fetch Metadata Request Headers, https://www.w3.org/TR/fetch-metadata/.
 */
export function isOwnNavigation(request: NavigationFacts): boolean {
  const { headers } = request
  return (
    headers['sec-fetch-site'] === 'same-origin' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    !isAhead(request)
  )
}

/** True if the response becomes a top-level page. */
export function isWholePage(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest']
  return isPageLoad(headers) && (destination === undefined || destination === 'document')
}

/**
 * True if the response is shown to a person as a page, whatever the user agent. Browsers without
 * `Sec-Fetch-Mode` list `text/html` in `Accept`. CORS preflights never are.
 */
export function isPageLoad(headers: IncomingHttpHeaders): boolean {
  if (headers.upgrade !== undefined || headers['access-control-request-method'] !== undefined) return false
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? namesHtml(headers.accept) : mode === 'navigate'
}

/** Explicitly: programs send ranges such as `*`/`*`. RFC 9110, 12.5.1; weight 0 excludes a type. */
function namesHtml(accept: string | undefined): boolean {
  const named = accept?.toLowerCase() ?? ''
  // Fast path for programs, avoiding the parser.
  if (!named.includes(HTML)) return false
  return new Negotiator({ headers: { accept: named } }).mediaTypes().includes(HTML)
}
