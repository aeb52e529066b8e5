import type { TracerProvider } from '@opentelemetry/api'
import { untilDeadline } from '../../async/deadline.ts'
import type { RequestTrace } from '../../http/request-trace.ts'
import type { TraceContext } from '../../http/trace-context.ts'
import { markFailed, type OpenTelemetry, RecordedTrace, type SpanRules } from './recorded-trace.ts'
import type { Spans } from './spans.ts'

/** Records spans by the SDK that the operator has loaded; see `loadRecorder`. */
export interface Recorder {
  readonly spans: Spans
  /** Begins the span of a request. `context`: the trace that it continues; null: the SDK begins one. */
  begin(context: TraceContext | null, rules: SpanRules): RequestTrace
  /** Has the finished spans sent before the process ends; waits two seconds at most, and never rejects. */
  flush(): Promise<void>
}

const NAME = 'gatehouse'
const LONGEST_FLUSH_MS = 2000

/**
 * The recorder for the SDK that was registered before the gateway started. Null: `@opentelemetry/api` is not installed, or no
 * SDK is registered. Rejects when the package is there and cannot be loaded.
 */
export async function loadRecorder(load: () => Promise<OpenTelemetry> = importApi): Promise<Recorder | null> {
  const api = await loadInstalled(load)
  const provider = api === null ? null : findProvider(api)
  return api === null || provider === null ? null : createRecorder(api, provider)
}

function importApi(): Promise<OpenTelemetry> {
  return import('@opentelemetry/api')
}

async function loadInstalled(load: () => Promise<OpenTelemetry>): Promise<OpenTelemetry | null> {
  try {
    return await load()
  } catch (err) {
    if (err instanceof Error && 'code' in err && err.code === 'ERR_MODULE_NOT_FOUND') return null
    throw err
  }
}

/** Without an SDK, the API's own provider has nobody to hand its work to. */
function findProvider(api: OpenTelemetry): TracerProvider | null {
  const provider = api.trace.getTracerProvider()
  if (!(provider instanceof api.ProxyTracerProvider)) return provider
  return provider.getDelegateTracer(NAME) === undefined ? null : provider.getDelegate()
}

function createRecorder(api: OpenTelemetry, provider: TracerProvider): Recorder {
  const tracer = provider.getTracer(NAME)
  return {
    spans: {
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
    },
    begin: (context, rules) => new RecordedTrace({ api, tracer, context, rules }),
    flush: () => flush(provider)
  }
}

/** The API has no word for it; SDKs do. */
async function flush(provider: TracerProvider): Promise<void> {
  if (!('forceFlush' in provider) || typeof provider.forceFlush !== 'function') return
  const { forceFlush } = provider
  const flushing = async () => {
    await Reflect.apply(forceFlush, provider, [])
  }
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), LONGEST_FLUSH_MS)
  await untilDeadline(
    flushing().catch(() => {}),
    deadline.signal,
    () => undefined
  )
  clearTimeout(timer)
}
