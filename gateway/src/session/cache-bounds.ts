/**
 * Options of an LRU cache for so many entries. Its own `max` would take the memory for all of them, and the time to do
 * so, before the first one comes.
 */
export function atMost(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
