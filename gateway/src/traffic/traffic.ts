import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, Fault } from '../errors.ts'
import { type AuthRequest, authRequestOf } from '../http/auth-request.ts'
import { type CloseListener, onClose } from '../http/connections/open-requests.ts'
import type { RequestTrace } from '../http/trace-context.ts'
import type { EventSink, RouteName, StreamEnd, TrafficEvent } from '../operations/events.ts'
import type { LineLevel, LineWriter } from '../operations/line-writer.ts'
import { type Connection, connectionOf, noteArrival, takeBytes, unfinishedOf } from './connections.ts'
import { createRecord, type RequestRecord } from './record.ts'
import {
  defectOf,
  describeTraceEnd,
  formatCaller,
  formatRequestEnd,
  levelOf,
  type RequestEnd
} from './request-line.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Follows the requests of this server. */
    traffic: Traffic
  }
}

/** Follows requests from their arrival to the end of their answers; see `createTraffic`. */
export interface Traffic {
  /** Begins the record of a request that came in over HTTP. Its end is told by itself, once. */
  arrive(request: FastifyRequest, reply: FastifyReply): RequestRecord
  /** Begins the record of a request that came in another way; `settle` ends it. */
  begin(route: RouteName, trace?: RequestTrace | null): RequestRecord
  /** Ends the record of a request that did not come in over HTTP: one event, and its line. To be called once. */
  settle(record: RequestRecord, authRequest: AuthRequest, end: RequestEnd): void
  /** Do streams get lines? */
  readonly logsStreams: boolean
  /** Bytes that are no request: event, count and line in one. Those of a body are what their request ended with. */
  turnAway(socket: Socket, bytes: UnreadBytes): void
}

/** Bytes that Node could not read as a request, and their answer. */
export interface UnreadBytes {
  requestId: string
  code: ErrorCode
  /** What Node's parser says. */
  detail: string | undefined
  client: string
  status: number
  log: TrafficLog
}

type TrafficLog = Pick<FastifyBaseLogger, 'info'>

const CLIENT_LEFT: StreamEnd = { by: 'client', reason: 'end', closeCode: null }

export interface TrafficOptions {
  /** Takes the events. */
  report: EventSink
  /** Takes the lines. */
  lines: LineWriter
  /** Which requests get a line; each of them when left out. */
  rules?: SamplingRules
  /** The monotonic clock, in milliseconds. */
  nowMs?: () => number
}

/** Every request once: what became of it, for the metrics, and its line in the log when its answer is over. */
export function createTraffic({
  report,
  lines,
  rules = { requests: 'all', sample: 1, slowMs: 5000 },
  nowMs = () => performance.now()
}: TrafficOptions): Traffic {
  const isWritten = createSampling(rules)

  function settle(
    record: RequestRecord,
    authRequest: AuthRequest,
    end: RequestEnd,
    connection: Connection | null = null
  ): void {
    const { route, upstreamHeadMs, stream, application } = record
    const isStream = stream !== null
    const { method, status } = end
    const durationMs = nowMs() - record.startedAtMs
    report({
      kind: 'request.ended',
      route,
      method,
      status,
      durationMs,
      upstreamHeadMs,
      application,
      isStream
    })
    if (stream !== null) {
      stream.end ??= CLIENT_LEFT
      const { by, reason } = stream.end
      report({ kind: 'stream.closed', stream: stream.kind, by, reason })
    }
    record.trace?.end(describeTraceEnd(record, authRequest, end))
    const level = levelOf(record)
    if (!lines.isLevelEnabled(level) || !isWritten(record, level, status, durationMs)) return
    const caller = formatCaller(record, authRequest, connection?.caller ?? null)
    if (connection !== null) connection.caller = caller
    const line = formatRequestEnd(lines.head(level), caller, record, authRequest, end, durationMs)
    const defect = defectOf(record)
    if (defect === undefined) lines.write(line)
    else lines.writeWithError(level, line, defect)
  }

  function finish({ request, response, connection }: Arrival): void {
    const { record } = request
    if (!record.isWhole && record.stream === null)
      record.end ??= request.server.lifecycle.ending ? 'drain' : 'client_gone'
    const status = record.status ?? (response.headersSent ? response.statusCode : 0)
    const end = takeBytes(request.raw.socket, request.method, status)
    settle(record, record.forwardAuthRequest ?? authRequestOf(request), end, connection)
  }

  return {
    begin: (route, trace) => createRecord(nowMs(), route, trace),
    arrive(request, reply) {
      // Fastify makes a new object for each look at the options of a route, and has none where no route was found.
      const route = request.server.routeName ?? request.routeOptions?.config?.name ?? 'other'
      const record = createRecord(nowMs(), route, request.trace)
      reply.raw.on('finish', noteWhole)
      onClose(reply.raw, new Arrival(request, reply.raw, finish))
      return record
    },
    settle,
    logsStreams: rules.requests === 'all',
    turnAway(socket, { log, ...line }) {
      const facts = { route: 'other', method: '', status: line.status, durationMs: 0 } as const
      report({ kind: 'request.turned-away', reason: turnedAwayUnread(line.code) })
      const unfinished = unfinishedOf(socket)
      if (unfinished !== null) {
        const { record } = unfinished.request
        record.fault = new Fault(line.code, { detail: line.detail })
        record.status = line.status
        record.isWhole = true
        return
      }
      report({ kind: 'request.ended', ...facts, upstreamHeadMs: null, application: null, isStream: false })
      if (rules.requests !== 'none') {
        const { bytesIn, bytesOut } = takeBytes(socket, '', line.status)
        log.info({ ...line, route: 'other', bytesIn, bytesOut }, 'request')
      }
    }
  }
}

/** A request that came in over HTTP, until its response is over. */
class Arrival implements CloseListener {
  nextCloseListener: CloseListener | null = null
  readonly request: FastifyRequest
  readonly response: ServerResponse
  readonly connection: Connection
  readonly #finish: (arrival: Arrival) => void

  constructor(request: FastifyRequest, response: ServerResponse, finish: (arrival: Arrival) => void) {
    this.request = request
    this.response = response
    this.connection = noteArrival(request, response)
    this.#finish = finish
  }

  responseClosed(): void {
    this.#finish(this)
  }
}

/** Every byte of the response was handed over. Shared by all responses, since a closure each would be garbage. */
function noteWhole(this: ServerResponse): void {
  const connection = connectionOf(this.req.socket)
  if (connection?.response === this) connection.request.record.isWhole = true
}

/** Which requests get a line in the log. */
export interface SamplingRules {
  /** `refused`: those that did not pass or did not work. `none`: failures alone, which are warnings and errors. */
  requests: 'all' | 'refused' | 'none'
  /** Share of the others that get one, 0 to 1. */
  sample: number
  /** Requests that take at least so long always get one, in milliseconds. */
  slowMs: number
}

/** Says whether a request gets its line; see `createSampling`. */
type IsWritten = (record: RequestRecord, level: LineLevel, status: number, durationMs: number) => boolean

/**
 * Chooses the requests that get a line. Of those that are neither refused nor slow, a share: not by chance, so that the
 * lines of a quiet gateway are as many as asked for.
 */
export function createSampling({ requests, sample, slowMs }: SamplingRules): IsWritten {
  let owed = 0

  function isSampled(): boolean {
    owed += sample
    if (owed < 1) return false
    owed -= 1
    return true
  }

  return (record, level, status, durationMs) => {
    if (level === 'warn' || level === 'error') return true
    if (requests === 'none') return false
    if (isRefused(record, status)) return true
    // A line that says that a stream was opened wants one that says that it was closed; its length is not slowness.
    if (record.stream !== null) return requests === 'all'
    return durationMs >= slowMs || (requests === 'all' && (sample === 1 || isSampled()))
  }
}

function isRefused({ decision, fault, upstreamHeadMs }: RequestRecord, status: number): boolean {
  if (fault !== null || (decision !== null && decision.outcome !== 'allow')) return true
  // What the application says of its own pages is no refusal of ours, but its failures are to be seen.
  return upstreamHeadMs === null ? status >= 400 || status === 0 : status >= 500
}

/** What was wrong with a request that is turned away. */
export type TurnedAwayReason = Extract<TrafficEvent, { kind: 'request.turned-away' }>['reason']

/** By the code of bytes that are no request. */
const UNREADABLE: Readonly<Partial<Record<ErrorCode, TurnedAwayReason>>> = {
  HEADERS_TOO_LARGE: 'headers_size',
  REQUEST_TIMEOUT: 'headers_timeout'
}

/** By the code of the fault that a request ends with. */
const READABLE: Readonly<Partial<Record<ErrorCode, TurnedAwayReason>>> = {
  HEADERS_TOO_LARGE: 'headers_size',
  REQUEST_TIMEOUT: 'body_timeout',
  PAYLOAD_TOO_LARGE: 'body_size',
  RATE_LIMITED: 'rate'
}

/** Why bytes that are no request were turned away. */
function turnedAwayUnread(code: ErrorCode): TurnedAwayReason {
  return UNREADABLE[code] ?? 'malformed'
}

/** Why a request that ends with this fault was turned away; null: it was not, its fault is another matter. */
export function turnedAwayBy(code: ErrorCode, { decision }: RequestRecord): TurnedAwayReason | null {
  if (code === 'INVALID_REQUEST') return decision === null ? 'malformed' : null
  return READABLE[code] ?? null
}
