import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { isIP } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Dispatcher, Pool } from 'undici'
import { hasBody, isBodyPending } from '../access/body.ts'
import { describeFault, describeRequest } from '../access/decision-log.ts'
import { describeFileShortage, Fault } from '../errors.ts'
import type { HeaderMap } from './identity-headers.ts'

/** Header names that end at the gateway on the way back, beside those that `Connection` names (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade'
])
/** What shared caches in front of the gateway would obey even against `Cache-Control`. */
const SHARED_CACHE_HEADERS = ['cdn-cache-control', 'surrogate-control', 'expires', 'age']

/** A client's request and the answer it waits for. */
interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** Sends requests to the upstream and writes its answers to the client. */
export interface Transport {
  /** `headers`: what the upstream shall see. Failures before the head are answered through `reply.send`. */
  send(exchange: Exchange, headers: HeaderMap): void
  destroy(): Promise<void>
}

export interface TransportOptions {
  /** Origin of the upstream. */
  origin: string
  connectTimeoutMs: number
  /** 0: for ever. */
  headersTimeoutMs: number
  /** Longest silence inside an answer; 0: any. */
  idleTimeoutMs: number
  /** Longest silence inside a request body; 0: any. */
  uploadIdleTimeoutMs: number
  /** Is this the name of one of the gateway's cookies? An upstream must not set them. */
  ownsCookie: (name: string) => boolean
}

/**
 * A transport over undici's `dispatch`: chunks go straight to the client's socket, the request target goes out as it
 * came, nothing is retried. The number of connections is not limited, since every event stream holds one.
 */
export function createTransport(options: TransportOptions): Transport {
  const { origin, ownsCookie, uploadIdleTimeoutMs } = options
  // By itself undici would ask TLS for the name in `Host`, which is the public one.
  const { hostname } = new URL(origin)
  const servername = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : ''
  const pool = new Pool(origin, {
    connections: null,
    pipelining: 1,
    connect: { timeout: options.connectTimeoutMs },
    headersTimeout: options.headersTimeoutMs,
    bodyTimeout: options.idleTimeoutMs
  })

  return {
    send(exchange, headers) {
      const { request, reply } = exchange
      const answer = new UpstreamAnswer(exchange, ownsCookie)
      // The client is gone: nobody waits for the upstream any more.
      reply.raw.once('close', () => answer.abandon())
      const body = hasBody(request.raw) ? uploadBody(request.raw, uploadIdleTimeoutMs) : null
      const dispatch: Dispatcher.DispatchOptions & { servername: string } = {
        origin,
        path: request.target?.raw ?? '/',
        method: request.method as Dispatcher.HttpMethod,
        headers,
        body,
        servername
      }
      pool.dispatch(dispatch, answer)
    },
    destroy: () => pool.destroy()
  }
}

/** Receives one answer and writes it to the client as it comes. */
export class UpstreamAnswer implements Dispatcher.DispatchHandler {
  readonly #exchange: Exchange
  readonly #ownsCookie: (name: string) => boolean
  #controller: Dispatcher.DispatchController | null = null
  #started = false
  #abandoned = false

  constructor(exchange: Exchange, ownsCookie: (name: string) => boolean) {
    this.#exchange = exchange
    this.#ownsCookie = ownsCookie
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#abandoned) this.abandon()
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>
  ): void {
    if (statusCode < 200 || this.#started) return
    this.#controller = controller
    this.#start(statusCode, filterAnswerHeaders(headers, this.#ownsCookie))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { raw } = this.#exchange.reply
    if (raw.write(chunk) || raw.destroyed) return
    controller.pause()
    raw.once('drain', () => controller.resume())
  }

  onResponseEnd(): void {
    this.#exchange.reply.raw.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#abandoned) return
    // With the head on its way there is no other honest word than a broken connection.
    const { request, reply } = this.#exchange
    const fault = toUpstreamFault(error)
    if (!this.#started) {
      reply.send(fault)
      return
    }
    request.log.warn(
      { ...describeRequest(request), code: fault.code, ...describeFault(fault) },
      'answer broken off'
    )
    reply.raw.destroy()
  }

  /** Writes the head, with the gateway's own cookies beside the upstream's. The body follows by itself. */
  #start(statusCode: number, headers: Record<string, string | string[]>): void {
    const { request, reply } = this.#exchange
    this.#started = true
    if (request.setCookies.length > 0) addOwnCookies(headers, request.setCookies)
    // A connection whose request was not read to its end cannot carry another one.
    if (isBodyPending(request.raw) || reply.server.lifecycle.ending) headers.connection = 'close'
    reply.hijack()
    reply.raw.writeHead(statusCode, STATUS_CODES[statusCode] ?? '', headers)
    flushSoon(reply.raw)
  }

  /** Gives up: the upstream's connection is closed. */
  abandon(): void {
    if (this.#exchange.reply.raw.writableEnded) return
    this.#abandoned = true
    this.#controller?.abort(new Error('the client went away'))
  }
}

/**
 * The request body as a stream that may be destroyed: an upstream that answers early ends it, and the client must
 * still get that answer over the same socket. Fails after `idleTimeoutMs` without a byte, or when the client aborts.
 */
function uploadBody(raw: IncomingMessage, idleTimeoutMs: number): Readable {
  const body = new PassThrough()
  const judgeSilence = () => {
    // While the upstream does not read, the client is not the one to blame; `headersTimeoutMs` watches the upstream.
    if (body.writableNeedDrain) stall?.refresh()
    else body.destroy(new Fault('REQUEST_TIMEOUT'))
  }
  const stall = idleTimeoutMs === 0 ? null : setTimeout(judgeSilence, idleTimeoutMs)
  raw.on('data', () => stall?.refresh())
  raw.once('end', () => clearTimeout(stall ?? undefined))
  raw.once('error', (error) => body.destroy(error))
  body.once('close', () => {
    clearTimeout(stall ?? undefined)
    raw.unpipe(body)
    raw.resume()
  })
  return raw.pipe(body)
}

/** The head goes out by itself unless the body follows in the same turn: one write for most answers, no wait for streams. */
function flushSoon(raw: ServerResponse): void {
  setImmediate(() => {
    if (!raw.writableEnded && !raw.destroyed) raw.flushHeaders()
  })
}

function filterAnswerHeaders(
  headers: Record<string, string | string[] | undefined>,
  ownsCookie: (name: string) => boolean
): Record<string, string | string[]> {
  const filtered: Record<string, string | string[]> = {}
  const { connection } = headers
  const named =
    connection === undefined
      ? null
      : new Set(
          String(connection)
            .toLowerCase()
            .split(/[,\s]+/)
        )
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP_BY_HOP.has(name) || named?.has(name)) continue
    if (name === 'set-cookie') {
      const cookies = [value].flat().filter((cookie) => !ownsCookie((cookie.split('=', 1)[0] ?? '').trim()))
      if (cookies.length > 0) filtered[name] = cookies
    } else {
      filtered[name] = value
    }
  }
  return filtered
}

/** An answer that carries a session belongs to one visitor: no cache may keep it. */
function addOwnCookies(headers: Record<string, string | string[]>, setCookies: readonly string[]): void {
  headers['set-cookie'] = [headers['set-cookie'] ?? [], ...setCookies].flat()
  headers['cache-control'] = 'private, no-store'
  for (const name of SHARED_CACHE_HEADERS) delete headers[name]
}

const TIMEOUTS = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT'
])

function toUpstreamFault(error: Error): Fault {
  if (error instanceof Fault) return error
  const code = 'code' in error ? String(error.code) : ''
  const shortage = describeFileShortage(code)
  if (shortage !== null) return new Fault('INTERNAL_ERROR', { detail: shortage, cause: error })
  return new Fault(TIMEOUTS.has(code) ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNREACHABLE', { cause: error })
}
