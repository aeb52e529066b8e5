import type { EventEmitter } from 'node:events'
import { type Schedule, scheduleOnTimer } from '../async/schedule.ts'

/** A request waiting for a connection. */
export interface Applicant {
  /** Emits `close` when the response is no longer awaited. */
  client: EventEmitter
  /** Uses a connection; `leave` releases it. */
  run(): void
  /** Timed out, the queue is full, or `run` failed. */
  refuse(error: unknown): void
}

export interface ConnectionLimit {
  /** Takes a free connection. False: none; use `wait`. */
  enter(): boolean
  /** Calls `run` when a connection is free, or `refuse` on timeout; neither if the client leaves before. */
  wait(applicant: Applicant): void
  /** Releases a connection to the request that has waited longest. */
  leave(): void
}

export interface ConnectionLimitOptions {
  max: number
  /** Maximum queue length. */
  maxWaiting: number
  /** Maximum wait for a connection. */
  waitMs: number
  buildTimeout: () => Error
  buildOverflow: () => Error
  /** Default: the real clock. */
  schedule?: Schedule
}

/** Limits concurrent connections; further requests queue in order. */
export function createConnectionLimit(options: ConnectionLimitOptions): ConnectionLimit {
  const { max, maxWaiting, waitMs, buildTimeout, buildOverflow, schedule = scheduleOnTimer } = options
  /** An array: a `Set` would promote its short-lived entries, see `DenseList`. */
  const waiting: (() => void)[] = []
  let inUse = 0

  function leave(): void {
    inUse -= 1
    waiting[0]?.()
  }

  return {
    enter() {
      if (inUse >= max) return false
      inUse += 1
      return true
    },
    wait({ client, run, refuse }) {
      if (waiting.length >= maxWaiting) {
        refuse(buildOverflow())
        return
      }
      const stopWaiting = () => {
        const place = waiting.indexOf(start)
        if (place !== -1) waiting.splice(place, 1)
        cancel()
        client.off('close', stopWaiting)
      }
      const start = () => {
        stopWaiting()
        inUse += 1
        // Runs at the end of another request, which must not fail with this one.
        try {
          run()
        } catch (err) {
          leave()
          refuse(err)
        }
      }
      const cancel = schedule(waitMs / 1000, () => {
        stopWaiting()
        refuse(buildTimeout())
      })
      client.once('close', stopWaiting)
      waiting.push(start)
    },
    leave
  }
}
