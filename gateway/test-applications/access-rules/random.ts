/** Random choices that a seed repeats. */
export type Random = ReturnType<typeof createRandom>

/** Mulberry32. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    /** From 0 to below `limit`. */
    below,
    /** One of the list, which is not empty. */
    of: <T>(list: readonly T[]): T => list[below(list.length)] as (typeof list)[number],
    /** At most `count` of the list, in its order. */
    some<T>(list: readonly T[], count: number): T[] {
      let left = count
      return list.filter((_one, index) => {
        const isTaken = below(list.length - index) < left
        if (isTaken) left -= 1
        return isTaken
      })
    }
  }
}
