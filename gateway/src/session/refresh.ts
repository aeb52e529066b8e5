import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type ErrorCode, Fault } from '../errors.ts'
import { type ProviderFailure, wrongShape } from '../identity-platform/error-sorting.ts'
import type { IdTokenVerdict, VerifyIdToken } from '../identity-platform/id-token.ts'
import type { TokenCalls } from '../identity-platform/tokens.ts'
import { atMost } from './bounds.ts'
import type { SessionCookie, SessionState } from './cookie.ts'
import { buildSession, isSameOwner, type Owner, ownerOf, type Session } from './session.ts'
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
  /** Is the time of the last request kept in the cookie? */
  notesActivity: boolean
  /** Epoch seconds. */
  now: () => number
}

/**
 * Refreshes a session at the provider. `owner`: the account that the new token must be of.
 * `force`: ask the provider even when a result is remembered, to pick up changed claims.
 */
export type Refresh = (
  state: SessionState,
  owner: Owner,
  options?: { force?: boolean }
) => Promise<RefreshResult>

/**
 * A refresher that asks the provider once per session however many requests wait, and remembers a result for a
 * minute. Failures that pass by themselves are not remembered; while they last, an earlier refusal counts.
 */
export function createRefresher(options: RefresherOptions): Refresh {
  const { tokens, verifyIdToken, cookie, notesActivity, now } = options
  const once = createSingleFlight<RefreshResult>()
  const remembered = new LRUCache<string, RefreshResult>({
    ...atMost(MOST_REMEMBERED),
    ttl: REMEMBER_SECONDS * 1000,
    ttlResolution: 0,
    perf: { now: () => now() * 1000 }
  })
  const refusals = new LRUCache<string, RefreshResult>(atMost(MOST_REMEMBERED))

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
    const { startedAtSeconds } = state
    const times = { startedAtSeconds, activeAtSeconds: notesActivity ? Math.floor(now()) : null }
    const session = buildSession(idToken, verdict.claims, times)
    try {
      const cookieValue = cookie.seal({ idToken, refreshToken, ...times })
      return { kind: 'refreshed', session, cookieValue }
    } catch (err) {
      // The account outgrew its cookies: the sign-in that follows has words for it.
      if (err instanceof Fault) return { kind: 'ended', code: err.code }
      throw err
    }
  }

  return async (state, owner, { force = false } = {}) => {
    const digest = createHash('sha256').update(state.refreshToken).digest('base64url')
    // Two sessions may have one refresh token; each keeps its own start.
    const key = `${digest} ${state.startedAtSeconds}`
    const known = force ? undefined : remembered.get(key)
    if (known !== undefined && stillServes(known, now())) return known

    return await once(`${key}${force ? ' forced' : ''}`, async () => {
      const result = await askProvider(state, owner)
      if (result.kind === 'unavailable') return refusals.get(key) ?? result
      // What came in meanwhile was asked for later, by force, and knows more.
      if (!force && remembered.has(key)) return result
      remembered.set(key, result)
      if (result.kind === 'ended') refusals.set(key, result)
      else refusals.delete(key)
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
