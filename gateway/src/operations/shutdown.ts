import { setTimeout as delay } from 'node:timers/promises'
import { realClock } from '../async.ts'
import { createTimedFlag, type StateReading } from './condition.ts'

export type Shutdown = ReturnType<typeof createShutdown>

/** Graceful shutdown: not ready, drain, end streams, finish open requests, cut those beyond the grace time. */
export function createShutdown(options: {
  /** Tells clients to go elsewhere with their next request. */
  announce: () => void
  /** Drain time after `/readyz` turns 503; read when the shutdown begins. */
  drainMs: () => number
  /** Ends WebSockets and event streams, spread over that many milliseconds; resolves after the last one. */
  endStreams: (overMs: number, wait: (ms: number) => Promise<void>) => Promise<void>
  /** Grace time for open requests after that; read at the same time. */
  graceMs: () => number
  /** Stops accepting requests; resolves when the last one is over. */
  finish: () => Promise<void>
  /** Cuts what is still open. */
  abort: () => void
  /** `ref`: whether the timer keeps the process alive. */
  wait?: (ms: number, options: { ref: boolean }) => Promise<void>
  /** Epoch seconds; default: the real clock. */
  now?: () => number
}) {
  const { announce, drainMs, endStreams, graceMs, finish, abort, now = realClock } = options
  const { wait = (ms, waiting) => delay(ms, undefined, waiting) } = options
  let ending: Promise<boolean> | null = null
  const draining = createTimedFlag(now)

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
    /** Null: ready. Otherwise why not, in a word. */
    notReadyBecause: (): string | null => (draining.value ? 'shutting down' : null),
    /** Whether it has begun. */
    draining: draining as StateReading,
    /** Runs once, however often it is called. True: all requests finished in time. */
    begin(): Promise<boolean> {
      draining.set(true)
      ending ??= end()
      return ending
    }
  }
}
