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
