/**
 * Spans: what modules report of their work, and what records it. It knows neither the work nor the recorder.
 */

import { randomFillSync } from 'node:crypto'
import type { Config } from '../config/schema/schema.ts'
import type { RequestTrace, TraceContext } from '../http/trace-context.ts'
import type { ProviderCallName } from './provider-events.ts'

export interface SpanFacts {
  name: `session.${'check' | 'refresh'}` | `provider.${ProviderCallName}`
  /** A call to another service; null: internal work. */
  call: { method: string; host: string } | null
}

/** Adds findings to an open span. */
export interface SpanNotes {
  /** Names from the semantic conventions, or with the prefix `gatehouse.`. Never a secret, an address or a text of others. */
  set(name: string, value: string | number): void
  /** The work failed. `type`: a code or a status. */
  failed(type: string): void
}

export interface Spans {
  /** Runs the work in a span of the current request. A rejection marks the span as failed and is passed on. */
  run<T>(facts: SpanFacts, work: (notes: SpanNotes) => Promise<T>): Promise<T>
}

/** The span of a provider call: only the host of its address, since the rest may hold keys. */
export function describeCall(
  name: ProviderCallName,
  { method, url }: { method: string; url: string }
): SpanFacts {
  return { name: `provider.${name}`, call: { method, host: new URL(url).hostname } }
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

const ID_BYTES = 8
const POOL_BYTES = 4096

/** Makes random span ids of 16 hexadecimal digits. Fetches random bytes for 512 ids at once. */
export function createSpanIds(): () => string {
  const pool = Buffer.alloc(POOL_BYTES)
  let usedBytes = POOL_BYTES
  return () => {
    if (usedBytes === POOL_BYTES) {
      randomFillSync(pool)
      usedBytes = 0
    }
    const id = pool.toString('hex', usedBytes, usedBytes + ID_BYTES)
    usedBytes += ID_BYTES
    return id
  }
}
