/** The page's position in the tab's history. */
export interface HistoryEntry {
  /** Number of entries the page has added, including this one. */
  depth: number
  /** Number of screens between the first one of the address and this one. */
  rank: number
  /** The mail link opened here, whose address is no longer shown. */
  link?: string | undefined
}

/** The current entry. Any script of this origin can write it: a wrong number costs a press of Back. */
export function historyEntry(): HistoryEntry {
  const { depth, rank, link }: Record<string, unknown> = Object(history.state)
  return {
    depth: typeof depth === 'number' ? depth : 0,
    rank: typeof rank === 'number' ? rank : 0,
    link: typeof link === 'string' ? link : undefined
  }
}

/** Time limit for going back in the page's history. */
const rewindMs = 500

/** Goes back to the page's first entry, then runs `then`: Back must not lead to an obsolete page. */
export function rewind(then: () => void): void {
  const { depth } = historyEntry()
  if (depth === 0) {
    then()
    return
  }
  const timer = setTimeout(end, rewindMs)
  function end() {
    clearTimeout(timer)
    removeEventListener('popstate', end)
    then()
  }
  addEventListener('popstate', end)
  history.go(-depth)
}
