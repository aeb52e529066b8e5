import type { IncomingHttpHeaders } from 'node:http'

/** Google's own trace header, which Cloud Run and its load balancers send besides `traceparent`. */
export const CLOUD_TRACE_HEADER = 'x-cloud-trace-context'

/** Trace and span ids in lowercase hexadecimal. */
export interface TraceIds {
  /** 32 digits. */
  readonly traceId: string
  /** 16 digits: the gateway's own span. */
  readonly spanId: string
}

/** The caller's trace context. `flags`: two hexadecimal digits; the lowest bit is `sampled`. */
export interface TraceContext extends Record<'traceId' | 'parentId' | 'flags', string> {
  readonly tracestate: string | undefined
  readonly baggage: string | undefined
  /** Whether the caller also sent `x-cloud-trace-context`, so that the application may read that one. */
  readonly isInCloudHeader: boolean
}

export const TRACE_HEADERS = ['traceparent', 'tracestate', 'baggage', CLOUD_TRACE_HEADER] as const

/** Headers that propagate a trace; undefined ones are not sent. */
export type TraceHeaders = Readonly<Record<(typeof TRACE_HEADERS)[number], string | undefined>>

/** Version, trace id, parent id, flags; later versions may add fields. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const NO_ID = /^0+$/
/** The length that must be propagated; see https://www.w3.org/TR/trace-context-2/#tracestate-limits. */
const MAX_TRACESTATE_CHARS = 512

/**
 * Reads the trace context (https://www.w3.org/TR/trace-context-2/), or without `traceparent` that of `x-cloud-trace-context`; null if missing
 * or malformed. Higher versions are read by their first four fields. Whether to trust the caller is decided elsewhere.
 */
export function readTraceContext(headers: IncomingHttpHeaders): TraceContext | null {
  const { traceparent, tracestate, baggage } = headers
  const cloudHeader = headers[CLOUD_TRACE_HEADER]
  const ids = traceparent === undefined ? readCloudTrace(cloudHeader) : readTraceparent(traceparent)
  if (ids === null || NO_ID.test(ids.traceId) || NO_ID.test(ids.parentId)) return null
  const state = joined(tracestate)
  return {
    ...ids,
    tracestate: state !== undefined && state.length <= MAX_TRACESTATE_CHARS ? state : undefined,
    baggage: joined(baggage),
    isInCloudHeader: cloudHeader !== undefined
  }
}

type ReadIds = Pick<TraceContext, 'traceId' | 'parentId' | 'flags'>

function readTraceparent(traceparent: string | readonly string[]): ReadIds | null {
  if (typeof traceparent !== 'string') return null
  const [, version, traceId, parentId, flags, rest] = TRACEPARENT.exec(traceparent) ?? []
  if (traceId === undefined || parentId === undefined || flags === undefined) return null
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null
  return { traceId, parentId, flags }
}

/** Whether the caller records the trace. `flags`: two hexadecimal digits. */
export const isSampled = (flags: string): boolean => (Number.parseInt(flags, 16) & 1) === 1

/** The headers that name a span of the gateway as the parent. `context`: the caller's; null: it began here. */
export function formatTraceIds(
  ids: TraceIds,
  flags: string,
  context: TraceContext | null
): Pick<TraceHeaders, 'traceparent' | typeof CLOUD_TRACE_HEADER> {
  const traceparent = `00-${ids.traceId}-${ids.spanId}-${flags}`
  if (context?.isInCloudHeader !== true) return { traceparent, [CLOUD_TRACE_HEADER]: undefined }
  const cloudTrace = `${ids.traceId}/${BigInt(`0x${ids.spanId}`)};o=${isSampled(flags) ? 1 : 0}`
  return { traceparent, [CLOUD_TRACE_HEADER]: cloudTrace }
}

/** `TRACE_ID/SPAN_ID;o=OPTIONS`: 32 hexadecimal digits, an unsigned decimal number, and bits of which the lowest is `sampled`. */
const CLOUD_TRACE = /^([0-9a-f]{32})\/(\d{1,20})(?:;o=(\d))?$/i
const MAX_SPAN_ID = 2n ** 64n - 1n
const SPAN_ID_DIGITS = 16

/** The ids of `x-cloud-trace-context` (https://cloud.google.com/trace/docs/trace-context) as `traceparent` spells them; null: malformed. */
function readCloudTrace(header: string | readonly string[] | undefined): ReadIds | null {
  if (typeof header !== 'string') return null
  const [, traceId, spanId, options = '0'] = CLOUD_TRACE.exec(header) ?? []
  if (traceId === undefined || spanId === undefined || BigInt(spanId) > MAX_SPAN_ID) return null
  return {
    traceId: traceId.toLowerCase(),
    parentId: BigInt(spanId).toString(16).padStart(SPAN_ID_DIGITS, '0'),
    flags: Number(options) % 2 === 1 ? '01' : '00'
  }
}

/** Repeated headers form one list (RFC 9110, 5.3). */
function joined(value: string | readonly string[] | undefined): string | undefined {
  const text = typeof value === 'object' ? value.join(', ') : value
  return text === '' ? undefined : text
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the request is not traced. */
    trace: RequestTrace | null
  }
}

/** The gateway's part of a request's trace. */
export interface RequestTrace extends TraceIds {
  /** Whether the trace is recorded, by its caller or here. */
  readonly isSampled: boolean
  /** Runs `work` in the trace's context, so that its spans belong to this request. */
  within<T>(work: () => T): T
  /** Begins the upstream span and returns its headers. Call once. */
  injectTraceHeaders(call: { method: string; host: string }): TraceHeaders
  /** The upstream's response head has arrived. */
  upstreamAnswered(status: number): void
  upstreamEnded(): void
  /** Ends the trace. Call once. */
  end(end: TraceEnd): void
}

/** Facts of a finished request. */
export interface TraceEnd {
  method: string
  /** Origin used by the visitor; empty if unknown. */
  origin: string
  /** Without query; undefined if unreadable. */
  path: string | undefined
  route: string
  /** 0 if the client disconnected before a response. */
  status: number
  outcome: string | undefined
  /** Error code of the gateway, upstream or provider; null if none. */
  failure: string | null
  subject: string | undefined
}
