import type { ErrorCode, Fault } from '../../errors.ts'
import type { Claims, VerifyIdToken } from '../../identity-platform/tokens/id-token.ts'
import { type Owner, ownerOf } from '../session.ts'
import { readSignInFacts, type SignInFacts } from './facts.ts'

/** With these no look at the token tells more, or it would be another try at a provider that is away. */
const UNKNOWABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'NO_KEY_ID',
  'NO_MATCHING_KEY',
  'INVALID_TOKEN_SIGNATURE',
  'PROVIDER_UNAVAILABLE'
])

/** Whose sign-in was refused, and the provider that it was made with, by an id token whose signature is good. */
export interface RefusedSignIn extends Pick<SignInFacts, 'provider'> {
  owner: Owner
}

/** Tells of the sign-in that `acquire` refused with this fault. Null: its id token is not good, or cannot be judged. */
export type DescribeRefused = (idToken: string, fault: Fault) => Promise<RefusedSignIn | null>

/** Describes refused sign-ins for log and metrics, by a second look at the id token, which makes no call. */
export function createDescribeRefused(verifyIdToken: VerifyIdToken): DescribeRefused {
  return async (idToken, { code }) => {
    if (UNKNOWABLE.has(code)) return null
    const result = await verifyIdToken(idToken)
    if (result.kind !== 'valid' && result.kind !== 'expired') return null
    return describeSignIn(result.claims)
  }
}

/** The same, of claims that are verified already. */
export function describeSignIn(claims: Claims): RefusedSignIn {
  return { owner: ownerOf(claims), provider: readSignInFacts(claims).provider }
}
