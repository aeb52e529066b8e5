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

/**
 * What `work` gives, or what `onLate` gives (or throws) when the signal aborts before. The work itself goes on: where it
 * can be stopped, it is given the same signal. `AbortSignal.timeout` keeps no process alive.
 */
export async function untilDeadline<T>(
  work: Promise<T>,
  deadline: AbortSignal,
  onLate: () => T | Promise<T>
): Promise<T> {
  let stopWaiting = () => {}
  const late = new Promise<void>((resolve) => {
    stopWaiting = resolve
    if (deadline.aborted) resolve()
    else deadline.addEventListener('abort', stopWaiting, { once: true })
  })
  try {
    return await Promise.race([work, late.then(onLate)])
  } finally {
    deadline.removeEventListener('abort', stopWaiting)
  }
}

/** What `work` gives; rejects with the reason of the signal as soon as it aborts, at once where it has already. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return untilDeadline(work, signal, () => Promise.reject(signal.reason))
}
