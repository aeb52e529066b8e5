/** JSON values in the tab's or the site's storage. If the browser forbids it, every key is absent. */
export interface TabStorage {
  /** Null if absent, not JSON or forbidden. */
  read(key: string): unknown
  write(key: string, value: unknown): void
  remove(key: string): void
  keys(): readonly string[]
  isAllowed(): boolean
}

/** `open`: returns the browser's storage; it and its methods may throw. */
export function createTabStorage(open: () => Storage): TabStorage {
  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(open())
    } catch {
      return otherwise
    }
  }
  return {
    read: (key) => attempt((storage): unknown => JSON.parse(storage.getItem(key) ?? 'null'), null),
    write: (key, value) => attempt((storage) => storage.setItem(key, JSON.stringify(value)), undefined),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    keys: () =>
      attempt((storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? ''), []),
    isAllowed: () => attempt((storage) => storage.length >= 0, false)
  }
}
