import { LRUCache } from 'lru-cache'
import type { SessionCookie } from './cookie/cookie.ts'
import type { EncryptableState } from './cookie/cookie-value.ts'
import { NOTE_SECONDS } from './session.ts'
import { atMost, forSeconds } from './session-cache.ts'

const MAX_CACHED = 50_000

/** A session state with a fresh activity time, and its encrypted cookie value. */
export interface Noted {
  state: EncryptableState
  cookieValue: string
}

/** Records the time of a request in the session's cookie. `key` identifies the old cookie. */
export type NoteActivity = (key: string, state: EncryptableState) => Noted

/** Cookies rewritten in the last minute, by the key of the old one. */
export type ActivityNotes = LRUCache<string, Noted>

/** `now`: epoch seconds. */
export function createActivityMemory(now: () => number): ActivityNotes {
  return new LRUCache({ ...atMost(MAX_CACHED), ...forSeconds(NOTE_SECONDS, now) })
}

export interface ActivityOptions {
  notes: ActivityNotes
  cookie: Pick<SessionCookie, 'encrypt'>
  /** Whether the cookie records the time of the last request. Otherwise a note only updates the cookie's format. */
  notesActivity: boolean
  /** Epoch seconds. */
  now: () => number
}

/** Notes activity at most once a minute per session; all holders of an old cookie get the same new one. */
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
