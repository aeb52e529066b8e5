import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { connectionNames } from '../http/hop-by-hop.ts'
import type { RequestTarget } from '../http/target.ts'
import { checkHandshake, isUpgrade } from '../http/upgrades.ts'
import type { Session } from '../session/session.ts'
import { nameRoutes } from '../traffic/route-names.ts'
import type { BuildRequestHeaders } from './request-headers.ts'
import type { Transport } from './transport.ts'

/** What requests for one application go through. */
export interface Connection {
  transport: Transport
  buildHeaders: BuildRequestHeaders
  /** Path and query that the application gets. Throws a `Fault` where it must get none. */
  targetOf(target: RequestTarget): string
  /** Makes what the identity headers need. Null: nothing to wait for. */
  prepare(request: FastifyRequest, session: Session): Promise<void> | null
}

/**
 * Registers the proxy for every path that is not the gateway's own. The access hook must stand in the same scope
 * before this call. `connectionOf`: throws a `Fault` where there is none.
 */
export function registerProxy(
  app: FastifyInstance,
  connectionOf: (request: FastifyRequest) => Connection
): void {
  // Bodies are left to the transport.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  nameRoutes(app, 'proxy')
  // TRACE would echo the identity headers to the client.
  const method = app.supportedMethods.filter((name) => name !== 'TRACE')
  for (const url of ['/', '/*']) app.route({ url, method, handler: forward })

  function forward(request: FastifyRequest, reply: FastifyReply): void {
    const fault = isUpgrade(request.raw) ? checkHandshake(request.raw) : null
    if (fault !== null) throw fault
    const { transport, buildHeaders, targetOf } = connectionOf(request)
    const path = request.target === null ? '/' : targetOf(request.target)
    transport.send({ request, reply, path }, buildHeaders(withoutConnectionNamed(request), request))
  }
}

/** What `Connection` names ends here (RFC 9110, 7.6.1), before the gateway adds its own: nobody names those away. */
function withoutConnectionNamed(request: FastifyRequest): FastifyRequest['headers'] {
  const named = connectionNames(request.headers.connection)
  if (named.size === 0) return request.headers
  const headers = { ...request.headers }
  for (const name of named) delete headers[name]
  return headers
}
