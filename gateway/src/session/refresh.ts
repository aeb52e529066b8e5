import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type ErrorCode, Fault } from '../errors.ts'
import { type ProviderFailure, wrongShape } from '../identity-platform/error-sorting.ts'
import type { IdTokenVerdict, VerifyIdToken } from '../identity-platform/id-token.ts'
import type { TokenCalls } from '../identity-platform/tokens.ts'
import type { SessionCookie, SessionState } from './cookie.ts'
import { buildSession, type Session } from './session.ts'
import { createSingleFlight } from './single-flight.ts'

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
  /** Epoch seconds. */
  now: () => number
}

/**
 * Refreshes a session at the provider. `subject`: the uid that the new token must name.
 * `force`: ask the provider even when a result is remembered, to pick up changed claims.
 */
export type Refresh = (
  state: SessionState,
  subject: string,
  options?: { force?: boolean }
) => Promise<RefreshResult>

/**
 * A refresher that asks the provider once per session however many requests wait, and remembers a result for a
 * minute. Failures that pass by themselves are not remembered.
 */
export function createRefresher(options: RefresherOptions): Refresh {
  const { tokens, verifyIdToken, cookie, now } = options
  const once = createSingleFlight<RefreshResult>()
  const remembered = new LRUCache<string, RefreshResult>({
    max: MOST_REMEMBERED,
    ttl: REMEMBER_SECONDS * 1000,
    ttlResolution: 0,
    perf: { now: () => now() * 1000 }
  })

  async function askProvider(state: SessionState, subject: string): Promise<RefreshResult> {
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
    if (verdict.claims.sub !== subject) return unusable('the refreshed token names another subject')
    const { startedAtSeconds } = state
    const session = buildSession(idToken, verdict.claims, startedAtSeconds)
    try {
      const cookieValue = cookie.seal({ idToken, refreshToken, startedAtSeconds })
      return { kind: 'refreshed', session, cookieValue }
    } catch (err) {
      // The account outgrew its cookies: the sign-in that follows has words for it.
      if (err instanceof Fault) return { kind: 'ended', code: err.code }
      throw err
    }
  }

  return async (state, subject, { force = false } = {}) => {
    const digest = createHash('sha256').update(state.refreshToken).digest('base64url')
    const known = force ? undefined : remembered.get(digest)
    if (known !== undefined && stillServes(known, now())) return known

    return await once(`${digest}${force ? ' forced' : ''}`, async () => {
      const result = await askProvider(state, subject)
      if (result.kind !== 'unavailable') remembered.set(digest, result)
      return result
    })
  }
}

function stillServes(result: RefreshResult, nowSeconds: number): boolean {
  return result.kind !== 'refreshed' || nowSeconds < result.session.idTokenExpiresAtSeconds
}

/** What the provider hands out is its own matter: a token that cannot be used ends no session. */
function unusable(detail: string): RefreshResult {
  return { kind: 'unavailable', failure: wrongShape(detail) }
}

function describe(verdict: IdTokenVerdict): string {
  return verdict.kind === 'refused' ? `refused (${verdict.code}: ${verdict.detail})` : verdict.kind
}
