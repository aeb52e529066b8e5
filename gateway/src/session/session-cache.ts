import { LRUCache } from 'lru-cache'
import { ACTIVITY_SECONDS, type Session } from './session.ts'

/** Approximate size of a cached session without its strings, in bytes. */
export const ENTRY_OVERHEAD_BYTES = 1000

/** A cookie value, its origin, and the number of cookies it is split over. */
export interface SplitValue {
  /** Null: any origin. */
  origin: string | null
  value: string
  parts: number
}

const NO_OPTIONS = {}

export type SessionCache = ReturnType<typeof createSessionCache>

/** Verified sessions by their exact cookie, origin and number of parts. Bounded by bytes, LRU. `lookups`: counters of the process. */
export function createSessionCache(cacheBytes: number, lookups = { hits: 0, misses: 0, evictions: 0 }) {
  const sessions = new LRUCache<string, SplitValue & { session: Session }>({
    maxSize: cacheBytes,
    sizeCalculation: ({ value, session }) => value.length + 2 * session.idToken.length + ENTRY_OVERHEAD_BYTES,
    dispose(_session, _key, reason) {
      if (reason === 'evict') lookups.evictions += 1
    }
  })
  return {
    /** `session`: the verified session of exactly this value. */
    set({ origin, value, parts }: SplitValue, session: Session): void {
      sessions.set(detachString(signatureOf(value)), { origin, value: detachString(value), parts, session })
    },
    /** Does not check whether it is still valid. */
    get({ origin, value, parts }: SplitValue): Session | undefined {
      // The signature is a short key; the whole value must match.
      const known = sessions.get(signatureOf(value), NO_OPTIONS)
      const isSame = known?.value === value && known.parts === parts && known.origin === origin
      return isSame ? known.session : undefined
    },
    /** Updated by callers that look for a session; maintenance does not count. */
    lookups,
    size: () => ({ entries: sessions.size, bytes: sessions.calculatedSize })
  }
}

/** The last field of a cookie value: 43 characters for a valid one. */
export function signatureOf(value: string): string {
  return value.slice(-43)
}

/** A copy: a slice would keep the whole `Cookie` header alive. */
export function detachString(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}

/** LRU cache options for an entry limit. The library's `max` would preallocate. */
export function atMost(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}

/** LRU cache options for a ttl by this clock (epoch seconds), without timers. */
export function forSeconds(seconds: number, now: () => number) {
  return { ttl: seconds * 1000, ttlResolution: 0, perf: { now: () => now() * 1000 } }
}

const MAX_REWRITTEN = 50_000

/** Cookies rewritten in the last minute to record a request, and its time (epoch seconds), by the signature of the old one. */
export type ActivityCookies = LRUCache<string, { activeAtSeconds: number; cookieValue: string }>

/** `now`: epoch seconds. */
export function createActivityCookies(now: () => number): ActivityCookies {
  return new LRUCache({ ...atMost(MAX_REWRITTEN), ...forSeconds(ACTIVITY_SECONDS, now) })
}

/** Clients can make up any number of origins for a pattern such as `*.example.org`. */
const MAX_ORIGINS = 1000

/** One value per origin where `isApart`, and one for `publicOrigin` and all others, for which `make` gets null. */
export function createByOrigin<Value extends object>(
  { publicOrigin, isApart }: { publicOrigin: string; isApart: (hostname: string) => boolean },
  make: (origin: string | null) => Value
): (origin: string) => Value {
  const shared = make(null)
  const cached = new LRUCache<string, Value>({ max: MAX_ORIGINS })
  return (origin) => {
    if (origin === publicOrigin) return shared
    const value = cached.get(origin) ?? (isApart(new URL(origin).hostname) ? make(origin) : shared)
    cached.set(origin, value)
    return value
  }
}
