/** Pause between two looks, in milliseconds. */
const pauseMs = 2000

/** What polling needs of the browser, so that tests can replace it. */
export interface PollingBrowser {
  isVisible(): boolean
  /** Calls `listener` when the page is hidden or shown, until the function given back is called. */
  onVisibility(listener: () => void): () => void
  /** Runs `task` after `ms`, unless the function given back is called before. */
  after(ms: number, task: () => void): () => void
}

/**
 * Looks at once and again after each pause, while the page is visible; one look at a time. Gives what ends it. A look that
 * fails is for `look` to deal with.
 */
export function poll(look: () => Promise<void>, browser: PollingBrowser = thisBrowser()): () => void {
  let cancel = () => {}
  let isLooking = false
  let isOver = false

  async function next(): Promise<void> {
    cancel()
    if (isOver || isLooking || !browser.isVisible()) return
    isLooking = true
    await look()
    isLooking = false
    if (!isOver && browser.isVisible()) cancel = browser.after(pauseMs, () => void next())
  }

  const stopListening = browser.onVisibility(() => void next())
  void next()
  return () => {
    isOver = true
    cancel()
    stopListening()
  }
}

function thisBrowser(): PollingBrowser {
  return {
    isVisible: () => document.visibilityState === 'visible',
    onVisibility(listener) {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    after(ms, task) {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    }
  }
}
