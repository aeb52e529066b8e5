import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config/schema/schema.ts'
import { plainAddress } from '../http/origin.ts'
import {
  CLOUD_TRACE_HEADER,
  formatTraceIds,
  isSampled,
  type RequestTrace,
  readTraceContext,
  type TraceContext,
  type TraceHeaders
} from '../http/trace-context.ts'
import { createSpanIds, type Recorder } from './spans.ts'

export interface Tracing {
  /** The trace of a new request; null: none. */
  begin(arrival: Arrival, isTrustedProxy: (address: string) => boolean): RequestTrace | null
  /** Whether spans are recorded, so work must run `within` its request. */
  readonly isRecorded: boolean
}

/** An incoming request and its source. */
export interface Arrival {
  headers: IncomingHttpHeaders
  socket: { remoteAddress?: string | undefined }
}

export const NO_TRACING: Tracing = { begin: () => null, isRecorded: false }

/** Continues the traces of trusted callers. For other requests the SDK of `recorder` begins one; null: they have none. */
export function createTracing({ accept, ...rules }: Config['tracing'], recorder: Recorder | null): Tracing {
  const nextSpanId = createSpanIds()
  return {
    begin({ headers, socket }, isTrustedProxy) {
      const isInTrace = headers.traceparent !== undefined || headers[CLOUD_TRACE_HEADER] !== undefined
      // A caller that may name the trace can join the traces of others.
      const isBelieved =
        isInTrace &&
        (accept === 'all' || (accept !== 'none' && isTrustedProxy(plainAddress(socket.remoteAddress))))
      const context = isBelieved ? readTraceContext(headers) : null
      if (recorder !== null) return recorder.begin(context, rules)
      return context === null ? null : new ContinuedTrace(context, nextSpanId())
    },
    isRecorded: recorder !== null
  }
}

/** A caller's trace, passed on without recording a span. */
class ContinuedTrace implements RequestTrace {
  readonly traceId: string
  readonly spanId: string
  readonly #context: TraceContext

  constructor(context: TraceContext, spanId: string) {
    this.traceId = context.traceId
    this.spanId = spanId
    this.#context = context
  }

  get isSampled(): boolean {
    return isSampled(this.#context.flags)
  }

  injectTraceHeaders(): TraceHeaders {
    const { flags, tracestate, baggage } = this.#context
    return { ...formatTraceIds(this, flags, this.#context), tracestate, baggage }
  }

  within<T>(work: () => T): T {
    return work()
  }

  upstreamAnswered(): void {}
  upstreamEnded(): void {}
  end(): void {}
}
