import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { SharedState } from '../shared-state/shared-state.ts'

/** A store of `@fastify/rate-limit` for limits with a `groupId`. */
export type RateWindows = FastifyRateLimitStoreCtor

/** Counts across processes and survives a config reload: limits are keyed by `groupId` alone. */
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
