import type { Context, Span, Tracer } from '@opentelemetry/api'
import { parseUrl } from '../../config/addresses/urls.ts'
import type { RequestTrace, TraceEnd } from '../../http/request-trace.ts'
import { formatTraceparent, type TraceContext, type TraceHeaders } from '../../http/trace-context.ts'

/** The API of OpenTelemetry, which is loaded on demand. */
export type OpenTelemetry = typeof import('@opentelemetry/api')

/** Which personal data the spans of requests may have. */
export interface SpanRules {
  paths: boolean
  subject: boolean
}

export interface RecordedTraceOptions {
  api: OpenTelemetry
  tracer: Tracer
  /** The trace that is continued; null: the SDK begins one. */
  context: TraceContext | null
  rules: SpanRules
}

/** Those of RFC 9110 and PATCH; see https://opentelemetry.io/docs/specs/semconv/http/http-spans/. */
const KNOWN_METHODS: ReadonlySet<string> = new Set(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE'.split(' ')
)

/** Says that a span failed. `type`: a code or a status, never a message, which may quote others. */
export function markFailed({ SpanStatusCode }: OpenTelemetry, span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
}

/** A request whose spans are recorded: that of the gateway, and that of the application's answer below it. */
export class RecordedTrace implements RequestTrace {
  readonly traceId: string
  readonly spanId: string
  readonly #options: RecordedTraceOptions
  readonly #span: Span
  readonly #within: Context
  #upstream: Span | null = null

  /** Begins the span of the request. */
  constructor(options: RecordedTraceOptions) {
    const { api, tracer, context } = options
    // Not the context that is active: it may be that of an earlier request of the connection.
    const parent = context === null ? api.ROOT_CONTEXT : contextOf(api, context)
    this.#options = options
    this.#span = tracer.startSpan('gatehouse.request', { kind: api.SpanKind.SERVER }, parent)
    this.#within = api.trace.setSpan(parent, this.#span)
    const { traceId, spanId } = this.#span.spanContext()
    this.traceId = traceId
    this.spanId = spanId
  }

  within<T>(work: () => T): T {
    return this.#options.api.context.with(this.#within, work)
  }

  passOn({ method, host }: { method: string; host: string }): TraceHeaders {
    const { api, tracer, context } = this.#options
    const attributes = { 'http.request.method': methodOf(method), 'server.address': host }
    const span = tracer.startSpan('upstream', { kind: api.SpanKind.CLIENT, attributes }, this.#within)
    this.#upstream = span
    const { traceFlags, traceState, ...ids } = span.spanContext()
    const flags = traceFlags.toString(16).padStart(2, '0')
    return {
      traceparent: formatTraceparent(ids, flags),
      tracestate: traceState?.serialize() || undefined,
      baggage: context?.baggage
    }
  }

  upstreamAnswered(status: number): void {
    this.#upstream?.setAttribute('http.response.status_code', status)
    if (this.#upstream !== null && status >= 400)
      markFailed(this.#options.api, this.#upstream, String(status))
  }

  upstreamEnded(): void {
    this.#upstream?.end()
    this.#upstream = null
  }

  end({ method, origin, path, status, failure, subject, route, outcome }: TraceEnd): void {
    const { api, rules } = this.#options
    if (this.#upstream !== null && failure !== null) markFailed(api, this.#upstream, failure)
    this.upstreamEnded()
    const span = this.#span
    const url = parseUrl(origin)
    span.setAttributes({
      'http.request.method': methodOf(method),
      'url.scheme': url?.protocol.slice(0, -1),
      'server.address': url?.hostname,
      'url.path': rules.paths ? path : undefined,
      'http.response.status_code': status === 0 ? undefined : status,
      'enduser.id': rules.subject ? subject : undefined,
      'gatehouse.route': route,
      'gatehouse.outcome': outcome
    })
    if (failure !== null || status >= 500) markFailed(api, span, failure ?? String(status))
    span.end()
  }
}

/** A caller's span, as the parent of ours. */
function contextOf(api: OpenTelemetry, { traceId, parentId, flags, tracestate }: TraceContext): Context {
  return api.trace.setSpanContext(api.ROOT_CONTEXT, {
    traceId,
    spanId: parentId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(tracestate === undefined ? {} : { traceState: api.createTraceState(tracestate) })
  })
}

function methodOf(method: string): string {
  return KNOWN_METHODS.has(method) ? method : '_OTHER'
}
