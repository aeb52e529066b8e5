/** Runs an action unless one with the same key is under way, and gives everybody who asks meanwhile its one result. */
export type SingleFlight<T> = (key: string, run: () => Promise<T>) => Promise<T>

/**
 * One action per key at a time. What an action remembers before it settles is there when the next one may start.
 */
export function createSingleFlight<T>(): SingleFlight<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, run) => {
    const known = underWay.get(key)
    if (known !== undefined) return known
    const started = run().finally(() => underWay.delete(key))
    underWay.set(key, started)
    return started
  }
}
