import { randomUUID } from 'node:crypto'
import { type IncomingMessage, METHODS, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { type Answers, toFault } from './access/answers.ts'
import { describeFault, describeRequest } from './access/decision-log.ts'
import { judgeMessage } from './access/message.ts'
import { judgeTarget } from './access/target.ts'
import { ERROR_CATALOGUE, type ErrorCode, Fault } from './errors.ts'
import { plainAddress } from './upstream/identity-headers.ts'

/** Room for four session cookies and everything else a browser sends. */
const LARGEST_HEADERS_BYTES = 32 * 1024
const HEADERS_TIMEOUT_MS = 15_000
const KEEP_ALIVE_TIMEOUT_MS = 72_000
const CONNECTIONS_CHECK_MS = 5_000
const IDLE_SWEEP_MS = 50

const UNREADABLE: ReadonlyMap<string, ErrorCode> = new Map([
  ['HPE_HEADER_OVERFLOW', 'HEADERS_TOO_LARGE'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'REQUEST_TIMEOUT']
])
const NO_COOKIES: readonly string[] = []

export interface ServerOptions {
  logger: FastifyBaseLogger
  publicOrigin: string
  isTrustedProxy: (address: string) => boolean
}

/** The HTTP server: its limits, the judged target of every request, and the one error handler. */
export function createServer(
  answers: Answers,
  { logger, publicOrigin, isTrustedProxy }: ServerOptions
): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: (address) => isTrustedProxy(plainAddress(address)),
    genReqId: (raw) => requestId(raw, isTrustedProxy),
    requestIdHeader: false,
    // RFC 9112, 3.2.2: a server must take the absolute form; one for another host stays what it is and gets a 400.
    rewriteUrl: ({ url = '' }) => (url.startsWith(`${publicOrigin}/`) ? url.slice(publicOrigin.length) : url),
    http: {
      maxHeaderSize: LARGEST_HEADERS_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS
    },
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // Uploads may take as long as they move; silence is bounded where bodies are read.
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    // What comes in while the end has begun is answered like everything else, and told to go elsewhere next time.
    return503OnClosing: false,
    routerOptions: { maxParamLength: LARGEST_HEADERS_BYTES },
    frameworkErrors: (error, request, reply) => {
      answers.fault(request, reply, toFault(error))
    },
    clientErrorHandler: refuseUnreadable
  })
  // All that Node reads, WebDAV too; CONNECT asks for a tunnel and gets none.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method))
      app.addHttpMethod(method, { hasBody: true })
  }
  app.decorateRequest('target', null)
  app.decorateRequest('session', null)
  app.decorateRequest('setCookies')
  app.decorate('lifecycle', { ending: false })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (app.lifecycle.ending) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    request.setCookies = NO_COOKIES
    const target = judgeTarget(request.raw.url ?? '')
    if (target.kind === 'invalid') {
      done(new Fault('INVALID_REQUEST', { detail: `request target: ${target.reason}` }))
      return
    }
    const complaint = judgeMessage(request.raw)
    if (complaint !== null) {
      done(new Fault('INVALID_REQUEST', { detail: complaint }))
      return
    }
    request.target = target
    done()
  })
  app.addHook('preClose', (done) => {
    app.lifecycle.ending = true
    // Node ends the connections that are idle now; those that become idle later would hold the end up.
    const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_MS)
    app.server.once('close', () => clearInterval(sweep))
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    const fault = toFault(error)
    const line = { ...describeRequest(request), code: fault.code, ...describeFault(fault) }
    if (fault.statusCode >= 500)
      request.log.error(fault.code === 'INTERNAL_ERROR' ? { ...line, err: fault.cause } : line, 'fault')
    else request.log.info(line, 'fault')
    return answers.fault(request, reply, fault, request.setCookies)
  })
  app.setNotFoundHandler((request, reply) => answers.fault(request, reply, new Fault('NOT_FOUND')))
  return app
}

/** For bytes that are no request, so there is nothing to route. */
function refuseUnreadable(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const code = UNREADABLE.get(error.code ?? '') ?? 'INVALID_REQUEST'
  const { status, message } = ERROR_CATALOGUE[code]
  const requestId = randomUUID()
  this.log.info({ requestId, code, detail: error.code, client: plainAddress(socket.remoteAddress) }, 'fault')
  const body = JSON.stringify({ statusCode: status, code, error: STATUS_CODES[status], message, requestId })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `x-request-id: ${requestId}`,
    'connection: close'
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function requestId(
  raw: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrustedProxy: (address: string) => boolean
): string {
  const given = raw.headers['x-request-id']
  if (
    typeof given === 'string' &&
    /^[\w.-]{1,64}$/.test(given) &&
    isTrustedProxy(plainAddress(raw.socket.remoteAddress))
  ) {
    return given
  }
  return randomUUID()
}
