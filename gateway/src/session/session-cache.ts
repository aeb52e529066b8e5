import { LRUCache } from 'lru-cache'
import type { Session } from './session.ts'

/** Rough size of a remembered session beside its strings, in bytes. */
const ENTRY_OVERHEAD_BYTES = 1000

/** A cookie value, where it counts, and over how many cookies it is split. */
export interface SplitValue {
  /** Null: whatever origin it comes to. */
  origin: string | null
  value: string
  parts: number
}

/** lru-cache makes an object for each call without options. */
const NO_OPTIONS = {}

/** Verified sessions; see `createSessionCache`. */
export interface SessionCache {
  /** `session`: what verifying exactly this value gave. */
  remember(cookie: SplitValue, session: Session): void
  /** Whether it still stands is not looked at. */
  recall(cookie: SplitValue): Session | undefined
  /** Counted by whoever looks for a session; those that only put things in order do not count. */
  readonly lookups: CacheLookups
  /** How much there is. */
  size(): { entries: number; bytes: number }
}

/** What became of look-ups and entries, counted over all memories of a process. */
export interface CacheLookups {
  hits: number
  misses: number
  evictions: number
}

/** Nothing was looked up yet. */
export function createCacheLookups(): CacheLookups {
  return { hits: 0, misses: 0, evictions: 0 }
}

interface Cached extends SplitValue {
  session: Session
}

/**
 * Verified sessions under their exact cookies: a value that comes to another origin, or split in another way, than it was sealed
 * for is no session, and must not be one here. Bounded by bytes; those used least recently go first.
 */
export function createSessionCache(
  cacheBytes: number,
  lookups: CacheLookups = createCacheLookups()
): SessionCache {
  const sessions = new LRUCache<string, Cached>({
    maxSize: cacheBytes,
    sizeCalculation: ({ value, session }) => value.length + 2 * session.idToken.length + ENTRY_OVERHEAD_BYTES,
    dispose(_session, _key, reason) {
      if (reason === 'evict') lookups.evictions += 1
    }
  })
  return {
    remember({ origin, value, parts }, session) {
      sessions.set(copyText(signatureOf(value)), { origin, value: copyText(value), parts, session })
    },
    // Under the signature, which is short to hash; the whole value must be the same.
    recall({ origin, value, parts }) {
      const known = sessions.get(signatureOf(value), NO_OPTIONS)
      const isSame = known?.value === value && known.parts === parts && known.origin === origin
      return isSame ? known.session : undefined
    },
    lookups,
    size: () => ({ entries: sessions.size, bytes: sessions.calculatedSize })
  }
}

/** The last field of a cookie value: 43 characters when it is one of ours. */
export function signatureOf(value: string): string {
  return value.slice(-43)
}

/** The same text in memory of its own: a slice would keep the whole `Cookie` header alive. */
export function copyText(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}

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
