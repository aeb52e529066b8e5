import autocannon from 'autocannon'

/** What the load generator saw. Latencies in whole milliseconds. */
export interface LoadResult {
  requests: number
  requestsPerSecond: number
  p50: number
  p97_5: number
  p99: number
}

export interface LoadOptions {
  url: string
  headers: Record<string, string>
  connections: number
  /** Either a time in seconds or a number of requests. */
  amount: { duration: number } | { amount: number }
}

/** Keeps all connections busy, one request each. Rejects when an answer is missing or not 2xx. */
export async function applyLoad({ url, headers, connections, amount }: LoadOptions): Promise<LoadResult> {
  const result = await autocannon({ url: `${url}/api/items?page=1`, headers, connections, ...amount })
  const { errors, timeouts, non2xx, duration } = result
  if (errors + timeouts + non2xx > 0)
    throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts, ${non2xx} answers that are not 2xx`)
  const { p50, p97_5, p99 } = result.latency
  const requests = result.requests.total
  return { requests, requestsPerSecond: requests / duration, p50, p97_5, p99 }
}
