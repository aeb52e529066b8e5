import type { ProviderCallName } from '../events.ts'

/** What a span is begun with. */
export interface SpanFacts {
  name: `session.${'check' | 'refresh'}` | `provider.${ProviderCallName}`
  /** A call to another service; null: it is work of the gateway itself. */
  call: { method: string; host: string } | null
}

/** What is found out while a span lasts. */
export interface SpanNotes {
  /** Names are those of the semantic conventions, or begin with `gatehouse.`. Never a secret, an address or a text of others. */
  set(name: string, value: string | number): void
  /** The work failed. `type`: a code or a status. */
  failed(type: string): void
}

/** Records what a request makes the gateway do; see `NO_SPANS`. */
export interface Spans {
  /**
   * Does the work, inside a span that belongs to the request which has led to it. A rejection marks the span as failed and is passed
   * on.
   */
  run<T>(facts: SpanFacts, work: (notes: SpanNotes) => Promise<T>): Promise<T>
}

/** The span of a call to the provider: of its address the host alone, since the rest may hold keys. */
export function describeCall(
  name: ProviderCallName,
  { method, url }: { method: string; url: string }
): SpanFacts {
  return { name: `provider.${name}`, call: { method, host: new URL(url).hostname } }
}

/** For work that nobody records. */
export const NO_NOTES: SpanNotes = { set() {}, failed() {} }

/** Records nothing: the work is done, and that is all. */
export const NO_SPANS: Spans = { run: (_facts, work) => work(NO_NOTES) }
