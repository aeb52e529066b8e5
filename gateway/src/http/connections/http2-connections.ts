import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import {
  constants,
  createSecureServer,
  Http2ServerRequest,
  Http2ServerResponse,
  type ServerHttp2Session,
  type ServerHttp2Stream
} from 'node:http2'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

/** Concurrent requests per connection; clients open another one beyond it. */
const MAX_STREAMS = 256
/** Overhead that HTTP/2 counts per header (RFC 9113, 6.5.2). */
const HEADER_OVERHEAD_BYTES = 32
/** Go and browsers send each cookie as its own header. Their total size is limited too. */
const MAX_HEADERS = 1024
/** Per connection: requests in progress and unsent data. */
const MAX_SESSION_MEBIBYTES = 10
/** Connection-specific headers are forbidden in HTTP/2 (RFC 9113, 8.2.2). */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade'
])
const { NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } = constants

interface Http2ConnectionsOptions {
  largestHeadersBytes: number
  /** Idle timeout before the first request, in milliseconds. */
  headersTimeoutMs: number
  /** Idle timeout after the first request, in milliseconds. */
  idleTimeoutMs: number
  /** Handles a request; false if there is no handler. */
  response: (raw: IncomingMessage, response: ServerResponse) => boolean
}

export type Http2Connections = ReturnType<typeof createHttp2Connections>

/**
 * Serves HTTP/2 requests to a handler written for HTTP/1.1, by Node's compatibility API. Node's limits apply
 * to resets (CVE-2023-44487), CONTINUATION frames and compressed headers, with the sizes of HTTP/1.1.
 */
export function createHttp2Connections({
  largestHeadersBytes,
  headersTimeoutMs,
  idleTimeoutMs,
  response: answer
}: Http2ConnectionsOptions) {
  const sessions = new Set<ServerHttp2Session>()
  // Never listens: connections are handed over after their handshake.
  const server = createSecureServer({
    settings: {
      maxConcurrentStreams: MAX_STREAMS,
      maxHeaderListSize: largestHeadersBytes + MAX_HEADERS * HEADER_OVERHEAD_BYTES,
      enablePush: false
    },
    maxHeaderListPairs: MAX_HEADERS,
    maxSessionMemory: MAX_SESSION_MEBIBYTES,
    Http2ServerRequest: PlainRequest as typeof Http2ServerRequest,
    Http2ServerResponse: PlainResponse as typeof Http2ServerResponse
  })

  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    // GOAWAY is sent first: a client whose request crosses it retries.
    session.setTimeout(headersTimeoutMs, () => session.destroy())
    session.once('stream', () => session.setTimeout(idleTimeoutMs))
  })
  const take = (raw: Http2ServerRequest, response: Http2ServerResponse) => {
    const isAnswered = answer(raw as unknown as IncomingMessage, response as unknown as ServerResponse)
    if (!isAnswered) response.stream.close(NGHTTP2_REFUSED_STREAM)
  }
  // `Expect` makes no difference: request bodies are never read here.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, take)
  // CONNECT: Node ends the connection in HTTP/1.1 too.
  server.on('connect', (_raw: unknown, { stream }: Http2ServerResponse) =>
    stream.close(NGHTTP2_REFUSED_STREAM)
  )

  return {
    /** Takes over a connection after its handshake. */
    add: (socket: TLSSocket): void => void server.emit('secureConnection', socket),
    /** Sends GOAWAY and closes each connection after its last response. */
    close(): void {
      for (const session of sessions) if (!session.closed) session.close()
    },
    abort(): void {
      for (const session of sessions) session.destroy()
    }
  }
}

class PlainRequest extends Http2ServerRequest {
  /** A stand-in for the connection, which other requests share. */
  override readonly socket: Socket

  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    options: object,
    rawHeaders: readonly string[]
  ) {
    const plain = plainHeaders(rawHeaders)
    const authority = headers[':authority']
    if (typeof authority === 'string' && headers.host !== authority) {
      // A different `Host` is kept next to it, and refused as a duplicate.
      plain.push('host', authority)
      headers.host ??= authority
    }
    super(stream, headers, options, plain)
    this.socket = new StreamConnection(stream, plain) as unknown as Socket
  }
}

/** Without pseudo-headers, which come first. */
function plainHeaders(rawHeaders: readonly string[]): string[] {
  let first = 0
  while (rawHeaders[first]?.startsWith(':') === true) first += 2
  return rawHeaders.slice(first)
}

class PlainResponse extends Http2ServerResponse {
  /** `headers`: an object, or names and values alternating. */
  override writeHead(
    statusCode: number,
    headers: OutgoingHttpHeaders | readonly string[] | string = {}
  ): this {
    const kept = keptHeaders(typeof headers === 'string' ? {} : headers)
    const { socket } = this.req
    if (socket instanceof StreamConnection) socket.noteSent(kept)
    return super.writeHead(statusCode, kept)
  }

  /** Node emits `finish` even if the client has reset the stream. */
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    const { writableFinished, rstCode } = this.stream
    if (event === 'finish' && (!writableFinished || rstCode !== NGHTTP2_NO_ERROR)) return false
    return super.emit(event, ...args)
  }
}

function keptHeaders(headers: OutgoingHttpHeaders | readonly string[]): OutgoingHttpHeaders {
  if (!isList(headers))
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)))
  const kept: OutgoingHttpHeaders = {}
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index], headers[index + 1]]
    if (OF_CONNECTION.has(name)) continue
    const former = kept[name]
    kept[name] = former === undefined ? value : [former, value].flat().map(String)
  }
  return kept
}

function isList(headers: OutgoingHttpHeaders | readonly string[]): headers is readonly string[] {
  return Array.isArray(headers)
}

/** Stand-in for an HTTP/1.1 socket: destroying it ends only its own request. */
class StreamConnection {
  readonly remoteAddress: string | undefined
  readonly encrypted = true
  /** Size of the response as HTTP/1.1 would write it. */
  bytesWritten = 0
  readonly #stream: ServerHttp2Stream
  readonly #headers: readonly string[]

  constructor(stream: ServerHttp2Stream, headers: readonly string[]) {
    this.#stream = stream
    this.#headers = headers
    this.remoteAddress = stream.session?.socket.remoteAddress
  }

  get destroyed(): boolean {
    return this.#stream.destroyed
  }

  /** Size of the request's headers as HTTP/1.1 would write them; bodies are not read here. */
  get bytesRead(): number {
    let bytes = 0
    for (const text of this.#headers) bytes += text.length + 2
    return bytes
  }

  noteSent(headers: OutgoingHttpHeaders): void {
    for (const [name, value] of Object.entries(headers))
      this.bytesWritten += name.length + String(value).length + 4
    this.bytesWritten += Number(headers['content-length'] ?? 0)
  }

  destroy(): void {
    this.#stream.close(NGHTTP2_REFUSED_STREAM)
  }
}
