import type { IncomingHttpHeaders } from 'node:http'
import { readCorsOrigin } from '../config/addresses/urls.ts'
import type { Application } from '../config/applications.ts'
import type { Config } from '../config/schema/schema.ts'
import type { AuthRequest } from './auth-request.ts'

/** Header name, in lower case -> value. */
export type CorsHeaders = Record<string, string>

/** What pages of other origins may do at an application: https://fetch.spec.whatwg.org/#http-cors-protocol. */
export interface Cors {
  /**
   * The headers by which a page of a listed origin can read an answer of the gateway itself; null: no such page asks, or it
   * is a preflight, whose answer nobody reads.
   */
  readableBy(request: Preflighted): CorsHeaders | null
  /** The headers of the answer to a preflight of a listed origin; null: the request is none. */
  preflight(request: Preflighted): CorsHeaders | null
}

/**
 * What the pages of other origins may do where this request goes; null: nothing. `application`: whose the request is; looked up
 * when it is left out or null.
 */
export type CorsAt = (authRequest: AuthRequest, application?: Application | null) => Cors | null

/** The parts of a request that CORS looks at. */
export type Preflighted = Pick<AuthRequest, 'method' | 'headers'>

/** Headers of the gateway's own answers that a page cannot read unless it is told so. */
const EXPOSED = 'www-authenticate, retry-after, x-request-id'
/**
 * How long a browser remembers the answer to a preflight: what is taken out of the configuration is over after that. Chromium
 * would take two hours, Firefox a day.
 */
const MAX_AGE_SECONDS = 600
const PREFLIGHT_VARY = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const MAX_METHOD_CHARS = 32
const MAX_HEADERS = 64
const MAX_HEADERS_CHARS = 2048

/** CORS by a section of the configuration whose origins have been checked; null: it lists none. */
export function createCors({ origins, credentials }: Config['cors']): Cors | null {
  if (origins.length === 0) return null
  const listed = new Set<string>()
  let isForAll = false
  for (const text of origins) {
    const read = readCorsOrigin(text)
    if (read.kind === 'origin') listed.add(read.origin)
    // The check refuses both together; without it, nobody's session goes to everybody.
    if (read.kind === 'any') isForAll = !credentials
  }

  /** Null: not one of the list. `null` is what sandboxed pages of anybody say. */
  function allowedOrigin({ origin }: IncomingHttpHeaders): string | null {
    if (origin === undefined || origin === 'null') return null
    if (isForAll) return '*'
    return listed.has(origin) ? origin : null
  }

  function commonHeaders(origin: string): CorsHeaders {
    return {
      'access-control-allow-origin': origin,
      ...(credentials ? { 'access-control-allow-credentials': 'true' } : {})
    }
  }

  return {
    readableBy(request) {
      const origin = allowedOrigin(request.headers)
      if (origin === null || isPreflight(request)) return null
      return { ...commonHeaders(origin), 'access-control-expose-headers': EXPOSED, vary: 'Origin' }
    },
    preflight(request) {
      const { headers } = request
      const origin = isPreflight(request) ? allowedOrigin(headers) : null
      if (origin === null) return null
      return {
        ...commonHeaders(origin),
        ...echo('access-control-allow-methods', methodOf(headers['access-control-request-method'])),
        ...echo('access-control-allow-headers', namesOf(headers['access-control-request-headers'])),
        'access-control-max-age': String(MAX_AGE_SECONDS),
        vary: PREFLIGHT_VARY
      }
    }
  }
}

/** Does a browser ask whether a page of another origin may make a request? */
function isPreflight({ method, headers }: Preflighted): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  )
}

/** What was asked for is allowed; what no browser asks like this is not. */
function echo(name: string, value: string | null): CorsHeaders {
  return value === null ? {} : { [name]: value }
}

/** The one method that a browser wants to use: which may be used is a matter of the rules. */
function methodOf(value: string | undefined): string | null {
  if (value === undefined || value.length > MAX_METHOD_CHARS) return null
  return TOKEN.test(value) ? value : null
}

function namesOf(value: string | undefined): string | null {
  if (value === undefined || value.length > MAX_HEADERS_CHARS) return null
  const names = value.split(',').map((name) => name.trim())
  return names.length <= MAX_HEADERS && names.every((name) => TOKEN.test(name)) ? names.join(', ') : null
}
