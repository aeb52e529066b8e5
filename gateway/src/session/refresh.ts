import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../async.ts'
import { parseJsonObject } from '../config/json-members.ts'
import { ERROR_CATALOGUE, type ErrorCode, Fault } from '../errors.ts'
import { type ProviderFailure, wrongShape } from '../identity-platform/client/error-sorting.ts'
import type { TokenCalls } from '../identity-platform/identity-platform.ts'
import type { VerifyIdToken } from '../identity-platform/tokens/id-token.ts'
import type { SessionEvent } from '../operations/events.ts'
import type { Runtime } from '../operations/runtime.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import type { SessionCookie } from './cookie/cookie.ts'
import type { SessionState } from './cookie/cookie-value.ts'
import { isSince } from './revocation/account-findings.ts'
import { type AccountId, accountIdOf, buildSession, isSameOwner, type Session } from './session.ts'
import { atMost, forSeconds } from './session-cache.ts'

const REFRESH = { name: 'session.refresh', call: null } as const

/** Rejections about the account, which may be enabled or created again. Others are about the refresh token. */
const ABOUT_THE_ACCOUNT = new Set<ErrorCode>(['USER_DISABLED', 'USER_NOT_FOUND'])

type RefreshEvent = Extract<SessionEvent, { kind: 'session.refresh' }>

export type RefreshReason = RefreshEvent['reason']

export type RefreshResponse =
  | { kind: 'refreshed'; session: Session; cookieValue: string }
  /** Rejected by the provider for good. */
  | { kind: 'ended'; code: ErrorCode }

export type RefreshResult =
  | RefreshResponse
  /** The provider or the configuration failed; the session may be valid. */
  | { kind: 'unavailable'; failure: ProviderFailure }

/** `askedAtSeconds`: when the provider was asked, epoch seconds. */
export interface Dated<Result> {
  result: Result
  askedAtSeconds: number
}

/** Refreshes a session at the provider. */
export type Refresh = ReturnType<typeof createRefresher>

/** Calls the provider once per session, over all processes. During an outage, an earlier rejection counts. `owner`: of the new token. */
export function createRefresher(
  { now, report, spans }: Runtime,
  options: {
    tokens: Pick<TokenCalls, 'refresh'>
    verifyIdToken: VerifyIdToken
    cookie: Pick<SessionCookie, 'encrypt' | 'origin' | 'read' | 'open' | 'headerOf'>
    /** Whether the cookie records the time of the last request. */
    recordsActivity: boolean
    memory: RefreshMemory
    shared: Pick<SharedState, 'singleFlight'>
    /** Receives each session that a provider call of this process has refreshed. */
    onRefreshed?: (session: Session) => void
  }
) {
  const { tokens, verifyIdToken, cookie, recordsActivity, memory, shared } = options

  async function askProvider(state: SessionState, owner: AccountId): Promise<RefreshResult> {
    const { subject: uid, tenantId } = owner
    const response = await tokens.refresh(state.refreshToken, { uid, tenantId })
    if (response.kind === 'failed') {
      const { failure } = response
      if (failure.kind === 'permanent') return { kind: 'ended', code: failure.code }
      return { kind: 'unavailable', failure }
    }
    const verified = await verifyIdToken(response.tokens.idToken)
    if (verified.kind === 'refused') return unusable(`is refused (${verified.code}: ${verified.detail})`)
    if (verified.kind !== 'valid') return unusable(`is ${verified.kind}`)
    if (!isSameOwner(accountIdOf(verified.claims), owner))
      return unusable('belongs to another subject or tenant')
    const activeAtSeconds = recordsActivity ? Math.floor(now()) : null
    const refreshed = { ...state, ...response.tokens, activeAtSeconds }
    const session = buildSession(refreshed.idToken, verified.claims, refreshed)
    try {
      return { kind: 'refreshed', session, cookieValue: cookie.encrypt(refreshed) }
    } catch (err) {
      // The account outgrew its cookies; the sign-in that follows explains it.
      if (err instanceof Fault) return { kind: 'ended', code: err.code }
      throw err
    }
  }

  return async (
    state: SessionState,
    owner: AccountId,
    how: {
      /** For metrics only. Default `expired`. */
      reason?: RefreshReason
      /** Call the provider despite a cached result, to pick up changed claims. Default false. */
      force?: boolean
      /** When the session was last known to be valid, epoch seconds: an earlier rejection about the account no longer counts. */
      lastConfirmedAtSeconds?: number
      /** Called if this call refreshed the session instead of using the result of another. */
      onRefreshed?: () => void
    } = {}
  ): Promise<RefreshResult> => {
    const { reason = 'expired', force = false, lastConfirmedAtSeconds = Number.NEGATIVE_INFINITY } = how
    const serves = (dated: Dated<RefreshResponse>) => stillServes(dated, now(), lastConfirmedAtSeconds)
    const reportResult = (result: RefreshEvent['result']) =>
      report({ kind: 'session.refresh', result, reason })
    const key = keyOfRefresh(state, cookie.origin)
    const cached = force ? undefined : memory.responses.get(key)
    if (cached !== undefined && serves(cached)) {
      reportResult('remembered')
      return cached.result
    }

    async function refreshHere(): Promise<Dated<RefreshResult>> {
      const askedAtSeconds = now()
      const result = await spans.run(REFRESH, async (notes) => {
        const response = await askProvider(state, owner)
        notes.set('gatehouse.refresh', labelOf(response))
        if (response.kind === 'unavailable') notes.failed(response.failure.code)
        return response
      })
      reportResult(labelOf(result))
      if (result.kind === 'refreshed') {
        options.onRefreshed?.(result.session)
        how.onRefreshed?.()
      }
      return { result, askedAtSeconds }
    }

    const flight = `${key}${force ? ' forced' : ''}`
    if (memory.flights.isUnderWay(flight)) reportResult('joined')
    const result = await memory.flights.run(flight, async () => {
      const call = ++memory.calls
      let isOwn = false
      const dated = await shared.singleFlight(`refresh ${flight}`, force ? 0 : CACHED_SECONDS, {
        run() {
          isOwn = true
          return refreshHere()
        },
        encode: encodeRefresh,
        async decode(text) {
          const read = await decodeRefresh(text, { state, owner }, { cookie, verifyIdToken })
          return read !== null && serves(read) ? read : null
        }
      })
      if (!isOwn) reportResult('remembered')
      const { result, askedAtSeconds } = dated
      if (result.kind !== 'unavailable') memory.set(key, { result, askedAtSeconds, call })
      return result
    })
    if (result.kind !== 'unavailable') return result
    const rejection = memory.rejections.get(key)
    return rejection !== undefined && serves(rejection) ? rejection.result : result
  }
}

/** Sessions of one sign-in share a refresh token; without the id, one would get the other's cookie. */
function keyOfRefresh({ refreshToken, id, endsWithBrowser, device = '' }: SessionState, origin: string) {
  const digest = hash('sha256', refreshToken, 'base64url')
  return `${digest} ${id} ${origin}${endsWithBrowser ? ' b' : ''}${device}`
}

function labelOf({ kind }: RefreshResult): 'refreshed' | 'refused' | 'unavailable' {
  return kind === 'ended' ? 'refused' : kind
}

function stillServes(
  { result, askedAtSeconds }: Dated<RefreshResponse>,
  nowSeconds: number,
  lastConfirmedAtSeconds: number
): boolean {
  if (result.kind === 'refreshed') return nowSeconds < result.session.idTokenExpiresAtSeconds
  return !(ABOUT_THE_ACCOUNT.has(result.code) && isSince(lastConfirmedAtSeconds, askedAtSeconds))
}

/** An unusable token is the provider's fault and ends no session. */
function unusable(what: string): RefreshResult {
  return { kind: 'unavailable', failure: wrongShape(`the refreshed token ${what}`) }
}

/** As exchanged between processes: the new cookie as the browser gets it. Null: not to be shared. */
export function encodeRefresh({ result, askedAtSeconds }: Dated<RefreshResult>): string | null {
  if (result.kind === 'unavailable') return null
  const content = result.kind === 'refreshed' ? { cookie: result.cookieValue } : { code: result.code }
  return JSON.stringify({ askedAtSeconds, ...content })
}

/** Reads what `encodeRefresh` wrote for this session; null: not valid. It is trusted no more than a browser's cookie. */
export async function decodeRefresh(
  text: string,
  { state, owner }: { state: SessionState; owner: AccountId },
  options: SharedCookieOptions
): Promise<Dated<RefreshResponse> | null> {
  const { askedAtSeconds, cookie, code } = parseJsonObject(text) ?? {}
  if (typeof askedAtSeconds !== 'number') return null
  if (typeof cookie !== 'string')
    return isErrorCode(code) ? { result: { kind: 'ended', code }, askedAtSeconds } : null
  const session = await openSharedCookie(cookie, owner, options)
  const isSame =
    session?.id === state.id &&
    session.startedAtSeconds === state.startedAtSeconds &&
    session.endsWithBrowser === state.endsWithBrowser &&
    session.device === state.device
  return isSame ? { result: { kind: 'refreshed', session, cookieValue: cookie }, askedAtSeconds } : null
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CATALOGUE, code)
}

interface SharedCookieOptions {
  cookie: Pick<SessionCookie, 'read' | 'open' | 'headerOf'>
  verifyIdToken: VerifyIdToken
}

/** The session in a cookie value from another process, verified like one from a browser. Null: invalid, or another account. */
export async function openSharedCookie(
  value: string,
  owner: AccountId,
  { cookie, verifyIdToken }: SharedCookieOptions
): Promise<Session | null> {
  const reading = cookie.read(cookie.headerOf(value))
  const opened = reading.kind === 'present' ? cookie.open(reading) : null
  if (opened?.kind !== 'open') return null
  const verified = await verifyIdToken(opened.state.idToken)
  if (verified.kind !== 'valid' || !isSameOwner(accountIdOf(verified.claims), owner)) return null
  return buildSession(opened.state.idToken, verified.claims, opened.state)
}

/** How long a result serves requests that still carry the old cookie, in seconds. */
const CACHED_SECONDS = 60
const MAX_CACHED = 50_000

/** `call`: sequence number, over all sessions. */
type CachedResponse = Dated<RefreshResponse> & { call: number }

/** Results of refreshes. `key` identifies one refresh token of one session. */
export type RefreshMemory = ReturnType<typeof createRefreshMemory>

/** Rejections, cached beyond their ttl and shared between configurations: during an outage the last one counts. */
export function createRejections(): LRUCache<string, CachedResponse> {
  return new LRUCache(atMost(MAX_CACHED))
}

/** `now`: epoch seconds. */
export function createRefreshMemory(rejections: ReturnType<typeof createRejections>, now: () => number) {
  const responses = new LRUCache<string, CachedResponse>({
    ...atMost(MAX_CACHED),
    ...forSeconds(CACHED_SECONDS, now)
  })
  return {
    flights: createSingleFlight<RefreshResult>(),
    /** Of the last minute. */
    responses,
    /** The last result, of any age, if it was a rejection. */
    rejections,
    calls: 0,
    /** Caches a response unless a later call already has one. */
    set(key: string, response: CachedResponse): void {
      if ((responses.get(key)?.call ?? 0) > response.call) return
      responses.set(key, response)
      if (response.result.kind === 'ended') rejections.set(key, response)
      else rejections.delete(key)
    }
  }
}
