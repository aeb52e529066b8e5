import { LRUCache } from 'lru-cache'

const MAX_KEPT_BYTES = 32 * 1024 * 1024
/** Rough size of a kept text beside its characters, in bytes. */
const ENTRY_OVERHEAD_BYTES = 500

/** Texts by name, each for a while; see `createKeptTexts`. */
export interface KeptTexts {
  keep(name: string, text: string, seconds: number): void
  /** Null: there is none, or its time is over. */
  recall(name: string): string | null
}

/** Texts in the memory of this process, 32 MiB of them at most. `now`: epoch seconds. Has no timers. */
export function createKeptTexts(now: () => number): KeptTexts {
  const kept = new LRUCache<string, { text: string; expiresAtSeconds: number }>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ text }, name) => text.length + name.length + ENTRY_OVERHEAD_BYTES
  })
  return {
    keep: (name, text, seconds) => void kept.set(name, { text, expiresAtSeconds: now() + seconds }),
    recall(name) {
      const known = kept.get(name)
      return known !== undefined && now() < known.expiresAtSeconds ? known.text : null
    }
  }
}
