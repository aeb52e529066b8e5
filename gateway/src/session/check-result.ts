import { doctorOfFailure, type ErrorCode, Fault } from '../errors.ts'
import { MAX_ASKED_PAUSE_SECONDS } from '../identity-platform/client/circuit.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import type { CookieReading, PresentCookie, SessionCookie } from './cookie/cookie.ts'
import type { RefreshReason } from './refresh.ts'
import type { AccountId, Session } from './session.ts'

/** `calledProvider`: the provider was called for this request. `refreshed`: why this request refreshed the session. */
export type SessionCheck = Result & { calledProvider?: true; refreshed?: RefreshReason }

/** `setCookies`: `Set-Cookie` values for the response. */
type Result =
  /** `outage`: why an expired session still passes; null: it has not expired. */
  | { kind: 'signed-in'; session: Session; setCookies: readonly string[]; outage: Fault | null }
  /** A valid session whose sign-in does not meet the current rules; its cookies stay. `fault`: the rule. */
  | { kind: 'insufficient'; fault: Fault; session: Session; setCookies: readonly string[] }
  | { kind: 'signed-out'; code: ErrorCode }
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
