/** How long the live region stays empty before it is filled, in milliseconds. */
const emptyMs = 100

/**
 * Announces words in a live region, also repeatedly; null clears it. `show`: sets the region's content.
 * Screen readers skip repeated words unless the region was empty for a while.
 */
export function createAnnouncer(show: (words: string | null) => void): (words: string | null) => void {
  let timer: ReturnType<typeof setTimeout>
  return (words) => {
    clearTimeout(timer)
    show(null)
    timer = setTimeout(show, emptyMs, words)
  }
}
