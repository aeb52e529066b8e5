/** JSON values in the tab's or the site's storage. If the browser forbids it, every key is absent. */
export type TabStorage = ReturnType<typeof createTabStorage>

/** `open`: returns the browser's storage; it and its methods may throw. */
export function createTabStorage(open: () => Storage) {
  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(open())
    } catch {
      return otherwise
    }
  }
  return {
    /** Null if absent, not JSON or forbidden. */
    read: (key: string): unknown =>
      attempt((storage): unknown => JSON.parse(storage.getItem(key) ?? 'null'), null),
    write: (key: string, value: unknown) =>
      attempt((storage) => storage.setItem(key, JSON.stringify(value)), undefined),
    remove: (key: string) => attempt((storage) => storage.removeItem(key), undefined),
    keys: (): readonly string[] =>
      attempt((storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? ''), []),
    isAllowed: () => attempt((storage) => storage.length >= 0, false)
  }
}

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
