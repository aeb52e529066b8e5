import type { Problem } from '../auth/errors.ts'
import { takeNote, writeNote } from '../lib/short-note.ts'
import type { TabStorage } from '../lib/tab-storage.ts'

const KEY = 'gatehouse:typed-name'

/** Account and page of the typed name. */
export interface NamePlace {
  uid: string
  path: string
}

/** Stores a typed, unsaved name while its owner signs in again in this tab. */
export function keepTypedName(storage: TabStorage, place: NamePlace, name: string, nowMs: number): void {
  writeNote(storage, KEY, { ...place, name }, nowMs)
}

/** Returns and removes the name; null: none within ten minutes, or of another account or page. */
export function takeTypedName(storage: TabStorage, { uid, path }: NamePlace, nowMs: number): string | null {
  const kept = takeNote(storage, KEY, nowMs)
  if (kept?.uid !== uid || kept.path !== path) return null
  return typeof kept.name === 'string' ? kept.name : null
}

const mostChars = 128
/** Same as the gateway's check: control characters, line ends, and bidirectional controls. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

const unfitName: Problem = {
  kind: 'account',
  title: 'account-page.name-unfit',
  hint: null,
  reference: null,
  details: [],
  slots: {}
}

/** What is wrong with a trimmed name; null: nothing. */
export function nameProblem(name: string): Problem | null {
  const isFit = [...name].length <= mostChars && !unfit.test(name) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(name)
  return isFit ? null : unfitName
}
