import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../async/single-flight.ts'
import type { ErrorCode } from '../errors.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import type { Session } from './session.ts'
import { atMost, forSeconds } from './session-cache.ts'

/** How long a result serves requests that still carry the old cookie, in seconds. */
export const REMEMBER_SECONDS = 60
const MAX_CACHED = 50_000

export type RefreshResponse =
  | { kind: 'refreshed'; session: Session; cookieValue: string }
  /** Rejected by the provider for good. */
  | { kind: 'ended'; code: ErrorCode }

export type RefreshResult =
  | RefreshResponse
  /** The provider or the configuration failed; the session may be valid. */
  | { kind: 'unavailable'; failure: ProviderFailure }

export interface DatedResponse {
  response: RefreshResponse
  /** Epoch seconds. */
  askedAtSeconds: number
}

export interface KeptResponse extends DatedResponse {
  /** Sequence number of the call, over all sessions. */
  call: number
}

/** Results of refreshes. `key` identifies one refresh token of one session. */
export type RefreshMemory = ReturnType<typeof createRefreshMemory>

/** Rejections, cached beyond their ttl and shared between configurations: during an outage the last one counts. */
export function createRefusals(): LRUCache<string, KeptResponse> {
  return new LRUCache(atMost(MAX_CACHED))
}

/** `now`: epoch seconds. */
export function createRefreshMemory(refusals: ReturnType<typeof createRefusals>, now: () => number) {
  const responses = new LRUCache<string, KeptResponse>({
    ...atMost(MAX_CACHED),
    ...forSeconds(REMEMBER_SECONDS, now)
  })
  let calls = 0
  return {
    flights: createSingleFlight<RefreshResult>(),
    /** A result of the last minute. */
    recall: (key: string): KeptResponse | undefined => responses.get(key),
    /** The last result, of any age, if it was a rejection. */
    recallRefusal: (key: string): KeptResponse | undefined => refusals.get(key),
    /** Sequence number for a new call. */
    countCall(): number {
      calls += 1
      return calls
    },
    /** Caches a response unless a later call already has one. */
    keep(key: string, kept: KeptResponse): void {
      if ((responses.get(key)?.call ?? 0) > kept.call) return
      responses.set(key, kept)
      if (kept.response.kind === 'ended') refusals.set(key, kept)
      else refusals.delete(key)
    }
  }
}
