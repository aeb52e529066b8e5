import { LRUCache } from 'lru-cache'
import { createSingleFlight, type SingleFlight } from '../async/single-flight.ts'
import type { ErrorCode } from '../errors.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import type { Session } from './session.ts'
import { atMost, forSeconds } from './session-cache.ts'

/** How long a result serves requests that still carry the old cookie, in seconds. */
export const REMEMBER_SECONDS = 60
const MAX_CACHED = 50_000

/** What the provider said to a refresh. */
export type RefreshResponse =
  | { kind: 'refreshed'; session: Session; cookieValue: string }
  /** The provider said no for good. */
  | { kind: 'ended'; code: ErrorCode }

/** What became of a refresh. */
export type RefreshResult =
  | RefreshResponse
  /** No answer for want of the provider or the operator; the session may be as good as ever. */
  | { kind: 'unavailable'; failure: ProviderFailure }

/** An answer, and when it was asked for. */
export interface DatedResponse<Reply extends RefreshResponse = RefreshResponse> {
  response: Reply
  /** Epoch seconds. */
  askedAtSeconds: number
}

/** An answer in memory. */
export interface KeptResponse<Reply extends RefreshResponse = RefreshResponse> extends DatedResponse<Reply> {
  /** Which call it was, counted over all sessions. */
  call: number
}

/** Refusals, kept beyond their time: while the provider is away, the last one counts. */
export type Refusals = LRUCache<string, KeptResponse<Extract<RefreshResponse, { kind: 'ended' }>>>

/** Answers to refreshes; see `createRefreshMemory`. `key`: stands for one refresh token of one session. */
export interface RefreshMemory {
  /** The refreshes under way. */
  readonly flights: SingleFlight<RefreshResult>
  /** The answer of the last minute. */
  recall(key: string): KeptResponse | undefined
  /** The last answer, however old, if it was a refusal. */
  recallRefusal(key: string): KeptResponse | undefined
  /** Numbers a call that begins. */
  countCall(): number
  /** Keeps an answer, unless a call that began later was answered before: that one knows more. */
  keep(key: string, kept: KeptResponse): void
}

/** A memory for refusals, which configurations may share. */
export function createRefusals(): Refusals {
  return new LRUCache(atMost(MAX_CACHED))
}

/** The answers of a minute, and the refusals. `now`: epoch seconds. */
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
