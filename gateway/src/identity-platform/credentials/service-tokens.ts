import { createSingleFlight, untilDeadline } from '../../async.ts'
import type { Runtime } from '../../operations/runtime.ts'
import {
  createHintReporter,
  type Failed,
  failed,
  type ProviderFailure,
  wrongShape
} from '../client/error-sorting.ts'
import { resultOfCall } from '../client/http.ts'

/** Renew a cached token with less than this left. */
const RENEW_BEFORE_END_MS = 300_000
/** Min interval between renewals: for a while, the metadata server keeps returning the old token. */
const RENEWAL_PAUSE_MS = 30_000
/** Min interval after a failed fetch or a refused token, while there is no other token. */
const FAILURE_PAUSE_MS = 2000
/** Timeout for all calls behind one token, and max wait of a visitor. */
const FETCH_TIMEOUT_MS = 4000
const LATENESS_MS = 100

/** `endsAtMs`: epoch milliseconds; null if not in the response: `ttlSeconds` counts from now. */
export type FetchedToken =
  | { kind: 'token'; token: string; ttlSeconds: number; endsAtMs: number | null }
  | Failed

/** Fetches a token for a scope or an audience. `signal` cancels all its calls. Never throws. */
export type FetchToken = (subject: string, signal: AbortSignal) => Promise<FetchedToken>

export type TokenResult = { kind: 'token'; token: string } | Failed

/** Key of the single flight: a slot holds one token. */
const FETCH = 'fetch'

export type TokenSlot = ReturnType<typeof createTokenSlot>

/** Caches one token: one fetch at a time, renewal in the background from five minutes before its end, used until then. */
export function createTokenSlot(options: {
  /** Fetches a token. Never throws. */
  fetch: (signal: AbortSignal) => Promise<FetchedToken>
  /** Epoch seconds. */
  now: () => number
  /** What the token is, for the failures: `access token`. */
  name: string
  /** In milliseconds. Default: 4000. */
  fetchTimeoutMs?: number | undefined
}) {
  const { fetch, name, fetchTimeoutMs = FETCH_TIMEOUT_MS } = options
  const now = () => options.now() * 1000
  let current: { token: string; endsAtMs: number } | null = null
  const fetches = createSingleFlight<TokenResult>()
  let lastTryAtMs = Number.NEGATIVE_INFINITY
  let lastFailure: { failure: ProviderFailure; atMs: number } | null = null
  let lastRefusalAtMs = Number.NEGATIVE_INFINITY

  /** A clock set back must not prolong a pause. */
  const isRecent = (atMs: number, pauseMs: number) => atMs <= now() && now() - atMs < pauseMs

  const renew = () => fetches.run(FETCH, fetchCurrent)
  const late = () => failed(wrongShape(`no ${name} in time`))
  const refusedAgain = () => failed(wrongShape(`the provider refuses the ${name}s that it issues`))

  async function fetchCurrent(): Promise<TokenResult> {
    lastTryAtMs = now()
    const fetched = await fetch(AbortSignal.timeout(fetchTimeoutMs))
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
  function pause(isRefused: boolean): TokenResult | null {
    if (fetches.isUnderWay(FETCH)) return null
    if (lastFailure !== null && isRecent(lastFailure.atMs, FAILURE_PAUSE_MS))
      return failed(lastFailure.failure)
    return isRefused && isRecent(lastRefusalAtMs, FAILURE_PAUSE_MS) ? refusedAgain() : null
  }

  function use({ token, endsAtMs }: { token: string; endsAtMs: number }): string {
    const isEnding = endsAtMs - now() < RENEW_BEFORE_END_MS
    if (isEnding && !isRecent(lastTryAtMs, RENEWAL_PAUSE_MS)) void renew()
    return token
  }

  const living = () => (current !== null && now() < current.endsAtMs ? current : null)

  return {
    /** The token, renewed in the background if it ends soon. Null: there is none, or it has ended. */
    current(): string | null {
      const found = living()
      return found === null ? null : use(found)
    },
    /** Fetches a token if there is none. `refused`: one that was refused, never returned again. Never throws. */
    async get(refused?: string): Promise<TokenResult> {
      const found = living()
      const isRefused = found !== null && found.token === refused
      if (found !== null && !isRefused) return { kind: 'token', token: use(found) }
      const response = pause(isRefused)
      if (response !== null) return response
      if (isRefused) lastRefusalAtMs = now()
      // A program providing subject tokens may take longer than callers should wait. The fetch itself times out
      // slightly earlier and reports the cause better.
      const deadline = AbortSignal.timeout(fetchTimeoutMs + LATENESS_MS)
      const renewed = await untilDeadline(renew(), deadline, late)
      return renewed.kind === 'token' && renewed.token === refused ? refusedAgain() : renewed
    }
  }
}

/**
 * Keeps one token for each scope or audience. `name`: what the tokens are, for the failures. `call`: label of the calls.
 * `onFetched`: called after every fetch. `failure`: null for success.
 */
function createTokenSlots(
  { now, report, spans }: Runtime,
  fetchTimeoutMs: number | undefined,
  kind: {
    name: string
    call: 'oauth' | 'id_token'
    source: FetchToken
    onFetched: (failure: ProviderFailure | null, subject: string) => void
  }
): (subject: string) => TokenSlot {
  const { name, call, source, onFetched } = kind
  const slots = new Map<string, TokenSlot>()

  async function fetchToken(subject: string, signal: AbortSignal): Promise<FetchedToken> {
    const startedAtMs = performance.now()
    // Without a URL: the credentials, or the library, determine where the token comes from.
    const fetched = await spans.run({ name: `provider.${call}`, call: null }, async (notes) => {
      const result = await source(subject, signal)
      if (result.kind === 'failed') notes.failed(result.failure.code)
      return result
    })
    const failure = fetched.kind === 'failed' ? fetched.failure : null
    const durationMs = performance.now() - startedAtMs
    report({ kind: 'provider.call', call, result: resultOfCall(failure), durationMs })
    onFetched(failure, subject)
    return fetched
  }

  return (subject) => {
    const fetch = (signal: AbortSignal) => fetchToken(subject, signal)
    const slot = slots.get(subject) ?? createTokenSlot({ now, name, fetchTimeoutMs, fetch })
    slots.set(subject, slot)
    return slot
  }
}

/** OAuth access tokens for calls with the project's credentials. */
export interface AccessTokens {
  /** `scope`: a URL. `refused`: a token that the provider refused, never returned again. Never throws. */
  get(scope: string, refused?: string): Promise<TokenResult>
  /** Value of `x-goog-user-project`, needed for credentials of a person; otherwise null. */
  readonly quotaProject: string | null
}

/** Keeps one token per scope, see `createTokenSlot`. */
export function createAccessTokens(
  runtime: Runtime,
  source: FetchToken,
  { quotaProject = null, fetchTimeoutMs }: { quotaProject?: string | null; fetchTimeoutMs?: number } = {}
): AccessTokens {
  const hints = createHintReporter(runtime.report)
  const slotOf = createTokenSlots(runtime, fetchTimeoutMs, {
    name: 'access token',
    call: 'oauth',
    source,
    onFetched: (failure) => (failure === null ? hints.worked('oauth') : hints.failed('oauth', failure))
  })
  return { get: (scope, refused) => slotOf(scope).get(refused), quotaProject }
}

/** Id tokens of the gateway's own service account, for applications that admit no other caller. Keeps one per audience. */
export function createIdTokens(runtime: Runtime, source: FetchToken, fetchTimeoutMs?: number) {
  /** Audiences whose failure is known to the operator. */
  const failing = new Set<string>()
  return {
    /** The token for an audience, such as the origin of a Cloud Run service. */
    of: createTokenSlots(runtime, fetchTimeoutMs, {
      name: 'id token',
      call: 'id_token',
      source,
      onFetched(failure, audience) {
        if (failure === null) failing.delete(audience)
        else if (!failing.has(audience)) {
          failing.add(audience)
          runtime.report({ kind: 'id-token.unavailable', audience, failure })
        }
      }
    })
  }
}
