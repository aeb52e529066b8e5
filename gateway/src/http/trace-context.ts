import type { IncomingHttpHeaders } from 'node:http'

/** Where a request stands in a trace, in lower-case hexadecimal digits. */
export interface TraceIds {
  /** 32 digits. */
  readonly traceId: string
  /** 16 digits: of the gateway's own part of the request. */
  readonly spanId: string
}

/** What a caller tells of the trace that its request belongs to. */
export interface TraceContext {
  readonly traceId: string
  /** Span of the caller. */
  readonly parentId: string
  /** Two hexadecimal digits; the lowest bit: the caller records this trace. */
  readonly flags: string
  readonly tracestate: string | undefined
  readonly baggage: string | undefined
}

/** Headers of a request that belongs to a trace; those that are undefined are not sent. */
export type TraceHeaders = Readonly<Record<(typeof TRACE_HEADERS)[number], string | undefined>>

/** Lower-case names of the headers by which a trace goes from one service to the next. */
export const TRACE_HEADERS = ['traceparent', 'tracestate', 'baggage'] as const

/** Version, trace id, parent id, flags; later versions may add fields. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const NO_ID = /^0+$/
/** The length that everybody has to pass on; see https://www.w3.org/TR/trace-context-2/#tracestate-limits. */
const MAX_TRACESTATE_CHARS = 512

/**
 * Reads the trace of a request (https://www.w3.org/TR/trace-context-2/); null: there is none, or it is malformed. A higher version
 * is read by its first four fields. `tracestate` that is longer than 512 characters is left out, as a whole. Whether the caller
 * is to be believed is not checked.
 */
export function readTraceContext({
  traceparent,
  tracestate,
  baggage
}: IncomingHttpHeaders): TraceContext | null {
  if (typeof traceparent !== 'string') return null
  const [, version, traceId, parentId, flags, rest] = TRACEPARENT.exec(traceparent) ?? []
  if (traceId === undefined || parentId === undefined || flags === undefined) return null
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null
  if (NO_ID.test(traceId) || NO_ID.test(parentId)) return null
  const state = joined(tracestate)
  return {
    traceId,
    parentId,
    flags,
    tracestate: state !== undefined && state.length <= MAX_TRACESTATE_CHARS ? state : undefined,
    baggage: joined(baggage)
  }
}

/** The value of `traceparent` for a request that a span sends, in version 00. */
export function formatTraceparent({ traceId, spanId }: TraceIds, flags: string): string {
  return `00-${traceId}-${spanId}-${flags}`
}

/** Several lines of one header are one list (RFC 9110, 5.3). */
function joined(value: string | readonly string[] | undefined): string | undefined {
  const text = typeof value === 'object' ? value.join(', ') : value
  return text === '' ? undefined : text
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The trace of a request that has just come in; null: it belongs to none. */
    beginTrace(request: Pick<FastifyRequest, 'raw'>): RequestTrace | null
  }
  interface FastifyRequest {
    /** The trace that this request belongs to; null: to none. */
    trace: RequestTrace | null
  }
}

/** The trace that a request belongs to, and the gateway's part of it. */
export interface RequestTrace extends TraceIds {
  /** Does the work; spans that it begins belong to this request. */
  within<T>(work: () => T): T
  /** The request is passed on to the application: gives the headers that tell it of the trace. To be called once. */
  passOn(call: { method: string; host: string }): TraceHeaders
  /** The head of the application's answer has come, with this status. */
  upstreamAnswered(status: number): void
  /** The application's answer is complete. */
  upstreamEnded(): void
  /** The answer of the gateway is over. To be called once. */
  end(end: TraceEnd): void
}

/** What is known of a request when its answer is over. */
export interface TraceEnd {
  method: string
  /** Origin that the visitor used; empty: not known. */
  origin: string
  /** Without its query; undefined: it could not be read. */
  path: string | undefined
  route: string
  /** 0: the client was gone before there was an answer. */
  status: number
  /** What was decided; undefined: nothing. */
  outcome: string | undefined
  /** Code of a failure of the gateway, the application or the provider; null: there was none. */
  failure: string | null
  /** Uid; undefined: not known. */
  subject: string | undefined
}
