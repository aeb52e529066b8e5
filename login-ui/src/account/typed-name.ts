import { takeNote, writeNote } from '../lib/short-note.ts'
import type { TabStorage } from '../lib/tab-storage.ts'

const KEY = 'gatehouse:typed-name'

/** Whose name it is, and the page that it was typed on. */
export interface NamePlace {
  uid: string
  path: string
}

/** Keeps a name that was typed and not saved, while its owner signs in again in this tab. */
export function keepTypedName(storage: TabStorage, place: NamePlace, name: string, nowMs: number): void {
  writeNote(storage, KEY, { ...place, name }, nowMs)
}

/** Gives the name and removes it; null when there is none of the last ten minutes, or it is of another account or page. */
export function takeTypedName(storage: TabStorage, { uid, path }: NamePlace, nowMs: number): string | null {
  const kept = takeNote(storage, KEY, nowMs)
  if (kept?.uid !== uid || kept.path !== path) return null
  return typeof kept.name === 'string' ? kept.name : null
}
