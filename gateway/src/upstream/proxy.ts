import { METHODS } from 'node:http'
import fastifyHttpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../errors.ts'
import type { BuildUpstreamHeaders } from './identity-headers.ts'
import { markExchange, type Transport, UpstreamAnswer } from './transport.ts'

/** Largest WebSocket message, in bytes. */
const LARGEST_MESSAGE_BYTES = 16 * 1024 * 1024
const WEBSOCKET_HANDSHAKE_TIMEOUT_MS = 10_000
/** CONNECT asks for a tunnel; TRACE would echo the identity headers to the client. */
const REFUSED_METHODS = new Set(['CONNECT', 'TRACE'])
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
  const methods = METHODS.filter((method) => !REFUSED_METHODS.has(method))
  for (const method of methods) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  }

  // The plugin replaces two of Fastify's parsers; a third would read text bodies before the transport can.
  app.removeAllContentTypeParsers()
  await app.register(fastifyHttpProxy, {
    upstream: origin,
    httpMethods: methods,
    // Its type wants undici's own classes; it takes every object with a `request` function.
    undici: transport as never,
    disableRequestLogging: true,
    // The path goes out as it came; the plugin's parsed copy is not used.
    disableCache: true,
    handler: forward,
    replyOptions: {
      // Any other value retries a GET ten times when the upstream answers 503.
      retryDelay: () => null,
      onResponse: (_request: unknown, _reply: unknown, response: unknown) => startAnswer(response),
      onError: (reply, { error }) => {
        reply.send(toUpstreamFault(error))
      }
    },
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

  function forward(request: FastifyRequest, reply: FastifyReply, source: string, replyOptions: object) {
    return reply.from(source, {
      ...replyOptions,
      rewriteRequestHeaders: (_request, headers) =>
        // From the `headers` argument: what `Connection` names is already gone there, and only there.
        markExchange(buildHeaders(headers, request), { request, reply }) as typeof headers
    })
  }
}

function startAnswer(response: unknown): void {
  const stream =
    typeof response === 'object' && response !== null ? Reflect.get(response, 'stream') : undefined
  if (stream instanceof UpstreamAnswer) stream.start()
}

/** The plugin does this for plain requests only. */
function withoutConnectionNamed(request: FastifyRequest): FastifyRequest['headers'] {
  const headers = { ...request.headers }
  for (const name of (headers.connection ?? '').toLowerCase().split(/[,\s]+/)) delete headers[name]
  return headers
}

const TIMEOUTS = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT'
])

function toUpstreamFault(error: Error): Fault {
  const cause = error.cause ?? error
  if (cause instanceof Fault) return cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return new Fault(TIMEOUTS.has(code) ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNREACHABLE', { cause })
}
