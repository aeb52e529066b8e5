import { untilDeadline } from '../../async/schedule.ts'
import { createSingleFlight } from '../../async/single-flight.ts'
import type { Credentials } from '../../config/credentials/credentials.ts'
import type { Config } from '../../config/schema/schema.ts'
import { NO_SPANS, type Spans } from '../../operations/tracing/spans.ts'
import { type Failed, failed, type ProviderFailure, wrongShape } from '../client/error-sorting.ts'
import type { FetchedToken, FetchToken } from './google-credentials.ts'

/** Renew a cached token with less than this left. */
const RENEW_BEFORE_END_MS = 300_000
/** Min interval between renewals: for a while, the metadata server keeps returning the old token. */
const RENEWAL_PAUSE_MS = 30_000
/** Min interval after a failed fetch or a refused token, while there is no other token. */
const FAILURE_PAUSE_MS = 2000
/** Timeout for all calls behind one token, and max wait of a visitor. */
const FETCH_TIMEOUT_MS = 4000
const LATENESS_MS = 100

export type AccessTokenResult = { kind: 'token'; token: string } | Failed

/** OAuth access tokens for calls with the project's credentials. */
export interface AccessTokens {
  /**
   * `scope`: a URL such as `https://www.googleapis.com/auth/cloud-platform`. `refused`: a token that the
   * provider refused, never returned again. Never throws.
   */
  get(scope: string, refused?: string): Promise<AccessTokenResult>
  /** Value of `x-goog-user-project`, needed for credentials of a person; otherwise null. */
  readonly quotaProject: string | null
}

interface AccessTokensOptions {
  credentials: Credentials
  projectId: string
  endpoints: Config['identityPlatform']['endpoints']
  /** Epoch seconds. */
  now: () => number
  /** Called after every fetch; null for success. */
  onFetched?: (failure: ProviderFailure | null, durationMs: number) => void
  /** Default: no spans. */
  spans?: Spans | undefined
  /** Timeout of a fetch in milliseconds. Default: 4000. */
  fetchTimeoutMs?: number
}

/**
 * Caches one token per scope with a single concurrent fetch, renews it in the background with less than five
 * minutes left, and uses it until it expires if renewal fails.
 */
export function createAccessTokens(options: AccessTokensOptions): AccessTokens {
  const { credentials, endpoints, now, onFetched, fetchTimeoutMs = FETCH_TIMEOUT_MS } = options
  const { spans = NO_SPANS } = options
  let source: Promise<FetchToken> | null = null
  const slots = new Map<string, Slot>()

  async function fetchToken(scope: string, signal: AbortSignal): Promise<FetchedToken> {
    const startedAtMs = performance.now()
    const fetched = await spans.run(FETCH_SPAN, async (notes) => {
      // Lazy: the library is large and would delay startup.
      source ??= import('./google-credentials.ts').then(({ createTokenSource }) =>
        createTokenSource(credentials, endpoints)
      )
      const result = await (await source)(scope, signal)
      if (result.kind === 'failed') notes.failed(result.failure.code)
      return result
    })
    onFetched?.(fetched.kind === 'failed' ? fetched.failure : null, performance.now() - startedAtMs)
    return fetched
  }

  return {
    get(scope, refused) {
      const fetch = (signal: AbortSignal) => fetchToken(scope, signal)
      const slot = slots.get(scope) ?? createSlot(fetch, fetchTimeoutMs, () => now() * 1000)
      slots.set(scope, slot)
      return slot(refused)
    },
    quotaProject: findQuotaProject(credentials, options.projectId)
  }
}

/** The span has no URL: the library chooses where to fetch from. */
const FETCH_SPAN = { name: 'provider.oauth', call: null } as const

type Slot = (refused?: string) => Promise<AccessTokenResult>

/** Key of the single flight: a slot holds one token. */
const FETCH = 'fetch'

/** `now`: epoch milliseconds. */
function createSlot(
  fetchToken: (signal: AbortSignal) => Promise<FetchedToken>,
  fetchTimeoutMs: number,
  now: () => number
): Slot {
  let current: { token: string; endsAtMs: number } | null = null
  const fetches = createSingleFlight<AccessTokenResult>()
  let lastTryAtMs = Number.NEGATIVE_INFINITY
  let lastFailure: { failure: ProviderFailure; atMs: number } | null = null
  let lastRefusalAtMs = Number.NEGATIVE_INFINITY

  /** A clock set back must not prolong a pause. */
  const isRecent = (atMs: number, pauseMs: number) => atMs <= now() && now() - atMs < pauseMs

  const renew = () => fetches.run(FETCH, fetchCurrent)

  async function fetchCurrent(): Promise<AccessTokenResult> {
    lastTryAtMs = now()
    const fetched = await fetchToken(AbortSignal.timeout(fetchTimeoutMs))
    if (fetched.kind === 'failed') {
      lastFailure = { failure: fetched.failure, atMs: now() }
      return fetched
    }
    const { token, ttlSeconds, endsAtMs } = fetched
    current = { token, endsAtMs: endsAtMs ?? now() + ttlSeconds * 1000 }
    lastFailure = null
    return { kind: 'token', token }
  }

  /** The result while no attempt should be made; null to try. */
  function pause(isRefused: boolean): AccessTokenResult | null {
    if (fetches.isUnderWay(FETCH)) return null
    if (lastFailure !== null && isRecent(lastFailure.atMs, FAILURE_PAUSE_MS))
      return failed(lastFailure.failure)
    return isRefused && isRecent(lastRefusalAtMs, FAILURE_PAUSE_MS) ? refusedAgain() : null
  }

  return async (refused) => {
    const living = current !== null && now() < current.endsAtMs ? current : null
    const isRefused = living !== null && living.token === refused
    if (living !== null && !isRefused) {
      const isEnding = living.endsAtMs - now() < RENEW_BEFORE_END_MS
      if (isEnding && !isRecent(lastTryAtMs, RENEWAL_PAUSE_MS)) void renew()
      return { kind: 'token', token: living.token }
    }
    const response = pause(isRefused)
    if (response !== null) return response
    if (isRefused) lastRefusalAtMs = now()
    // A program providing subject tokens may take longer than callers should wait. The fetch itself times out
    // slightly earlier and reports the cause better.
    const deadline = AbortSignal.timeout(fetchTimeoutMs + LATENESS_MS)
    const renewed = await untilDeadline(renew(), deadline, lateToken)
    return renewed.kind === 'token' && renewed.token === refused ? refusedAgain() : renewed
  }
}

/** The failure for a token that has not come in time. */
export function lateToken(): Failed {
  return failed(wrongShape('no access token in time'))
}

function refusedAgain(): Failed {
  return failed(wrongShape('the provider refuses the access tokens that it issues'))
}

/** https://cloud.google.com/docs/quotas/set-quota-project */
function findQuotaProject(credentials: Credentials, projectId: string): string | null {
  if (credentials.kind !== 'file') return null
  const { type, json } = credentials
  if (typeof json.quota_project_id === 'string') return json.quota_project_id
  const isPerson = type === 'authorized_user' || type === 'external_account_authorized_user'
  return isPerson ? projectId : null
}
