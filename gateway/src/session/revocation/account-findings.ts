import { LRUCache } from 'lru-cache'
import type { ErrorCode } from '../../errors.ts'
import type { AccountResult } from '../../identity-platform/accounts/accounts.ts'
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

/** The parts of an id token that an account is compared with, in epoch seconds. */
export type TokenTimes = Pick<Claims, 'iat' | 'auth_time'>

type AccountState =
  /** Disabled or deleted. */
  | { kind: 'out'; code: ErrorCode }
  /** `validSinceSeconds`: earlier sign-ins are revoked (epoch seconds). */
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

const NO_ANSWER = { state: null, askedAtSeconds: Number.NEGATIVE_INFINITY }

/**
 * The last lookup result of each account. `now`: epoch seconds. Results are kept beyond the interval, because
 * in an outage they are the last known. "Disabled" and "deleted" apply to earlier sign-ins only: the provider
 * issues no id token to such an account, so a later token proves that it is active again.
 */
export function createAccountFindings(now: () => number) {
  const findings = new LRUCache<string, Finding>(atMost(MAX_CACHED))
  /** Rejected id tokens -> when they may be sent again, in epoch seconds. */
  const rejectedTokens = new LRUCache<string, number>(atMost(MAX_CACHED))

  return {
    /** Caches a lookup result unless a later one is known. A transient failure postpones the next lookup and keeps the previous result. */
    set(
      owner: AccountId,
      result: AccountResult,
      { askedAtSeconds, intervalSeconds }: { askedAtSeconds: number; intervalSeconds: number }
    ): void {
      const key = keyOf(owner)
      const former = findings.get(key)
      if (former !== undefined && former.askedAtSeconds > askedAtSeconds) return
      const state = readState(result)
      const found = state === null ? (former ?? NO_ANSWER) : { state, askedAtSeconds }
      const freshSeconds = state === null ? retryAfterSeconds(intervalSeconds) : intervalSeconds
      findings.set(key, { ...found, freshUntilSeconds: now() + freshSeconds })
    },

    /** When the account was made, epoch milliseconds, by a lookup after this time (epoch seconds). Undefined: unknown. */
    createdAtMs(owner: AccountId, afterSeconds = Number.NEGATIVE_INFINITY): number | undefined {
      const { state, askedAtSeconds } = findings.get(keyOf(owner)) ?? NO_ANSWER
      return state?.kind === 'in' && askedAtSeconds > afterSeconds ? state.createdAtMs : undefined
    },

    /** Until when the account need not be looked up again, in epoch seconds; 0: it never was. */
    freshUntilSeconds: (owner: AccountId): number => findings.get(keyOf(owner))?.freshUntilSeconds ?? 0,

    /** Why the last result, however old, ends the session; null: it does not. Drops a result that the id token disproves. */
    codeOf(session: Session): ErrorCode | null {
      const finding = findings.get(session.accountKey)
      if (finding === undefined || finding.state === null) return null
      if (finding.state.kind === 'in' || !isSince(session.claims.iat, finding.askedAtSeconds))
        return checkState(finding.state, session.claims)
      findings.delete(session.accountKey)
      return null
    },

    /** When this session was last known to be valid, in epoch seconds: by its id token or a lookup. */
    lastConfirmedAtSeconds(session: Session): number {
      const { iat } = session.claims
      const { state, askedAtSeconds } = findings.get(keyOf(session)) ?? NO_ANSWER
      const isConfirmed = state !== null && checkState(state, session.claims) === null
      return isConfirmed ? Math.max(iat, askedAtSeconds) : iat
    },

    /** The provider rejected this id token: it is not sent again for the interval, 30 s at most. */
    rejectToken(idToken: string, intervalSeconds: number): void {
      rejectedTokens.set(tokenKey(idToken), now() + retryAfterSeconds(intervalSeconds))
    },

    isRejectedToken: (idToken: string) => now() < (rejectedTokens.get(tokenKey(idToken)) ?? 0)
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

/** Why an account does not accept a sign-in with these token times; null: it does, or the result is inconclusive. */
export function checkAccount(result: AccountResult, times: TokenTimes): ErrorCode | null {
  const state = readState(result)
  return state === null ? null : checkState(state, times)
}

/** Null: the result says nothing about the account. */
function readState(result: AccountResult): AccountState | null {
  if (result.kind === 'failed')
    return result.failure.kind === 'permanent' ? { kind: 'out', code: result.failure.code } : null
  const { disabled, createdAtMs, tokensValidAfterTime } = result.record
  if (disabled) return { kind: 'out', code: 'USER_DISABLED' }
  const validSinceSeconds =
    tokensValidAfterTime === null ? Number.NEGATIVE_INFINITY : Date.parse(tokensValidAfterTime) / 1000
  return { kind: 'in', createdAtMs, validSinceSeconds }
}

/** Strict comparison of whole seconds, as the provider does it. */
function checkState(state: AccountState, { iat, auth_time }: TokenTimes): ErrorCode | null {
  if (state.kind === 'out') return state.code
  // The account is younger than the token: the original was deleted, and its uid reused.
  if (!isOfAge(iat, state.createdAtMs)) return 'USER_NOT_FOUND'
  return auth_time < state.validSinceSeconds ? 'TOKEN_REVOKED' : null
}

/** Whether a sign-in at this time (epoch seconds) is not older than the account, as far as clocks agree. */
function isOfAge(timeSeconds: number, createdAtMs: number | undefined): boolean {
  return createdAtMs === undefined || timeSeconds + CREATION_SKEW_SECONDS >= Math.floor(createdAtMs / 1000)
}

/** Whether what was stored for a uid is of the account that has it now, which must not be younger. */
export function isOfAccount(
  stored: Pick<DatedOwner, 'createdAtMs'> & { signedInAtSeconds: number },
  { createdAtMs }: Pick<DatedOwner, 'createdAtMs'>
): boolean {
  return createdAtMs === undefined || stored.createdAtMs === undefined
    ? isOfAge(stored.signedInAtSeconds, createdAtMs)
    : stored.createdAtMs === createdAtMs
}
