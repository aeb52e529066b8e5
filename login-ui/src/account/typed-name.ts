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
