/** Timers, deadlines, single-flight calls and results made once. Owns no state beyond a call. */

import { setTimeout as delay } from 'node:timers/promises'

/** Runs a callback once after `seconds`; returns a cancel function. Injected so that tests need no clock. */
export type Schedule = (seconds: number, run: () => void) => () => void

/** A `Schedule` on the real clock. Does not keep the process alive. */
export function scheduleOnTimer(seconds: number, run: () => void): () => void {
  const timer = setTimeout(run, seconds * 1000).unref()
  return () => clearTimeout(timer)
}

/** A function that calls `run` with its argument at the end of this turn of the event loop. `run` must not throw. */
export function createTurnEnd<T extends object>(run: (item: T) => void): (item: T) => void {
  let waiting: (T | null)[] = []
  let spare: (T | null)[] = []
  let count = 0

  function runAll(): void {
    const due = waiting
    const dueCount = count
    // `run` may add items for the next turn.
    waiting = spare
    count = 0
    for (let index = 0; index < dueCount; index++) {
      const item = due[index]
      due[index] = null
      if (item != null) run(item)
    }
    spare = due
  }

  return (item) => {
    waiting[count++] = item
    if (count === 1) setImmediate(runAll)
  }
}

const PAUSE_MS = 10

/** A pause in work that takes tens of milliseconds a part: long enough for waiting requests to reach a fast application and come back. */
export function yieldToRequests(): Promise<void> {
  return delay(PAUSE_MS)
}

/** Epoch seconds. */
export function realClock(): number {
  return Date.now() / 1000
}

/** Milliseconds since the process started; never set back. */
export function monotonicClock(): number {
  return performance.now()
}

/** The result of `work`, or of `onLate` if the signal aborts first. Does not cancel `work`. */
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

/** Parts of a time limit, with a turn of the event loop after each. */
const TURNS = 4

/** The result of `work`, or of `onLate` after `ms` milliseconds, but not for a time in which this process did not read its sockets. */
export function untilLate<T>(work: Promise<T>, ms: number, onLate: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let turns = 0
    let isDone = false
    let timer = setTimeout(waitLonger, ms / TURNS).unref()

    function waitLonger(): void {
      turns += 1
      // After the sockets have been read, not before.
      if (turns === TURNS) setImmediate(() => void (isDone || resolve(onLate())))
      else timer = setTimeout(waitLonger, ms / TURNS).unref()
    }

    const end = () => {
      isDone = true
      clearTimeout(timer)
    }
    work.finally(end).then(resolve, reject)
  })
}

/** The result of `work`. Rejects with the signal's reason as soon as it aborts. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return untilDeadline(work, signal, () => Promise.reject(signal.reason))
}

/** A function that makes its result at the first call, and returns the same one from then on. */
export function once<T>(make: () => T): () => T {
  let made: { result: T } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}

/** Runs one action per key at a time; concurrent callers share its result or error. */
export function createSingleFlight<T>() {
  const underWay = new Map<string, Promise<T>>()
  return {
    isUnderWay: (key: string) => underWay.has(key),
    /** Joins the running action with this key, or starts `action`. */
    run(key: string, action: () => Promise<T>): Promise<T> {
      const known = underWay.get(key)
      if (known !== undefined) return known
      const started = action().finally(() => underWay.delete(key))
      underWay.set(key, started)
      return started
    }
  }
}
