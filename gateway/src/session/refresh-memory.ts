import { LRUCache } from 'lru-cache'
import { createSingleFlight, type SingleFlight } from '../async/single-flight.ts'
import type { ErrorCode } from '../errors.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import { atMost, forSeconds } from './cache-bounds.ts'
import type { Session } from './session.ts'

/** How long a result serves requests that still carry the old cookie, in seconds. */
export const REMEMBER_SECONDS = 60
const MOST_REMEMBERED = 50_000

/** What the provider said to a refresh. */
export type RefreshAnswer =
  | { kind: 'refreshed'; session: Session; cookieValue: string }
  /** The provider said no for good. */
  | { kind: 'ended'; code: ErrorCode }

/** What became of a refresh. */
export type RefreshResult =
  | RefreshAnswer
  /** No answer for want of the provider or the operator; the session may be as good as ever. */
  | { kind: 'unavailable'; failure: ProviderFailure }

/** An answer, and when it was asked for. */
export interface DatedAnswer<Answer extends RefreshAnswer = RefreshAnswer> {
  answer: Answer
  /** Epoch seconds. */
  askedAtSeconds: number
}

/** An answer in memory. */
export interface KeptAnswer<Answer extends RefreshAnswer = RefreshAnswer> extends DatedAnswer<Answer> {
  /** Which call it was, counted over all sessions. */
  call: number
}

/** Refusals, kept beyond their time: while the provider is away, the last one counts. */
export type Refusals = LRUCache<string, KeptAnswer<Extract<RefreshAnswer, { kind: 'ended' }>>>

/** Answers to refreshes; see `createRefreshMemory`. `key`: stands for one refresh token of one session. */
export interface RefreshMemory {
  /** The refreshes under way. */
  readonly flights: SingleFlight<RefreshResult>
  /** The answer of the last minute. */
  recall(key: string): KeptAnswer | undefined
  /** The last answer, however old, if it was a refusal. */
  recallRefusal(key: string): KeptAnswer | undefined
  /** Numbers a call that begins. */
  countCall(): number
  /** Keeps an answer, unless a call that began later was answered before: that one knows more. */
  keep(key: string, kept: KeptAnswer): void
}

/** A memory for refusals, which configurations may share. */
export function createRefusals(): Refusals {
  return new LRUCache(atMost(MOST_REMEMBERED))
}

/** The answers of a minute, and the refusals. `now`: epoch seconds. */
export function createRefreshMemory(refusals: Refusals, now: () => number): RefreshMemory {
  const answers = new LRUCache<string, KeptAnswer>({
    ...atMost(MOST_REMEMBERED),
    ...forSeconds(REMEMBER_SECONDS, now)
  })
  let calls = 0
  return {
    flights: createSingleFlight(),
    recall: (key) => answers.get(key),
    recallRefusal: (key) => refusals.get(key),
    countCall() {
      calls += 1
      return calls
    },
    keep(key, { answer, ...asked }) {
      if ((answers.get(key)?.call ?? 0) > asked.call) return
      answers.set(key, { answer, ...asked })
      if (answer.kind === 'ended') refusals.set(key, { answer, ...asked })
      else refusals.delete(key)
    }
  }
}
