/**
 * Runs one action per key at a time; concurrent callers share its result or error. Whatever an action caches
 * before settling is visible to the next one.
 */
export function createSingleFlight<T>() {
  const underWay = new Map<string, Promise<T>>()
  return {
    isUnderWay: (key: string) => underWay.has(key),
    /** Joins the running action with this key, or starts `action`. */
    run(key: string, action: () => Promise<T>): Promise<T> {
      const known = underWay.get(key)
      if (known !== undefined) return known
      const started = action().finally(() => underWay.delete(key))
      underWay.set(key, started)
      return started
    }
  }
}
