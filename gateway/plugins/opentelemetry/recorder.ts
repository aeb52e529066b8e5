import type { Context, Span, Tracer, TracerProvider } from '@opentelemetry/api'
import { untilAborted } from '../../src/async.ts'
import { parseUrl } from '../../src/config/addresses/urls.ts'
import { importIfInstalled } from '../../src/config/package-files.ts'
import {
  formatTraceIds,
  type RequestTrace,
  type TraceContext,
  type TraceEnd,
  type TraceHeaders
} from '../../src/http/trace-context.ts'
import type { Recorder, SpanRules, Spans } from '../../src/operations/tracing.ts'

const NAME = 'gatehouse'
/** Where version 1 of the API keeps the registered SDK, for every copy of the API in the process. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')
const MAX_FLUSH_MS = 2000

/** The recorder for an SDK registered before the start. Null: no SDK, or no `@opentelemetry/api`. Rejects if that cannot be loaded. */
export async function loadRecorder(
  load: () => Promise<OpenTelemetry> = () => import('@opentelemetry/api')
): Promise<Recorder | null> {
  if (!(REGISTERED in globalThis)) return null
  const api = await importIfInstalled(load)
  const provider = api === null ? null : findProvider(api)
  return api === null || provider === null ? null : createRecorder(api, provider)
}

/** Without an SDK, the API's own provider has no delegate. */
function findProvider(api: OpenTelemetry): TracerProvider | null {
  const provider = api.trace.getTracerProvider()
  if (!(provider instanceof api.ProxyTracerProvider)) return provider
  return provider.getDelegateTracer(NAME) === undefined ? null : provider.getDelegate()
}

function createRecorder(api: OpenTelemetry, provider: TracerProvider): Recorder {
  const tracer = provider.getTracer(NAME)
  const spans: Spans = {
    run({ name, call }, work) {
      const kind = call === null ? api.SpanKind.INTERNAL : api.SpanKind.CLIENT
      const attributes =
        call === null ? {} : { 'http.request.method': call.method, 'server.address': call.host }
      return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
        const failed = (type: string) => markFailed(api, span, type)
        try {
          return await work({ set: (key, value) => void span.setAttribute(key, value), failed })
        } catch (err) {
          failed('exception')
          throw err
        } finally {
          span.end()
        }
      })
    }
  }
  return {
    spans,
    begin: (context, rules) => new RecordedTrace({ api, tracer, context, rules }),
    flush: () => flush(provider)
  }
}

/** Not in the API, but SDKs have it. */
async function flush(provider: TracerProvider): Promise<void> {
  if (!('forceFlush' in provider) || typeof provider.forceFlush !== 'function') return
  const { forceFlush } = provider
  const flushing = async () => {
    await Reflect.apply(forceFlush, provider, [])
  }
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), MAX_FLUSH_MS)
  await untilAborted(flushing(), deadline.signal).catch(() => {})
  clearTimeout(timer)
}

/** The OpenTelemetry API, loaded on demand. */
type OpenTelemetry = typeof import('@opentelemetry/api')

interface RecordedTraceOptions {
  api: OpenTelemetry
  tracer: Tracer
  /** The trace to continue; null: the SDK begins one. */
  context: TraceContext | null
  rules: SpanRules
}

/** Those of RFC 9110 and PATCH; see https://opentelemetry.io/docs/specs/semconv/http/http-spans/. */
const KNOWN_METHODS: ReadonlySet<string> = new Set(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE'.split(' ')
)

/** `type`: a code or a status, never a message, which may quote others. */
function markFailed({ SpanStatusCode }: OpenTelemetry, span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
}

/** A request with two recorded spans: its own, and a child for the application's response. */
class RecordedTrace implements RequestTrace {
  readonly traceId: string
  readonly spanId: string
  readonly #options: RecordedTraceOptions
  readonly #span: Span
  readonly #within: Context
  #upstream: Span | null = null

  constructor(options: RecordedTraceOptions) {
    const { api, tracer, context } = options
    // Not the active context: it may belong to an earlier request of the connection.
    const parent = context === null ? api.ROOT_CONTEXT : contextOf(api, context)
    this.#options = options
    this.#span = tracer.startSpan('gatehouse.request', { kind: api.SpanKind.SERVER }, parent)
    this.#within = api.trace.setSpan(parent, this.#span)
    const { traceId, spanId } = this.#span.spanContext()
    this.traceId = traceId
    this.spanId = spanId
  }

  get isSampled(): boolean {
    return (this.#span.spanContext().traceFlags & 1) === 1
  }

  within<T>(work: () => T): T {
    return this.#options.api.context.with(this.#within, work)
  }

  injectTraceHeaders({ method, host }: { method: string; host: string }): TraceHeaders {
    const { api, tracer, context } = this.#options
    const attributes = { 'http.request.method': methodOf(method), 'server.address': host }
    const span = tracer.startSpan('upstream', { kind: api.SpanKind.CLIENT, attributes }, this.#within)
    this.#upstream = span
    const { traceFlags, traceState, ...ids } = span.spanContext()
    const flags = traceFlags.toString(16).padStart(2, '0')
    return {
      ...formatTraceIds(ids, flags, context),
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

/** A caller's span as the parent of ours. */
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
