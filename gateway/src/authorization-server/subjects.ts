import type { Account, AccountClaims } from 'oidc-provider'
import { SECOND_FACTOR_ACR } from '../access/step-up.ts'
import { ownerOfSubject } from '../identity/subject.ts'
import type { UserRecord } from '../identity-platform/accounts/user-record.ts'
import type { IdentityPlatform } from '../identity-platform/identity-platform.ts'
import { providerFault } from '../session/check-result.ts'
import type { Session } from '../session/session.ts'
import { readSignInFacts } from '../session/sign-in/facts.ts'

/** How a visitor signed in, for `acr`, `amr` and `auth_time` of tokens (OpenID Connect Core 1.0, 2; RFC 8176). */
export function describeLogin({ claims, startedAtSeconds }: Session) {
  const { provider, secondFactor } = readSignInFacts(claims)
  return {
    ts: Math.min(startedAtSeconds, claims.auth_time),
    ...(secondFactor !== undefined && { acr: SECOND_FACTOR_ACR }),
    amr: [...(provider === 'password' ? ['pwd'] : []), ...(secondFactor === undefined ? [] : ['mfa'])],
    remember: false
  }
}

/**
 * Looks accounts up at the provider. An account that is disabled, gone, or whose sign-ins were revoked after
 * `authTimeSeconds`, is not found, so its codes and refresh tokens are refused. Throws while the provider is unavailable.
 */
export function createFindAccount(accountsOf: IdentityPlatform['accountsOf']) {
  return async (sub: string, authTimeSeconds: number | undefined): Promise<Account | undefined> => {
    const { subject, tenantId } = ownerOfSubject(sub)
    const result = await accountsOf(tenantId).lookUp({ uid: subject })
    if (result.kind === 'failed') {
      if (result.failure.kind === 'permanent') return undefined
      throw providerFault(result.failure)
    }
    const { record } = result
    return isValidSince(record, authTimeSeconds)
      ? {
          accountId: sub,
          claims: async () => claimsOf(record, sub),
          // For applications of the gateway, which clients do not see.
          allClaims: { ...record.customClaims, ...claimsOf(record, sub) }
        }
      : undefined
  }
}

function isValidSince({ disabled, tokensValidAfterTime }: UserRecord, authTimeSeconds: number | undefined) {
  if (disabled) return false
  if (tokensValidAfterTime === null || authTimeSeconds === undefined) return true
  return authTimeSeconds >= Date.parse(tokensValidAfterTime) / 1000
}

/** Claims of an account by their standard names; the provider filters them by scope. */
function claimsOf(record: UserRecord, sub: string): AccountClaims {
  const { email, emailVerified, displayName, photoURL, tenantId } = record
  return {
    sub,
    ...(email === null ? {} : { email, email_verified: emailVerified }),
    ...(displayName === null ? {} : { name: displayName }),
    ...(photoURL === null ? {} : { picture: photoURL }),
    ...(tenantId === null ? {} : { tenant: tenantId })
  }
}
