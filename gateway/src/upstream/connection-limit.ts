import type { EventEmitter } from 'node:events'
import { type Schedule, scheduleOnTimer } from '../async/schedule.ts'

/** A request for which no connection is free. */
export interface Applicant {
  /** Emits `close` when nothing waits for the response any more. */
  client: EventEmitter
  /** Uses a connection: `leave` gives it back. */
  run(): void
  /** There was no connection in time, too many others wait, or `run` has failed. */
  refuse(error: unknown): void
}

/** How many connections are in use at a time; see `createConnectionLimit`. */
export interface ConnectionLimit {
  /** Takes a connection where one is free. False: `wait` for it. */
  enter(): boolean
  /** `run` is called when a connection is free; `refuse` when none is in time. Neither when the client leaves before. */
  wait(applicant: Applicant): void
  /** Gives a connection back: the request that waits longest gets it. */
  leave(): void
}

export interface ConnectionLimitOptions {
  max: number
  /** Longest queue. */
  maxWaiting: number
  /** Longest wait for a connection. */
  waitMs: number
  buildTimeout: () => Error
  buildOverflow: () => Error
  /** By the real clock when absent. */
  schedule?: Schedule
}

/** Lets a number of requests use a connection at a time. Others queue, and are served in order. */
export function createConnectionLimit(options: ConnectionLimitOptions): ConnectionLimit {
  const { max, maxWaiting, waitMs, buildTimeout, buildOverflow, schedule = scheduleOnTimer } = options
  /** In order. An array and no `Set`, which would promote what turns over in it: see `DenseList`. */
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
        // Called by the end of another request, which must not fail with this one.
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
