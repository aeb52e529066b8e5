import type { ErrorCode, Fault } from '../../errors.ts'
import type { Claims, VerifyIdToken } from '../../identity-platform/tokens/id-token.ts'
import { type Owner, ownerOf } from '../session.ts'
import { readSignInFacts, type SignInFacts } from './facts.ts'

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

/** Describes the sign-in that `acquire` rejected with this fault. Null: its id token is invalid or cannot be verified. */
export type DescribeRefused = (idToken: string, fault: Fault) => Promise<RefusedSignIn | null>

/** Describes rejected sign-ins for log and metrics by verifying the id token again, without calls. */
export function createDescribeRefused(verifyIdToken: VerifyIdToken): DescribeRefused {
  return async (idToken, { code }) => {
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
