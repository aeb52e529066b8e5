import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { isPageLoad } from './navigation.ts'
import { hostnameOf } from './origin.ts'
import './trace-context.ts'
import type { RequestTarget } from './target.ts'
import type { TraceIds } from './trace-context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The origin that visitors of a host use; takes what `request.host` gives. */
    originOf(host: string): string
  }
  interface FastifyRequest {
    /** Null until the root hook has read it, and where it cannot be read. */
    target: RequestTarget | null
    /** What `authRequestOf` found; null before. */
    authRequest: AuthRequest | null
  }
}

/**
 * What a decision, its answer and its log line are made of: the facts of the request that is judged. It need not be the
 * one that came in over HTTP: a proxy may ask about a request that it holds.
 */
export interface AuthRequest {
  readonly id: string
  readonly method: string
  /** The host that the visitor used, without its port, as it was written; believed from trusted proxies only. */
  readonly hostname: string
  /** The origin that the visitor used, one of those of the configuration. */
  readonly origin: string
  /** Null: it could not be read. */
  readonly target: RequestTarget | null
  /** Would a person see the answer as a page? */
  readonly isPageLoad: boolean
  /** Address of the visitor; believed from trusted proxies only. */
  readonly client: string
  /** Those of the visitor, with cookies and credentials: not for the log. */
  readonly headers: IncomingHttpHeaders
  /**
   * Does the proxy that asks take every status of success for a pass? Then none can be the gateway's own answer. Left out: no.
   */
  readonly successIsPass?: boolean
  /** The trace that it belongs to; null or left out: none. */
  readonly trace?: TraceIds | null
}

/** The facts of a request that came in over HTTP, read once. To be called after the root hook. */
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
    // Without the header there is no list of addresses to be made.
    client: (headers['x-forwarded-for'] === undefined ? raw.socket.remoteAddress : undefined) ?? request.ip,
    headers,
    trace
  }
}
