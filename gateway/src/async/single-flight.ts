/** Runs an action unless one with the same key is under way; see `createSingleFlight`. */
export interface SingleFlight<T> {
  /** The result of the action under way, else of this one. */
  run(key: string, action: () => Promise<T>): Promise<T>
  /** Is an action with this key under way? */
  isUnderWay(key: string): boolean
}

/**
 * One action per key at a time; everybody who asks meanwhile gets its one result, or its one exception. What an action
 * remembers before it settles is there when the next one may start.
 */
export function createSingleFlight<T>(): SingleFlight<T> {
  const underWay = new Map<string, Promise<T>>()
  return {
    isUnderWay: (key) => underWay.has(key),
    run(key, action) {
      const known = underWay.get(key)
      if (known !== undefined) return known
      const started = action().finally(() => underWay.delete(key))
      underWay.set(key, started)
      return started
    }
  }
}
