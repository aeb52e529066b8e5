/** Traces of requests, and the spans that modules report of their work. It knows neither the work nor what records it. */

import { randomUUID } from 'node:crypto'
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
import type { ProviderCallName } from './provider-events.ts'

/** Adds findings to an open span. */
export interface SpanNotes {
  /** Names from the semantic conventions, or with the prefix `gatehouse.`. Never a secret, an address or a text of others. */
  set(name: string, value: string | number): void
  /** The work failed. `type`: a code or a status. */
  failed(type: string): void
}

interface SpanFacts {
  name: `session.${'check' | 'refresh'}` | `provider.${ProviderCallName}`
  /** A call to another service; null: internal work. */
  call: { method: string; host: string } | null
}

export interface Spans {
  /** Runs the work in a span of the current request. A rejection marks the span as failed and is passed on. */
  run<T>(facts: SpanFacts, work: (notes: SpanNotes) => Promise<T>): Promise<T>
}

/** The span of a provider call: only the host of its address, since the rest may hold keys. */
export function describeCall(name: ProviderCallName, call: { method: string; url: string }): SpanFacts {
  return { name: `provider.${name}`, call: { method: call.method, host: new URL(call.url).hostname } }
}

export const NO_NOTES: SpanNotes = { set() {}, failed() {} }

/** Runs the work without recording. */
export const NO_SPANS: Spans = { run: (_facts, work) => work(NO_NOTES) }

/** Personal data allowed in request spans. */
export type SpanRules = Pick<Config['tracing'], 'paths' | 'subject'>

/** Records spans. */
export interface Recorder {
  spans: Spans
  /** Begins the span of a request. `context`: the trace to continue; null: the recorder begins one. */
  begin(context: TraceContext | null, rules: SpanRules): RequestTrace
  /** Sends the finished spans before process exit; waits two seconds at most and never rejects. */
  flush(): Promise<void>
}

export type Tracing = ReturnType<typeof createTracing>

/** Continues the traces of trusted callers. For other requests the SDK of `recorder` begins one; null: they have none. */
export function createTracing({ accept, ...rules }: Config['tracing'], recorder: Recorder | null) {
  return {
    /** The trace of a new request; null: none. */
    begin(
      { headers, socket }: { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } },
      isTrustedProxy: (address: string) => boolean
    ): RequestTrace | null {
      const isInTrace = headers.traceparent !== undefined || headers[CLOUD_TRACE_HEADER] !== undefined
      // A caller that may name the trace can join the traces of others.
      const isBelieved =
        isInTrace &&
        (accept === 'all' || (accept !== 'none' && isTrustedProxy(plainAddress(socket.remoteAddress))))
      const context = isBelieved ? readTraceContext(headers) : null
      if (recorder !== null) return recorder.begin(context, rules)
      return context === null ? null : new ContinuedTrace(context)
    },
    /** Whether spans are recorded, so work must run `within` its request. */
    isRecorded: recorder !== null
  }
}

export const NO_TRACING = createTracing({ accept: 'none', paths: false, subject: false }, null)

/** A caller's trace, passed on without recording a span. */
class ContinuedTrace implements RequestTrace {
  readonly traceId: string
  /** The half of a UUID that is random but for two bits, from Node's pool of them. */
  readonly spanId = randomUUID().slice(19).replace('-', '')
  readonly #context: TraceContext

  constructor(context: TraceContext) {
    this.traceId = context.traceId
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
