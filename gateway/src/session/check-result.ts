import { doctorOfFailure, type ErrorCode, Fault } from '../errors.ts'
import { MAX_ASKED_PAUSE_SECONDS } from '../identity-platform/client/circuit.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import type { Runtime } from '../operations/runtime.ts'
import type { CookieReading, PresentCookie, SessionCookie } from './cookie/cookie.ts'
import type { Unproven } from './device-binding.ts'
import type { RefreshReason, RefreshResponse } from './refresh.ts'
import type { AccountId, Limits, Session } from './session.ts'
import { type ActivityCookies, type SessionCache, type SplitValue, signatureOf } from './session-cache.ts'
import { checkSignIn, type SignInRules } from './sign-in/rules.ts'

/** `calledProvider`: the provider was called for this request. `refreshed`: why this request refreshed the session. */
export type SessionCheck = Result & { calledProvider?: true; refreshed?: RefreshReason }

/** `setCookies`: `Set-Cookie` values for the response. */
type Result =
  /** `outage`: why an expired session still passes; null: it has not expired. */
  | { kind: 'signed-in'; session: Session; setCookies: readonly string[]; outage: Fault | null }
  /** A valid session whose sign-in does not meet the current rules; its cookies stay. `fault`: the rule. */
  | { kind: 'insufficient'; fault: Fault; session: Session; setCookies: readonly string[] }
  | { kind: 'signed-out'; code: ErrorCode }
  /** Its device has not proved itself, or there is none; its cookie stays. */
  | Unproven
  | { kind: 'ended'; code: ErrorCode; setCookies: readonly string[] }
  /** The provider cannot be reached; the session may be valid, so its cookies stay. */
  | { kind: 'unavailable'; fault: Fault; owner: AccountId }
  /** Anything else, for the error handler. */
  | { kind: 'failed'; fault: Fault; setCookies: readonly string[] }

export const NO_COOKIES: readonly string[] = []

export function signedOut(reading: Exclude<CookieReading, PresentCookie>): SessionCheck {
  const code = reading.kind === 'absent' ? 'MISSING_CREDENTIALS' : 'MALFORMED_CREDENTIALS'
  return { kind: 'signed-out', code }
}

/** The session is over; clears its cookies. */
export function ended(
  cookie: Pick<SessionCookie, 'clear'>,
  code: ErrorCode,
  { names }: Pick<PresentCookie, 'names'>
): SessionCheck {
  return { kind: 'ended', code, setCookies: cookie.clear(names) }
}

export function unavailable(fault: Fault, { subject, tenantId }: AccountId): SessionCheck {
  return { kind: 'unavailable', fault, owner: { subject, tenantId } }
}

/** `Retry-After` when the provider gave none. */
const RETRY_AFTER_SECONDS = 5

/** The code of an account or session that is over, otherwise 503 with `Retry-After`. The cause goes to the log. */
export function providerFault(failure: ProviderFailure): Fault {
  const { kind, code, call, detail, cause, retryAfterSeconds } = failure
  const whose = failure.isHeldByConfiguration === true ? 'configuration' : kind
  const forTheLog = { call, detail: `${whose}: ${detail}`, cause } as const
  // About the visitor, not the setup.
  if (kind === 'permanent') return new Fault(code, forTheLog)
  return new Fault('PROVIDER_UNAVAILABLE', {
    ...forTheLog,
    doctor: doctorOfFailure(detail, call === 'certificates' ? 'CERTIFICATES' : 'API_KEY'),
    // The provider may name a day, but is retried sooner.
    retryAfterSeconds: Math.min(retryAfterSeconds ?? RETRY_AFTER_SECONDS, MAX_ASKED_PAUSE_SECONDS)
  })
}

export interface AdmissionOptions {
  cookie: SessionCookie
  limits: Limits
  rules: SignInRules
  cached: SessionCache
  activityCookies: ActivityCookies
  connections: {
    /** The session has a newer cookie at an origin. `value`: encrypted. */
    follow(session: Session, cookie: { origin: string; value: string }): void
  }
}

/** Admits sessions that were found valid: caches them, gives browsers new cookies, and lets open connections follow. */
export function createAdmission({ now }: Pick<Runtime, 'now'>, options: AdmissionOptions) {
  const { cookie, limits, rules, cached, activityCookies, connections } = options

  /** The sign-in does not meet the rules; null: it does. Needed once per id token: neither claims nor rules change. */
  function checkRules(session: Session, setCookies: readonly string[]): SessionCheck | null {
    const fault = checkSignIn(session.claims, rules)
    return fault === null ? null : { kind: 'insufficient', fault, session, setCookies }
  }

  const splitEncrypted = (value: string): SplitValue => ({
    origin: cookie.origin,
    value,
    parts: cookie.set(value, [], 1).length
  })

  /** `Set-Cookie` values that replace what the browser sent. Connections take the new cookie over. */
  function replaceCookie(value: string, session: Session, { names }: PresentCookie): readonly string[] {
    connections.follow(session, { origin: cookie.origin, value })
    return cookie.set(value, names, limits.maxAgeSeconds(session))
  }

  /** Admits a session that meets the rules, and records it in a new cookie: all holders of an old one get the same. */
  function passRecorded(session: Session, reading: PresentCookie): SessionCheck {
    const opened = cookie.open(reading)
    if (opened.kind !== 'open') return { kind: 'signed-out', code: 'INVALID_COOKIE_SIGNATURE' }
    const key = signatureOf(reading.value)
    const former = activityCookies.get(key)
    const activeAtSeconds = former?.activeAtSeconds ?? Math.floor(now())
    const cookieValue = former?.cookieValue ?? cookie.encrypt({ ...opened.state, activeAtSeconds })
    if (former === undefined) activityCookies.set(key, { activeAtSeconds, cookieValue })
    const renewed = splitEncrypted(cookieValue)
    const known = cached.get(renewed)
    const active = known ?? { ...session, activeAtSeconds }
    if (known === undefined) cached.set(renewed, active)
    const setCookies = replaceCookie(cookieValue, active, reading)
    return { kind: 'signed-in', session: active, setCookies, outage: null }
  }

  return {
    checkRules,
    passRecorded,

    /** Admits a session with a new id token, unless that does not meet the rules. */
    passRefreshed(
      { session, cookieValue }: Extract<RefreshResponse, { kind: 'refreshed' }>,
      reading: PresentCookie
    ): SessionCheck {
      // An outage may follow, in which the last proof counts.
      const proof = cached.get(reading)?.proof
      if (proof !== undefined) session.proof ??= proof
      const setCookies = replaceCookie(cookieValue, session, reading)
      const insufficient = checkRules(session, setCookies)
      if (insufficient !== null) return insufficient
      cached.set(splitEncrypted(cookieValue), session)
      return { kind: 'signed-in', session, setCookies, outage: null }
    }
  }
}
