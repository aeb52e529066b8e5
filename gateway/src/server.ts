import { randomUUID } from 'node:crypto'
import { type IncomingMessage, METHODS, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController
} from 'fastify'
import type { Answers } from './access/answers.ts'
import { isSecurityCode, noteFault } from './access/security-events.ts'
import { describeFault, Fault, toFault } from './errors.ts'
import { plainAddress } from './http/address.ts'
import { judgedRequestOf } from './http/judged-request.ts'
import { checkMessage } from './http/message.ts'
import { NO_SCHEMAS } from './http/no-schemas.ts'
import { createOpenStreams } from './http/open-streams.ts'
import { sendOwnAnswer } from './http/own-answer.ts'
import { codeOfUnreadable, endWithAnswer, plainAnswer } from './http/plain-answer.ts'
import { isRequestId } from './http/request-id.ts'
import { describeRequest } from './http/request-log.ts'
import { parseRequestTarget } from './http/target.ts'
import { routeUpgrades } from './http/upgrades.ts'
import { type EventSink, ignoreEvents } from './operations/events.ts'
import { describeOwner } from './operations/log-fields.ts'

/** Room for four session cookies and everything else a browser sends. */
const LARGEST_HEADERS_BYTES = 32 * 1024
const HEADERS_TIMEOUT_MS = 15_000
const KEEP_ALIVE_TIMEOUT_MS = 72_000
const CONNECTIONS_CHECK_MS = 5_000
const IDLE_SWEEP_MS = 50

const NO_COOKIES: readonly string[] = []

export interface ServerOptions {
  logger: FastifyBaseLogger
  publicOrigin: string
  /** The origin that visitors of a host use; `publicOrigin` when left out. */
  originOf?: (host: string) => string
  isTrustedProxy: (address: string) => boolean
  /** Largest head of a request; 32 kB when left out. */
  largestHeadersBytes?: number
  /** Takes security events; nobody does when left out. */
  report?: EventSink
}

/** The HTTP server: its limits, the judged target of every request, and the one error handler. */
export function createServer(
  answers: Answers,
  {
    logger,
    publicOrigin,
    originOf = () => publicOrigin,
    isTrustedProxy,
    largestHeadersBytes = LARGEST_HEADERS_BYTES,
    report = ignoreEvents
  }: ServerOptions
): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: (address) => isTrustedProxy(plainAddress(address)),
    genReqId: (raw) => requestId(raw, isTrustedProxy),
    requestIdHeader: false,
    schemaController: NO_SCHEMAS,
    // RFC 9112, 3.2.2: a server must take the absolute form; one for another host stays what it is and gets a 400.
    rewriteUrl: ({ url = '' }) => (url.startsWith(`${publicOrigin}/`) ? url.slice(publicOrigin.length) : url),
    http: {
      maxHeaderSize: largestHeadersBytes,
      // Node would refuse a request without a `Host` by itself, without our headers and a line; `checkMessage` does it.
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS
    },
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // Uploads may take as long as they move; silence is bounded where bodies are read.
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    // What comes in while the end has begun is answered like everything else, and told to go elsewhere next time.
    return503OnClosing: false,
    routerOptions: { maxParamLength: largestHeadersBytes },
    // Requests that the router cannot read get here without their decorations, and outside of every `catch`.
    frameworkErrors: (error, request, reply) => {
      decorate(request)
      // The error's own message quotes the target, whose query may hold secrets.
      const detail = `request target: ${error.code === 'FST_ERR_BAD_URL' ? 'encoding' : error.code}`
      answerError(new Fault('INVALID_REQUEST', { detail }), request, reply)
    },
    clientErrorHandler: refuseUnreadable
  })
  // All that Node reads, WebDAV too; CONNECT asks for a tunnel and gets none.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method))
      app.addHttpMethod(method, { hasBody: true })
  }
  app.decorateRequest('target', null)
  app.decorateRequest('judged', null)
  app.decorateRequest('session', null)
  app.decorateRequest('setCookies')
  app.decorateRequest('refusedOwner', null)
  app.decorate('originOf', originOf)
  app.decorate('ownHeaders', answers.ownHeaders)
  app.decorate('reportEvent', report)
  app.decorate('lifecycle', { ending: false, streams: createOpenStreams() })
  app.server.on('connection', prepareConnection)
  // By itself Node drops the headers after the two thousandth: one that must not come twice could come again unseen. Their
  // size is bounded above.
  app.server.maxHeadersCount = 0
  app.server.on('request', (raw, response) => LATEST.set(raw.socket, { raw, response }))
  // Likewise for an `Expect` other than `100-continue`.
  app.server.on('checkExpectation', (raw, response) => app.server.emit('request', raw, response))
  const silent = trackSilentConnections(app.server)
  routeUpgrades(app.server, app.routing)
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (app.lifecycle.ending) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    decorate(request)
    const target = parseRequestTarget(request.raw.url ?? '')
    const fault = target.kind === 'refused' ? target.fault : checkMessage(request.raw)
    if (fault === null && target.kind === 'target') request.target = target
    done(fault ?? undefined)
  })
  app.addHook('preClose', (done) => {
    app.lifecycle.ending = true
    void app.lifecycle.streams.endAll(0, async () => {})
    // Node ends the connections that are idle now; those that become idle later would hold the end up, and so would those
    // that browsers and load balancers open ahead.
    const sweep = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of silent) socket.destroy()
    }, IDLE_SWEEP_MS)
    app.server.once('close', () => clearInterval(sweep))
    done()
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) =>
    sendOwnAnswer(request, reply, answers.fault(judgedRequestOf(request), new Fault('NOT_FOUND')))
  )

  /** Writes one line and answers. Whatever is thrown on the way becomes a plain 500: nobody is behind this to catch it. */
  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    try {
      const fault = toFault(error)
      noteFault(request, fault)
      logFault(request, fault)
      const answer = answers.fault(judgedRequestOf(request), fault, request.setCookies)
      sendOwnAnswer(request, reply, answer)
    } catch (err) {
      request.log.error({ code: 'INTERNAL_ERROR', err }, 'error answer failed')
      answerPlainly(request, reply)
    }
  }

  return app
}

function decorate(request: FastifyRequest): void {
  request.target = null
  request.judged = null
  request.session = null
  request.setCookies = NO_COOKIES
  request.refusedOwner = null
}

/**
 * Node takes its own listeners away when a connection is upgraded: a reset after that would end the process. The peer's
 * address is asked for while there is one, Node remembers it then; a connection without has been reset already.
 */
function prepareConnection(socket: Socket): void {
  socket.on('error', () => {})
  if (socket.remoteAddress === undefined) socket.destroy()
}

/** The connections on which no request has come whole so far: to Node they are not idle. */
function trackSilentConnections(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  server.on('upgrade', ({ socket }) => silent.delete(socket))
  return silent
}

function logFault(request: FastifyRequest, fault: Fault): void {
  const owner = describeOwner(request.refusedOwner)
  const line = {
    ...describeRequest(judgedRequestOf(request)),
    ...owner,
    code: fault.code,
    ...describeFault(fault)
  }
  if (fault.statusCode < 500) request.log.info(line, 'fault')
  else request.log.error(fault.code === 'INTERNAL_ERROR' ? { ...line, err: fault.cause } : line, 'fault')
}

function answerPlainly(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  if (reply.raw.headersSent) {
    reply.raw.destroy()
    return
  }
  const { statusCode, headers, body } = plainAnswer('INTERNAL_ERROR', request.id, request.server.ownHeaders)
  for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name)
  reply.raw.writeHead(statusCode, headers).end(body)
}

/** The latest request of a connection, and its answer. */
const LATEST = new WeakMap<Socket, { raw: IncomingMessage; response: ServerResponse }>()

/** For bytes that are no request, so there is nothing to route. */
function refuseUnreadable(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  const latest = LATEST.get(socket)
  if (latest?.response.headersSent === true && !latest.raw.complete) {
    // They are of a body whose request is answered already: another answer would be taken for that of the next request.
    socket.destroySoon()
    return
  }
  const code = codeOfUnreadable(error, socket)
  if (code === null) return
  const requestId = randomUUID()
  const line = { requestId, code, detail: error.code, client: plainAddress(socket.remoteAddress) }
  this.log.info(line, 'fault')
  if (isSecurityCode(code)) this.reportEvent({ kind: 'access.refused', ...line })
  endWithAnswer(socket, plainAnswer(code, requestId, this.ownHeaders))
}

function requestId(
  raw: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrustedProxy: (address: string) => boolean
): string {
  const given = raw.headers['x-request-id']
  return isRequestId(given) && isTrustedProxy(plainAddress(raw.socket.remoteAddress)) ? given : randomUUID()
}
