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

/** Requests of a connection in progress; clients open another connection beyond it. */
const MAX_STREAMS = 256
/** What HTTP/2 counts for each header beside its name and value (RFC 9113, 6.5.2), in bytes. */
const HEADER_OVERHEAD_BYTES = 32
/** Go and browsers send every cookie as a header of its own. Their sizes count too. */
const MAX_HEADERS = 1024
/** Of a connection, for its requests in progress and what was not sent yet. */
const MAX_SESSION_MEBIBYTES = 10
/** Those that HTTP/2 has no place for (RFC 9113, 8.2.2). */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade'
])
const { NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } = constants

export interface Http2ConnectionsOptions {
  /** Largest head of a request that is read. */
  largestHeadersBytes: number
  /** How long a connection may be silent before its first request, in milliseconds. */
  headersTimeoutMs: number
  /** How long it may be silent after that. */
  idleTimeoutMs: number
  /** Has a request answered; false: there is nothing that answers. */
  response: (raw: IncomingMessage, response: ServerResponse) => boolean
}

/** Connections on which HTTP/2 was agreed; see `createHttp2Connections`. */
export interface Http2Connections {
  /** Takes a connection. */
  add(socket: TLSSocket): void
  /** Takes no more requests: tells the clients so, and ends each connection when its last response is out. */
  close(): void
  /** Cuts them all. */
  abort(): void
}

/**
 * Reads requests of HTTP/2 and has them answered as those of HTTP/1.1: what answers gets requests and responses of Node's compatibility
 * API that differ in nothing it looks at. The bounds against resets (CVE-2023-44487), CONTINUATION frames and compressed headers are
 * those of Node, with the sizes of HTTP/1.1.
 */
export function createHttp2Connections(options: Http2ConnectionsOptions): Http2Connections {
  const { largestHeadersBytes, headersTimeoutMs, idleTimeoutMs, response: answer } = options
  const sessions = new Set<ServerHttp2Session>()
  // It never listens: connections come with their handshake done.
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
    // GOAWAY goes first: a client whose request crosses it sends that again.
    session.setTimeout(headersTimeoutMs, () => session.destroy())
    session.once('stream', () => session.setTimeout(idleTimeoutMs))
  })
  const take = (raw: Http2ServerRequest, response: Http2ServerResponse) => {
    const isAnswered = answer(raw as unknown as IncomingMessage, response as unknown as ServerResponse)
    if (!isAnswered) response.stream.close(NGHTTP2_REFUSED_STREAM)
  }
  // With `Expect` as without: no body is invited before it is read, and none is ever read here.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, take)
  // As over HTTP/1.1, where Node ends the connection.
  server.on('connect', (_raw: unknown, { stream }: Http2ServerResponse) =>
    stream.close(NGHTTP2_REFUSED_STREAM)
  )

  return {
    add: (socket) => void server.emit('secureConnection', socket),
    close() {
      for (const session of sessions) if (!session.closed) session.close()
    },
    abort() {
      for (const session of sessions) session.destroy()
    }
  }
}

/** A request whose headers and connection are those of HTTP/1.1. */
class PlainRequest extends Http2ServerRequest {
  /** Not the connection itself, which other requests share. */
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
      // A `Host` that differs stays beside it, and is refused as the second one.
      plain.push('host', authority)
      headers.host ??= authority
    }
    super(stream, headers, options, plain)
    this.socket = new StreamConnection(stream, plain) as unknown as Socket
  }
}

/** Without those that begin with a colon, which come first. */
function plainHeaders(rawHeaders: readonly string[]): string[] {
  let first = 0
  while (rawHeaders[first]?.startsWith(':') === true) first += 2
  return rawHeaders.slice(first)
}

/** A response that can be written as one of HTTP/1.1. */
class PlainResponse extends Http2ServerResponse {
  /** `headers`: by name, or name and value in turn. */
  override writeHead(
    statusCode: number,
    headers: OutgoingHttpHeaders | readonly string[] | string = {}
  ): this {
    const kept = keptHeaders(typeof headers === 'string' ? {} : headers)
    const { socket } = this.req
    if (socket instanceof StreamConnection) socket.noteSent(kept)
    return super.writeHead(statusCode, kept)
  }

  /** Node emits `finish` also where the client has reset the request. */
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === 'finish' && !isWhole(this.stream)) return false
    return super.emit(event, ...args)
  }
}

function isWhole({ writableFinished, rstCode }: ServerHttp2Stream): boolean {
  return writableFinished && rstCode === NGHTTP2_NO_ERROR
}

function keptHeaders(headers: OutgoingHttpHeaders | readonly string[]): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {}
  if (!isList(headers)) {
    for (const [name, value] of Object.entries(headers)) if (!OF_CONNECTION.has(name)) kept[name] = value
    return kept
  }
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

/** What a request of HTTP/2 has of its connection: cutting it cuts the request alone. */
class StreamConnection {
  readonly remoteAddress: string | undefined
  readonly encrypted = true
  /** Of the response, as HTTP/1.1 would write it. */
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

  /** Of the request, as HTTP/1.1 would write it. Bodies are not read here. */
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
