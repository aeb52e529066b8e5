import type { IncomingHttpHeaders } from 'node:http'
import type { RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether unsafe methods require a same-origin request. `stated`: and one that states its origin, as
     * browsers do.
     */
    sameOrigin?: boolean | 'stated'
  }
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

export function isSafeMethod(method: string): boolean {
  return SAFE_METHODS.has(method)
}

/** Throws if a route with unsafe methods does not set `sameOrigin`, so that it cannot be forgotten. */
export function requireOriginRule({
  url,
  method,
  config
}: Pick<RouteOptions, 'url' | 'method' | 'config'>): void {
  if ([method].flat().every(isSafeMethod) || config?.sameOrigin !== undefined) return
  throw new Error(`route ${url}: config.sameOrigin is missing`)
}

type OriginHeaders = Pick<IncomingHttpHeaders, 'origin'> & {
  'sec-fetch-site'?: string | string[] | undefined
}

/** True if the request states where it comes from. Browsers do for unsafe methods; other clients need not. */
export function hasStatedOrigin(headers: OriginHeaders): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
}

/**
 * CSRF check: `Origin` must equal the public origin; if `null` or missing, `Sec-Fetch-Site` must be
 * `same-origin`. A request with neither is not from a browser, so no visitor was tricked into it. Source:
 * https://cheatsheetseries.owasp.org (CSRF, verifying origin with standard headers).
 */
export function isFromOwnSite(headers: OriginHeaders, publicOrigin: string): boolean {
  const { origin } = headers
  if (origin !== undefined && origin !== 'null') return origin === publicOrigin
  return headers['sec-fetch-site'] === 'same-origin' || !hasStatedOrigin(headers)
}

/** A name, an IPv4 address or a bracketed IPv6 address, and optionally a port up to 65535. */
const HOST =
  /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,4}|[0-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?$/

/** Host and port as written. */
export interface HostAndPort {
  hostname: string
  port: string | null
}

/**
 * Parses a `Host` value; null if malformed. Stricter than RFC 3986, 3.2.2: rejects characters outside host
 * names, userinfo, encodings and an empty port, which two servers may read differently.
 */
export function readHostAndPort(text: string): HostAndPort | null {
  const [, hostname, port = null] = HOST.exec(text) ?? []
  return hostname === undefined ? null : { hostname, port }
}

/** Strips the port of a well-formed host. */
export function hostnameOf(host: string): string {
  const end = host.indexOf(':', host.indexOf(']') + 1)
  return end === -1 ? host : host.slice(0, end)
}

/** True if well-formed, without parsing it. */
export function isHost(text: string): boolean {
  return HOST.test(text)
}
