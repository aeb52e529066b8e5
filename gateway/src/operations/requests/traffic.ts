/** Follows every request from arrival to the end of its response: one event for the metrics and one log line. */

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { monotonicClock } from '../../async.ts'
import type { Config } from '../../config/schema/schema.ts'
import { type ErrorCode, Fault } from '../../errors.ts'
import { type AuthRequest, authRequestOf, describeRequest } from '../../http/auth-request.ts'
import { type CloseListener, type Listed, onClose } from '../../http/connections/open-responses.ts'
import type { EventSink, RouteName, StreamEnd, StreamKind, TrafficEvent } from '../events.ts'
import {
  accountLogFields,
  describeTraceEnd,
  formatCaller,
  formatRequestEnd,
  type LineLevel,
  type LineWriter,
  levelOf
} from './request-line.ts'
import {
  type Connection,
  noteArrival,
  noteWhole,
  type RequestEnd,
  RequestRecord,
  takeBytes,
  unfinishedOf
} from './request-record.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Follows the requests of this server. */
    traffic: Traffic
  }
}

export type Traffic = ReturnType<typeof createTraffic>

/** Bytes Node could not parse, and the response to them. */
interface UnreadBytes {
  requestId: string
  code: ErrorCode
  /** Error of Node's parser. */
  detail: string | undefined
  client: string
  status: number
  log: Pick<FastifyBaseLogger, 'info'>
}

/** An HTTP request until its response is over, in the list of its server. */
interface OpenRequestRecord extends CloseListener, Listed {
  readonly request: FastifyRequest
  readonly response: ServerResponse
  readonly connection: Connection
}

const CLIENT_LEFT: StreamEnd = { by: 'client', reason: 'end', closeCode: null }

/** `rules`: which requests are logged; default: all. */
export function createTraffic(options: {
  report: EventSink
  lines: LineWriter
  rules?: SamplingRules
  nowMs?: () => number
}) {
  const { report, lines, nowMs = monotonicClock } = options
  const { rules = { requests: 'all', sample: 1, slowMs: 5000 } } = options
  const isWritten = rules.requests === 'all' && rules.sample === 1 ? null : createSampling(rules)

  /** Ends the record of a request with one event and its line. Call once; HTTP requests end on their own. */
  function settle(
    record: RequestRecord,
    authRequest: AuthRequest,
    end: RequestEnd,
    connection: Connection | null = null
  ): void {
    const { route, upstreamHeadMs, stream, fault } = record
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
      application: fault !== null && record.decision === null ? undefined : record.application,
      isStream
    })
    if (stream !== null) {
      stream.end ??= CLIENT_LEFT
      const { by, reason } = stream.end
      report({ kind: 'stream.closed', stream: stream.kind, by, reason })
    }
    authRequest.trace?.end(describeTraceEnd(record, authRequest, end))
    const level = levelOf(record)
    const head = lines.head(level)
    if (head === null || isWritten?.(record, level, status, durationMs) === false) return
    const caller = formatCaller(record, authRequest, connection?.caller ?? null)
    if (connection !== null) connection.caller = caller
    const line = formatRequestEnd(head, caller, record, authRequest, end, durationMs)
    // Only unexpected errors get their stack logged.
    const defect = fault?.code === 'INTERNAL_ERROR' ? fault.cause : undefined
    if (defect === undefined) lines.write(line, authRequest.trace?.isSampled)
    else lines.writeWithError(level, line, defect)
  }

  function finish(this: OpenRequestRecord): void {
    const { request, response, connection } = this
    const { record, server } = request
    server.lifecycle.requests.remove(this)
    if (!record.isWhole && record.stream === null)
      record.end ??= server.lifecycle.ending ? 'drain' : 'client_gone'
    const status = record.status ?? (response.headersSent ? response.statusCode : 0)
    const end = takeBytes(request.raw.socket, request.method, status)
    settle(record, record.forwardAuthRequest ?? authRequestOf(request), end, connection)
  }

  return {
    /** Begins the record of a request that is not HTTP; end it with `settle`. */
    begin: (route: RouteName): RequestRecord => new RequestRecord(nowMs(), route),
    /** Begins the record of an HTTP request, which ends on its own, once. */
    beginRequest(request: FastifyRequest, { raw: response }: FastifyReply): RequestRecord {
      const record = new RequestRecord(nowMs(), request.server.routeName)
      const connection = noteArrival(request, response)
      const arrival: OpenRequestRecord = {
        listIndex: -1,
        nextCloseListener: null,
        request,
        response,
        connection,
        responseClosed: finish
      }
      request.server.lifecycle.requests.add(arrival)
      response.on('finish', noteWhole)
      onClose(response, arrival)
      return record
    },
    settle,
    /** Whether streams get lines. */
    logsStreams: rules.requests === 'all',
    /** Rejects bytes that are not a request: one event, count and line. Those of a body end its request instead. */
    rejectBytes(socket: Socket, { log, ...line }: UnreadBytes): void {
      const facts = { route: 'other', method: '', status: line.status, durationMs: 0 } as const
      const unfinished = unfinishedOf(socket)
      const application = unfinished?.request.record.application
      const reason = line.code === 'REQUEST_TIMEOUT' ? 'headers_timeout' : (REASONS[line.code] ?? 'malformed')
      report({ kind: 'request.turned-away', reason, ...(application !== undefined && { application }) })
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

/** Marks the response as a stream and reports that it opened; its end is reported with the request's. */
export function openStream(request: FastifyRequest, kind: StreamKind): void {
  const { record, server, log, trace } = request
  record.stream = { kind, end: null }
  server.reportEvent({ kind: 'stream.opened', stream: kind })
  if (server.traffic.logsStreams)
    log.info(
      {
        ...describeRequest(authRequestOf(request)),
        ...accountLogFields(record.owner),
        application: record.application ?? undefined,
        stream: kind,
        traceId: trace?.traceId,
        spanId: trace?.spanId
      },
      'stream opened'
    )
}

/** Which requests are logged. */
export type SamplingRules = Pick<Config['log'], 'requests' | 'sample' | 'slowMs'>

/** Returns the function that decides whether a request is logged: all denied and slow ones, and an even share of the others. */
export function createSampling({ requests, sample, slowMs }: SamplingRules) {
  let owed = 0

  function isSampled(): boolean {
    owed += sample
    if (owed < 1) return false
    owed -= 1
    return true
  }

  return (record: RequestRecord, level: LineLevel, status: number, durationMs: number): boolean => {
    if (level === 'warn' || level === 'error') return true
    if (requests === 'none') return false
    const { decision, fault, upstreamHeadMs } = record
    if (fault !== null || (decision !== null && decision.outcome !== 'allow')) return true
    // A 4xx of the application is not a denial of ours, but its 5xx are logged.
    if (upstreamHeadMs === null ? status >= 400 || status === 0 : status >= 500) return true
    // A "stream opened" line needs its "closed" line; a long stream is not a slow request.
    if (record.stream !== null) return requests === 'all'
    return durationMs >= slowMs || (requests === 'all' && (sample === 1 || isSampled()))
  }
}

type TurnedAwayReason = Extract<TrafficEvent, { kind: 'request.turned-away' }>['reason']

/** By the code of the fault that ended the request. */
const REASONS: Readonly<Partial<Record<ErrorCode, TurnedAwayReason>>> = {
  HEADERS_TOO_LARGE: 'headers_size',
  URI_TOO_LONG: 'headers_size',
  REQUEST_TIMEOUT: 'body_timeout',
  PAYLOAD_TOO_LARGE: 'body_size',
  RATE_LIMITED: 'rate',
  OVERLOADED: 'overload'
}

/** Why a request with this fault was rejected; null: it was not. */
export function rejectionReason(code: ErrorCode, { decision }: RequestRecord): TurnedAwayReason | null {
  if (code === 'INVALID_REQUEST') return decision === null ? 'malformed' : null
  return REASONS[code] ?? null
}
