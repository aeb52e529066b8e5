import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import { describeVisitor } from '../access/security-events.ts'
import { type Schedule, scheduleOnTimer } from '../async.ts'
import type { UpstreamConfig } from '../config/schema/schema.ts'
import { type ErrorCode, Fault } from '../errors.ts'
import { type AuthRequest, authRequestOf } from '../http/auth-request.ts'
import {
  DenseList,
  type EndReason,
  type Listed,
  type OpenStream
} from '../http/connections/open-responses.ts'
import type { OutboundRequest } from '../http/connections/outbound-pool.ts'
import type { StreamEnd, StreamKind } from '../operations/events.ts'
import { openStream } from '../operations/requests/traffic.ts'
import type { Runtime } from '../operations/runtime.ts'
import type { Connections } from '../session/connections/connections.ts'
import type { Connection, SessionSubscription } from '../session/connections/stream-registry.ts'
import { takeCookies } from '../session/cookie/cookie.ts'
import type { Session } from '../session/session.ts'
import type { Slot } from './connections.ts'
import type { FilterResponseHeaders, TrailerFilter } from './response-headers.ts'

/** A client's request and its pending reply. */
export interface ProxiedRequest {
  request: FastifyRequest
  reply: FastifyReply
  /** For the application, as the rest. */
  path: string
  /** Alternating names and values. */
  headers: string[]
  upgrade: 'websocket' | null
  /** Released once: at the end of the response or when that becomes a stream. Null: none. */
  slot: Slot | null
}

/** Releases the request's slot of `maxConnections`, if it still has one. */
export function releaseSlot(proxied: ProxiedRequest): void {
  const { slot } = proxied
  proxied.slot = null
  slot?.release()
}

/** An application as all its responses know it. */
export interface ResponseOptions {
  upstream: UpstreamConfig
  upstreamPath: string
  connections: Connections
  runtime: Runtime
  filterHeaders: FilterResponseHeaders
  trailers: TrailerFilter
  /** Calls `write` of the response at the end of this turn of the event loop. */
  writeSoon: (response: { write(): void }) => void
  awaitedHeads: ReturnType<typeof createAwaitedHeads>
  /** Whether no other visitor uses its connection. */
  isPinned: boolean
  /** Called for a response that shows that the application authenticates connections. */
  noteConnectionAuthentication: (request: FastifyRequest) => void
  /** Retries a request on a fresh connection. */
  sendAgain: (sent: OutboundRequest, response: Dispatcher.DispatchHandler) => void
}

/** Ends a response that is not a stream. */
interface CutsShort {
  cutShort(reason: EndReason, code: ErrorCode): void
}

/** An open response, subject to its session and its application's time limit. */
export class OpenResponse implements Connection {
  /** Set at its head if `maxStreamSeconds` limits it. */
  endsAtSeconds = Number.POSITIVE_INFINITY
  listIndex = -1
  subscription: SessionSubscription | null = null
  readonly #proxied: ProxiedRequest
  readonly #options: ResponseOptions
  readonly #response: CutsShort
  readonly #isSubscribed: boolean
  /** A WebSocket or an event stream. */
  #stream: OpenStream | null = null
  #forgetStream: (() => void) | null = null

  constructor(proxied: ProxiedRequest, options: ResponseOptions, response: CutsShort) {
    this.#proxied = proxied
    this.#options = options
    this.#response = response
    const { session } = proxied.request.admitted.outcome
    this.#isSubscribed = session !== null || options.upstream.maxStreamSeconds > 0
    if (this.#isSubscribed) options.connections.begin(this)
  }

  get session(): Session | null {
    return this.#proxied.request.admitted.outcome.session
  }

  get cookieHeader(): string | undefined {
    const { headers, admitted } = this.#proxied.request
    const { setCookies } = admitted.outcome
    return setCookies.length === 0 ? headers.cookie : takeCookies(setCookies)
  }

  get origin(): string {
    return authRequestOf(this.#proxied.request).origin
  }

  end(reason: EndReason, code: ErrorCode): void {
    if (this.#stream === null) this.#response.cutShort(reason, code)
    else this.#stream.end(reason)
  }

  reportEnd(code: ErrorCode, by: 'limit' | 'provider'): void {
    const { request } = this.#proxied
    const facts = describeVisitor(request, this.session)
    request.server.reportEvent({ kind: 'session.ended', ...facts, code, by })
  }

  becomeStream(kind: StreamKind, stream: OpenStream): void {
    const { request, reply } = this.#proxied
    const { streams, requests } = reply.server.lifecycle
    openStream(request, kind)
    this.#stream = stream
    this.#forgetStream = streams.add(stream, () => this.#latestRequest())
    requests.becomeStream(reply.raw)
    if (this.#isSubscribed) this.#options.connections.hold(this)
  }

  /** Records how a stream ended; the first cause counts. */
  noteEnd(end: StreamEnd): void {
    const { stream } = this.#proxied.request.record
    if (stream !== null) stream.end ??= end
  }

  release(): void {
    this.#forgetStream?.()
    if (this.#isSubscribed) this.#options.connections.release(this)
  }

  #latestRequest(): AuthRequest {
    const authRequest = authRequestOf(this.#proxied.request)
    const cookie = this.#options.connections.latestCookieOf(this)
    return { ...authRequest, headers: { ...authRequest.headers, cookie } }
  }
}

interface StreamEnding extends Pick<StreamEnd, 'reason'> {
  /** For the log, which distinguishes causes with the same reason. */
  because: string
  /** WebSocket close code (RFC 6455, 7.4.1); null: the configured one for ended sessions. */
  closeCode: number | null
  closeText: string
}

/** Every reason for which the gateway ends a stream, as seen by logs, metrics and clients. */
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

/** End of a stream by the gateway, for log and metrics. `closeCode`: sent to a WebSocket; null: none. */
export function gatewayEnd(reason: EndReason, closeCode: number | null = null): StreamEnd {
  const ending = STREAM_ENDINGS[reason]
  return { by: 'gateway', reason: ending.reason, because: ending.because, closeCode }
}

export const UPSTREAM_BROKE: StreamEnd = { by: 'upstream', reason: 'error', closeCode: null }
export const IDLE: StreamEnd = { by: 'gateway', reason: 'idle', closeCode: null }

/** Time for the client to read the rest after its session has ended, in milliseconds. */
export const CLOSE_GRACE_MS = 800

/** Whether this reason concerns the whole gateway rather than the visitor. */
export function isGraceful(reason: EndReason): boolean {
  return reason === 'going-away' || reason === 'too-long'
}

/** A wait that is worth a warning, and the pauses between looks for one: without, and after a warning. */
const LONG_WAIT_SECONDS = 10
const LOOK_SECONDS = 5
const WARN_AGAIN_SECONDS = 60

/** From then on a client that leaves has waited too long, rather than changed its mind. */
const ABANDONED_AFTER_MS = 5000

/** A request that waits for its response head. */
export interface Awaited extends Listed {
  readonly proxied: { request: FastifyRequest }
}

/** Requests to one application without a response head. Warns at most once a minute. `limit`: what limits the wait, for the log. */
export function createAwaitedHeads(limit: string, schedule: Schedule = scheduleOnTimer) {
  const awaited = new DenseList<Awaited>()
  let cancel: (() => void) | null = null

  function look(): void {
    const late = [...awaited].filter(({ proxied }) => waitedMs(proxied.request) >= LONG_WAIT_SECONDS * 1000)
    cancel = awaited.size === 0 ? null : schedule(late.length === 0 ? LOOK_SECONDS : WARN_AGAIN_SECONDS, look)
    if (late[0] === undefined) return
    const { log, record } = late[0].proxied.request
    const detail = `${late.length} of its requests without response headers for ${LONG_WAIT_SECONDS} s: see why it is slow; ${limit} limits the wait`
    const application = record.application ?? undefined
    log.warn({ application, doctor: 'UPSTREAM', detail }, 'the application does not respond')
  }

  return {
    add(request: Awaited): void {
      awaited.add(request)
      cancel ??= schedule(LOOK_SECONDS, look)
    },
    remove: awaited.remove.bind(awaited),
    close: () => cancel?.()
  }
}

/** For how long the application has had the request, in milliseconds. An unfinished upload is not its delay. */
function waitedMs({ raw, record }: FastifyRequest): number {
  return raw.complete ? performance.now() - (record.dispatchedAtMs ?? Number.POSITIVE_INFINITY) : 0
}

/** A long wait that ended without a response: no time limit was reached, so that nothing else would show it. */
export function noteAbandoned(request: FastifyRequest): void {
  const ms = waitedMs(request)
  if (ms < ABANDONED_AFTER_MS) return
  const { record, server } = request
  const detail = `the client gave up after ${Math.round(ms)} ms without response headers`
  record.fault = new Fault('UPSTREAM_TIMEOUT', { detail })
  server.reportEvent({
    kind: 'upstream.failed',
    failure: 'abandoned',
    waitedMs: ms,
    application: record.application
  })
}
