import type { FastifyReply, FastifyRequest } from 'fastify'
import { describeOrigin } from '../access/security-events.ts'
import type { ErrorCode } from '../errors.ts'
import { type AuthRequest, authRequestOf } from '../http/auth-request.ts'
import type { EndReason, OpenStream } from '../http/connections/open-streams.ts'
import type { StreamEnd, StreamKind } from '../operations/events.ts'
import { describeOwner } from '../operations/log-fields.ts'
import type { Connections } from '../session/connections/connections.ts'
import type { Connection, SessionTie } from '../session/connections/stream-registry.ts'
import { takeCookies } from '../session/cookie/cookie.ts'
import type { Session } from '../session/session.ts'
import { openStream } from '../traffic/record.ts'

/** A client's request, and the reply that waits for the upstream's answer. */
export interface ProxiedRequest {
  request: FastifyRequest
  reply: FastifyReply
  /** Path and query that the application gets. */
  path: string
}

/** How long the answers of an application may last. */
export interface OpenResponseOptions {
  connections: Pick<Connections, 'begin' | 'hold' | 'release' | 'latestCookieOf'>
  /** Longest time from the head of an answer to its end, in seconds; 0: any. */
  maxStreamSeconds: number
  /** Epoch seconds. */
  now: () => number
}

/** Ends an answer that is no stream. */
export interface CutsShort {
  cutShort(reason: EndReason, code: ErrorCode): void
}

/** An answer under way, as its session and its application's limit of time see it. */
export class OpenResponse implements Connection {
  endsAtSeconds = Number.POSITIVE_INFINITY
  listIndex = -1
  tie: SessionTie | null = null
  readonly #proxied: ProxiedRequest
  readonly #options: OpenResponseOptions
  readonly #answer: CutsShort
  readonly #isTied: boolean
  /** A WebSocket or an event stream. */
  #stream: OpenStream | null = null
  #forgetStream: (() => void) | null = null

  constructor(proxied: ProxiedRequest, options: OpenResponseOptions, response: CutsShort) {
    this.#proxied = proxied
    this.#options = options
    this.#answer = response
    this.#isTied = proxied.request.session !== null || options.maxStreamSeconds > 0
    if (this.#isTied) options.connections.begin(this)
  }

  get session(): Session | null {
    return this.#proxied.request.session
  }

  get cookieHeader(): string | undefined {
    const { headers, setCookies } = this.#proxied.request
    return setCookies.length === 0 ? headers.cookie : takeCookies(setCookies)
  }

  get origin(): string {
    return authRequestOf(this.#proxied.request).origin
  }

  end(reason: EndReason, code: ErrorCode): void {
    if (this.#stream === null) this.#answer.cutShort(reason, code)
    else this.#stream.end(reason)
  }

  reportEnd(code: ErrorCode, by: 'limit' | 'provider'): void {
    const { request } = this.#proxied
    const facts = { ...describeOrigin(authRequestOf(request)), ...describeOwner(request.session) }
    request.server.reportEvent({ kind: 'session.ended', ...facts, code, by })
  }

  /** Its head goes out: from now on it counts how long it lasts. */
  begin(): void {
    const { maxStreamSeconds, now } = this.#options
    if (maxStreamSeconds > 0) this.endsAtSeconds = now() + maxStreamSeconds
  }

  /** It ends only when somebody ends it: whoever ends streams, or the end of its session. */
  becomeStream(kind: StreamKind, stream: OpenStream): void {
    const { request, reply } = this.#proxied
    const { streams, requests } = reply.server.lifecycle
    openStream(request, kind)
    this.#stream = stream
    this.#forgetStream = streams.add(stream, () => this.#judgedNow())
    requests.becomeStream(reply.raw)
    if (this.#isTied) this.#options.connections.hold(this)
  }

  /** Notes how a stream ended; the first cause counts. */
  noteEnd(end: StreamEnd): void {
    const { stream } = this.#proxied.request.record
    if (stream !== null) stream.end ??= end
  }

  /** It is over. */
  release(): void {
    this.#forgetStream?.()
    if (this.#isTied) this.#options.connections.release(this)
  }

  /** The request as it would come now: with the latest cookie of its session. */
  #judgedNow(): AuthRequest {
    const authRequest = authRequestOf(this.#proxied.request)
    const cookie = this.#options.connections.latestCookieOf(this)
    return { ...authRequest, headers: { ...authRequest.headers, cookie } }
  }
}

/** How the gateway ends a stream for one reason. */
interface StreamEnding extends Pick<StreamEnd, 'reason'> {
  /** In the log, where several causes have one reason. */
  because: string
  /** Close code of a WebSocket (RFC 6455, 7.4.1); null: that of sessions that have ended. */
  closeCode: number | null
  /** Reason text of a WebSocket's close frame; empty: none. */
  closeText: string
}

/** Every reason for which the gateway ends a stream, as logs, metrics and clients are told. */
export const STREAM_ENDINGS: Readonly<Record<EndReason, StreamEnding>> = {
  'going-away': { reason: 'drain', because: 'shutdown', closeCode: 1001, closeText: '' },
  'not-admitted': { reason: 'end', because: 'access changed', closeCode: 1008, closeText: 'access changed' },
  'too-long': { reason: 'expired', because: 'maxStreamSeconds', closeCode: 1001, closeText: 'time limit' },
  'signed-out': { reason: 'signed_out', because: 'signed out', closeCode: null, closeText: 'signed out' },
  revoked: {
    reason: 'signed_out',
    because: 'sign-in revoked',
    closeCode: null,
    closeText: 'session revoked'
  },
  'session-over': {
    reason: 'expired',
    because: 'session over',
    closeCode: null,
    closeText: 'session expired'
  },
  'session-idle': { reason: 'idle', because: 'session idle', closeCode: null, closeText: 'session expired' }
}

/** The end of a stream that the gateway ends, for log and metrics. `closeCode`: what a WebSocket was told; null: it is none. */
export function gatewayEnd(reason: EndReason, closeCode: number | null = null): StreamEnd {
  const ending = STREAM_ENDINGS[reason]
  return { by: 'gateway', reason: ending.reason, because: ending.because, closeCode }
}

/** How long the client of a stream whose session has ended may take to read the rest, in milliseconds. */
export const LAST_WORDS_MS = 800

/** Does the end of this reason concern the whole gateway, and not the visitor alone? */
export function isOrderly(reason: EndReason): boolean {
  return reason === 'going-away' || reason === 'too-long'
}
