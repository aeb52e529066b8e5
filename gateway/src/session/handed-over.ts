import { LRUCache } from 'lru-cache'
import { atMost, forSeconds } from './cache-bounds.ts'

/** How long a sealed session may be on its way, in seconds. */
export const ON_THE_WAY_SECONDS = 60
const MAX_CACHED = 50_000

/** Digests of the states of attempts by which a session has arrived. */
export type HandedOver = LRUCache<string, true>

/** A memory for them; what is forgotten is over by its time. `now`: epoch seconds. */
export function createHandedOver(now: () => number): HandedOver {
  return new LRUCache({ ...atMost(MAX_CACHED), ...forSeconds(ON_THE_WAY_SECONDS + 1, now) })
}
