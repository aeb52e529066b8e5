import { randomFillSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

declare module 'fastify' {
  interface FastifyInstance {
    /** The trace that a request continues, if whoever sent it is believed. */
    traceOf(request: Pick<FastifyRequest, 'raw'>): TraceContext | null
  }
  interface FastifyRequest {
    /** The trace that this request continues; null: none, or whoever sent it is not believed. */
    trace: TraceContext | null
  }
}

/** A trace that is continued (https://www.w3.org/TR/trace-context). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** Of our part of the trace: 16 hexadecimal digits. */
  readonly spanId: string
  /** Two hexadecimal digits, as they came. */
  readonly flags: string
  /** As it came; null: there was none, or a longer one than anybody has to pass on. */
  readonly tracestate: string | null
}

/** Headers of traces, which never pass by themselves. */
export const TRACE_HEADERS = ['traceparent', 'tracestate', 'baggage'] as const

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const NO_TRACE = '0'.repeat(32)
const NO_PARENT = '0'.repeat(16)
const LONGEST_TRACESTATE_CHARS = 512
const SPAN_ID_BYTES = 8
const POOL_BYTES = 4096

/**
 * The trace of a request's headers, with a new span id. Null: there is no `traceparent`, or none that follows the format: a
 * higher version is read by its first four fields, and version `ff` is none.
 */
export function continueTrace(headers: IncomingHttpHeaders): TraceContext | null {
  const { traceparent, tracestate } = headers
  if (typeof traceparent !== 'string') return null
  const [, version, traceId = '', parentId, flags = '', more] = TRACEPARENT.exec(traceparent) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (traceId === NO_TRACE || parentId === NO_PARENT) return null
  return { traceId, spanId: nextSpanId(), flags, tracestate: readTracestate(tracestate) }
}

/** What the next one in the line is told; without `baggage`, which passes as it came. */
export function traceHeaders({ traceId, spanId, flags, tracestate }: TraceContext): Record<string, string> {
  const traceparent = `00-${traceId}-${spanId}-${flags}`
  return tracestate === null ? { traceparent } : { traceparent, tracestate }
}

/** Several headers were joined by Node. */
function readTracestate(value: string | string[] | undefined): string | null {
  if (typeof value !== 'string' || value === '') return null
  return value.length <= LONGEST_TRACESTATE_CHARS ? value : null
}

/** Random bytes for many ids at once: one call for each id would cost more than all the rest. */
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

function nextSpanId(): string {
  if (used === POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  const id = pool.toString('hex', used, used + SPAN_ID_BYTES)
  used += SPAN_ID_BYTES
  return id === NO_PARENT ? nextSpanId() : id
}
