import { Fault } from '../errors.ts'
import type { Claims } from '../identity-platform/id-token.ts'

/** What a sign-in needs beside a good id token before a session may begin. */
export interface SignInRules {
  /** A verified e-mail address; accounts without an address have none and are refused too. */
  verifiedEmail: boolean
  /** A second factor, of whatever kind. */
  secondFactor: boolean
}

/**
 * What a sign-in lacks, by the claims of its id token; null when nothing. The e-mail address comes first: the provider
 * lets accounts set up a second factor only when theirs is verified. Claims can be older than the account: a page that
 * has just verified an address must refresh its token before it asks again.
 */
export function complainAboutSignIn(claims: Claims, rules: SignInRules): Fault | null {
  if (rules.verifiedEmail && !hasVerifiedEmail(claims))
    return new Fault('EMAIL_UNVERIFIED', { detail: 'email_verified is not true' })
  if (rules.secondFactor && !hasText(claims.firebase.sign_in_second_factor))
    return new Fault('SECOND_FACTOR_REQUIRED', { detail: 'no firebase.sign_in_second_factor' })
  return null
}

/** Is there an e-mail address that the account is known to own? Only `email_verified: true` says so. */
export function hasVerifiedEmail({ email, email_verified }: Claims): boolean {
  return hasText(email) && email_verified === true
}

function hasText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
