import type { ErrorCode, Fault } from '../../errors.ts'
import type { Claims, VerifyIdToken } from '../../identity-platform/tokens/id-token.ts'
import { type Owner, ownerOf } from '../session.ts'

export interface SignInFacts {
  /** Such as `password`, `google.com`, `saml.acme`. */
  provider: string | undefined
  /** Such as `phone`, `totp`; undefined: none was used. */
  secondFactor: string | undefined
}

/**
 * Developer claims of a custom token that preserve what the exchange would lose. None of them authorizes
 * anything: they stay in the session unchanged and override the account's own claims. Absent values are
 * stated too, or a custom claim of the same name would show through. Those that an exchange has carried already
 * are carried on.
 */
export function carrySignInFacts(claims: Claims): Record<string, unknown> {
  const { firebase } = claims
  const facts = isExchanged(claims)
    ? {
        source_sign_in_provider: claims.source_sign_in_provider,
        source_sign_in_second_factor: claims.source_sign_in_second_factor,
        source_second_factor_identifier: claims.source_second_factor_identifier
      }
    : {
        source_sign_in_provider: firebase.sign_in_provider,
        source_sign_in_second_factor: firebase.sign_in_second_factor,
        source_second_factor_identifier: firebase.second_factor_identifier
      }
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, text(value) ?? '']))
}

/**
 * The same for a token that leaves the gateway, with the time of the sign-in: `auth_time` of the id tokens that come
 * from it is when the custom token was used. `signedInAtSeconds`: epoch seconds.
 */
export function carrySignIn(claims: Claims, signedInAtSeconds: number): Record<string, unknown> {
  return { ...carrySignInFacts(claims), source_auth_time: signedInAtSeconds }
}

/** When the visitor of this id token signed in, in epoch seconds. */
export function readSignInTime(claims: Claims): number {
  const { auth_time, source_auth_time: source } = claims
  return isExchanged(claims) && typeof source === 'number' ? Math.min(auth_time, source) : auth_time
}

/**
 * All developer claims of an exchange. `kept`: names of claims of the sign-in, which cannot replace those of
 * `carrySignInFacts`.
 */
export function carryClaims(claims: Claims, kept: readonly string[]): Record<string, unknown> {
  const found = kept.filter((name) => Object.hasOwn(claims, name)).map((name) => [name, claims[name]])
  return { ...Object.fromEntries(found), ...carrySignInFacts(claims) }
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

/** Codes for which the token tells nothing more, or reading it would retry a provider that is unavailable. */
const UNKNOWABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'NO_KEY_ID',
  'NO_MATCHING_KEY',
  'INVALID_TOKEN_SIGNATURE',
  'PROVIDER_UNAVAILABLE'
])

/** Account and provider of a rejected sign-in, from an id token with a valid signature. */
export interface RefusedSignIn extends Pick<SignInFacts, 'provider'> {
  owner: Owner
}

/**
 * Describes sign-ins that `acquire` rejected with a fault, for log and metrics, by verifying the id token again, without calls.
 * Null: it is invalid or cannot be verified.
 */
export function createDescribeRefused(verifyIdToken: VerifyIdToken) {
  return async (idToken: string, { code }: Fault): Promise<RefusedSignIn | null> => {
    if (UNKNOWABLE.has(code)) return null
    const result = await verifyIdToken(idToken)
    if (result.kind !== 'valid' && result.kind !== 'expired') return null
    return describeSignIn(result.claims)
  }
}

/** The same for claims that are already verified. */
export function describeSignIn(claims: Claims): RefusedSignIn {
  return { owner: ownerOf(claims), provider: readSignInFacts(claims).provider }
}
