import { LRUCache } from 'lru-cache'
import { atMost } from './cache-bounds.ts'
import type { SessionCookie } from './cookie/cookie.ts'
import type { SealableState } from './cookie/cookie-value.ts'
import { NOTE_SECONDS } from './limits.ts'

const MOST_REMEMBERED = 50_000

/** A session state whose last request is now, and its sealed cookie value. */
export interface Noted {
  state: SealableState
  cookieValue: string
}

/** Notes the time of a request in the session's cookie; see `createActivityNotes`. */
export type NoteActivity = (key: string, state: SealableState) => Noted

export interface ActivityOptions {
  cookie: Pick<SessionCookie, 'seal'>
  /** Epoch seconds. */
  now: () => number
}

/**
 * Notes activity once a minute and session: everybody who still carries the old cookie gets the same new one.
 * `key`: stands for the old cookie.
 */
export function createActivityNotes({ cookie, now }: ActivityOptions): NoteActivity {
  const made = new LRUCache<string, Noted>({
    ...atMost(MOST_REMEMBERED),
    ttl: NOTE_SECONDS * 1000,
    ttlResolution: 0,
    perf: { now: () => now() * 1000 }
  })
  return (key, state) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const active = { ...state, activeAtSeconds: Math.floor(now()) }
    const noted = { state: active, cookieValue: cookie.seal(active) }
    made.set(key, noted)
    return noted
  }
}
