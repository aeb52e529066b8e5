import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../async/single-flight.ts'
import { type ErrorCode, Fault } from '../errors.ts'
import { type ProviderFailure, wrongShape } from '../identity-platform/client/error-sorting.ts'
import type { IdTokenVerdict, VerifyIdToken } from '../identity-platform/tokens/id-token.ts'
import type { TokenCalls } from '../identity-platform/tokens/tokens.ts'
import { atMost } from './cache-bounds.ts'
import type { SessionCookie } from './cookie/cookie.ts'
import type { SessionState } from './cookie/cookie-value.ts'
import { isSince } from './revocation/account-findings.ts'
import { buildSession, isSameOwner, type Owner, ownerOf, type Session } from './session.ts'

/** Refusals that are about the account: it may be enabled or made again. Others are about the refresh token. */
const ABOUT_THE_ACCOUNT = new Set<ErrorCode>(['USER_DISABLED', 'USER_NOT_FOUND'])
/** How long a result serves requests that still carry the old cookie, in seconds. */
const REMEMBER_SECONDS = 60
const MOST_REMEMBERED = 50_000

/** What became of a refresh. */
export type RefreshResult =
  | { kind: 'refreshed'; session: Session; cookieValue: string }
  /** The provider said no for good. */
  | { kind: 'ended'; code: ErrorCode }
  /** The provider's or the operator's trouble; the session may be as good as ever. */
  | { kind: 'unavailable'; failure: ProviderFailure }

export interface RefresherOptions {
  tokens: Pick<TokenCalls, 'refresh'>
  verifyIdToken: VerifyIdToken
  cookie: Pick<SessionCookie, 'seal'>
  /** Is the time of the last request kept in the cookie? */
  notesActivity: boolean
  /** Epoch seconds. */
  now: () => number
}

/** How a session is refreshed. */
export interface RefreshOptions {
  /** Ask the provider even when a result is remembered, to pick up changed claims. Default false. */
  force?: boolean
  /**
   * When the session is last known to have stood, in epoch seconds: an earlier refusal that was about the account counts
   * no more. Left out: not known.
   */
  lastStoodAtSeconds?: number
}

/** Refreshes a session at the provider. `owner`: the account that the new token must be of. */
export type Refresh = (state: SessionState, owner: Owner, options?: RefreshOptions) => Promise<RefreshResult>

/** A result of the provider's own, and when it was asked for. */
interface Kept {
  result: Exclude<RefreshResult, { kind: 'unavailable' }>
  /** Epoch seconds. */
  askedAtSeconds: number
  /** Which call it was, counted over all sessions. */
  call: number
}

/**
 * A refresher that asks the provider once per session however many requests wait, and remembers a result for a
 * minute. Failures that pass by themselves are not remembered; while they last, an earlier refusal counts.
 */
export function createRefresher(options: RefresherOptions): Refresh {
  const { tokens, verifyIdToken, cookie, notesActivity, now } = options
  const flights = createSingleFlight<RefreshResult>()
  const remembered = new LRUCache<string, Kept>({
    ...atMost(MOST_REMEMBERED),
    ttl: REMEMBER_SECONDS * 1000,
    ttlResolution: 0,
    perf: { now: () => now() * 1000 }
  })
  const refusals = new LRUCache<string, Kept>(atMost(MOST_REMEMBERED))
  let calls = 0

  async function askProvider(state: SessionState, owner: Owner): Promise<RefreshResult> {
    const answer = await tokens.refresh(state.refreshToken)
    if (answer.kind === 'failed') {
      const { failure } = answer
      return failure.kind === 'permanent'
        ? { kind: 'ended', code: failure.code }
        : { kind: 'unavailable', failure }
    }
    const { idToken, refreshToken } = answer.tokens
    const verdict = await verifyIdToken(idToken)
    if (verdict.kind !== 'valid') return unusable(`the refreshed token is ${describe(verdict)}`)
    if (!isSameOwner(ownerOf(verdict.claims), owner))
      return unusable('the refreshed token is of another subject or tenant')
    const { id, startedAtSeconds } = state
    const times = { id, startedAtSeconds, activeAtSeconds: notesActivity ? Math.floor(now()) : null }
    const session = buildSession(idToken, verdict.claims, times)
    try {
      const cookieValue = cookie.seal({ idToken, refreshToken, ...times, id: session.id })
      return { kind: 'refreshed', session, cookieValue }
    } catch (err) {
      // The account outgrew its cookies: the sign-in that follows has words for it.
      if (err instanceof Fault) return { kind: 'ended', code: err.code }
      throw err
    }
  }

  function keep(key: string, kept: Kept): void {
    // A forced call may have begun later than a plain one and be answered first: it knows more.
    if ((remembered.get(key)?.call ?? 0) > kept.call) return
    remembered.set(key, kept)
    if (kept.result.kind === 'ended') refusals.set(key, kept)
    else refusals.delete(key)
  }

  return async (state, owner, { force = false, lastStoodAtSeconds = Number.NEGATIVE_INFINITY } = {}) => {
    const digest = createHash('sha256').update(state.refreshToken).digest('base64url')
    // Two sessions may have one refresh token; each keeps its own start.
    const key = `${digest} ${state.startedAtSeconds}`
    const known = force ? undefined : remembered.get(key)
    if (known !== undefined && stillServes(known, now(), lastStoodAtSeconds)) return known.result

    const result = await flights.run(`${key}${force ? ' forced' : ''}`, async () => {
      calls += 1
      const asked = { askedAtSeconds: now(), call: calls }
      const result = await askProvider(state, owner)
      if (result.kind !== 'unavailable') keep(key, { result, ...asked })
      return result
    })
    if (result.kind !== 'unavailable') return result
    const refusal = refusals.get(key)
    return refusal !== undefined && stillServes(refusal, now(), lastStoodAtSeconds) ? refusal.result : result
  }
}

function stillServes(
  { result, askedAtSeconds }: Kept,
  nowSeconds: number,
  lastStoodAtSeconds: number
): boolean {
  if (result.kind === 'refreshed') return nowSeconds < result.session.idTokenExpiresAtSeconds
  return !(ABOUT_THE_ACCOUNT.has(result.code) && isSince(lastStoodAtSeconds, askedAtSeconds))
}

/** What the provider hands out is its own matter: a token that cannot be used ends no session. */
function unusable(detail: string): RefreshResult {
  return { kind: 'unavailable', failure: wrongShape(detail) }
}

function describe(verdict: IdTokenVerdict): string {
  return verdict.kind === 'refused' ? `refused (${verdict.code}: ${verdict.detail})` : verdict.kind
}
