import type { Claims } from '../../identity-platform/tokens/id-token.ts'

/** How somebody signed in. */
export interface SignInFacts {
  /** Such as `password`, `google.com`, `saml.acme`. */
  provider: string | undefined
  /** Such as `phone`, `totp`; undefined: none was asked for. */
  secondFactor: string | undefined
}

/**
 * The developer claims of a custom token that keep what its exchange would lose. Nothing that authorises is among them:
 * they stay in the session as they are, and win over the account's own claims. What there was none of is said too, or
 * an account's custom claim of the same name would show instead.
 */
export function carrySignInFacts({ firebase }: Claims): Record<string, unknown> {
  const facts = {
    source_sign_in_provider: firebase.sign_in_provider,
    source_sign_in_second_factor: firebase.sign_in_second_factor,
    source_second_factor_identifier: firebase.second_factor_identifier
  }
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, text(value) ?? '']))
}

/** How the visitor of this id token signed in, whether the token is the login page's own or came by an exchange. */
export function readSignInFacts(claims: Claims): SignInFacts {
  const { firebase } = claims
  const exchanged = isExchanged(claims)
  return {
    provider: text(exchanged ? claims.source_sign_in_provider : firebase.sign_in_provider),
    secondFactor: text(exchanged ? claims.source_sign_in_second_factor : firebase.sign_in_second_factor)
  }
}

/**
 * Did an exchange give this id token? Only an exchange makes the members of `carrySignInFacts` carriers: custom claims of an
 * account could have the same names, which in a token of an exchange are overwritten.
 */
export function isExchanged(claims: Claims): boolean {
  return claims.firebase.sign_in_provider === 'custom' && 'source_sign_in_provider' in claims
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
