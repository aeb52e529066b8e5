import { setTimeout as delay } from 'node:timers/promises'
import { realClock } from '../async/schedule.ts'
import { createStateSince, type StateReading } from './condition.ts'
import type { Readiness } from './management.ts'

export interface ShutdownOptions {
  /** Tells clients to go elsewhere with their next request. */
  announce: () => void
  /** How long requests are still taken after readiness is gone; asked for when the end begins. */
  drainMs: () => number
  /** Ends WebSockets and event streams, spread over so many milliseconds; settles when it has told the last one. */
  endStreams: (overMs: number, wait: (ms: number) => Promise<void>) => Promise<void>
  /** How long requests in flight may take after that; likewise. */
  graceMs: () => number
  /** Stops taking requests; settles when the last one is answered. */
  finish: () => Promise<void>
  /** Ends what is still open. */
  abort: () => void
  /** Waits; passed in so that tests need no clock. `ref`: must the process live on for it alone? */
  wait?: (ms: number, options: { ref: boolean }) => Promise<void>
  /** Epoch seconds; the real clock when left out. */
  now?: () => number
}

/** Readiness, and the one way to end it. */
export interface Shutdown extends Readiness {
  /** Runs once, however often it is called. `true`: every request was answered in time. */
  begin(): Promise<boolean>
  /** Has it begun? */
  readonly draining: StateReading
}

/** An orderly end: not ready, drain, end the streams, finish what is in flight, and cut off what takes longer than its grace. */
export function createShutdown({
  announce,
  drainMs,
  endStreams,
  graceMs,
  finish,
  abort,
  wait = waitOnClock,
  now = realClock
}: ShutdownOptions): Shutdown {
  let ending: Promise<boolean> | null = null
  const draining = createStateSince(now)

  async function end(): Promise<boolean> {
    announce()
    const [drain, grace] = [drainMs(), graceMs()]
    const waitHere = (ms: number) => wait(ms, { ref: true })
    await Promise.all([waitHere(drain), endStreams(drain, waitHere)])
    const finished = finish().then(() => true)
    const inTime = await Promise.race([finished, wait(grace, { ref: false }).then(() => false)])
    if (!inTime) {
      abort()
      await finished
    }
    return inTime
  }

  return {
    notReadyBecause: () => (draining.isSo ? 'shutting down' : null),
    draining,
    begin() {
      draining.set(true)
      ending ??= end()
      return ending
    }
  }
}

function waitOnClock(ms: number, options: { ref: boolean }): Promise<void> {
  return delay(ms, undefined, options)
}
