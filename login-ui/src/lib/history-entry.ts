/** Where the page stands in the tab's history. */
export interface HistoryEntry {
  /** How many entries the page has added before this one, and this one. */
  depth: number
  /** How many screens lie between the first one of the address and the one that is shown here. */
  rank: number
}

/** The entry that is shown. Any script of this origin can write what this reads: a wrong number costs a press of Back. */
export function historyEntry(): HistoryEntry {
  const { depth, rank }: Record<string, unknown> = Object(history.state)
  return { depth: typeof depth === 'number' ? depth : 0, rank: typeof rank === 'number' ? rank : 0 }
}

/** How long a browser may take to go back in the history of the page. */
const rewindMs = 500

/** Goes back to the entry that the page was opened with, then runs `then`: Back must not lead to a page that has had its use. */
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
