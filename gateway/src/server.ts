/** A Fastify server with id, checked target and host, log record and error handler. It knows no application and no access rule. */

import { randomUUID } from 'node:crypto'
import { METHODS } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { NOT_ADMITTED } from './access/decision.ts'
import type { Responses } from './access/responses/responses.ts'
import { isSecurityCode, noteFault } from './access/security-events.ts'
import { Fault, toFault } from './errors.ts'
import { authRequestOf, createRequestIds, isRequestId } from './http/auth-request.ts'
import { connectionsBeyondLimit, createOpenStreams, OpenRequests } from './http/connections/open-responses.ts'
import { routeUpgrades } from './http/connections/upgrades.ts'
import { checkMessage, MAX_HEADERS_BYTES, readableHeadersBytes } from './http/message.ts'
import { HOST, hostnameOf, plainAddress, readHost, withoutPorts } from './http/origin.ts'
import { codeOfUnreadable, endWithResponse, plainResponse, sendOwnResponse } from './http/own-response.ts'
import { FASTIFY_OPTIONS, methodFault, type PathList, type Sites } from './http/routes.ts'
import { parseRequestTarget, stripOwnOrigin } from './http/target.ts'
import { type EventSink, ignoreEvents } from './operations/events.ts'
import type { GatewayLogger } from './operations/logging.ts'
import { nameRoutes, RequestLogger, unfinishedOf } from './operations/requests/request-record.ts'
import { createTraffic, rejectionReason, type Traffic } from './operations/requests/traffic.ts'
import { NO_TRACING, type Tracing } from './operations/tracing.ts'

export interface ServerOptions {
  logger: GatewayLogger
  publicOrigin: string
  originOf?: (host: string) => string
  isTrustedProxy: (address: string) => boolean
  /** Whether the gateway serves this host (without port); default: every host. */
  knowsHost?: (hostname: string) => boolean
  /** Host constraints of routes; see `constrainSites`. */
  sites?: Sites
  /** Default: none. */
  ownPaths?: Pick<PathList, 'othersThan'>
  /** Request head limit in bytes; default 32 kB. */
  largestHeadersBytes?: number
  report?: EventSink
  traffic?: Traffic
  tracing?: Tracing
}

/** Creates the server. It does not listen: requests come from a `ListeningServer`, which has the connection limits. */
export function createServer(responses: Pick<Responses, 'ownHeaders' | 'fault'>, options: ServerOptions) {
  const {
    logger,
    publicOrigin,
    originOf = () => publicOrigin,
    isTrustedProxy,
    knowsHost,
    sites,
    ownPaths
  } = options
  const { largestHeadersBytes = MAX_HEADERS_BYTES, report = ignoreEvents, tracing = NO_TRACING } = options
  const { traffic = createTraffic({ report, lines: logger.lines }) } = options
  const createId = createRequestIds()
  const app: FastifyInstance = fastify({
    // Requests get a logger from `decorate`. Fastify's own would check it per request and add two listeners to each response.
    logger: false,
    trustProxy: (address) => isTrustedProxy(plainAddress(address)),
    genReqId({ headers, socket }) {
      const given = headers['x-request-id']
      if (given === undefined) return createId()
      return isRequestId(given) && isTrustedProxy(plainAddress(socket.remoteAddress)) ? given : createId()
    },
    requestIdHeader: false,
    ...FASTIFY_OPTIONS,
    rewriteUrl(raw) {
      const { url = '' } = raw
      return url.startsWith('/') ? url : stripOwnOrigin(url, originOf(readHost(raw, { isTrustedProxy })))
    },
    // Requests that arrive during shutdown are served as usual, with `Connection: close`.
    return503OnClosing: false,
    routerOptions: {
      // The head limit already bounds parameters.
      maxParamLength: readableHeadersBytes(largestHeadersBytes),
      ...(sites === undefined ? {} : { constraints: sites })
    },
    // Requests the router cannot read arrive here undecorated and outside of every `catch`.
    frameworkErrors: (error, request, reply) => {
      decorate(request, reply)
      // The error message quotes the target, whose query may hold secrets.
      const detail = `request target: ${error.code === 'FST_ERR_BAD_URL' ? 'encoding' : error.code}`
      answerError(new Fault('INVALID_REQUEST', { detail }), request, reply)
    },
    clientErrorHandler: refuseUnreadable
  })
  app.log = logger
  // Every method Node parses, including WebDAV. CONNECT would ask for a tunnel.
  const more = METHODS.filter((method) => method !== 'CONNECT' && !app.supportedMethods.includes(method))
  for (const method of more) app.addHttpMethod(method, { hasBody: true })
  for (const name of ['target', 'authRequest', 'trace', 'record', 'admitted']) app.decorateRequest(name, null)
  app.decorate('originOf', originOf)
  app.decorate('ownHeaders', responses.ownHeaders)
  app.decorate('reportEvent', report)
  nameRoutes(app, 'other')
  app.decorate('traffic', traffic)
  app.decorate('lifecycle', { ending: false, requests: new OpenRequests(), streams: createOpenStreams() })
  routeUpgrades(app.server, (raw, response) => app.routing(raw, response))
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (app.lifecycle.ending) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onRequest', (request, reply, done) => {
    decorate(request, reply)
    if (connectionsBeyondLimit.has(request.raw.socket)) {
      reply.header('connection', 'close')
      const detail = 'all connections are in use: listen.maxConnections, or the limit of open files'
      return done(new Fault('OVERLOADED', { detail, retryAfterSeconds: 1 }))
    }
    const target = parseRequestTarget(request.raw.url ?? '')
    const fault = target.kind === 'refused' ? target.fault : checkMessage(request.raw, largestHeadersBytes)
    if (fault === null && target.kind === 'target') request.target = target
    // Same as for a head too large to parse.
    if (fault?.code === 'HEADERS_TOO_LARGE') reply.header('connection', 'close')
    done(fault ?? checkHost(request) ?? checkMethod(request, reply) ?? undefined)
  })
  if (tracing.isRecorded)
    app.addHook('onRequest', ({ trace }, _reply, done) => (trace === null ? done() : trace.within(done)))
  app.addHook('preClose', (done) => {
    app.lifecycle.ending = true
    app.lifecycle.streams.close()
    done()
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) =>
    sendOwnResponse(request, reply, responses.fault(authRequestOf(request), new Fault('NOT_FOUND')))
  )

  function decorate(request: FastifyRequest, reply: FastifyReply): void {
    const { 'x-forwarded-for': from } = request.raw.headers
    // Before anything reads it.
    if (from !== undefined) request.raw.headers['x-forwarded-for'] = withoutPorts(String(from))
    request.log = reply.log = new RequestLogger(app.log, request.id)
    request.trace = tracing.begin(request.raw, isTrustedProxy)
    request.record = traffic.beginRequest(request, reply)
    request.target = null
    request.authRequest = null
    request.admitted = NOT_ADMITTED
  }

  function checkMethod(request: FastifyRequest, reply: FastifyReply): Fault | null {
    const allowed = ownPaths?.othersThan(request) ?? null
    return allowed === null ? null : methodFault(reply, allowed)
  }

  /** Auth requests may come to any host; forward auth checks the host they forward. */
  function checkHost({ host, headers, record }: FastifyRequest): Fault | null {
    if (record.route === 'verify') return null
    // A trusted proxy forwarded a host other than the `Host` header, which has been checked.
    if (host !== headers.host && host !== '' && !HOST.test(host))
      return new Fault('INVALID_REQUEST', { detail: 'x-forwarded-host header' })
    return knowsHost?.(hostnameOf(host)) === false ? new Fault('UNKNOWN_HOST') : null
  }

  /** Records the fault and responds. Errors on the way become a plain 500: nothing above catches them. */
  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    try {
      const fault = toFault(error)
      noteFault(request, fault)
      const { record } = request
      record.fault = fault
      record.owner ??= record.refusedSignIn?.owner ?? null
      const reason = rejectionReason(fault.code, record)
      const { application, decision } = record
      if (reason !== null)
        report({ kind: 'request.turned-away', reason, ...(decision !== null && { application }) })
      const { setCookies } = request.admitted.outcome
      sendOwnResponse(request, reply, responses.fault(authRequestOf(request), fault, setCookies))
    } catch (err) {
      request.log.error({ code: 'INTERNAL_ERROR', err }, 'error response failed')
      answerPlainly(request, reply)
    }
  }

  return app
}

function answerPlainly(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  if (reply.raw.headersSent) {
    reply.raw.destroy()
    return
  }
  const { statusCode, headers, body } = plainResponse('INTERNAL_ERROR', request.id, request.server.ownHeaders)
  for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name)
  reply.raw.writeHead(statusCode, headers).end(body)
}

/** For bytes that are not a request and cannot be routed. */
function refuseUnreadable(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  const unfinished = unfinishedOf(socket)
  // Part of the body of a request that already has its response; another would be taken for that of the next request.
  if (unfinished?.response.headersSent === true) {
    socket.destroySoon()
    return
  }
  // Not bytes but an end: the client of that request has left, as its log line will say.
  if (unfinished !== null && error.code === 'HPE_INVALID_EOF_STATE') {
    socket.destroy()
    return
  }
  const code = codeOfUnreadable(error, socket)
  if (code === null) return
  const requestId = unfinished?.request.id ?? randomUUID()
  const line = { requestId, code, detail: error.code, client: plainAddress(socket.remoteAddress) }
  if (isSecurityCode(code)) this.reportEvent({ kind: 'access.refused', ...line })
  const answer = plainResponse(code, requestId, this.ownHeaders)
  this.traffic.rejectBytes(socket, { ...line, status: answer.statusCode, log: this.log })
  endWithResponse(socket, answer)
}
