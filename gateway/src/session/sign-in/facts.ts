import type { Claims } from '../../identity-platform/tokens/id-token.ts'

export interface SignInFacts {
  /** Such as `password`, `google.com`, `saml.acme`. */
  provider: string | undefined
  /** Such as `phone`, `totp`; undefined: none was used. */
  secondFactor: string | undefined
}

/**
 * Developer claims of a custom token that preserve what the exchange would lose. None of them authorizes
 * anything: they stay in the session unchanged and override the account's own claims. Absent values are
 * stated too, or a custom claim of the same name would show through.
 */
export function carrySignInFacts({ firebase }: Claims): Record<string, unknown> {
  const facts = {
    source_sign_in_provider: firebase.sign_in_provider,
    source_sign_in_second_factor: firebase.sign_in_second_factor,
    source_second_factor_identifier: firebase.second_factor_identifier
  }
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, text(value) ?? '']))
}

/** How the visitor of this id token signed in, whether it is the login page's own or came from an exchange. */
export function readSignInFacts(claims: Claims): SignInFacts {
  const { firebase } = claims
  const exchanged = isExchanged(claims)
  return {
    provider: text(exchanged ? claims.source_sign_in_provider : firebase.sign_in_provider),
    secondFactor: text(exchanged ? claims.source_sign_in_second_factor : firebase.sign_in_second_factor)
  }
}

/**
 * Whether an exchange issued this id token. Only then are the claims of `carrySignInFacts` ours: an account's
 * custom claims may have the same names, but an exchange overwrites them.
 */
export function isExchanged(claims: Claims): boolean {
  return claims.firebase.sign_in_provider === 'custom' && 'source_sign_in_provider' in claims
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
