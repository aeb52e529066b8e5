import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { describeFault, doctorOf } from '../../errors.ts'
import { type AuthRequest, MAX_USER_AGENT_CHARS } from '../../http/auth-request.ts'
import type { TraceEnd } from '../../http/trace-context.ts'
import type { DecisionOutcome } from '../events.ts'
import { escapeText, formatOwner, type LineLevel, quote } from './request-logger.ts'
import type { RequestRecord } from './request-record.ts'

export interface RequestEnd {
  /** As the client spelled it. */
  method: string
  /** 0: the client was gone before there was a response. */
  status: number
  /** Undefined: not counted. */
  bytesIn: number | undefined
  bytesOut: number | undefined
}

/** Members that most lines of a connection share, as JSON, each preceded by a comma. */
export interface CallerMembers {
  readonly client: string | undefined
  readonly userAgent: string | undefined
  readonly hostname: string | undefined
  readonly route: string
  readonly application: string | null
  readonly json: string
}

/** The caller members, reused from the connection's previous request if unchanged. */
export function formatCaller(
  { route, application }: Pick<RequestRecord, 'route' | 'application'>,
  { client, hostname, headers }: AuthRequest,
  previous: CallerMembers | null
): CallerMembers {
  const userAgent = headers['user-agent']
  if (
    previous !== null &&
    previous.userAgent === userAgent &&
    previous.client === client &&
    previous.hostname === hostname &&
    previous.route === route &&
    previous.application === application
  )
    return previous
  const json =
    // A closed connection has no address, HTTP/1.0 no host.
    text(',"client":', client) +
    text(',"userAgent":', userAgent?.slice(0, MAX_USER_AGENT_CHARS)) +
    text(',"host":', hostname) +
    `,"route":"${route}"${text(',"application":', application)}`
  return { client, userAgent, hostname, route, application, json }
}

/** The log line of a request, joined from few pieces. `head`: of its level; `caller`: from `formatCaller`. */
export function formatRequestEnd(
  head: string,
  caller: CallerMembers,
  record: RequestRecord,
  authRequest: AuthRequest,
  end: RequestEnd,
  durationMs: number
): string {
  const { decision, fault, stream, upstreamHeadMs } = record
  const cause = fault ?? decision?.fault ?? null
  const why = cause === null ? NOTHING : describeFault(cause)
  // A stream that ended with a close frame logs that code instead of the fault's.
  const code = stream?.end?.closeCode ?? cause?.code ?? decision?.code
  const { id, target, trace } = authRequest
  const path = target?.path
  let line =
    head +
    ',"requestId":"' +
    escapeText(id) +
    '","method":"' +
    escapeText(authRequest.method) +
    (path === undefined ? '"' : '","path":"')
  if (path !== undefined) line = `${line + escapeText(path)}"`
  line += caller.json
  if (decision !== null) line += OUTCOMES[decision.outcome]
  if (code != null) line += `,"code":${typeof code === 'number' ? code : `"${code}"`}`
  if (why !== NOTHING) line += formatCause(why)
  else if (decision?.code != null) line += text(',"doctor":', doctorOf(decision.code))
  if (decision?.rule != null) line = `${line},"rule":${decision.rule}`
  if (record.specialResponse !== null) line += `,"answer":"${record.specialResponse}"`
  if (record.owner !== null) line += formatOwner(record.owner)
  if (decision?.expiredForSeconds !== undefined)
    line = `${line},"expiredForSeconds":${decision.expiredForSeconds}`
  line = `${line},"status":${end.status}`
  if (end.bytesIn !== undefined) line = `${line},"bytesIn":${end.bytesIn}`
  if (end.bytesOut !== undefined) line = `${line},"bytesOut":${end.bytesOut}`
  line = `${line},"ms":${round(durationMs)}`
  if (decision?.durationMs != null) line = `${line},"decisionMs":${round(decision.durationMs)}`
  if (upstreamHeadMs !== null) line = `${line},"upstreamHeadMs":${round(upstreamHeadMs)}`
  if (record.isRetried) line += ',"upstreamRetried":true'
  if (record.end !== null) line += `,"end":"${record.end}"`
  if (trace != null) line += `,"traceId":"${trace.traceId}","spanId":"${trace.spanId}"`
  if (stream === null) return line + REQUEST_END
  return `${line}${formatStream(stream, durationMs)},"msg":"stream closed"}\n`
}

const REQUEST_END = ',"msg":"request"}\n'

const OUTCOMES: Readonly<Record<DecisionOutcome, string>> = {
  allow: ',"outcome":"allow"',
  login: ',"outcome":"login"',
  unauthenticated: ',"outcome":"unauthenticated"',
  forbidden: ',"outcome":"forbidden"',
  unavailable: ',"outcome":"unavailable"',
  failed: ',"outcome":"failed"'
}

const NOTHING: ReturnType<typeof describeFault> = {}

function formatCause({ doctor, call, detail, cause }: ReturnType<typeof describeFault>): string {
  return (
    text(',"doctor":', doctor) +
    text(',"call":', call) +
    text(',"detail":', detail) +
    text(',"cause":', cause)
  )
}

function formatStream({ kind, end }: NonNullable<RequestRecord['stream']>, durationMs: number): string {
  return (
    `,"stream":"${kind}","seconds":${Math.round(durationMs / 100) / 10}` +
    text(',"by":', end?.by) +
    text(',"reason":', end?.reason) +
    text(',"because":', end?.because)
  )
}

function text(name: string, value: string | null | undefined): string {
  return value == null ? '' : name + quote(value)
}

/** The same for the request's span. A denied request is not an error. */
export function describeTraceEnd(record: RequestRecord, authRequest: AuthRequest, end: RequestEnd): TraceEnd {
  const { decision, fault, owner } = record
  // A session that passes in an outage is not an error.
  const cause = fault ?? (decision?.outcome === 'allow' ? null : decision?.fault)
  return {
    method: end.method,
    origin: authRequest.origin,
    path: authRequest.target?.path,
    route: record.route,
    status: end.status,
    outcome: decision?.outcome,
    failure: cause != null && cause.statusCode >= 500 ? cause.code : null,
    subject: owner?.subject
  }
}

/** Gateway and application errors are errors, provider errors warnings, the rest is info. */
export function levelOf({ fault, decision, end, isQuiet }: RequestRecord): LineLevel {
  // The visitor has received part of the response and can tell.
  const isCutShort = end === 'upstream_broken' || end === 'timeout'
  if (fault !== null && fault.statusCode >= 500)
    return fault.code === 'PROVIDER_UNAVAILABLE' || isCutShort ? 'warn' : 'error'
  if (decision?.fault != null) {
    const { outcome, fault: cause } = decision
    // A session that passes in an outage.
    const isOutage = outcome === 'allow' && cause.statusCode >= 500
    if (isOutage || outcome === 'unavailable' || outcome === 'failed') return 'warn'
  }
  if (isCutShort) return 'warn'
  return isQuiet && fault === null ? 'debug' : 'info'
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

/** A connection's latest request and response, and the bytes accounted for. */
export interface Connection {
  request: FastifyRequest
  response: ServerResponse
  bytesIn: number
  bytesOut: number
  /** Caller members of its latest log line; null: it had none. */
  caller: CallerMembers | null
}

const CONNECTION = Symbol('connection')

type NotedSocket = Socket & { [CONNECTION]?: Connection }

/** Records that a request has arrived on its connection. */
export function noteArrival(request: FastifyRequest, response: ServerResponse): Connection {
  const socket: NotedSocket = request.raw.socket
  const known = socket[CONNECTION]
  if (known === undefined) {
    const connection = { request, response, bytesIn: 0, bytesOut: 0, caller: null }
    socket[CONNECTION] = connection
    return connection
  }
  known.request = request
  known.response = response
  return known
}

/** Listener for `finish`: the response was handed over completely. */
export function noteWhole(this: ServerResponse): void {
  const { [CONNECTION]: connection }: NotedSocket = this.req.socket
  if (connection?.response === this) connection.request.record.isWhole = true
}

/** The connection whose latest request is not complete; null: none. */
export function unfinishedOf(socket: NotedSocket): Connection | null {
  const known = socket[CONNECTION]
  return known === undefined || known.request.raw.complete ? null : known
}

/**
 * Ends a request. Returns the bytes since the last call for this connection: responses leave in order, so
 * they belong to this request. Includes heads, excludes TLS.
 */
export function takeBytes(socket: NotedSocket, method: string, status: number): Required<RequestEnd> {
  // Injected requests have a fake socket without counters.
  const { bytesRead = 0, bytesWritten = 0 } = socket
  const known = socket[CONNECTION]
  const bytesIn = bytesRead - (known?.bytesIn ?? 0)
  const bytesOut = bytesWritten - (known?.bytesOut ?? 0)
  if (known !== undefined) {
    known.bytesIn = bytesRead
    known.bytesOut = bytesWritten
  }
  return { method, status, bytesIn, bytesOut }
}
