import type { ProviderCallName } from '../events.ts'

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
