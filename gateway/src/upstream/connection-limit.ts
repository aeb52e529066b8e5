import type { EventEmitter } from 'node:events'
import type { Dispatcher } from 'undici'
import { type Schedule, scheduleOnTimer } from '../async/schedule.ts'

/** A request that wants a connection. */
export interface Applicant {
  /** Emits `close` when nobody waits for the answer any more. */
  client: EventEmitter
  /** Uses the connection, until `release` is called; further calls of that do nothing. */
  run(release: () => void): void
  /** There was no connection in time, or `run` has failed. */
  refuse(error: unknown): void
}

/** How many connections are in use at a time; see `createConnectionLimit`. */
export interface ConnectionLimit {
  /** `run` is called at once, or when a connection is free; `refuse` when none is in time. Neither when the client leaves before. */
  admit(applicant: Applicant): void
}

export interface ConnectionLimitOptions {
  most: number
  /** Longest wait for a connection. */
  waitMs: number
  /** What a request is refused with that has waited for so long. */
  buildRefusal: () => Error
  /** When that is; by the real clock when left out. */
  schedule?: Schedule
}

/** Lets so many requests use a connection at a time, WebSockets too; others wait, and are served in the order of their arrival. */
export function createConnectionLimit(options: ConnectionLimitOptions): ConnectionLimit {
  const { most, waitMs, buildRefusal, schedule = scheduleOnTimer } = options
  const waiting = new Set<() => void>()
  let inUse = 0

  function begin({ run }: Applicant): void {
    inUse += 1
    let isHeld = true
    run(() => {
      if (!isHeld) return
      isHeld = false
      inUse -= 1
      for (const start of waiting) return start()
    })
  }

  function wait(applicant: Applicant): void {
    const { client, refuse } = applicant
    const leave = () => {
      waiting.delete(start)
      cancel()
      client.off('close', leave)
    }
    const start = () => {
      leave()
      // Called by the end of another request, which must not fail with this one.
      try {
        begin(applicant)
      } catch (err) {
        refuse(err)
      }
    }
    const cancel = schedule(waitMs / 1000, () => {
      leave()
      refuse(buildRefusal())
    })
    client.once('close', leave)
    waiting.add(start)
  }

  return {
    admit(applicant) {
      if (inUse < most) begin(applicant)
      else wait(applicant)
    }
  }
}

/** Calls `release` when the upstream's connection is free again, or gone. */
export function releaseAtEnd(
  handler: Dispatcher.DispatchHandler,
  release: () => void
): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onRequestUpgrade(controller, statusCode, headers, socket) {
      socket.once('close', release)
      handler.onRequestUpgrade?.(controller, statusCode, headers, socket)
    },
    onResponseStart: (...head) => handler.onResponseStart?.(...head),
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd(controller, trailers) {
      handler.onResponseEnd?.(controller, trailers)
      release()
    },
    onResponseError(controller, error) {
      handler.onResponseError?.(controller, error)
      release()
    }
  }
}
