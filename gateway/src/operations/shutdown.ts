import type { Readiness } from './management.ts'

export interface ShutdownOptions {
  /** How long requests are still taken after readiness is gone. */
  drainMs: number
  /** How long requests in flight may take after that. */
  graceMs: number
  /** Stops taking requests; settles when the last one is answered. */
  finish: () => Promise<void>
  /** Ends what is still open. */
  abort: () => void
  /** Waits; passed in so that tests need no clock. */
  wait?: (ms: number) => Promise<void>
}

/** Readiness, and the one way to end it. */
export interface Shutdown extends Readiness {
  /** Runs once, however often it is called. `true`: every request was answered in time. */
  begin(): Promise<boolean>
}

/** An orderly end: not ready, drain, finish what is in flight, and cut off what takes longer than its grace. */
export function createShutdown({ drainMs, graceMs, finish, abort, wait = delay }: ShutdownOptions): Shutdown {
  let ending: Promise<boolean> | null = null

  async function end(): Promise<boolean> {
    await wait(drainMs)
    const finished = finish().then(() => true)
    const inTime = await Promise.race([finished, wait(graceMs).then(() => false)])
    if (!inTime) {
      abort()
      await finished
    }
    return inTime
  }

  return {
    notReadyBecause: () => (ending === null ? null : 'shutting down'),
    begin() {
      ending ??= end()
      return ending
    }
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    // The drain must hold the process; the race against the grace must not.
    if (ms > 0) timer.ref()
  })
}
