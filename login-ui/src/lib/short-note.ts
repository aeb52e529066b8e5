import type { TabStorage } from './tab-storage.ts'

/** A visitor who is back later than this does not come from where the note was for. */
const lifeMs = 600_000

/** What a note holds, as it is read: anything can stand in the store of a tab. */
export type ShortNote = Readonly<Record<string, unknown>>

/** Writes a note that counts for ten minutes, in place of the one of this key. `nowMs`: of the device's clock. */
export function writeNote(storage: TabStorage, key: string, note: ShortNote, nowMs: number): void {
  storage.write(key, { ...note, atMs: nowMs })
}

/** Gives the note of this key and removes it; null when there is none of the last ten minutes. Its values are not checked. */
export function takeNote(storage: TabStorage, key: string, nowMs: number): ShortNote | null {
  const note: ShortNote = Object.assign({}, storage.read(key))
  storage.remove(key)
  return typeof note.atMs === 'number' && Math.abs(nowMs - note.atMs) <= lifeMs ? note : null
}
