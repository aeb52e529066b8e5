/**
 * Options of an LRU cache for so many entries. Its own `max` would take the memory for all of them, and the time to do
 * so, before the first one comes.
 */
export function atMost(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}

/** Options of an LRU cache whose entries count for so long by this clock (epoch seconds). It sets no timers. */
export function forSeconds(
  seconds: number,
  now: () => number
): { ttl: number; ttlResolution: number; perf: { now: () => number } } {
  return { ttl: seconds * 1000, ttlResolution: 0, perf: { now: () => now() * 1000 } }
}
