import { LRUCache } from 'lru-cache'
import type { ErrorCode } from '../../errors.ts'
import type { AccountResult } from '../../identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../identity-platform/accounts/user-record.ts'
import type { Claims } from '../../identity-platform/tokens/id-token.ts'
import { type AccountId, type DatedOwner, keyOf, type Session } from '../session.ts'
import { atMost } from '../session-cache.ts'

/** Minimum pause after an inconclusive lookup, in seconds. */
const RETRY_SECONDS = 30
const MAX_CACHED = 100_000
/** Enough of a signature to tell tokens apart. */
const TOKEN_KEY_CHARS = 43

/** Clock skew between the provider's machines: a sign-up must not seem older than its account. */
const CREATION_SKEW_SECONDS = 5

export type StandingResult = { kind: 'stands' } | { kind: 'ended'; code: ErrorCode }

/** The parts of an id token that an account is compared with, in epoch seconds. */
export type TokenTimes = Pick<Claims, 'iat' | 'auth_time'>

/** The account as the provider reported it. Times in epoch seconds. */
type AccountState =
  /** Disabled or deleted. */
  | { kind: 'out'; code: ErrorCode }
  /** `validSinceSeconds`: earlier sign-ins are revoked. */
  | ({ kind: 'in'; validSinceSeconds: number } & Pick<DatedOwner, 'createdAtMs'>)

interface Finding {
  /** Null: no lookup was conclusive. */
  state: AccountState | null
  /** When the lookup that gave this state began, in epoch seconds. */
  askedAtSeconds: number
  /** No lookup is needed before this time, in epoch seconds. */
  freshUntilSeconds: number
}

export type AccountFindings = ReturnType<typeof createAccountFindings>

const STANDS: StandingResult = { kind: 'stands' }
const NO_ANSWER = { state: null, askedAtSeconds: Number.NEGATIVE_INFINITY }

/**
 * The last lookup result of each account. `now`: epoch seconds. Results are kept beyond the interval, because
 * in an outage they are the last known. "Disabled" and "deleted" apply to earlier sign-ins only: the provider
 * issues no id token to such an account, so a later token proves that it is active again.
 */
export function createAccountFindings(now: () => number) {
  const findings = new LRUCache<string, Finding>(atMost(MAX_CACHED))
  /** Rejected id tokens -> when they may be sent again, in epoch seconds. */
  const refusedTokens = new LRUCache<string, number>(atMost(MAX_CACHED))

  return {
    /**
     * Caches a lookup result for the interval. It replaces an earlier one, unless that was requested later; a
     * transient failure postpones the next lookup and keeps the previous result.
     */
    note(
      owner: AccountId,
      result: AccountResult,
      { askedAtSeconds, intervalSeconds }: { askedAtSeconds: number; intervalSeconds: number }
    ): void {
      const key = keyOf(owner)
      const known = findings.get(key)
      if (known !== undefined && known.askedAtSeconds > askedAtSeconds) return
      const state = readState(result)
      const isResponse = state !== null
      const freshSeconds = isResponse ? intervalSeconds : retryAfterSeconds(intervalSeconds)
      const response = isResponse ? { state, askedAtSeconds } : (known ?? NO_ANSWER)
      findings.set(key, { ...response, freshUntilSeconds: now() + freshSeconds })
    },

    /**
     * When the account was made, epoch milliseconds, by a lookup after this time (epoch seconds; default: by the last one).
     * Undefined: there was none, or the account was not found.
     */
    createdAtMs(owner: AccountId, afterSeconds = Number.NEGATIVE_INFINITY): number | undefined {
      const { state, askedAtSeconds } = findings.get(keyOf(owner)) ?? NO_ANSWER
      return state?.kind === 'in' && askedAtSeconds > afterSeconds ? state.createdAtMs : undefined
    },

    /** Until when the account need not be looked up again, in epoch seconds; 0: it never was. */
    freshUntilSeconds: (owner: AccountId): number => findings.get(keyOf(owner))?.freshUntilSeconds ?? 0,

    /** By the last result, however old; "stands" without one. Drops a result that the id token disproves. */
    evaluate(session: Session): StandingResult {
      // Avoids building the key.
      const finding = findings.size === 0 ? undefined : findings.get(keyOf(session))
      if (finding === undefined || finding.state === null) return STANDS
      const { state, askedAtSeconds } = finding
      if (state.kind === 'out' && isSince(session.claims.iat, askedAtSeconds)) {
        findings.delete(keyOf(session))
        return STANDS
      }
      return checkState(state, session.claims)
    },

    /** When this session was last known to be valid, in epoch seconds: by its id token or a lookup. */
    lastConfirmedAtSeconds(session: Session): number {
      const { iat } = session.claims
      const finding = findings.get(keyOf(session))
      if (finding?.state?.kind !== 'in' || checkState(finding.state, session.claims).kind !== 'stands')
        return iat
      return Math.max(iat, finding.askedAtSeconds)
    },

    /** The provider rejected this id token: it is not sent again for the interval, 30 s at most. */
    noteRefusedToken(idToken: string, intervalSeconds: number): void {
      refusedTokens.set(tokenKey(idToken), now() + retryAfterSeconds(intervalSeconds))
    },

    isRefusedToken: (idToken: string) => now() < (refusedTokens.get(tokenKey(idToken)) ?? 0)
  }
}

function retryAfterSeconds(intervalSeconds: number): number {
  return Math.min(RETRY_SECONDS, intervalSeconds)
}

function tokenKey(idToken: string): string {
  return idToken.slice(-TOKEN_KEY_CHARS)
}

/** Whether one time is not before the other. Tokens count whole seconds, so the same second counts as after. */
export function isSince(timeSeconds: number, otherSeconds: number): boolean {
  return timeSeconds >= Math.floor(otherSeconds)
}

/** Whether an account accepts a sign-in with these token times; it does if the result is inconclusive. */
export function checkAccount(result: AccountResult, times: TokenTimes): StandingResult {
  const state = readState(result)
  return state === null ? STANDS : checkState(state, times)
}

/** Null: the result says nothing about the account. */
function readState(result: AccountResult): AccountState | null {
  if (result.kind === 'failed')
    return result.failure.kind === 'permanent' ? { kind: 'out', code: result.failure.code } : null
  const { disabled, createdAtMs, tokensValidAfterTime } = result.record
  if (disabled) return { kind: 'out', code: 'USER_DISABLED' }
  return { kind: 'in', createdAtMs, validSinceSeconds: readSeconds(tokensValidAfterTime) }
}

/** Whether a sign-in at this time (epoch seconds) is not older than the account, as far as clocks agree. */
function isOfAge(timeSeconds: number, createdAtMs: number | undefined): boolean {
  return createdAtMs === undefined || timeSeconds + CREATION_SKEW_SECONDS >= Math.floor(createdAtMs / 1000)
}

/**
 * Whether what was stored for a uid is of the account that has it now. By when that account was made, if that was stored; otherwise it
 * is not older than the account.
 */
export function isOfAccount(
  stored: Pick<DatedOwner, 'createdAtMs'> & { signedInAtSeconds: number },
  { createdAtMs }: Pick<DatedOwner, 'createdAtMs'>
): boolean {
  if (createdAtMs === undefined || stored.createdAtMs === undefined)
    return isOfAge(stored.signedInAtSeconds, createdAtMs)
  return stored.createdAtMs === createdAtMs
}

function readSeconds(time: UserRecord['tokensValidAfterTime']): number {
  return time === null ? Number.NEGATIVE_INFINITY : Date.parse(time) / 1000
}

/** Strict comparison of whole seconds, as the provider does it. */
function checkState(state: AccountState, { iat, auth_time }: TokenTimes): StandingResult {
  if (state.kind === 'out') return { kind: 'ended', code: state.code }
  // The account is younger than the token: the original was deleted, and its uid reused.
  if (!isOfAge(iat, state.createdAtMs)) return { kind: 'ended', code: 'USER_NOT_FOUND' }
  return auth_time < state.validSinceSeconds ? { kind: 'ended', code: 'TOKEN_REVOKED' } : STANDS
}
