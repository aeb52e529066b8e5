/** The management listener: `/livez`, `/readyz` (`?verbose` lists the checks), `/metrics`, and with a token what plugins add. It serves no visitor. */

import { hash, randomUUID, timingSafeEqual } from 'node:crypto'
import { maxHeaderSize } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { createSingleFlight } from '../async.ts'
import { ERROR_CATALOGUE, type ErrorCode, toFault } from '../errors.ts'
import { MAX_USER_AGENT_CHARS } from '../http/auth-request.ts'
import { bearerOf, readJsonBodies } from '../http/message.ts'
import { plainAddress } from '../http/origin.ts'
import {
  chooseEncoding,
  codeOfUnreadable,
  compress,
  endWithResponse,
  errorBody,
  OWN_HEADERS,
  plainResponse
} from '../http/own-response.ts'
import { FASTIFY_OPTIONS, nameScope } from '../http/routes.ts'
import { cannotPassBecause, type HealthCheck } from '../operations/condition.ts'
import { type EventSink, ignoreEvents } from '../operations/events.ts'
import type { Shutdown } from '../operations/shutdown.ts'
import type { AskServing, EndpointPlugin } from '../own-routes.ts'
import { createListeningServer, planTcp } from './connections/listening-server.ts'

/** Timeout for receiving a request with its body. */
const REQUEST_TIMEOUT_MS = 60_000

type Checks = Readonly<Record<string, HealthCheck>>

/** Endpoints besides liveness and readiness. */
interface ManagementOptions {
  /** Content of `/metrics`; default: no such path. */
  renderMetrics?: () => Promise<string>
  /** For `/readyz?verbose`; default: no checks. */
  listChecks?: () => Checks | Promise<Checks>
  /** Bearer token for every path but `/livez` and `/readyz`. Null or omitted: none is required, and there are no paths of plugins. */
  token?: () => string | null
  /** Receives `access.refused` for requests without the token; optional. */
  report?: EventSink
  plugins?: readonly EndpointPlugin[]
  /** Default: no process responds. */
  askServing?: AskServing
}

/** Probes of load balancers and container platforms carry no token. */
const WITHOUT_TOKEN: ReadonlySet<string | undefined> = new Set(['/livez', '/readyz'])
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Creates the listener. Apart from paths of plugins, it says nothing about visitors. */
export function createManagement(
  readiness: Pick<Shutdown, 'notReadyBecause'>,
  options: ManagementOptions = {}
): FastifyInstance {
  const { renderMetrics, listChecks = () => ({}), token = () => null, report = ignoreEvents } = options
  const { plugins = [], askServing = async () => null } = options
  const app = createServer()
  app.addHook('onRequest', async (request, reply) => {
    const wanted = WITHOUT_TOKEN.has(request.routeOptions.url) ? null : token()
    if (wanted === null || isSame(bearerOf(request.headers) ?? '', wanted)) return
    const { method, routeOptions, ip, headers } = request
    const requestId = randomUUID()
    report({
      kind: 'access.refused',
      requestId,
      client: plainAddress(ip),
      method,
      path: routeOptions.url,
      userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT_CHARS),
      code: 'MISSING_CREDENTIALS',
      detail: 'management listener'
    })
    return refuse(reply.header('www-authenticate', 'Bearer'), 'MISSING_CREDENTIALS', requestId)
  })
  app.setErrorHandler((error, _request, reply) => refuse(reply, toFault(error).code))
  app.setNotFoundHandler((_request, reply) => refuse(reply, 'NOT_FOUND'))
  app.get('/livez', async () => ({ status: 'live' }))
  app.get('/readyz', async (request, reply) => {
    const isVerbose = Reflect.has(Object(request.query), 'verbose')
    const known = readiness.notReadyBecause()
    const checks = known === null || isVerbose ? await listChecks() : {}
    const reason = known ?? cannotPassBecause(checks)
    return reply
      .code(reason === null ? 200 : 503)
      .send({ status: reason ?? 'ready', ...(isVerbose && { checks }) })
  })
  if (renderMetrics !== undefined) offerMetrics(app, renderMetrics)
  for (const plugin of plugins)
    app.register(
      nameScope('plugin', async (scope) => {
        scope.addHook('onRequest', async (_request, reply) =>
          token() === null ? refuse(reply, 'NOT_FOUND') : undefined
        )
        await plugin.registerManagement?.(scope, askServing)
      })
    )
  return app
}

function createServer(): FastifyInstance {
  const app = fastify({
    logger: false,
    ...FASTIFY_OPTIONS,
    forceCloseConnections: true,
    requestTimeout: REQUEST_TIMEOUT_MS,
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      const { statusCode, headers, body } = plainResponse('INVALID_REQUEST', randomUUID(), OWN_HEADERS)
      reply.code(statusCode).headers(headers).send(body)
    },
    clientErrorHandler: refuseUnreadable
  })
  readJsonBodies(app)
  app.addHook('onSend', async (request, reply) => {
    reply.headers(OWN_HEADERS)
    // The body of a rejected request is not read; one still to come must not hold the connection.
    if (!request.raw.complete) reply.header('connection', 'close')
  })
  return app
}

/** Listens, on both loopback addresses for `localhost`; returns the port. `app`: from `createManagement`. */
export async function listenForManagement(
  app: FastifyInstance,
  place: { host: string; port: number }
): Promise<number> {
  const { keepAliveTimeout: keepAliveTimeoutMs, requestTimeout: requestTimeoutMs } = app.server
  const plan = planTcp(place)
  const limits = { largestHeadersBytes: maxHeaderSize, keepAliveTimeoutMs, requestTimeoutMs }
  const listener = createListeningServer({ plan, ...limits })
  app.addHook('onClose', async () => {
    listener.abort()
    await listener.close()
  })
  await app.ready()
  listener.serve(app.server)
  return await listener.listen()
}

/** Concurrent scrapes share one rendering. */
function offerMetrics(app: FastifyInstance, renderMetrics: () => Promise<string>): void {
  const renderings = createSingleFlight<string>()
  app.get('/metrics', async (request, reply) => {
    const text = await renderings.run('', renderMetrics)
    reply.type(METRICS_TYPE).header('vary', 'accept-encoding')
    const encoding = chooseEncoding(request.headers['accept-encoding'], (coding) => coding === 'gzip')
    if (encoding === null) return reply.send(text)
    return reply.header('content-encoding', encoding).send(await compress(text, encoding))
  })
}

function refuse(reply: FastifyReply, code: ErrorCode, requestId: string = randomUUID()): FastifyReply {
  return reply.code(ERROR_CATALOGUE[code].status).send(errorBody(code, requestId))
}

function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(given), digest(wanted))
}

function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  const code = codeOfUnreadable(error, socket)
  if (code !== null) endWithResponse(socket, plainResponse(code, randomUUID(), OWN_HEADERS))
}
