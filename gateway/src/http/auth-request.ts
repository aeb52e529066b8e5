/**
 * HTTP basics shared by all modules: request facts, targets, origins, CORS, pages and the gateway's own
 * responses. This folder owns how requests are read and responses are formed. It must not know about
 * sessions, access rules or the identity provider.
 */

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { isPageLoad } from './navigation.ts'
import { hostnameOf } from './origin.ts'
import './trace-context.ts'
import type { RequestTarget } from './target.ts'
import type { TraceIds } from './trace-context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The origin that visitors of a host use. Takes `request.host`. */
    originOf(host: string): string
  }
  interface FastifyRequest {
    /** Null before the root hook, or if it could not be parsed. */
    target: RequestTarget | null
    /** Cached result of `authRequestOf`; null before. */
    authRequest: AuthRequest | null
  }
}

/**
 * The facts of a visitor's request, from which decision, response and log line are made. Not necessarily the
 * received HTTP request: a proxy may ask about one that it holds.
 */
export interface AuthRequest {
  readonly id: string
  readonly method: string
  /** Host as sent by the visitor, without its port. Forwarded hosts from trusted proxies only. */
  readonly hostname: string
  /** Configured origin that the visitor uses. */
  readonly origin: string
  /** Null if it could not be parsed. */
  readonly target: RequestTarget | null
  /** Whether the response is shown to a person as a page. */
  readonly isPageLoad: boolean
  /** Client address. Forwarded addresses from trusted proxies only. */
  readonly client: string
  /** The visitor's headers, including credentials: never log them. */
  readonly headers: IncomingHttpHeaders
  /**
   * Whether the asking proxy treats any 2xx as admission, so that none can be the gateway's own response.
   * Default: false.
   */
  readonly successIsPass?: boolean
  /** Default: no trace. */
  readonly trace?: TraceIds | null
}

/** The facts of a received HTTP request, read once. Call after the root hook. */
export function authRequestOf(request: FastifyRequest): AuthRequest {
  request.authRequest ??= read(request)
  return request.authRequest
}

function read(request: FastifyRequest): AuthRequest {
  const { id, raw, host, target, trace } = request
  const { headers, method = '' } = raw
  return {
    id,
    method,
    hostname: hostnameOf(host),
    origin: request.server.originOf(host),
    target,
    isPageLoad: isPageLoad(headers),
    // Without the header, avoid building Fastify's address list.
    client: (headers['x-forwarded-for'] === undefined ? raw.socket.remoteAddress : undefined) ?? request.ip,
    headers,
    trace
  }
}
