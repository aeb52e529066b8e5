import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../async.ts'
import { parseJsonObject } from '../config/json-members.ts'
import { ERROR_CATALOGUE, type ErrorCode, Fault } from '../errors.ts'
import { type ProviderFailure, wrongShape } from '../identity-platform/client/error-sorting.ts'
import type { IdTokenResult, VerifyIdToken } from '../identity-platform/tokens/id-token.ts'
import type { TokenCalls } from '../identity-platform/tokens/tokens.ts'
import { type EventSink, ignoreEvents, type SessionEvent } from '../operations/events.ts'
import { NO_SPANS, type Spans } from '../operations/spans.ts'
import { createMemoryState, type SharedState } from '../shared-state/shared-state.ts'
import type { SessionCookie } from './cookie/cookie.ts'
import type { SessionState } from './cookie/cookie-value.ts'
import { isSince } from './revocation/account-findings.ts'
import { type AccountId, accountIdOf, buildSession, isSameOwner, type Session } from './session.ts'
import { atMost, forSeconds } from './session-cache.ts'

const REFRESH = { name: 'session.refresh', call: null } as const

/** Rejections about the account, which may be enabled or created again. Others are about the refresh token. */
const ABOUT_THE_ACCOUNT = new Set<ErrorCode>(['USER_DISABLED', 'USER_NOT_FOUND'])

export interface RefreshOptions {
  /** For metrics only. Default `expired`. */
  reason?: RefreshReason
  /** Call the provider despite a cached result, to pick up changed claims. Default false. */
  force?: boolean
  /** When the session was last known to be valid, epoch seconds: an earlier rejection about the account no longer counts. */
  lastConfirmedAtSeconds?: number
  /** Called if this call refreshed the session instead of using the result of another. */
  onRefreshed?: () => void
}

export type RefreshReason = RefreshEvent['reason']

type RefreshEvent = Extract<SessionEvent, { kind: 'session.refresh' }>

/** Refreshes a session at the provider. */
export type Refresh = ReturnType<typeof createRefresher>

/**
 * Calls the provider once per session, over all waiting requests and processes, and caches the result for a
 * minute. Transient failures are not cached; during them, an earlier rejection counts. `owner`: the account that the new token
 * must belong to.
 */
export function createRefresher(options: {
  tokens: Pick<TokenCalls, 'refresh'>
  verifyIdToken: VerifyIdToken
  cookie: Pick<SessionCookie, 'encrypt' | 'origin' | 'read' | 'open' | 'headerOf'>
  /** Whether the cookie records the time of the last request. */
  notesActivity: boolean
  memory: RefreshMemory
  /** Shares refreshes between the gateway's processes; default: this one is alone. */
  shared?: Pick<SharedState, 'singleFlight'>
  /** Receives each session that a provider call of this process has refreshed; optional. */
  onRefreshed?: (session: Session) => void
  spans?: Spans
  /** Receives `session.refresh`; optional. */
  report?: EventSink
  /** Epoch seconds. */
  now: () => number
}) {
  const { tokens, verifyIdToken, cookie, notesActivity, memory, now } = options
  const { spans = NO_SPANS, report = ignoreEvents, shared = createMemoryState(now) } = options
  const { onRefreshed: noteRefreshed = () => {} } = options
  const refreshes = createSharedRefreshes(options)

  async function askProvider(state: SessionState, owner: AccountId): Promise<RefreshResult> {
    const { subject: uid, tenantId } = owner
    const response = await tokens.refresh(state.refreshToken, { uid, tenantId })
    if (response.kind === 'failed') {
      const { failure } = response
      if (failure.kind === 'permanent') return { kind: 'ended', code: failure.code }
      return { kind: 'unavailable', failure }
    }
    const { idToken, refreshToken } = response.tokens
    const verified = await verifyIdToken(idToken)
    if (verified.kind !== 'valid') return unusable(`the refreshed token is ${describe(verified)}`)
    if (!isSameOwner(accountIdOf(verified.claims), owner))
      return unusable('the refreshed token belongs to another subject or tenant')
    const { idToken: _idToken, refreshToken: _refreshToken, ...mark } = state
    const times = { ...mark, activeAtSeconds: notesActivity ? Math.floor(now()) : null }
    const session = buildSession(idToken, verified.claims, times)
    try {
      const cookieValue = cookie.encrypt({ idToken, refreshToken, ...times, id: session.id })
      return { kind: 'refreshed', session, cookieValue }
    } catch (err) {
      // The account outgrew its cookies; the sign-in that follows explains it.
      if (err instanceof Fault) return { kind: 'ended', code: err.code }
      throw err
    }
  }

  return async (
    state: SessionState,
    owner: AccountId,
    refreshOptions: RefreshOptions = {}
  ): Promise<RefreshResult> => {
    const { force = false, lastConfirmedAtSeconds = Number.NEGATIVE_INFINITY } = refreshOptions
    const { reason = 'expired', onRefreshed } = refreshOptions
    const serves = (dated: DatedResponse) => stillServes(dated, now(), lastConfirmedAtSeconds)
    const reportResult = (result: RefreshEvent['result']) =>
      report({ kind: 'session.refresh', result, reason })
    const digest = createHash('sha256').update(state.refreshToken).digest('base64url')
    // Sessions of one sign-in share a refresh token; without the id, one would get the other's cookie.
    const life = state.endsWithBrowser ? ' b' : ''
    const key = `${digest} ${state.id} ${cookie.origin}${life}`
    const known = force ? undefined : memory.recall(key)
    if (known !== undefined && serves(known)) {
      reportResult('remembered')
      return known.response
    }

    const flight = `${key}${force ? ' forced' : ''}`
    if (memory.flights.isUnderWay(flight)) reportResult('joined')
    const result = await memory.flights.run(flight, async () => {
      const call = memory.countCall()
      let isOwn = false
      const asked = await shared.singleFlight(`refresh ${flight}`, force ? 0 : REMEMBER_SECONDS, {
        async make() {
          isOwn = true
          const askedAtSeconds = now()
          const result = await spans.run(REFRESH, async (notes) => {
            const asked = await askProvider(state, owner)
            notes.set('gatehouse.refresh', resultOf(asked))
            if (asked.kind === 'unavailable') notes.failed(asked.failure.code)
            return asked
          })
          reportResult(resultOf(result))
          if (result.kind === 'refreshed') {
            noteRefreshed(result.session)
            onRefreshed?.()
          }
          return { result, askedAtSeconds }
        },
        write: ({ result, askedAtSeconds }) =>
          result.kind === 'unavailable' ? null : refreshes.write({ response: result, askedAtSeconds }),
        async read(text) {
          const dated = await refreshes.read(text, state, owner)
          if (dated === null || !serves(dated)) return null
          return { result: dated.response, askedAtSeconds: dated.askedAtSeconds }
        }
      })
      const { result, askedAtSeconds } = asked
      if (!isOwn) reportResult('remembered')
      if (result.kind !== 'unavailable') memory.keep(key, { response: result, askedAtSeconds, call })
      return result
    })
    if (result.kind !== 'unavailable') return result
    const refusal = memory.recallRefusal(key)
    return refusal !== undefined && serves(refusal) ? refusal.response : result
  }
}

function resultOf({ kind }: RefreshResult): Exclude<RefreshEvent['result'], 'remembered' | 'joined'> {
  return kind === 'ended' ? 'refused' : kind
}

function stillServes(
  { response, askedAtSeconds }: DatedResponse,
  nowSeconds: number,
  lastConfirmedAtSeconds: number
): boolean {
  if (response.kind === 'refreshed') return nowSeconds < response.session.idTokenExpiresAtSeconds
  return !(ABOUT_THE_ACCOUNT.has(response.code) && isSince(lastConfirmedAtSeconds, askedAtSeconds))
}

/** An unusable token is the provider's fault and ends no session. */
function unusable(detail: string): RefreshResult {
  return { kind: 'unavailable', failure: wrongShape(detail) }
}

function describe(verified: IdTokenResult): string {
  return verified.kind === 'refused' ? `refused (${verified.code}: ${verified.detail})` : verified.kind
}

/**
 * Refresh results as exchanged between processes: the new cookie as the browser gets it. It is trusted no more than a
 * browser's, by its signature and that of its id token, and must belong to the session being refreshed.
 */
export function createSharedRefreshes(options: SharedCookieOptions) {
  return {
    write({ response, askedAtSeconds }: DatedResponse): string {
      const content =
        response.kind === 'refreshed' ? { cookie: response.cookieValue } : { code: response.code }
      return JSON.stringify({ askedAtSeconds, ...content })
    },

    /** The result for this session of this account; null: not valid. */
    async read(text: string, state: SessionState, owner: AccountId): Promise<DatedResponse | null> {
      const { askedAtSeconds, cookie, code } = parseJsonObject(text) ?? {}
      if (typeof askedAtSeconds !== 'number') return null
      if (typeof cookie !== 'string')
        return isErrorCode(code) ? { response: { kind: 'ended', code }, askedAtSeconds } : null
      const session = await openSharedCookie(cookie, owner, options)
      if (session === null || !isSameSession(session, state)) return null
      return { response: { kind: 'refreshed', session, cookieValue: cookie }, askedAtSeconds }
    }
  }
}

function isSameSession(after: Session, before: SessionState): boolean {
  return (
    after.id === before.id &&
    after.startedAtSeconds === before.startedAtSeconds &&
    after.endsWithBrowser === before.endsWithBrowser
  )
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CATALOGUE, code)
}

export interface SharedCookieOptions {
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
  const { idToken, ...mark } = opened.state
  const result = await verifyIdToken(idToken)
  if (result.kind !== 'valid' || !isSameOwner(accountIdOf(result.claims), owner)) return null
  return buildSession(idToken, result.claims, mark)
}

/** How long a result serves requests that still carry the old cookie, in seconds. */
const REMEMBER_SECONDS = 60
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
