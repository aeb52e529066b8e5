import type { IncomingHttpHeaders } from 'node:http'
import type { RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Must calls that may change something come from the site itself? `told`: and say so, which every browser does. */
    sameOrigin?: boolean | 'told'
  }
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Is it a method by which nothing is changed, so that a request may come from anywhere? */
export function isSafeMethod(method: string): boolean {
  return SAFE_METHODS.has(method)
}

/** Throws for a route that takes other methods and does not say whether other sites may call it: nobody forgets to. */
export function requireOriginRule({
  url,
  method,
  config
}: Pick<RouteOptions, 'url' | 'method' | 'config'>): void {
  if ([method].flat().every(isSafeMethod) || config?.sameOrigin !== undefined) return
  throw new Error(`route ${url}: config.sameOrigin is missing`)
}

/** The parts of a browser's headers that tell where a request comes from. */
type OriginHeaders = Pick<IncomingHttpHeaders, 'origin'> & {
  'sec-fetch-site'?: string | string[] | undefined
}

/** Does a call say where it comes from? Browsers do when something may change; programs need not. */
export function isOriginTold(headers: OriginHeaders): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
}

/**
 * May a call that changes something be taken for the site's own? `Origin` must equal the public origin; where a page
 * hides it (`null`) or it is missing, `Sec-Fetch-Site` must say `same-origin`. A call with neither header comes from
 * no browser, so no visitor was tricked into it. Source: https://cheatsheetseries.owasp.org (CSRF, verifying origin with standard headers).
 */
export function isFromOwnSite(headers: OriginHeaders, publicOrigin: string): boolean {
  const { origin } = headers
  if (origin !== undefined && origin !== 'null') return origin === publicOrigin
  return headers['sec-fetch-site'] === 'same-origin' || !isOriginTold(headers)
}
