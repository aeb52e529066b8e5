import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Dispatcher } from 'undici'
import { type ErrorCode, Fault } from '../errors.ts'
import { type CloseListener, type EndReason, onClose } from '../http/connections/open-responses.ts'
import type { OutboundRequest } from '../http/connections/outbound-pool.ts'
import { isWebSocket, takeConnection } from '../http/connections/upgrades.ts'
import { isBodiless } from '../http/message.ts'
import { isOfAuthenticatedConnection } from './connections.ts'
import {
  type Awaited,
  CLOSE_GRACE_MS,
  gatewayEnd,
  IDLE,
  isGraceful,
  noteAbandoned,
  OpenResponse,
  type ProxiedRequest,
  type ResponseOptions,
  releaseSlot,
  UPSTREAM_BROKE
} from './open-response.ts'
import {
  addOwnCookies,
  dropLength,
  formatHead,
  mayHaveTrailers,
  mayRepeat,
  passHints,
  type ResponseHeaders,
  type UpstreamHeaders
} from './response-headers.ts'
import { openTunnel } from './tunnel.ts'
import { codeOf, isReset, otherProtocolError, toUpstreamFailure } from './upstream-failure.ts'

/** Writing these sends the head as the bytes it is, where Node's `flushHeaders` encodes those beyond ASCII a second time. */
const NO_BYTES = Buffer.alloc(0)
/** What HTTP/1.1 and Node allow in a reason phrase (RFC 9112, 4). */
const REASON = /^[\t\u0020-\u007e\u0080-\u00ff]+$/

/** Streams one upstream response to the client for as long as its session lasts. */
export class UpstreamResponse implements Dispatcher.DispatchHandler, CloseListener, Awaited {
  listIndex = -1
  nextCloseListener: CloseListener | null = null
  readonly proxied: ProxiedRequest
  readonly #options: ResponseOptions
  readonly #sent: OutboundRequest
  readonly #open: OpenResponse
  /** What its connection had received before the request was sent; 0: the connection is new. */
  #earlierBytes = 0
  #controller: Dispatcher.DispatchController | null = null
  #started = false
  /** The application may take whatever else comes on this connection for the same visitor's. */
  #mustClose = false
  /** Nothing more is written: the response is complete, or its client gone. */
  #isOver = false
  #bodyBytes = -1
  /** Nothing is written yet; `write` follows in this turn. */
  #isWriteDue = false
  /** The body that came in one chunk. */
  #body: Buffer | undefined

  constructor(proxied: ProxiedRequest, options: ResponseOptions, sent: OutboundRequest) {
    this.proxied = proxied
    this.#options = options
    this.#sent = sent
    proxied.request.record.dispatchedAtMs = performance.now()
    this.#open = new OpenResponse(proxied, options, this)
    options.awaitedHeads.add(this)
    onClose(proxied.reply.raw, this)
  }

  responseClosed(): void {
    this.#options.awaitedHeads.remove(this)
    this.#open.release()
    if (this.#isOver) return
    if (!this.proxied.reply.sent) noteAbandoned(this.proxied.request)
    this.#abandon('the client went away')
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#earlierBytes = this.#sent.connection?.socket?.bytesRead ?? 0
    if (this.#isOver) controller.abort(new Error('the client went away'))
  }

  onRequestUpgrade(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: UpstreamHeaders,
    upstream: Duplex
  ): void {
    const { request, reply } = this.proxied
    releaseSlot(this.proxied)
    const response = this.#takeHead(statusCode, headers)
    const isTunnel = isWebSocket(String(headers.upgrade))
    const client = this.#isOver || !isTunnel ? null : takeConnection(reply.raw)
    if (client === null) {
      upstream.on('error', () => {}).destroy()
      if (!this.#isOver && !isTunnel) this.#fail(otherProtocolError(headers.upgrade), false)
      return
    }
    this.#isOver = true
    reply.hijack()
    const head = formatHead(statusCode, { ...response, connection: 'upgrade', upgrade: 'websocket' })
    client.write(head, 'latin1')
    request.record.status = statusCode
    const tunnel = openTunnel({
      client,
      upstream,
      sessionCloseCode: this.#options.upstream.websocketCloseCode,
      onClose: (end) => {
        this.#open.noteEnd(end)
        // Node no longer knows the connection, but listeners wait for the end of the response.
        reply.raw.emit('close')
      }
    })
    this.#open.becomeStream('websocket', tunnel)
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: UpstreamHeaders,
    reason = ''
  ): void {
    if (this.#isOver) return
    if (isOfAuthenticatedConnection(headers)) this.#noteAuthentication()
    if (statusCode < 200) {
      if (statusCode === 103 && this.#options.upstream.earlyHints) passHints(this.proxied.reply, headers.link)
      return
    }
    this.#controller = controller
    const { request, reply } = this.proxied
    const filtered = this.#takeHead(statusCode, headers)
    // An unread body would be taken for the next request.
    const isUnread = this.#sent.body !== null && !request.raw.complete
    if (reply.server.lifecycle.ending || isUnread) filtered.connection = 'close'
    if (statusCode === 204) dropLength(filtered, request)
    if (headers.trailer !== undefined && mayHaveTrailers(request, statusCode, headers))
      filtered.trailer = this.#options.trailers.filterTrailerNames(headers.trailer)
    const phrase = REASON.test(reason) ? reason : STATUS_CODES[statusCode]
    // Throws for invalid headers; an error response is still possible before this.
    reply.raw.writeHead(statusCode, phrase, filtered)
    reply.hijack()
    this.#started = true
    const { 'content-length': length, 'content-type': type } = filtered
    if (typeof length === 'string') this.#bodyBytes = Number(length)
    this.#isWriteDue = true
    this.#options.writeSoon(this)
    // Those without a length may be ended at any time.
    if (length === undefined && /^text\/event-stream/i.test(String(type))) this.#becomeEventStream()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { raw } = this.proxied.reply
    if (this.#isOver) return
    // The whole body, as usual: head, body and end go out in one write.
    if (chunk.length === this.#bodyBytes) this.#end(chunk)
    else {
      this.#isWriteDue = false
      if (raw.write(chunk) || raw.destroyed) return
      controller.pause()
      raw.once('drain', () => controller.resume())
    }
  }

  onResponseEnd(_controller: Dispatcher.DispatchController, trailers: UpstreamHeaders): void {
    const { raw } = this.proxied.reply
    for (const _any in trailers) {
      if (isOfAuthenticatedConnection(trailers)) this.#noteAuthentication()
      raw.addTrailers(this.#options.trailers.filterTrailers(trailers))
      break
    }
    const { record, trace } = this.proxied.request
    if (record.stream !== null) record.stream.end ??= { by: 'upstream', reason: 'end', closeCode: null }
    trace?.upstreamEnded()
    this.#end()
    if (this.#mustClose) this.#sent.connection?.socket?.destroy()
    releaseSlot(this.proxied)
  }

  #noteAuthentication(): void {
    if (this.#options.isPinned) return
    this.#mustClose = true
    this.#options.noteConnectionAuthentication(this.proxied.request)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // No byte of a response has arrived, not even of an interim one.
    const isUnanswered = this.#sent.connection?.socket?.bytesRead === this.#earlierBytes
    const isStale = this.#earlierBytes > 0 && isUnanswered && isReset(error)
    if (isStale && !this.#isOver && this.#repeat()) return
    if (!this.#isOver) this.#fail(error, isStale)
    releaseSlot(this.proxied)
  }

  /** Retries the request if it may be retried and has not been. */
  #repeat(): boolean {
    const { record, method, server } = this.proxied.request
    if (this.#options.isPinned || record.isRetried || !mayRepeat(method, this.#sent.body)) return false
    record.isRetried = true
    server.reportEvent({ kind: 'upstream.retried', application: record.application })
    this.#options.sendAgain(this.#sent, this)
    return true
  }

  #fail(error: Error, isStale: boolean): void {
    const { request, reply } = this.proxied
    // A 304 may state the length of the full response (RFC 9110, 8.6), for which undici then expects a body.
    const isMismatch = codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
    if (isMismatch && this.#started && isBodiless(reply.raw.statusCode)) {
      this.#end()
      return
    }
    const context = { ...this.#options, hasBegun: this.#started, isStale }
    const { fault, failure } = toUpstreamFailure(error, context)
    const { record, server } = request
    if (failure !== null)
      server.reportEvent({ kind: 'upstream.failed', failure, application: record.application })
    if (!this.#started) {
      reply.send(fault)
      return
    }
    record.fault = fault
    record.end = failure === 'local' ? 'drain' : failure === 'timeout' ? 'timeout' : 'upstream_broken'
    this.#open.noteEnd(failure === 'timeout' ? IDLE : UPSTREAM_BROKE)
    // Once the head is sent, only a broken connection signals the error.
    reply.raw.destroy()
  }

  #becomeEventStream(): void {
    const { raw } = this.proxied.reply
    releaseSlot(this.proxied)
    this.#open.becomeStream('event-stream', {
      end: (reason) => {
        this.#open.noteEnd(gatewayEnd(reason))
        this.#end()
        this.#controller?.abort(new Error('the gateway ends'))
        if (isGraceful(reason)) return
        // Drop buffered data for clients that do not read.
        const late = setTimeout(() => raw.destroy(), CLOSE_GRACE_MS)
        raw.once('close', () => clearTimeout(late))
      },
      destroy: () => {
        this.#open.noteEnd(gatewayEnd('going-away'))
        raw.destroy()
      }
    })
  }

  /** Ends a response that is not a stream: with the fault if nothing is written yet, otherwise by breaking the connection. */
  cutShort(reason: EndReason, code: ErrorCode): void {
    const { request, reply } = this.proxied
    if (this.#started) {
      request.record.end = reason === 'too-long' ? 'timeout' : 'session_ended'
      reply.raw.destroy()
      return
    }
    if (this.#isOver) return
    this.#abandon('the session has ended')
    reply.send(new Fault(code))
  }

  /** Notes that the head has arrived; returns the headers for the client, with the gateway's cookies. */
  #takeHead(statusCode: number, headers: UpstreamHeaders): ResponseHeaders {
    const { request } = this.proxied
    const { record, admitted, trace } = request
    const { setCookies } = admitted.outcome
    this.#options.awaitedHeads.remove(this)
    trace?.upstreamAnswered(statusCode)
    if (record.dispatchedAtMs !== null) record.upstreamHeadMs = performance.now() - record.dispatchedAtMs
    const { filterHeaders, runtime, upstream } = this.#options
    if (upstream.maxStreamSeconds > 0) this.#open.endsAtSeconds = runtime.now() + upstream.maxStreamSeconds
    const filtered = filterHeaders(headers, request)
    if (setCookies.length > 0) addOwnCookies(filtered, setCookies, statusCode)
    return filtered
  }

  /** Writes what the response has by the end of the turn in which it began: all of it, as usual, or its head. */
  write(): void {
    const { raw } = this.proxied.reply
    if (!this.#isWriteDue || raw.destroyed) return
    this.#isWriteDue = false
    if (this.#isOver) raw.end(this.#body)
    else raw.write(NO_BYTES)
  }

  #end(body?: Buffer): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#isWriteDue) this.#body = body
    else this.proxied.reply.raw.end(body)
  }

  #abandon(reason: string): void {
    this.#isOver = true
    this.#controller?.abort(new Error(reason))
  }
}
