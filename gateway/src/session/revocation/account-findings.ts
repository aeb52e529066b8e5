import { LRUCache } from 'lru-cache'
import type { ErrorCode } from '../../errors.ts'
import type { AccountResult } from '../../identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../identity-platform/accounts/user-record.ts'
import type { Claims } from '../../identity-platform/tokens/id-token.ts'
import { keyOf, type Owner, type Session } from '../session.ts'
import { atMost } from '../session-cache.ts'

/** Shortest pause after a look-up that gave no answer, in seconds. */
const RETRY_SECONDS = 30
const MAX_CACHED = 100_000
/** Enough of a signature to tell tokens apart. */
const TOKEN_KEY_CHARS = 43

/** The provider's machines may differ by that much: a sign-up must not seem older than the account it makes. */
const CREATION_SKEW_SECONDS = 5

/** Whether a sign-in still counts. */
export type StandingResult = { kind: 'stands' } | { kind: 'ended'; code: ErrorCode }

/** The parts of an id token that an account is compared with, in epoch seconds. */
export type TokenTimes = Pick<Claims, 'iat' | 'auth_time'>

/** What the provider said of an account. Times in epoch seconds. */
type AccountState =
  /** Disabled, or not there. */
  | { kind: 'out'; code: ErrorCode }
  /** `validSinceSeconds`: sign-ins before it are revoked. */
  | { kind: 'in'; createdAtSeconds: number; validSinceSeconds: number }

interface Finding {
  /** Null: no look-up gave an answer. */
  state: AccountState | null
  /** When the look-up that gave this state began, in epoch seconds. */
  askedAtSeconds: number
  /** Until when nobody needs to ask again, in epoch seconds. */
  freshUntilSeconds: number
}

/** What look-ups said of accounts; see `createAccountFindings`. */
export interface AccountFindings {
  /**
   * Keeps what a look-up gave, for as long as the interval of look-ups. An answer replaces what was known, unless that
   * was asked for later; a failure that passes by itself puts the next look-up off and leaves the answer before it.
   */
  note(owner: Owner, result: AccountResult, lookUp: { askedAtSeconds: number; intervalSeconds: number }): void
  /** Until when the account need not be looked up again, in epoch seconds; 0: it was not looked up. */
  freshUntilSeconds(owner: Owner): number
  /** By the last answer, however old; "stands" when there is none. Forgets an answer that the id token disproves. */
  evaluate(session: Session): StandingResult
  /** The last time at which this session is known to have stood, in epoch seconds: its id token's, or a look-up's. */
  lastStoodAtSeconds(session: Session): number
  /** The provider did not take this id token: it is not shown again for as long as the interval, 30 s at most. */
  noteRefusedToken(idToken: string, intervalSeconds: number): void
  isRefusedToken(idToken: string): boolean
}

const STANDS: StandingResult = { kind: 'stands' }
const NO_ANSWER = { state: null, askedAtSeconds: Number.NEGATIVE_INFINITY }

/**
 * The last answer about each account. `now`: epoch seconds. An answer is kept beyond its time, because in an outage it is the last that is known.
 * That an account is disabled or gone is said of the sign-ins before: the provider gives no id token to such an account,
 * so one that was issued later proves that the account is in again.
 */
export function createAccountFindings(now: () => number): AccountFindings {
  const findings = new LRUCache<string, Finding>(atMost(MAX_CACHED))
  /** Id tokens that the provider did not take -> until when they are not shown again, in epoch seconds. */
  const refusedTokens = new LRUCache<string, number>(atMost(MAX_CACHED))

  return {
    note(owner, result, { askedAtSeconds, intervalSeconds }) {
      const key = keyOf(owner)
      const known = findings.get(key)
      if (known !== undefined && known.askedAtSeconds > askedAtSeconds) return
      const state = readState(result)
      const isResponse = state !== null
      const freshSeconds = isResponse ? intervalSeconds : retryAfterSeconds(intervalSeconds)
      const response = isResponse ? { state, askedAtSeconds } : (known ?? NO_ANSWER)
      findings.set(key, { ...response, freshUntilSeconds: now() + freshSeconds })
    },

    freshUntilSeconds: (owner) => findings.get(keyOf(owner))?.freshUntilSeconds ?? 0,

    evaluate(session) {
      // No key is made where there is nothing to find.
      const finding = findings.size === 0 ? undefined : findings.get(keyOf(session))
      if (finding === undefined || finding.state === null) return STANDS
      const { state, askedAtSeconds } = finding
      if (state.kind === 'out' && isSince(session.claims.iat, askedAtSeconds)) {
        findings.delete(keyOf(session))
        return STANDS
      }
      return checkState(state, session.claims)
    },

    lastStoodAtSeconds(session) {
      const { iat } = session.claims
      const finding = findings.get(keyOf(session))
      if (finding?.state?.kind !== 'in' || checkState(finding.state, session.claims).kind !== 'stands')
        return iat
      return Math.max(iat, finding.askedAtSeconds)
    },

    noteRefusedToken(idToken, intervalSeconds) {
      refusedTokens.set(tokenKey(idToken), now() + retryAfterSeconds(intervalSeconds))
    },

    isRefusedToken: (idToken) => now() < (refusedTokens.get(tokenKey(idToken)) ?? 0)
  }
}

function retryAfterSeconds(intervalSeconds: number): number {
  return Math.min(RETRY_SECONDS, intervalSeconds)
}

function tokenKey(idToken: string): string {
  return idToken.slice(-TOKEN_KEY_CHARS)
}

/** Is it as late as that? Within one second nobody can tell, since tokens count whole ones: then it is. */
export function isSince(timeSeconds: number, otherSeconds: number): boolean {
  return timeSeconds >= Math.floor(otherSeconds)
}

/** Whether an account takes a sign-in whose id token is of these times; it does when the result says nothing of it. */
export function checkAccount(result: AccountResult, times: TokenTimes): StandingResult {
  const state = readState(result)
  return state === null ? STANDS : checkState(state, times)
}

/** Null: the result says nothing of the account. */
function readState(result: AccountResult): AccountState | null {
  if (result.kind === 'failed')
    return result.failure.kind === 'permanent' ? { kind: 'out', code: result.failure.code } : null
  const { disabled, metadata, tokensValidAfterTime } = result.record
  if (disabled) return { kind: 'out', code: 'USER_DISABLED' }
  return {
    kind: 'in',
    createdAtSeconds: readSeconds(metadata.creationTime),
    validSinceSeconds: readSeconds(tokensValidAfterTime)
  }
}

function readSeconds(time: UserRecord['tokensValidAfterTime']): number {
  return time === null ? Number.NEGATIVE_INFINITY : Date.parse(time) / 1000
}

/** Compared in whole seconds, strictly, as the provider does. */
function checkState(state: AccountState, { iat, auth_time }: TokenTimes): StandingResult {
  if (state.kind === 'out') return { kind: 'ended', code: state.code }
  // Younger than the token: its own account was deleted, and the uid was given out again.
  if (iat + CREATION_SKEW_SECONDS < state.createdAtSeconds) return { kind: 'ended', code: 'USER_NOT_FOUND' }
  return auth_time < state.validSinceSeconds ? { kind: 'ended', code: 'TOKEN_REVOKED' } : STANDS
}
