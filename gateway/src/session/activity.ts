import { LRUCache } from 'lru-cache'
import type { SessionCookie } from './cookie/cookie.ts'
import type { EncryptableState } from './cookie/cookie-value.ts'
import { NOTE_SECONDS } from './limits.ts'
import { atMost, forSeconds } from './session-cache.ts'

const MAX_CACHED = 50_000

/** A session state whose last request is now, and its sealed cookie value. */
export interface Noted {
  state: EncryptableState
  cookieValue: string
}

/** Notes the time of a request in the session's cookie; see `createActivityNotes`. */
export type NoteActivity = (key: string, state: EncryptableState) => Noted

/** Cookies that were noted in the last minute, by the cookie before. */
export type ActivityNotes = LRUCache<string, Noted>

/** A memory for notes of activity. `now`: epoch seconds. */
export function createActivityMemory(now: () => number): ActivityNotes {
  return new LRUCache({ ...atMost(MAX_CACHED), ...forSeconds(NOTE_SECONDS, now) })
}

export interface ActivityOptions {
  notes: ActivityNotes
  cookie: Pick<SessionCookie, 'encrypt'>
  /** Is the time of the last request kept in the cookie? Else a note changes the format of the cookie alone. */
  notesActivity: boolean
  /** Epoch seconds. */
  now: () => number
}

/**
 * Notes activity once a minute and session: everybody who still carries the old cookie gets the same new one.
 * `key`: stands for the old cookie.
 */
export function createActivityNotes({ notes, cookie, notesActivity, now }: ActivityOptions): NoteActivity {
  return (key, state) => {
    const known = notes.get(key)
    if (known !== undefined) return known
    const active = notesActivity ? { ...state, activeAtSeconds: Math.floor(now()) } : state
    const noted = { state: active, cookieValue: cookie.encrypt(active) }
    notes.set(key, noted)
    return noted
  }
}
