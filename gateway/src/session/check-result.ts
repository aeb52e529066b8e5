import { type ErrorCode, Fault } from '../errors.ts'
import { MAX_ASKED_PAUSE_SECONDS } from '../identity-platform/client/circuit.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import type { CookieReading, PresentCookie, SessionCookie } from './cookie/cookie.ts'
import type { RefreshReason } from './refresh.ts'
import type { Owner, Session } from './session.ts'

/**
 * What the credentials of a request are worth, and whether the provider was asked about them for this request. `refreshed`:
 * why this request has refreshed the session; left out: it has not.
 */
export type SessionCheck = Result & { hasAsked?: true; refreshed?: RefreshReason }

/** `setCookies`: `Set-Cookie` values that the answer must carry. */
type Result =
  /** `outage`: why an expired session still passes; null: it has not expired. */
  | { kind: 'signed-in'; session: Session; setCookies: readonly string[]; outage: Fault | null }
  /** A session that stands, of a sign-in that does not meet the rules now; its cookies stay. `fault`: the rule. */
  | { kind: 'insufficient'; fault: Fault; session: Session; setCookies: readonly string[] }
  /** Credentials missing or malformed. */
  | { kind: 'signed-out'; code: ErrorCode }
  /** There was a session, and it is over for good. */
  | { kind: 'ended'; code: ErrorCode; setCookies: readonly string[] }
  /** The provider cannot be asked; says nothing about the session, whose cookies stay. `owner`: whose it is. */
  | { kind: 'unavailable'; fault: Fault; owner: Owner }
  /** Anything else: to the error handler. */
  | { kind: 'failed'; fault: Fault; setCookies: readonly string[] }

/** No `Set-Cookie` values. */
export const NO_COOKIES: readonly string[] = []

/** A session that passes. */
export function signedIn(session: Session, setCookies: readonly string[]): SessionCheck {
  return { kind: 'signed-in', session, setCookies, outage: null }
}

/** A request without a session cookie that could be read. */
export function signedOut(reading: Exclude<CookieReading, PresentCookie>): SessionCheck {
  return {
    kind: 'signed-out',
    code: reading.kind === 'absent' ? 'MISSING_CREDENTIALS' : 'MALFORMED_CREDENTIALS'
  }
}

/** A session that is over; its cookies go. */
export function ended(
  cookie: Pick<SessionCookie, 'clear'>,
  code: ErrorCode,
  { names }: Pick<PresentCookie, 'names'>
): SessionCheck {
  return { kind: 'ended', code, setCookies: cookie.clear(names) }
}

/** A session of which nothing can be said now. */
export function unavailable(fault: Fault, { subject, tenantId }: Owner): SessionCheck {
  return { kind: 'unavailable', fault, owner: { subject, tenantId } }
}

/** What a visitor is told to wait when the provider did not say, in seconds. */
const RETRY_AFTER_SECONDS = 5

/**
 * A failed provider call as the fault that a visitor meets: its own code when the account or session is over, else 503
 * with `Retry-After`. Whose matter it was goes to the log.
 */
export function providerFault({
  kind,
  code,
  call,
  detail,
  cause,
  isHeldByConfiguration,
  retryAfterSeconds
}: ProviderFailure): Fault {
  const whose = isHeldByConfiguration === true ? 'configuration' : kind
  const doctor = call === 'certificates' ? 'CERTIFICATES' : undefined
  const forTheLog = { call, detail: `${whose}: ${detail}`, cause, doctor } as const
  if (kind === 'permanent') return new Fault(code, forTheLog)
  return new Fault('PROVIDER_UNAVAILABLE', {
    ...forTheLog,
    // The provider may name a day; it is asked again sooner.
    retryAfterSeconds: Math.min(retryAfterSeconds ?? RETRY_AFTER_SECONDS, MAX_ASKED_PAUSE_SECONDS)
  })
}
