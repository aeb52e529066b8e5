import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'

/** The parts of a request that tell how a browser came to make it. */
export interface NavigationFacts {
  method: string
  headers: IncomingHttpHeaders
}

const HTML = 'text/html'
/** What browsers say when they fetch a page that nobody has asked for yet; `Purpose` and `X-Moz`: older ones. */
const AHEAD_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Does nobody look at the answer yet, or at all: a prefetch, a prerendered page, a HEAD? */
export function isAhead({ method, headers }: NavigationFacts): boolean {
  return (
    method === 'HEAD' ||
    AHEAD_HEADERS.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')))
  )
}

/**
 * Did somebody follow a link of the site itself? Pictures, frames, `fetch` and what a browser loads ahead are no such
 * thing. Source: Fetch Metadata Request Headers, https://www.w3.org/TR/fetch-metadata/.
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

/** Does a page of its own come of the answer, and not a frame, or something that a script reads? */
export function isWholePage(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest']
  return isPageLoad(headers) && (destination === undefined || destination === 'document')
}

/**
 * Would a person see the answer as a page? Never a matter of the user agent. Browsers that send no `Sec-Fetch-Mode` name
 * `text/html` in `Accept`. A CORS preflight is none, whatever it accepts.
 */
export function isPageLoad(headers: IncomingHttpHeaders): boolean {
  if (headers.upgrade !== undefined || headers['access-control-request-method'] !== undefined) return false
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? namesHtml(headers.accept) : mode === 'navigate'
}

/** By name: ranges such as `*`/`*` are what programs send. `accept`: RFC 9110, 12.5.1; a weight of 0 means "not that". */
function namesHtml(accept: string | undefined): boolean {
  const named = accept?.toLowerCase() ?? ''
  // Every request is asked about: programs, which do not name it, cost no reading of weights.
  if (!named.includes(HTML)) return false
  return new Negotiator({ headers: { accept: named } }).mediaTypes().includes(HTML)
}
