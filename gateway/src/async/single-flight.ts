/**
 * One action per key at a time; everybody who asks meanwhile gets its one result, or its one exception. What an action
 * remembers before it settles is there when the next one may start.
 */
export function createSingleFlight<T>() {
  const underWay = new Map<string, Promise<T>>()
  return {
    /** Is an action with this key under way? */
    isUnderWay: (key: string) => underWay.has(key),
    /** The result of the action under way, else of this one. */
    run(key: string, action: () => Promise<T>): Promise<T> {
      const known = underWay.get(key)
      if (known !== undefined) return known
      const started = action().finally(() => underWay.delete(key))
      underWay.set(key, started)
      return started
    }
  }
}

/** Runs an action unless one with the same key is under way; see `createSingleFlight`. */
export type SingleFlight<T> = ReturnType<typeof createSingleFlight<T>>
