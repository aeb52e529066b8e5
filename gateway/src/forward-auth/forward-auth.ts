import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Applications } from '../access/applications.ts'
import type { Decide } from '../access/decision.ts'
import type { Origins } from '../access/origins.ts'
import type { Responses } from '../access/responses.ts'
import { buildNetworkTest } from '../config/addresses/networks.ts'
import type { Config } from '../config/schema/schema.ts'
import { Fault, toFault } from '../errors.ts'
import { isBodyPending } from '../http/body.ts'
import type { CorsAt } from '../http/cors.ts'
import { nameScope } from '../http/no-schemas.ts'
import { type OwnResponse, sendOwnResponse } from '../http/own-response.ts'
import { plainAddress } from '../http/sites.ts'
import type { Identities } from '../identity/identity.ts'
import type { EventSink } from '../operations/events.ts'
import type { Sessions } from '../session/sessions.ts'
import { nameRoutes } from '../traffic/record.ts'
import { type Adapter, ADAPTERS, type ResponseStyle } from './adapters.ts'
import { createForwardAuthRequests, type ForwardAuthRequests, type Reply } from './forward-auth-requests.ts'
import { createPassHeaders } from './pass-headers.ts'
import { createJudge, createPlaceOf, type Result } from './verdict.ts'

/** Room for the session cookies of an answer that a proxy repeats, beside everything that it delivers of a visitor. */
export const MAX_AUTH_REQUEST_BYTES = 64 * 1024

export interface ForwardAuthOptions {
  config: Config
  decide: Decide
  corsAt: CorsAt
  /** With absolute links: proxies deliver them on other origins. */
  responses: Responses
  applications: Applications
  origins: Origins
  identities: Identities
  sessions: Sessions
  /** Is this path one of the gateway's own pages, on the origin of `publicUrl`? */
  isOwnPath: (path: string) => boolean
  report: EventSink
}

/** The room that answers proxies which ask about each request; see `createForwardAuth`. */
export interface ForwardAuth {
  /** Is this the address of a proxy that may ask? */
  isAuthProxy(address: string): boolean
  /** For listeners of other protocols. */
  readonly forwardAuthRequests: ForwardAuthRequests
  /** Registers the endpoint, on whichever server it is to be reached. */
  register(app: FastifyInstance): void
}

/** Wires the room. What may pass is decided as for requests that the gateway proxies itself. */
export function createForwardAuth(options: ForwardAuthOptions): ForwardAuth {
  const {
    config,
    decide,
    corsAt,
    responses,
    applications,
    origins,
    identities,
    sessions,
    isOwnPath,
    report
  } = options
  const { ownCookies } = sessions
  const placeOf = createPlaceOf(origins.publicOrigin, isOwnPath)
  const isAuthProxy = buildNetworkTest(config.forwardAuth.trustedProxies ?? config.trustedProxies)
  const passHeaders = createPassHeaders({ applications, identities, ownCookies, bearer: config.bearer })
  const evaluate = createJudge({ decide, corsAt, responses, passHeaders, sessions, report, placeOf })
  const forwardAuthRequests = createForwardAuthRequests({ origins, isAuthProxy, evaluate, report })
  return {
    isAuthProxy,
    forwardAuthRequests,
    register(app) {
      // Deriving the keys goes on while the rest is put together; nobody is answered without.
      app.addHook('onReady', async () => {
        await identities.jwks()
      })
      registerForwardAuth(app, { path: config.paths.verify, forwardAuthRequests, responses })
    }
  }
}

export interface ForwardAuthRouteOptions {
  /** Path of the endpoint. */
  path: string
  forwardAuthRequests: ForwardAuthRequests
  responses: Responses
}

/** The endpoint in a scope of its own; see `registerRoutes`. */
function registerForwardAuth(app: FastifyInstance, options: ForwardAuthRouteOptions): void {
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

  for (const adapter of ADAPTERS) {
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

/** nginx cannot tell cookies apart, so that they get names of their own; its configuration names so many. */
const MAX_COOKIES = 8
const NUMBERED_COOKIE = 'x-gatehouse-set-cookie-'
const RETRY_AFTER_SECONDS = 1
/** What nginx takes for a refusal and not for a failure of ours; `error_page` names them. */
const BARE_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 503])

/** Puts a verdict into the words of a proxy's dialect. */
function answerResult(
  request: FastifyRequest,
  reply: FastifyReply,
  { result, style, responses }: { result: Result; style: ResponseStyle; responses: Responses }
): void {
  if (result.kind === 'refuse') {
    if (style === 'full' || style === 'refusal') sendOwnResponse(request, reply, result.response)
    else sendOwnResponse(request, reply, bare(result.response, style))
  } else if (style === 'refusal') {
    // A moment ago it was a refusal: to send the browser back to where it came from could go on for ever.
    const fault = new Fault('VERDICT_CHANGED', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    sendOwnResponse(request, reply, responses.fault(result.authRequest, fault))
  } else {
    sendPass(request, reply, [...result.headers, ...cookieHeaders(result.setCookies, style)])
  }
}

/**
 * Exactly 200 and no body: some proxies take no other status for a pass. Written past the framework, whose own headers
 * would become the application's or the visitor's.
 */
function sendPass(request: FastifyRequest, reply: FastifyReply, headers: readonly string[]): void {
  const ends = request.server.lifecycle.ending || isBodyPending(request.raw)
  // First: what it throws is still the error handler's to answer.
  reply.raw.writeHead(200, ['content-length', '0', ...(ends ? ['connection', 'close'] : []), ...headers])
  reply.hijack()
  reply.raw.end()
}

/** Cookies only when they change; an answer with somebody's session is for no cache. */
function cookieHeaders(setCookies: readonly string[], style: ResponseStyle): string[] {
  if (setCookies.length === 0) return []
  // What is left over of a longer session is last in the list, and expires with a later answer.
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

/** A status alone: proxies that ask for no more drop the rest, and a body would cost the connection. */
function bare({ statusCode, headers }: OwnResponse, style: ResponseStyle): OwnResponse {
  const cookies = headers['set-cookie']
  return {
    statusCode: bareStatus(statusCode),
    headers: style === 'status-with-cookies' && cookies !== undefined ? { 'set-cookie': cookies } : {},
    body: null
  }
}

function bareStatus(statusCode: number): number {
  if (BARE_STATUSES.has(statusCode)) return statusCode
  if (statusCode >= 500) return 503
  return statusCode >= 300 && statusCode < 400 ? 401 : 403
}

/** An answer to a question that cannot be judged: for the operator's eyes, whoever the visitor is. */
function answerFault(
  request: FastifyRequest,
  reply: FastifyReply,
  { fault, style, responses }: { fault: Fault; style: ResponseStyle; responses: Responses }
): void {
  const response = responses.plainFault(request, fault)
  const isBare = style === 'status' || style === 'status-with-cookies'
  sendOwnResponse(request, reply, isBare ? bare(response, style) : response)
}
