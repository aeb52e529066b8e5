import type { IncomingHttpHeaders } from 'node:http'
import { readCorsOrigin } from '../config/addresses/urls.ts'
import type { Application } from '../config/applications.ts'
import type { Config } from '../config/schema/schema.ts'
import type { AuthRequest } from './auth-request.ts'

/** Lowercase header name -> value. */
export type CorsHeaders = Record<string, string>

export type Cors = NonNullable<ReturnType<typeof createCors>>

/** The CORS policy for a request; null if none. `application`: looked up if null or omitted. */
export type CorsAt = (authRequest: AuthRequest, application?: Application | null) => Cors | null

type Preflighted = Pick<AuthRequest, 'method' | 'headers'>

/** Response headers of the gateway that pages may read. */
const EXPOSED = 'www-authenticate, retry-after, x-request-id'
/** How long browsers cache a preflight, and so the delay for config changes. */
const MAX_AGE_SECONDS = 600
const PREFLIGHT_VARY = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const MAX_METHOD_CHARS = 32
const MAX_HEADERS = 64
const MAX_HEADERS_CHARS = 2048

/** CORS policy (https://fetch.spec.whatwg.org/#http-cors-protocol) of validated origins. Null if none is listed. */
export function createCors({ origins, credentials }: Config['cors']) {
  if (origins.length === 0) return null
  const read = origins.map(readCorsOrigin)
  const listed = new Set(read.flatMap((one) => (one.kind === 'origin' ? one.origin : [])))
  // The config check refuses this combination; never allow credentials for any origin.
  const isForAll = !credentials && read.some(({ kind }) => kind === 'any')

  /** Null if not listed. Sandboxed pages of any site send `null`. */
  function allowedOrigin({ origin }: IncomingHttpHeaders): string | null {
    if (origin === undefined || origin === 'null') return null
    if (isForAll) return '*'
    return listed.has(origin) ? origin : null
  }

  const commonHeaders = (origin: string): CorsHeaders => ({
    'access-control-allow-origin': origin,
    ...(credentials && { 'access-control-allow-credentials': 'true' })
  })

  return {
    /** Whether a page of this origin may open WebSockets, with which browsers send cookies. `isPublic`: no session is read there. */
    opensSockets: ({ origin = '' }: IncomingHttpHeaders, isPublic: boolean): boolean =>
      (credentials || isPublic) && listed.has(origin),
    /** Headers that make a gateway response readable to a listed origin; null for others and for preflights. */
    readableBy(request: Preflighted): CorsHeaders | null {
      const origin = allowedOrigin(request.headers)
      if (origin === null || isPreflight(request)) return null
      return { ...commonHeaders(origin), 'access-control-expose-headers': EXPOSED, vary: 'Origin' }
    },
    /** Response headers for a preflight from a listed origin; otherwise null. */
    preflight(request: Preflighted): CorsHeaders | null {
      const { headers } = request
      const origin = isPreflight(request) ? allowedOrigin(headers) : null
      if (origin === null) return null
      const method = methodOf(headers['access-control-request-method'])
      const names = namesOf(headers['access-control-request-headers'])
      return {
        ...commonHeaders(origin),
        ...(method !== null && { 'access-control-allow-methods': method }),
        ...(names !== null && { 'access-control-allow-headers': names }),
        'access-control-max-age': String(MAX_AGE_SECONDS),
        vary: PREFLIGHT_VARY
      }
    }
  }
}

function isPreflight({ method, headers }: Preflighted): boolean {
  const { origin, 'access-control-request-method': asked } = headers
  return method === 'OPTIONS' && origin !== undefined && asked !== undefined
}

/** The requested method. Access rules decide which methods are allowed. */
const methodOf = (value = ''): string | null =>
  value.length <= MAX_METHOD_CHARS && TOKEN.test(value) ? value : null

function namesOf(value = ''): string | null {
  if (value.length > MAX_HEADERS_CHARS) return null
  const names = value.split(',').map((name) => name.trim())
  return names.length <= MAX_HEADERS && names.every((name) => TOKEN.test(name)) ? names.join(', ') : null
}
