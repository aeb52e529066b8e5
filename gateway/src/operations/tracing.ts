import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config/schema/schema.ts'
import { plainAddress } from '../http/address.ts'
import type { RequestTrace } from '../http/request-trace.ts'
import {
  formatTraceparent,
  readTraceContext,
  type TraceContext,
  type TraceHeaders
} from '../http/trace-context.ts'
import { nextSpanId } from './span-ids.ts'

/** Finds the traces of requests; see `createTracing`. */
export interface Tracing {
  /** The trace of a request that has just come in; null: it belongs to none. */
  begin(arrival: Arrival, isTrustedProxy: (address: string) => boolean): RequestTrace | null
}

/** A request that has come in, and from where. */
export interface Arrival {
  method?: string | undefined
  headers: IncomingHttpHeaders
  socket: { remoteAddress?: string | undefined }
}

/** No request belongs to a trace. */
export const NO_TRACING: Tracing = { begin: () => null }

/** Continues the traces of callers that are believed. Without one, no trace is begun: whether there is one is up to others. */
export function createTracing({ accept }: Pick<Config['tracing'], 'accept'>): Tracing {
  if (accept === 'none') return NO_TRACING
  return {
    begin({ headers, socket }, isTrustedProxy) {
      if (headers.traceparent === undefined) return null
      // Whoever may say which trace a request belongs to can join the traces of others.
      if (accept === 'trusted' && !isTrustedProxy(plainAddress(socket.remoteAddress))) return null
      const context = readTraceContext(headers)
      return context === null ? null : new ContinuedTrace(context)
    }
  }
}

/** The trace of a caller, with the gateway as one step that nobody records. */
class ContinuedTrace implements RequestTrace {
  readonly traceId: string
  readonly spanId = nextSpanId()
  readonly #context: TraceContext

  constructor(context: TraceContext) {
    this.traceId = context.traceId
    this.#context = context
  }

  passOn(): TraceHeaders {
    const { flags, tracestate, baggage } = this.#context
    return { traceparent: formatTraceparent(this, flags), tracestate, baggage }
  }
}
