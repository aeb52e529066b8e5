import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import { describeFault, describeFileShortage, Fault } from '../errors.ts'
import { endsConnection, isBodiless } from '../http/body.ts'
import { judgedRequestOf } from '../http/judged-request.ts'
import { describeRequest } from '../http/request-log.ts'
import { addOwnCookies, type FilterAnswerHeaders } from './answer-headers.ts'
import { openTunnel } from './tunnel.ts'

/** A client's request, and the reply that waits for the upstream's answer. */
export interface ProxiedRequest {
  request: FastifyRequest
  reply: FastifyReply
}

/** Headers by lower-case name, as undici gives them. */
type UpstreamHeaders = Record<string, string | string[] | undefined>
type AnswerHeaders = Record<string, string | string[]>

/** Receives one answer of the upstream and writes it to the client as it comes. */
export class UpstreamAnswer implements Dispatcher.DispatchHandler {
  readonly #proxied: ProxiedRequest
  readonly #filterHeaders: FilterAnswerHeaders
  #controller: Dispatcher.DispatchController | null = null
  #started = false
  /** Nothing more is written: the answer is complete, or nobody waits for the rest. */
  #isOver = false
  #isBodiless = false
  #forgetStream: (() => void) | null = null

  constructor(proxied: ProxiedRequest, filterHeaders: FilterAnswerHeaders) {
    this.#proxied = proxied
    this.#filterHeaders = filterHeaders
    // The client is gone: nobody waits for the upstream any more.
    proxied.reply.raw.once('close', () => this.#abandon('the client went away'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new Error('the client went away'))
  }

  /** The upstream's own `101` goes to the client; from then on bytes are moved as they come. */
  onRequestUpgrade(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: UpstreamHeaders,
    upstream: Duplex
  ): void {
    const { request, reply } = this.#proxied
    const client = reply.raw.socket
    if (this.#isOver || client === null) {
      upstream.on('error', () => {}).destroy()
      return
    }
    this.#isOver = true
    const answer = this.#buildHeaders(headers)
    reply.hijack()
    reply.raw.detachSocket(client)
    const head = formatHead(statusCode, { ...answer, connection: 'upgrade', upgrade: 'websocket' })
    client.write(head, 'latin1')
    const { streams, requests } = reply.server.lifecycle
    const tunnel = openTunnel(client, upstream, () => forget())
    const forget = streams.add(tunnel, judgedRequestOf(request))
    requests.becomeStream(reply.raw)
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: UpstreamHeaders
  ): void {
    if (statusCode < 200 || this.#isOver) return
    this.#controller = controller
    this.#start(statusCode, this.#buildHeaders(headers))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { raw } = this.#proxied.reply
    if (this.#isOver || raw.write(chunk) || raw.destroyed) return
    controller.pause()
    raw.once('drain', () => controller.resume())
  }

  onResponseEnd(): void {
    this.#end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isOver) return
    const { request, reply } = this.#proxied
    // A 304 may tell the length of what it stands for (RFC 9110, 8.6), which undici misses in its body.
    if (this.#isBodiless && codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
      this.#end()
      return
    }
    const fault = toUpstreamFault(error)
    if (!this.#started) {
      reply.send(fault)
      return
    }
    // With the head on its way there is no other honest word than a broken connection.
    const line = { ...describeRequest(judgedRequestOf(request)), code: fault.code, ...describeFault(fault) }
    request.log.warn(line, 'upstream answer aborted')
    reply.raw.destroy()
  }

  /** Writes the head, with the gateway's own cookies beside the upstream's. The body follows by itself. */
  #start(statusCode: number, headers: AnswerHeaders): void {
    const { request, reply } = this.#proxied
    if (endsConnection(request.raw, reply.server.lifecycle)) headers.connection = 'close'
    if (statusCode === 204) {
      // Many say 0, which harms nobody.
      if (Number(headers['content-length'] ?? 0) !== 0)
        request.log.warn(
          describeRequest(judgedRequestOf(request)),
          'the application sent a 204 with a Content-Length'
        )
      delete headers['content-length']
    }
    // Throws for what no header may hold; until then the answer can still be another one.
    reply.raw.writeHead(statusCode, STATUS_CODES[statusCode] ?? '', headers)
    reply.hijack()
    this.#started = true
    this.#isBodiless = isBodiless(statusCode)
    flushSoon(reply.raw)
    if (isEventStream(headers)) {
      const end = () => {
        this.#end()
        this.#controller?.abort(new Error('the gateway ends'))
      }
      const { streams, requests } = reply.server.lifecycle
      this.#forgetStream = streams.add({ end, destroy: () => reply.raw.destroy() }, judgedRequestOf(request))
      requests.becomeStream(reply.raw)
    }
  }

  #buildHeaders(headers: UpstreamHeaders): AnswerHeaders {
    const { request } = this.#proxied
    const built = this.#filterHeaders(headers, request)
    if (request.setCookies.length > 0) addOwnCookies(built, request.setCookies)
    return built
  }

  #end(): void {
    this.#isOver = true
    this.#forgetStream?.()
    this.#proxied.reply.raw.end()
  }

  /** Gives up: the upstream's connection is closed. */
  #abandon(reason: string): void {
    this.#forgetStream?.()
    if (this.#isOver) return
    this.#isOver = true
    this.#controller?.abort(new Error(reason))
  }
}

/** One that may be ended at any time: no length was promised. */
function isEventStream(headers: AnswerHeaders): boolean {
  const type = String(headers['content-type'] ?? '').toLowerCase()
  return type.startsWith('text/event-stream') && headers['content-length'] === undefined
}

/** The head goes out by itself unless the body follows in the same turn: one write for most answers, no wait for streams. */
function flushSoon(raw: ServerResponse): void {
  setImmediate(() => {
    if (!raw.writableEnded && !raw.destroyed) raw.flushHeaders()
  })
}

function formatHead(statusCode: number, headers: AnswerHeaders): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}\r\n`)
  )
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${lines.join('')}\r\n`
}

const TIMEOUTS = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT'
])

/** What a failed connection to a Unix socket means; the cause names its path. */
const SOCKET_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'the Unix socket does not exist: the application does not run, or listens elsewhere',
  EACCES: 'no permission for the socket: the gateway needs to write to it, and to search its folder',
  ENOTSOCK: 'not a socket'
}

function toUpstreamFault(error: Error): Fault {
  if (error instanceof Fault) return error
  if (codeOf(error) === 'UND_ERR_DESTROYED')
    return new Fault('UPSTREAM_UNREACHABLE', { detail: 'cut off: the gateway ends', cause: error })
  const shortage = describeFileShortage(codeOf(error))
  if (shortage !== null) return new Fault('INTERNAL_ERROR', { detail: shortage, cause: error })
  const detail = SOCKET_ERRORS[codeOf(error)]
  return new Fault(TIMEOUTS.has(codeOf(error)) ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNREACHABLE', {
    ...(detail === undefined ? {} : { detail }),
    cause: error
  })
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}
