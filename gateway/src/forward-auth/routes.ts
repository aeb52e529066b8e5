import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Responses } from '../access/responses.ts'
import { Fault, toFault } from '../errors.ts'
import { plainAddress } from '../http/address.ts'
import { nameScope } from '../http/named-scope.ts'
import { nameRoutes } from '../traffic/route-names.ts'
import { type Adapter, DIALECTS } from './adapters.ts'
import type { ForwardAuthRequests, Reply } from './forward-auth-requests.ts'
import { answerFault, answerResult } from './responses.ts'

export interface ForwardAuthRouteOptions {
  /** Path of the endpoint. */
  path: string
  forwardAuthRequests: ForwardAuthRequests
  responses: Responses
}

/** The endpoint in a scope of its own; see `registerRoutes`. */
export function registerForwardAuth(app: FastifyInstance, options: ForwardAuthRouteOptions): void {
  void app.register(
    nameScope('verify', async (scope) => {
      nameRoutes(scope, 'verify')
      registerRoutes(scope, options)
    })
  )
}

/**
 * Registers the endpoint, every dialect below a path of its own. Questions are answered at `onRequest`: some come with
 * the visitor's `Content-Type` and no body. Paths count byte for byte, since the router would decode them.
 */
function registerRoutes(app: FastifyInstance, options: ForwardAuthRouteOptions): void {
  const { path, forwardAuthRequests, responses } = options

  for (const adapter of DIALECTS) {
    app.route({
      method: app.supportedMethods,
      url: `${path}${adapter.suffix}`,
      config: { sameOrigin: false },
      onRequest: (request, reply) => ask(request, reply, adapter),
      handler: () => {
        throw new Fault('INTERNAL_ERROR', { detail: 'a question that nobody answered' })
      }
    })
  }
  app.all(`${path}/*`, { config: { sameOrigin: false } }, () => {
    throw new Fault('NOT_FOUND')
  })

  function ask(request: FastifyRequest, reply: FastifyReply, adapter: Adapter): void {
    const ownPath = matchPath(request.raw.url ?? '', `${path}${adapter.suffix}`)
    if (ownPath === null) throw new Fault('NOT_FOUND')
    const peer = plainAddress(request.raw.socket.remoteAddress)
    const { style } = adapter
    const refuse = (fault: Fault) => answerFault(request, reply, { fault, style, responses })
    const untrusted = forwardAuthRequests.refusePeer(peer, request.record)
    if (untrusted !== null) {
      refuse(untrusted)
      return
    }
    const send = (response: Reply) => {
      if (response.kind === 'unanswerable') refuse(response.fault)
      else answerResult(request, reply, { result: response, style, responses })
    }
    const fail = (err: unknown) => void reply.send(toFault(err))
    const response = forwardAuthRequests.response(peer, adapter.read(request, ownPath), {
      record: request.record,
      // It is asked why another question was refused.
      isRepeated: style === 'refusal',
      successIsPass: adapter.successIsPass
    })
    if (response instanceof Promise) response.then(send).catch(fail)
    else send(response)
  }
}

/** Our part of a request target, where the pattern matches it as it came; null: it does not. */
function matchPath(url: string, pattern: string): string | null {
  if (!pattern.endsWith('/*')) return url.split('?', 1)[0] === pattern ? pattern : null
  const folder = pattern.slice(0, -1)
  return url.startsWith(folder) ? folder.slice(0, -1) : null
}
