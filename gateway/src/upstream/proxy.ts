import fastifyHttpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BuildUpstreamHeaders } from './identity-headers.ts'
import type { Transport } from './transport.ts'

/** Largest WebSocket message, in bytes. */
const LARGEST_MESSAGE_BYTES = 16 * 1024 * 1024
const WEBSOCKET_HANDSHAKE_TIMEOUT_MS = 10_000
/** The client writes these itself for its own handshake. */
const HANDSHAKE_HEADER = /^sec-websocket-|^content-length$/

export interface ProxyOptions {
  /** Origin of the upstream. */
  origin: string
  transport: Transport
  buildHeaders: BuildUpstreamHeaders
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
    // Plain requests end here; the plugin's own handler would resolve their target once more, with three URL parsers.
    preHandler: (request, reply, done) => {
      if (request.headers.upgrade === undefined) forward(request, reply)
      else done()
    },
    handler: forward,
    websocket: true,
    wsServerOptions: { maxPayload: LARGEST_MESSAGE_BYTES, perMessageDeflate: false },
    wsClientOptions: {
      maxPayload: LARGEST_MESSAGE_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
      handshakeTimeout: WEBSOCKET_HANDSHAKE_TIMEOUT_MS,
      rewriteRequestHeaders: (_headers: unknown, request: FastifyRequest) => {
        const headers = buildHeaders(withoutConnectionNamed(request), request)
        return Object.fromEntries(Object.entries(headers).filter(([name]) => !HANDSHAKE_HEADER.test(name)))
      }
    } as never
  })

  function forward(request: FastifyRequest, reply: FastifyReply): void {
    transport.send({ request, reply }, buildHeaders(withoutConnectionNamed(request), request))
  }
}

/** What `Connection` names ends here (RFC 9110, 7.6.1), before the gateway adds its own: nobody names those away. */
function withoutConnectionNamed(request: FastifyRequest): FastifyRequest['headers'] {
  const { connection } = request.headers
  if (connection === undefined || connection === 'keep-alive') return request.headers
  const headers = { ...request.headers }
  for (const name of connection.toLowerCase().split(/[,\s]+/)) delete headers[name]
  return headers
}
