import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, Fault } from '../errors.ts'
import { type JudgedRequest, judgedRequestOf } from '../http/judged-request.ts'
import type { RequestTrace } from '../http/request-trace.ts'
import type { EventSink, RouteName, StreamEnd } from '../operations/events.ts'
import type { LineWriter } from '../operations/line-writer.ts'
import { noteArrival, takeBytes, unfinishedOf } from './connections.ts'
import { createRecord, type RequestRecord } from './record.ts'
import { defectOf, describeTraceEnd, formatRequestEnd, levelOf, type RequestEnd } from './request-line.ts'
import { createSampling, type SamplingRules } from './sampling.ts'
import { turnedAwayUnread } from './turned-away.ts'

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
  /** Ends a record: one event, and the line of the request. To be called once. */
  settle(record: RequestRecord, settling: Settling): void
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

/** The end of a request that did not come in over HTTP, or has no reply. */
export interface Settling {
  judged: JudgedRequest
  end: RequestEnd
}

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

  function settle(record: RequestRecord, { judged, end }: Settling): void {
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
    record.trace?.end(describeTraceEnd(record, judged, end))
    const level = levelOf(record)
    if (!lines.isLevelEnabled(level) || !isWritten(record, { level, status, durationMs })) return
    const members = formatRequestEnd(record, judged, end, durationMs)
    const message = isStream ? 'stream closed' : 'request'
    const defect = defectOf(record)
    if (defect === undefined) lines.write(level, members, message)
    else lines.writeWithError(level, members, defect, message)
  }

  function finish(record: RequestRecord, request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = reply
    if (!record.isWhole && record.stream === null)
      record.end ??= request.server.lifecycle.ending ? 'drain' : 'client_gone'
    const status = record.status ?? (raw.headersSent ? raw.statusCode : 0)
    const { bytesIn, bytesOut } = takeBytes(request.raw.socket)
    const end = { method: request.method, status, bytesIn, bytesOut }
    settle(record, { judged: record.question ?? judgedRequestOf(request), end })
  }

  return {
    begin: (route, trace) => createRecord(nowMs(), route, trace),
    arrive(request, reply) {
      noteArrival(request, reply.raw)
      // Fastify makes a new object for each look at the options of a route, and has none where no route was found.
      const route = request.server.routeName ?? request.routeOptions?.config?.name ?? 'other'
      const record = createRecord(nowMs(), route, request.trace)
      let isOver = false
      // Node emits both once by itself; an upgraded response may emit a second `close`, which `isOver` stops.
      reply.raw.on('finish', () => {
        record.isWhole = true
      })
      reply.raw.on('close', () => {
        if (isOver) return
        isOver = true
        finish(record, request, reply)
      })
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
      if (rules.requests !== 'none') log.info({ ...line, route: 'other', ...takeBytes(socket) }, 'request')
    }
  }
}
