/** Google's own trace header, which Cloud Run and its load balancers send besides `traceparent`. */
export const CLOUD_TRACE_HEADER = 'x-cloud-trace-context'

/** `TRACE_ID/SPAN_ID;o=OPTIONS`: 32 hexadecimal digits, an unsigned decimal number, and bits of which the lowest is `sampled`. */
const CLOUD_TRACE = /^([0-9a-f]{32})\/(\d{1,20})(?:;o=(\d))?$/i
const MAX_SPAN_ID = 2n ** 64n - 1n
const SPAN_ID_DIGITS = 16

/**
 * The ids of `x-cloud-trace-context` as `traceparent` would spell them; null if malformed.
 * https://cloud.google.com/trace/docs/trace-context
 */
export function readCloudTrace(
  header: string | readonly string[] | undefined
): { traceId: string; parentId: string; flags: string } | null {
  if (typeof header !== 'string') return null
  const [, traceId, spanId, options = '0'] = CLOUD_TRACE.exec(header) ?? []
  if (traceId === undefined || spanId === undefined || BigInt(spanId) > MAX_SPAN_ID) return null
  return {
    traceId: traceId.toLowerCase(),
    parentId: BigInt(spanId).toString(16).padStart(SPAN_ID_DIGITS, '0'),
    flags: Number(options) % 2 === 1 ? '01' : '00'
  }
}

/** `x-cloud-trace-context` for an outgoing request; both ids in hexadecimal. */
export function formatCloudTrace(traceId: string, spanId: string, isSampled: boolean): string {
  return `${traceId}/${BigInt(`0x${spanId}`)};o=${isSampled ? 1 : 0}`
}
