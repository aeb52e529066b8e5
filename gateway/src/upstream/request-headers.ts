import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { UpstreamConfig } from '../config/schema/schema.ts'
import { plainAddress } from '../http/address.ts'
import { isBearer } from '../http/bearer.ts'
import { judgedRequestOf } from '../http/judged-request.ts'
import { TRACE_HEADERS } from '../http/trace-context.ts'
import type { HeaderMap } from '../identity/identity-headers.ts'
import type { Session } from '../session/session.ts'
import { buildClientHeaderTest } from './client-header-rules.ts'

export interface RequestHeadersOptions {
  /** Lower-case names of all headers that can carry the identity. */
  identityNames: readonly string[]
  identityOf: (request: FastifyRequest, session: Session) => HeaderMap
  /** Name of the upstream, for spans. */
  upstreamHost: string
  /** Whose `Host` the upstream sees. */
  hostHeader: UpstreamConfig['hostHeader']
  /** Lower-case names of headers that hold bearer tokens and nothing else. */
  tokenHeaders: readonly string[]
  /** Client headers that pass although the gateway drops them by default. */
  passHeaders: readonly string[]
  stripCookies: (cookieHeader: string) => string | undefined
  isTrustedProxy: (address: string) => boolean
}

/**
 * Builds the headers that the upstream sees, for plain requests and WebSocket upgrades alike. `headers`: those of
 * the client, without what its `Connection` header names.
 */
export type BuildRequestHeaders = (headers: IncomingHttpHeaders, request: FastifyRequest) => HeaderMap

/**
 * The header builder: whatever the client says about identity, origin, path or method is dropped in every spelling,
 * on every route; then the gateway says it itself, once.
 */
export function createRequestHeaders(options: RequestHeadersOptions): BuildRequestHeaders {
  const { identityNames, identityOf, passHeaders, stripCookies, isTrustedProxy, hostHeader, upstreamHost } =
    options
  const ownNames = [...identityNames, ...TRACE_HEADERS, ...options.tokenHeaders]
  const mayPass = buildClientHeaderTest({ ownNames, passHeaders })

  return (headers, request) => {
    const built: HeaderMap = {}
    for (const name in headers) {
      if (mayPass(name)) built[name] = headers[name]
    }
    if (request.trace !== null)
      Object.assign(built, request.trace.passOn({ method: request.method, host: upstreamHost }))
    // A client may name these in `Connection`, but not take them away: they frame the message.
    const length = request.headers['content-length']
    if (length !== undefined) built['content-length'] = length
    if (headers.cookie !== undefined) {
      const cookies = stripCookies(headers.cookie)
      if (cookies === undefined) delete built.cookie
      else built.cookie = cookies
    }

    // Whoever has it could call others in the caller's name.
    if (request.session?.bearer !== undefined && isBearer(headers)) delete built.authorization

    const peer = plainAddress(request.raw.socket.remoteAddress)
    const chain = isTrustedProxy(peer) ? request.headers['x-forwarded-for'] : undefined
    built['x-forwarded-for'] = chain === undefined ? peer : `${String(chain)}, ${peer}`
    const [proto, host] = judgedRequestOf(request).origin.split('://')
    built['x-forwarded-proto'] = proto
    built['x-forwarded-host'] = host
    built['x-request-id'] = request.id
    // Left out, it is the upstream's own.
    if (hostHeader === 'upstream') delete built.host
    else built.host = host
    return request.session === null ? built : Object.assign(built, identityOf(request, request.session))
  }
}
