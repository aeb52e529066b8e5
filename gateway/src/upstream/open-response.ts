import type { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describeVisitor } from '../access/security-events.ts'
import { type Schedule, scheduleOnTimer } from '../async.ts'
import type { ErrorCode } from '../errors.ts'
import { type AuthRequest, authRequestOf } from '../http/auth-request.ts'
import type { EndReason, OpenStream } from '../http/connections/open-streams.ts'
import type { StreamEnd, StreamKind } from '../operations/events.ts'
import { openStream } from '../operations/request-record.ts'
import type { Connections } from '../session/connections/connections.ts'
import type { Connection, SessionSubscription } from '../session/connections/stream-registry.ts'
import { takeCookies } from '../session/cookie/cookie.ts'
import type { Session } from '../session/session.ts'
import type { HeaderList } from './request-headers.ts'

/** A request waiting for a connection. */
interface Applicant {
  /** Whom its connection counts for. */
  caller: string
  /** Emits `close` when the response is no longer awaited. */
  client: EventEmitter
  /** Uses a connection. */
  run(place: Place): void
  /** Timed out, the queue is full, or `run` failed. */
  refuse(error: unknown): void
}

/** A connection in use. */
export interface Place {
  leave(): void
}

interface ConnectionLimitOptions {
  max: number
  /** Maximum queue length. */
  maxWaiting: number
  /** Maximum wait for a connection. */
  waitMs: number
  buildTimeout: () => Error
  buildOverflow: () => Error
  /** Default: the real clock. */
  schedule?: Schedule
}

/**
 * Limits concurrent connections; further requests queue in order. So that no caller takes all of them, one gets at most half of the
 * second half. In a full queue, the latest request of the caller with most there makes room for another caller's.
 */
export function createConnectionLimit({
  max,
  maxWaiting,
  waitMs,
  buildTimeout,
  buildOverflow,
  schedule = scheduleOnTimer
}: ConnectionLimitOptions) {
  const waiting: { caller: string; start(): boolean; giveUp(error: Error): void }[] = []
  const half = Math.floor(max / 2)
  const share = Math.ceil((max - half) / 2)
  /** In use of the first half, by any caller. */
  let common = 0
  /** In use of the other half, by caller. */
  const counted = new Map<string, number>()
  let beyond = 0

  /** Gives a free connection to the request that has waited longest, of those whose caller may have it. */
  function startNext(): void {
    for (const { start } of waiting) if (start()) return
  }

  const place: Place = {
    leave() {
      common -= 1
      startNext()
    }
  }

  /** A free connection; null: none for this caller. */
  function take<Of>(of: Of, callerOf: (of: Of) => string): Place | null {
    if (common < half) {
      common += 1
      return place
    }
    if (beyond === max - half) return null
    const caller = callerOf(of)
    const before = counted.get(caller) ?? 0
    if (before === share) return null
    beyond += 1
    counted.set(caller, before + 1)
    return {
      leave() {
        beyond -= 1
        const left = (counted.get(caller) ?? 1) - 1
        if (left === 0) counted.delete(caller)
        else counted.set(caller, left)
        startNext()
      }
    }
  }

  /** Whether there is room in the queue for one more request of this caller. */
  function makeRoom(caller: string): boolean {
    if (waiting.length < maxWaiting) return true
    const requests = new Map<string, number>()
    for (const one of waiting) requests.set(one.caller, (requests.get(one.caller) ?? 0) + 1)
    const most = Math.max(...requests.values())
    if (most <= (requests.get(caller) ?? 0) + 1) return false
    waiting.findLast((one) => requests.get(one.caller) === most)?.giveUp(buildOverflow())
    return true
  }

  return {
    take,
    /** Calls `run` when a connection is free, or `refuse` on timeout; neither if the client leaves before. */
    wait({ caller, client, run, refuse }: Applicant): void {
      if (!makeRoom(caller)) {
        refuse(buildOverflow())
        return
      }
      const stopWaiting = () => {
        const index = waiting.indexOf(applicant)
        if (index !== -1) waiting.splice(index, 1)
        cancel()
        client.off('close', stopWaiting)
      }
      const giveUp = (error: Error) => {
        stopWaiting()
        refuse(error)
      }
      const start = () => {
        const place = take(caller, String)
        if (place === null) return false
        stopWaiting()
        // Runs at the end of another request, which must not fail with this one.
        try {
          run(place)
        } catch (err) {
          place.leave()
          refuse(err)
        }
        return true
      }
      const applicant = { caller, start, giveUp }
      const cancel = schedule(waitMs / 1000, () => giveUp(buildTimeout()))
      client.once('close', stopWaiting)
      waiting.push(applicant)
    }
  }
}

/** A client's request and its pending reply. */
export interface ProxiedRequest {
  request: FastifyRequest
  reply: FastifyReply
  /** Path and query for the application. */
  path: string
  /** For the application. */
  headers: HeaderList
  /** Its slot of `maxConnections`, left once: at the end of the response or when that becomes a stream. Null: none. */
  place: Place | null
}

/** Leaves the request's slot of `maxConnections`, if it still has one. */
export function releaseSlot(proxied: ProxiedRequest): void {
  const { place } = proxied
  proxied.place = null
  place?.leave()
}

/** Time limits of an application's responses. */
export interface OpenResponseOptions {
  connections: Pick<Connections, 'begin' | 'hold' | 'release' | 'latestCookieOf'>
  /** Maximum duration of a response from its head, in seconds; 0: unlimited. */
  maxStreamSeconds: number
  /** Epoch seconds. */
  now: () => number
}

/** Ends a response that is not a stream. */
export interface CutsShort {
  cutShort(reason: EndReason, code: ErrorCode): void
}

/** An open response, subject to its session and its application's time limit. */
export class OpenResponse implements Connection {
  endsAtSeconds = Number.POSITIVE_INFINITY
  listIndex = -1
  subscription: SessionSubscription | null = null
  readonly #proxied: ProxiedRequest
  readonly #options: OpenResponseOptions
  readonly #answer: CutsShort
  readonly #isTied: boolean
  /** A WebSocket or an event stream. */
  #stream: OpenStream | null = null
  #forgetStream: (() => void) | null = null

  constructor(proxied: ProxiedRequest, options: OpenResponseOptions, answer: CutsShort) {
    this.#proxied = proxied
    this.#options = options
    this.#answer = answer
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
    const facts = describeVisitor(request, request.session)
    request.server.reportEvent({ kind: 'session.ended', ...facts, code, by })
  }

  /** The head is sent; the time limit starts. */
  begin(): void {
    const { maxStreamSeconds, now } = this.#options
    if (maxStreamSeconds > 0) this.endsAtSeconds = now() + maxStreamSeconds
  }

  /** Marks it as a stream, which lasts until a side, its session or a shutdown ends it. */
  becomeStream(kind: StreamKind, stream: OpenStream): void {
    const { request, reply } = this.#proxied
    const { streams, requests } = reply.server.lifecycle
    openStream(request, kind)
    this.#stream = stream
    this.#forgetStream = streams.add(stream, () => this.#latestRequest())
    requests.becomeStream(reply.raw)
    if (this.#isTied) this.#options.connections.hold(this)
  }

  /** Records how a stream ended; the first cause counts. */
  noteEnd(end: StreamEnd): void {
    const { stream } = this.#proxied.request.record
    if (stream !== null) stream.end ??= end
  }

  /** The response is over. */
  release(): void {
    this.#forgetStream?.()
    if (this.#isTied) this.#options.connections.release(this)
  }

  /** The request with its session's latest cookie. */
  #latestRequest(): AuthRequest {
    const authRequest = authRequestOf(this.#proxied.request)
    const cookie = this.#options.connections.latestCookieOf(this)
    return { ...authRequest, headers: { ...authRequest.headers, cookie } }
  }
}

/** How the gateway ends a stream for one reason. */
interface StreamEnding extends Pick<StreamEnd, 'reason'> {
  /** For the log, which distinguishes causes with the same reason. */
  because: string
  /** WebSocket close code (RFC 6455, 7.4.1); null: the configured one for ended sessions. */
  closeCode: number | null
  /** Reason text of the close frame; may be empty. */
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

/** Time for the client to read the rest after its session has ended, in milliseconds. */
export const CLOSE_GRACE_MS = 800

/** Whether this reason concerns the whole gateway rather than the visitor. */
export function isGraceful(reason: EndReason): boolean {
  return reason === 'going-away' || reason === 'too-long'
}
