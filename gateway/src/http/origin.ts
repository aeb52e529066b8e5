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

/** A name or an IPv4 address, or an IPv6 address in brackets; then perhaps a port up to 65535. */
const HOST =
  /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,4}|[0-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?$/

/** A host and its port as they were written. */
export interface HostAndPort {
  hostname: string
  /** Null: there is none. */
  port: string | null
}

/**
 * Reads the value of a `Host` header. Null: it is malformed. Narrower than RFC 3986, 3.2.2: characters that no host name has,
 * user information, encodings and an empty port are refused, since two servers may read them in two ways.
 */
export function readHostAndPort(text: string): HostAndPort | null {
  const [, hostname, port = null] = HOST.exec(text) ?? []
  return hostname === undefined ? null : { hostname, port }
}

/** A host without its port. Takes one that is well-formed. */
export function hostnameOf(host: string): string {
  const end = host.indexOf(':', host.indexOf(']') + 1)
  return end === -1 ? host : host.slice(0, end)
}

/** Is it well-formed? The same for every request, without what it is made of. */
export function isHost(text: string): boolean {
  return HOST.test(text)
}
