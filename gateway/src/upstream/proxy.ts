import fastifyHttpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../errors.ts'
import { hasBody } from '../http/body.ts'
import { connectionNames } from '../http/hop-by-hop.ts'
import { isUpgrade } from '../http/upgrades.ts'
import type { BuildRequestHeaders } from './request-headers.ts'
import type { Transport } from './transport.ts'

export interface ProxyOptions {
  /** Origin of the upstream. */
  origin: string
  transport: Transport
  buildHeaders: BuildRequestHeaders
}

/**
 * Registers the proxy for every path that is not the gateway's own. The access hook must stand in the same scope
 * before this call.
 */
export async function registerProxy(app: FastifyInstance, options: ProxyOptions): Promise<void> {
  const { origin, transport, buildHeaders } = options
  // The plugin replaces two of Fastify's parsers; a third would read text bodies before the transport can.
  app.removeAllContentTypeParsers()
  await app.register(fastifyHttpProxy, {
    upstream: origin,
    // TRACE would echo the identity headers to the client.
    httpMethods: app.supportedMethods.filter((method) => method !== 'TRACE'),
    disableRequestLogging: true,
    // Requests end here; the plugin's own handler would resolve their target once more, with three URL parsers.
    preHandler: forward
  })

  function forward(request: FastifyRequest, reply: FastifyReply): void {
    if (isUpgrade(request.raw)) requireWebSocketHandshake(request)
    transport.send({ request, reply }, buildHeaders(withoutConnectionNamed(request), request))
  }
}

/** Throws `INVALID_REQUEST` for everything but a WebSocket's handshake (RFC 6455, 4.1): Node has read no body of it. */
function requireWebSocketHandshake({ raw, headers, method }: FastifyRequest): void {
  const isHandshake = method === 'GET' && raw.httpVersion === '1.1' && !hasBody(raw)
  if (!isHandshake || headers.upgrade?.toLowerCase() !== 'websocket')
    throw new Fault('INVALID_REQUEST', { detail: 'upgrade: only to WebSocket, by GET without a body' })
}

/** What `Connection` names ends here (RFC 9110, 7.6.1), before the gateway adds its own: nobody names those away. */
function withoutConnectionNamed(request: FastifyRequest): FastifyRequest['headers'] {
  const named = connectionNames(request.headers.connection)
  if (named.size === 0) return request.headers
  const headers = { ...request.headers }
  for (const name of named) delete headers[name]
  return headers
}
