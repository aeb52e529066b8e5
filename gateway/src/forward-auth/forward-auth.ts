/** Forward auth: lets a reverse proxy ask the gateway about each request. It must not decide access itself: that is `access/`, as for proxied requests. */

import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Responses } from '../access/responses/responses.ts'
import { createTurnEnd } from '../async.ts'
import { Fault, toFault } from '../errors.ts'
import { isBodyPending } from '../http/message.ts'
import { plainAddress } from '../http/origin.ts'
import { type OwnResponse, sendOwnResponse } from '../http/own-response.ts'
import { nameScope } from '../http/routes.ts'
import { nameRoutes } from '../operations/requests/request-record.ts'
import { ADAPTERS, type Adapter, type ResponseStyle } from './adapters.ts'
import type { ForwardAuthOptions, ForwardAuthRequests, Reply } from './evaluate.ts'

/** Headroom for session cookies that a proxy repeats, on top of the visitor's own headers. */
export const MAX_AUTH_REQUEST_BYTES = 64 * 1024

/** Registers the endpoint on a server. */
export function registerForwardAuth(
  app: FastifyInstance,
  forwardAuthRequests: ForwardAuthRequests,
  options: Pick<ForwardAuthOptions, 'config' | 'identities'> & { responses: Responses }
): void {
  const { config, identities, responses } = options
  // Derive the signing keys while the server starts.
  app.addHook('onReady', async () => {
    await identities.jwks()
  })
  void app.register(
    nameScope('verify', async (scope) => {
      nameRoutes(scope, 'verify')
      registerRoutes(scope, config.paths.verify, forwardAuthRequests, responses)
    })
  )
}

/** One path per adapter, compared byte for byte, as the router would decode it. Responds at `onRequest`: some auth requests have a `Content-Type` but no body. */
function registerRoutes(
  app: FastifyInstance,
  path: string,
  forwardAuthRequests: ForwardAuthRequests,
  responses: Responses
): void {
  const endSoon = createTurnEnd<ServerResponse>((raw) => raw.end())
  for (const adapter of ADAPTERS) {
    app.route({
      method: app.supportedMethods,
      url: `${path}${adapter.suffix}`,
      config: { sameOrigin: false },
      onRequest: (request, reply) => ask(request, reply, adapter),
      handler: () => {
        throw new Fault('INTERNAL_ERROR', { detail: 'auth request without a response' })
      }
    })
  }
  app.all(`${path}/*`, { config: { sameOrigin: false } }, () => {
    throw new Fault('NOT_FOUND')
  })

  function ask(request: FastifyRequest, reply: FastifyReply, adapter: Adapter): void {
    const ownPath = matchPath(request.raw.url ?? '', `${path}${adapter.suffix}`)
    if (ownPath === null) throw new Fault('NOT_FOUND')
    const { style, successIsPass } = adapter
    const send = (answer: Reply): void => {
      if (answer.kind === 'pass' && style !== 'refusal') {
        writePassHead(request, reply, [...answer.headers, ...cookieHeaders(answer.setCookies, style)])
        endSoon(reply.raw)
        return
      }
      sendOwnResponse(request, reply, REFUSALS[style](refusalFor(request, answer, responses)))
    }
    const answer = forwardAuthRequests.answer(
      plainAddress(request.raw.socket.remoteAddress),
      () => adapter.read(request, ownPath),
      // A refusal is only asked for to explain a previous one.
      { record: request.record, isRepeated: style === 'refusal', successIsPass }
    )
    if (answer instanceof Promise) answer.then(send).catch((err: unknown) => void reply.send(toFault(err)))
    else send(answer)
  }
}

/** Our part of the raw request target; null if the pattern does not match. */
function matchPath(url: string, pattern: string): string | null {
  if (!pattern.endsWith('/*')) return url.split('?', 1)[0] === pattern ? pattern : null
  const folder = pattern.slice(0, -1)
  return url.startsWith(folder) ? folder.slice(0, -1) : null
}

/** nginx cannot split `Set-Cookie`, so each cookie has its own header; its config names this many. */
const MAX_COOKIES = 8
const NUMBERED_COOKIE = 'x-gatehouse-set-cookie-'
const RETRY_AFTER_SECONDS = 1
/** Statuses that nginx handles as a refusal rather than an error; listed in its `error_page`. */
const BARE_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 503])

/** The response to a request that is not admitted now. */
function refusalFor(request: FastifyRequest, answer: Reply, responses: Responses): OwnResponse {
  switch (answer.kind) {
    case 'refuse':
      return answer.response
    case 'pass': {
      // It was refused a moment ago: redirecting the browser back could loop.
      const fault = new Fault('VERDICT_CHANGED', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      return responses.fault(answer.authRequest, fault)
    }
    // For the operator rather than the visitor.
    case 'unanswerable':
      return responses.plainFault(request, answer.fault)
  }
}

/** Writes the head of exactly 200 without a body, the only success for some proxies. Bypasses Fastify, whose own headers would reach the application or the visitor. */
function writePassHead(request: FastifyRequest, reply: FastifyReply, headers: readonly string[]): void {
  const ends = request.server.lifecycle.ending || isBodyPending(request.raw)
  // Before hijacking, so that the error handler can still respond to an exception.
  reply.raw.writeHead(200, ['content-length', '0', ...(ends ? ['connection', 'close'] : []), ...headers])
  reply.hijack()
}

/** A response with session cookies must not be cached. */
function cookieHeaders(setCookies: readonly string[], style: ResponseStyle): string[] {
  if (setCookies.length === 0) return []
  // Clearing cookies of a longer session come last; those cut off are cleared by a later response.
  const lines = setCookies.slice(0, MAX_COOKIES)
  const numbered =
    style === 'status' ? lines.flatMap((cookie, index) => [`${NUMBERED_COOKIE}${index + 1}`, cookie]) : []
  return [
    ...lines.flatMap((cookie) => ['set-cookie', cookie]),
    ...numbered,
    'cache-control',
    'private, no-store'
  ]
}

const REFUSALS: Readonly<Record<ResponseStyle, (response: OwnResponse) => OwnResponse>> = {
  full: (response) => response,
  refusal: (response) => response,
  status: ({ statusCode }) => bare(statusCode, {}),
  'status-with-cookies': ({ statusCode, headers: { 'set-cookie': cookies } }) =>
    bare(statusCode, cookies === undefined ? {} : { 'set-cookie': cookies })
}

/** These proxies drop the rest, and a body would cost the connection. */
function bare(statusCode: number, headers: OwnResponse['headers']): OwnResponse {
  return { statusCode: bareStatus(statusCode), headers, body: null }
}

function bareStatus(statusCode: number): number {
  if (BARE_STATUSES.has(statusCode)) return statusCode
  return statusCode >= 300 && statusCode < 400 ? 401 : 403
}
