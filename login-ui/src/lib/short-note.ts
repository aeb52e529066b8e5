import type { TabStorage } from './tab-storage.ts'

/** A later return is unrelated to the note. */
const usualLifeMs = 600_000

/** An unchecked note: tab storage can contain anything. */
export type ShortNote = Readonly<Record<string, unknown>>

/** Writes a note, replacing that of this key. `nowMs`: of the device's clock. */
export function writeNote(storage: TabStorage, key: string, note: ShortNote, nowMs: number): void {
  storage.write(key, { ...note, atMs: nowMs })
}

/** Returns and removes the note of this key; null: none within `lifeMs`, by default ten minutes. Values are unchecked. */
export function takeNote(
  storage: TabStorage,
  key: string,
  nowMs: number,
  lifeMs = usualLifeMs
): ShortNote | null {
  const note: ShortNote = Object.assign({}, storage.read(key))
  storage.remove(key)
  return typeof note.atMs === 'number' && Math.abs(nowMs - note.atMs) <= lifeMs ? note : null
}
