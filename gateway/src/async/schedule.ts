/** Runs something once, after so many seconds; gives back what cancels it. Passed in so that tests need no clock. */
export type Schedule = (seconds: number, run: () => void) => () => void

/** A `Schedule` by the real clock. Keeps no process alive. */
export function scheduleOnTimer(seconds: number, run: () => void): () => void {
  const timer = setTimeout(run, seconds * 1000).unref()
  return () => clearTimeout(timer)
}

/** The wall clock, in epoch seconds. */
export function realClock(): number {
  return Date.now() / 1000
}
