import type { ErrorCode, Fault } from '../../errors.ts'
import type { VerifyIdToken } from '../../identity-platform/tokens/id-token.ts'
import { type Owner, ownerOf } from '../session.ts'

/** With these no look at the token tells more, or it would be another try at a provider that is away. */
const UNKNOWABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'NO_KEY_ID',
  'NO_MATCHING_KEY',
  'INVALID_TOKEN_SIGNATURE',
  'PROVIDER_UNAVAILABLE'
])

/** Finds out whom a refused sign-in is of, for the log: by a second look at its id token, which makes no call. */
export function createRefusedOwner(verifyIdToken: VerifyIdToken) {
  return async (idToken: string, { code }: Fault): Promise<Owner | null> => {
    if (UNKNOWABLE.has(code)) return null
    const verdict = await verifyIdToken(idToken)
    return verdict.kind === 'valid' || verdict.kind === 'expired' ? ownerOf(verdict.claims) : null
  }
}
