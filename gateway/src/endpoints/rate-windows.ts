import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'

/** Callers that one limit remembers; who has not called for longest is forgotten first. */
const MOST_CALLERS = 5000

interface RateWindow {
  calls: number
  endsAtMs: number
}

/** How often who called lately, for the limits that have a `groupId`; a store of `@fastify/rate-limit`. */
export type RateWindows = FastifyRateLimitStoreCtor

/**
 * The windows of all limits. An app that is built anew with them goes on counting: limits are told apart by their
 * `groupId` alone. `now`: epoch seconds.
 */
export function createRateWindows(now: () => number): RateWindows {
  const groups = new Map<unknown, LRUCache<string, RateWindow>>()

  // Not at the start: each of them takes room for all its callers at once.
  function windowsOf(group: unknown): LRUCache<string, RateWindow> {
    const windows = groups.get(group) ?? new LRUCache<string, RateWindow>({ max: MOST_CALLERS })
    groups.set(group, windows)
    return windows
  }

  return class WindowStore implements FastifyRateLimitStore {
    readonly #group: unknown

    constructor(limit: object) {
      this.#group = Reflect.get(limit, 'groupId')
    }

    incr(caller: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
      const nowMs = now() * 1000
      const windows = windowsOf(this.#group)
      const known = windows.get(caller)
      const current =
        known === undefined || known.endsAtMs <= nowMs ? { calls: 0, endsAtMs: nowMs + windowMs } : known
      current.calls += 1
      windows.set(caller, current)
      callback(null, { current: current.calls, ttl: current.endsAtMs - nowMs })
    }

    child(limit: object): FastifyRateLimitStore {
      return new WindowStore(limit)
    }
  }
}
