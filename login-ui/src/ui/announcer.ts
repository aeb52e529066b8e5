/** How long the live region is empty before it is filled, in milliseconds. */
const emptyMs = 100

/**
 * Gives what announces words in a live region, the same ones as often as they are given; null empties it. `show`: sets what the
 * region holds. Screen readers pass over words that take the place of the same ones, unless the region was empty for a while.
 */
export function createAnnouncer(show: (words: string | null) => void): (words: string | null) => void {
  let timer: ReturnType<typeof setTimeout>
  return (words) => {
    clearTimeout(timer)
    show(null)
    timer = setTimeout(show, emptyMs, words)
  }
}
