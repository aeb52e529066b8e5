import { describeFault, type Fault } from '../errors.ts'
import type { JudgedRequest } from '../http/judged-request.ts'
import { describeRequest } from '../http/request-log.ts'
import type { TraceEnd } from '../http/request-trace.ts'
import { type LineLevel, quote } from '../operations/line-writer.ts'
import { formatOwner } from '../operations/log-fields.ts'
import type { RequestRecord } from './record.ts'

/** How the answer of a request ended. */
export interface RequestEnd {
  /** Of the request as it came in, in the client's spelling. */
  method: string
  /** 0: the client was gone before there was an answer. */
  status: number
  /** Undefined: not counted. */
  bytesIn: number | undefined
  bytesOut: number | undefined
}

/**
 * The members of a request's log line as JSON, each with a comma before it; what is not known has none. One text, since
 * there is a line for every request.
 */
export function formatRequestEnd(
  record: RequestRecord,
  judged: JudgedRequest,
  end: RequestEnd,
  durationMs: number
): string {
  const { decision, fault, trace, stream } = record
  const cause = fault ?? decision?.fault ?? null
  const request = describeRequest(judged)
  const why = cause === null ? NOTHING : describeFault(cause)
  // A stream that ended by a close frame has its code in the place of the fault's.
  const code = stream?.end?.closeCode ?? cause?.code ?? decision?.code
  return (
    `,"requestId":${quote(judged.id)},"method":${quote(request.method)}${text(',"path":', request.path)}` +
    // A connection that is gone has no address, and HTTP/1.0 no host.
    text(',"client":', request.client) +
    text(',"userAgent":', request.userAgent) +
    text(',"host":', judged.hostname) +
    `,"route":"${record.route}"${text(',"application":', record.application)}` +
    (decision === null ? '' : `,"outcome":"${decision.outcome}"`) +
    (code == null ? '' : `,"code":${typeof code === 'number' ? code : `"${code}"`}`) +
    (why === NOTHING ? '' : formatCause(why)) +
    number(',"rule":', decision?.rule) +
    (record.specialAnswer === null ? '' : `,"answer":"${record.specialAnswer}"`) +
    formatOwner(record.owner) +
    number(',"expiredForSeconds":', decision?.expiredForSeconds) +
    `,"status":${end.status}${number(',"bytesIn":', end.bytesIn)}${number(',"bytesOut":', end.bytesOut)}` +
    `,"ms":${round(durationMs)}${ms(',"decisionMs":', decision?.durationMs)}` +
    `${ms(',"upstreamHeadMs":', record.upstreamHeadMs)}${record.isRetried ? ',"upstreamRetried":true' : ''}` +
    (record.end === null ? '' : `,"end":"${record.end}"`) +
    (trace === null ? '' : `,"traceId":"${trace.traceId}","spanId":"${trace.spanId}"`) +
    (stream === null ? '' : formatStream(stream, durationMs))
  )
}

/** What was thrown and not foreseen, whose stack is wanted; undefined: nothing. */
export function defectOf({ fault }: RequestRecord): unknown {
  return fault?.code === 'INTERNAL_ERROR' ? fault.cause : undefined
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

function number(name: string, value: number | null | undefined): string {
  return value == null ? '' : name + value
}

function ms(name: string, value: number | null | undefined): string {
  return value == null ? '' : name + round(value)
}

/** The same for the span of the request. A refusal is no failure. */
export function describeTraceEnd(record: RequestRecord, judged: JudgedRequest, end: RequestEnd): TraceEnd {
  const { decision, fault, owner } = record
  // A session that passes in an outage is none.
  const cause = fault ?? (decision?.outcome === 'allow' ? null : decision?.fault)
  return {
    method: end.method,
    origin: judged.origin,
    path: judged.target?.path,
    route: record.route,
    status: end.status,
    outcome: decision?.outcome,
    failure: cause != null && cause.statusCode >= 500 ? cause.code : null,
    subject: owner?.subject
  }
}

/** A failure of the gateway or the application is an error; of the provider, a warning; all else is information. */
export function levelOf({ fault, decision, end, isQuiet }: RequestRecord): LineLevel {
  if (fault !== null && fault.statusCode >= 500)
    return fault.code === 'PROVIDER_UNAVAILABLE' || isCutShort(end) ? 'warn' : 'error'
  if (decision?.fault != null && isFailure(decision.outcome, decision.fault)) return 'warn'
  if (isCutShort(end)) return 'warn'
  return isQuiet && fault === null ? 'debug' : 'info'
}

/** The visitor has a part of the answer, and knows that it is one. */
function isCutShort(end: RequestRecord['end']): boolean {
  return end === 'upstream_broken' || end === 'timeout'
}

/** A session that passes in an outage is one too. */
function isFailure(outcome: string, fault: Fault): boolean {
  return outcome === 'unavailable' || outcome === 'failed' || (outcome === 'allow' && fault.statusCode >= 500)
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
