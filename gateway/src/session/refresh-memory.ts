import { LRUCache } from 'lru-cache'
import { createSingleFlight, type SingleFlight } from '../async/single-flight.ts'
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

export interface DatedResponse<Reply extends RefreshResponse = RefreshResponse> {
  response: Reply
  /** Epoch seconds. */
  askedAtSeconds: number
}

export interface KeptResponse<Reply extends RefreshResponse = RefreshResponse> extends DatedResponse<Reply> {
  /** Sequence number of the call, over all sessions. */
  call: number
}

/** Rejections, cached beyond their ttl: during an outage the last one counts. */
export type Refusals = LRUCache<string, KeptResponse<Extract<RefreshResponse, { kind: 'ended' }>>>

/** Results of refreshes. `key` identifies one refresh token of one session. */
export interface RefreshMemory {
  /** Refreshes in flight. */
  readonly flights: SingleFlight<RefreshResult>
  /** A result of the last minute. */
  recall(key: string): KeptResponse | undefined
  /** The last result, of any age, if it was a rejection. */
  recallRefusal(key: string): KeptResponse | undefined
  /** Sequence number for a new call. */
  countCall(): number
  /** Caches a response unless a later call already has one. */
  keep(key: string, kept: KeptResponse): void
}

/** A cache for rejections, shared between configurations. */
export function createRefusals(): Refusals {
  return new LRUCache(atMost(MAX_CACHED))
}

/** `now`: epoch seconds. */
export function createRefreshMemory(refusals: Refusals, now: () => number): RefreshMemory {
  const responses = new LRUCache<string, KeptResponse>({
    ...atMost(MAX_CACHED),
    ...forSeconds(REMEMBER_SECONDS, now)
  })
  let calls = 0
  return {
    flights: createSingleFlight(),
    recall: (key) => responses.get(key),
    recallRefusal: (key) => refusals.get(key),
    countCall() {
      calls += 1
      return calls
    },
    keep(key, { response, ...asked }) {
      if ((responses.get(key)?.call ?? 0) > asked.call) return
      responses.set(key, { response, ...asked })
      if (response.kind === 'ended') refusals.set(key, { response, ...asked })
      else refusals.delete(key)
    }
  }
}
