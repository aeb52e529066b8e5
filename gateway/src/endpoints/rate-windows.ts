import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { type CallWindows, createCallWindows } from '../http/call-windows.ts'

/** How often who called lately, for the limits that have a `groupId`; a store of `@fastify/rate-limit`. */
export type RateWindows = FastifyRateLimitStoreCtor

/**
 * The windows of all limits. An app that is built anew with them goes on counting: limits are told apart by their
 * `groupId` alone. `now`: epoch seconds.
 */
export function createRateWindows(now: () => number): RateWindows {
  const groups = new Map<unknown, CallWindows>()

  // Not at the start: each of them takes room for all its callers at once.
  function windowsOf(group: unknown, windowMs: number): CallWindows {
    const windows = groups.get(group) ?? createCallWindows(windowMs, now)
    groups.set(group, windows)
    return windows
  }

  return class WindowStore implements FastifyRateLimitStore {
    readonly #group: unknown

    constructor(limit: object) {
      this.#group = Reflect.get(limit, 'groupId')
    }

    incr(caller: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
      const { calls, endsInMs } = windowsOf(this.#group, windowMs).count(caller)
      callback(null, { current: calls, ttl: endsInMs })
    }

    child(limit: object): FastifyRateLimitStore {
      return new WindowStore(limit)
    }
  }
}
