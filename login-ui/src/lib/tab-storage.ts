/** JSON values in a store of the browser: the tab's, or that of the site. Where the browser forbids it, every key is absent. */
export interface TabStorage {
  /** Null when absent, not JSON or forbidden. */
  read(key: string): unknown
  write(key: string, value: unknown): void
  remove(key: string): void
  keys(): readonly string[]
  isAllowed(): boolean
}

/** `open`: gives the browser's store; may throw, and so may all that the store does. */
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
