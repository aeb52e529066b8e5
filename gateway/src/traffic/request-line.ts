import { describeFault, type Fault } from '../errors.ts'
import type { JudgedRequest } from '../http/judged-request.ts'
import { describeRequest } from '../http/request-log.ts'
import type { TraceEnd } from '../http/request-trace.ts'
import { describeOwner } from '../operations/log-fields.ts'
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
  durationMs: number
}

/** The level that a line is written at. */
export type LineLevel = 'debug' | 'info' | 'warn' | 'error'

/**
 * The fields of the line of a request; members that are undefined are left out of the log. One literal without spreads:
 * each of those makes the object slow to build and to write, and there is a line for every request.
 */
export function describeRequestEnd(record: RequestRecord, judged: JudgedRequest, end: RequestEnd): object {
  const { decision, fault, trace, stream } = record
  const cause = fault ?? decision?.fault ?? null
  const request = describeRequest(judged)
  const why = cause === null ? NOTHING : describeFault(cause)
  const owner = describeOwner(record.owner)
  const line = {
    method: request.method,
    path: request.path,
    client: request.client,
    userAgent: request.userAgent,
    host: judged.hostname,
    route: record.route,
    application: record.application ?? undefined,
    outcome: decision?.outcome,
    code: cause?.code ?? decision?.code ?? undefined,
    doctor: why.doctor,
    call: why.call,
    detail: why.detail,
    cause: why.cause,
    rule: decision?.rule ?? undefined,
    answer: record.specialAnswer ?? undefined,
    subject: owner.subject,
    tenant: owner.tenant,
    sessionId: owner.sessionId,
    issuer: owner.issuer,
    expiredForSeconds: decision?.expiredForSeconds,
    status: end.status,
    bytesIn: end.bytesIn,
    bytesOut: end.bytesOut,
    ms: round(end.durationMs),
    decisionMs: round(decision?.durationMs ?? null),
    upstreamHeadMs: round(record.upstreamHeadMs),
    end: record.end ?? undefined,
    traceId: trace?.traceId,
    spanId: trace?.spanId,
    err: isDefect(fault) ? fault.cause : undefined
  }
  return stream === null ? line : { ...line, ...describeStream(stream, end.durationMs) }
}

const NOTHING: ReturnType<typeof describeFault> = {}

/** The same for the span of the request. A refusal is no failure. */
export function describeTraceEnd(
  record: RequestRecord,
  judged: JudgedRequest,
  end: Omit<RequestEnd, 'durationMs'>
): TraceEnd {
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

function describeStream({ kind, end }: NonNullable<RequestRecord['stream']>, durationMs: number): object {
  return {
    stream: kind,
    seconds: Math.round(durationMs / 100) / 10,
    by: end?.by,
    reason: end?.reason,
    because: end?.because,
    ...(end?.closeCode == null ? undefined : { code: end.closeCode })
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

/** Nobody has foreseen it, so its stack is wanted. */
function isDefect(fault: Fault | null): fault is Fault {
  return fault?.code === 'INTERNAL_ERROR' && fault.cause !== undefined
}

function round(ms: number | null): number | undefined {
  return ms === null ? undefined : Math.round(ms * 1000) / 1000
}
