import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { SharedState } from '../shared-state/shared-state.ts'

/** How often who called lately, for the limits that have a `groupId`; a store of `@fastify/rate-limit`. */
export type RateWindows = FastifyRateLimitStoreCtor

/**
 * The windows of all limits, over all processes that can be reached. An app that is built anew with them goes on counting:
 * limits are told apart by their `groupId` alone.
 */
export function createRateWindows({ countCall }: Pick<SharedState, 'countCall'>): RateWindows {
  return class WindowStore implements FastifyRateLimitStore {
    readonly #group: string

    constructor(limit: object) {
      this.#group = String(Reflect.get(limit, 'groupId'))
    }

    incr(caller: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
      countCall(this.#group, caller, windowMs).then(
        ({ calls, endsInMs }) => callback(null, { current: calls, ttl: endsInMs }),
        (err: Error) => callback(err)
      )
    }

    child(limit: object): FastifyRateLimitStore {
      return new WindowStore(limit)
    }
  }
}
