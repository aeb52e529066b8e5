import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { Fault } from '../errors.ts'
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

/** Most calls of one caller within `windowMs` milliseconds. Limits are keyed by name. */
export interface CallLimit {
  name: string
  most: number
  windowMs: number
}

/** Counts a call across processes. Throws `RATE_LIMITED` beyond the limit. */
export async function limitCalls(
  { countCall }: Pick<SharedState, 'countCall'>,
  { name, most, windowMs }: CallLimit,
  caller: string
): Promise<void> {
  const { calls, endsInMs } = await countCall(name, caller, windowMs)
  if (calls > most) throw new Fault('RATE_LIMITED', { retryAfterSeconds: Math.ceil(endsInMs / 1000) })
}
