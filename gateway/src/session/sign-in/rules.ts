import type { Config } from '../../config/schema/schema.ts'
import { allowedSignInProviders } from '../../config/sign-in-providers.ts'
import { Fault } from '../../errors.ts'
import { CLOCK_SKEW_SECONDS, type Claims } from '../../identity-platform/tokens/id-token.ts'
import type { Limits, SessionTimes } from '../session.ts'
import { isExchanged, readSignInFacts } from './facts.ts'

/** Requirements for a sign-in to begin a session, and for the session to pass. */
export interface SignInRules {
  /** Accepted values of `firebase.sign_in_provider`. */
  providers: ReadonlySet<string>
  /** Require a verified email address; accounts without an address are rejected too. */
  verifiedEmail: boolean
  /** Require a second factor of any kind. */
  secondFactor: boolean
  /** Whether a passkey counts as a second factor. */
  passkeySuffices: boolean
}

const MAX_PROVIDER_CHARS = 128

export function createSignInRules(config: Config): SignInRules {
  return {
    providers: allowedSignInProviders(config),
    verifiedEmail: config.session.requireVerifiedEmail,
    secondFactor: config.login.mfa.totp === 'required',
    passkeySuffices: config.login.passkeys.countsAsSecondFactor
  }
}

/**
 * The rule that a session's claims do not meet; null: all are met. The email address comes before the second
 * factor, because the provider requires a verified address to enrol one. Claims can be older than the
 * account: after verifying an address, a page must refresh its token before it retries.
 */
export function checkSignIn(claims: Claims, rules: SignInRules): Fault | null {
  const { provider, secondFactor } = readSignInFacts(claims)
  if (provider === undefined || !rules.providers.has(provider))
    return notAllowed(`sign_in_provider is ${provider?.slice(0, MAX_PROVIDER_CHARS) ?? 'missing'}`)
  if (rules.verifiedEmail && !hasVerifiedEmail(claims))
    return new Fault('EMAIL_UNVERIFIED', { detail: 'email_verified is not true' })
  const isExempt = rules.passkeySuffices && provider === 'passkey'
  if (rules.secondFactor && secondFactor === undefined && !isExempt)
    return new Fault('SECOND_FACTOR_REQUIRED', { detail: 'sign_in_second_factor is missing' })
  return null
}

/** The same for an id token that is to begin a session, which one from an exchange must not: applications receive such tokens. */
export function checkBearer(claims: Claims, rules: SignInRules): Fault | null {
  if (isExchanged(claims)) return new Fault('SIGN_IN_USED', { detail: 'the id token of another session' })
  return checkSignIn(claims, rules)
}

/** Whether the account is known to own its email address: only if `email_verified` is true. */
export function hasVerifiedEmail({ email, email_verified }: Claims): boolean {
  return typeof email === 'string' && email !== '' && email_verified === true
}

function notAllowed(detail: string): Fault {
  return new Fault('SIGN_IN_METHOD_NOT_ALLOWED', { detail })
}

export type SignInAge = ReturnType<typeof createSignInAge>

export interface SignInAgeOptions {
  /** Maximum time between the sign-in and the session. */
  maxSignInAgeSeconds: number
  limits: Pick<Limits, 'isOver' | 'notesActivity'>
  /** Epoch seconds. */
  now: () => number
}

/**
 * The age of sign-ins by `auth_time` of the page's id token: a refreshed id token is as old as its sign-in.
 * Allows the usual clock skew. Session limits count from `auth_time` too, exactly: a sign-in past one of them
 * is rejected, since its session would be over.
 */
export function createSignInAge({ maxSignInAgeSeconds, limits, now }: SignInAgeOptions) {
  const freshSeconds = maxSignInAgeSeconds + CLOCK_SKEW_SECONDS

  /** Times of a session of this sign-in, which begins at the sign-in itself and never later than now. */
  function timesOf({ auth_time }: Claims): SessionTimes {
    const startedAtSeconds = Math.floor(Math.min(now(), auth_time))
    return { startedAtSeconds, activeAtSeconds: limits.notesActivity ? startedAtSeconds : null }
  }

  return {
    /** When a sign-in is too old to begin a session, clock skew included; epoch seconds. */
    // Ages are whole seconds: fresh until the last one is over.
    staleAtSeconds: ({ auth_time }: Pick<Claims, 'auth_time'>): number => auth_time + freshSeconds + 1,
    timesOf,
    /** Why the sign-in is too old for a session; null: it is not. */
    check(claims: Claims): Fault | null {
      const ageSeconds = Math.floor(now() - claims.auth_time)
      const detail = `auth_time is ${ageSeconds} s ago`
      if (ageSeconds > freshSeconds) return new Fault('SIGN_IN_TOO_OLD', { detail })
      return limits.isOver(timesOf(claims))
        ? new Fault('SIGN_IN_TOO_OLD', { detail: `${detail}: a session that begins there is over` })
        : null
    }
  }
}
