import type { Config } from '../../config/schema/schema.ts'
import { allowedSignInProviders } from '../../config/sign-in-providers.ts'
import { Fault } from '../../errors.ts'
import type { Claims } from '../../identity-platform/tokens/id-token.ts'
import { isExchanged, readSignInFacts } from './facts.ts'

/** What a sign-in needs beside a good id token for its session to begin, and to pass later. */
export interface SignInRules {
  /** Values of `firebase.sign_in_provider`, one of which it must be. */
  providers: ReadonlySet<string>
  /** A verified email address; accounts without an address have none and are refused too. */
  verifiedEmail: boolean
  /** A second factor, of whatever kind. */
  secondFactor: boolean
  /** Is a passkey as good as a second factor? */
  passkeySuffices: boolean
}

const MAX_PROVIDER_CHARS = 128

/** The rules of a configuration. */
export function createSignInRules(config: Config): SignInRules {
  return {
    providers: allowedSignInProviders(config),
    verifiedEmail: config.session.requireVerifiedEmail,
    secondFactor: config.login.mfa.totp === 'required',
    passkeySuffices: config.login.passkeys.countsAsSecondFactor
  }
}

/**
 * What the sign-in of a session lacks, by the claims of the session's id token; null when nothing. The email address comes
 * before the second factor: the provider lets accounts set one up only when their address is verified. Claims can be older
 * than the account: a page that has just verified an address must refresh its token before it asks again.
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

/**
 * The same for an id token that is to begin a session. One that an exchange gave belongs to a session that exists and is no
 * sign-in, whatever it carries of one: applications are given such tokens.
 */
export function checkBearer(claims: Claims, rules: SignInRules): Fault | null {
  if (isExchanged(claims)) return new Fault('SIGN_IN_USED', { detail: 'the id token of another session' })
  return checkSignIn(claims, rules)
}

/** Is there an email address that the account is known to own? Only `email_verified: true` says so. */
export function hasVerifiedEmail({ email, email_verified }: Claims): boolean {
  return typeof email === 'string' && email !== '' && email_verified === true
}

function notAllowed(detail: string): Fault {
  return new Fault('SIGN_IN_METHOD_NOT_ALLOWED', { detail })
}
