import { createHmac } from 'node:crypto'
import type { Account, AccountClaims, Provider } from 'oidc-provider'
import { SECOND_FACTOR_ACR, signedInAtSeconds } from '../access/step-up.ts'
import type { Config } from '../config/schema/schema.ts'
import { deriveKey } from '../encryption/encryption.ts'
import { ownerOfSubject, subjectOf } from '../identity/subject.ts'
import type { UserRecord } from '../identity-platform/accounts/user-record.ts'
import type { IdentityPlatform } from '../identity-platform/identity-platform.ts'
import { providerFault } from '../session/check-result.ts'
import type { Session } from '../session/session.ts'
import { readSignInFacts } from '../session/sign-in/rules.ts'
import { type GrantSignIn, REQUEST_SECONDS } from './records.ts'

/** How a visitor signed in, for `acr`, `amr` and `auth_time` of tokens (OpenID Connect Core 1.0, 2; RFC 8176). */
export function describeLogin(session: Session) {
  const { provider, secondFactor } = readSignInFacts(session.claims)
  return {
    ts: signedInAtSeconds(session),
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
  return async (sub: string, authTimeSeconds = Number.POSITIVE_INFINITY): Promise<Account | undefined> => {
    const { subject, tenantId } = ownerOfSubject(sub)
    const result = await accountsOf(tenantId).lookUp({ uid: subject })
    if (result.kind === 'failed') {
      if (result.failure.kind === 'permanent') return undefined
      throw providerFault(result.failure)
    }
    const { record } = result
    const isRevoked = authTimeSeconds < Date.parse(record.tokensValidAfterTime ?? '') / 1000
    if (record.disabled || isRevoked) return undefined
    const claims = claimsOf(record, sub)
    // `allClaims`: for applications of the gateway, which clients do not see.
    return { accountId: sub, claims: async () => claims, allClaims: { ...record.customClaims, ...claims } }
  }
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

/** Names for what the gateway knows, which say nothing about it. */
export function createDigest({ signatureKeys }: Config['cookie']): (text: string) => string {
  const key = deriveKey(signatureKeys[0] ?? '', 'gatehouse authorization server session 1')
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}

/** The sign-in of a session, as it is kept with a grant. */
export function describeSignIn(session: Session, absoluteSeconds: number): GrantSignIn {
  const { ts: authTime } = describeLogin(session)
  return { authTime, expiresAt: authTime + absoluteSeconds, signIn: readSignInFacts(session.claims) }
}

/**
 * Gives the provider a session that says who is signed in at the gateway, in place of a cookie of its own. No browser holds it: it is
 * kept for as long as a request may take, and made again for a later one. `name`: that of its cookie. Returns the `Cookie` header for
 * the provider.
 */
export function createSessionCarrier(provider: Provider, digest: (text: string) => string, name: string) {
  const own = new RegExp(`(?:^|;\\s*)${name}=[^;]*`, 'g')

  return async (cookie = '', session: Session | null): Promise<string> => {
    const others = cookie.replace(own, '').replace(/^;\s*/, '')
    if (session === null) return others
    const jti = digest(`session ${session.id}`)
    if ((await provider.Session.find(jti)) === undefined) {
      const accountId = subjectOf(session)
      const { ts: loginTs, remember: _, ...login } = describeLogin(session)
      const uid = digest(`account ${accountId}`)
      const fresh = Object.assign(new provider.Session(), { jti, uid, accountId, loginTs, ...login })
      await fresh.save(REQUEST_SECONDS)
    }
    return others === '' ? `${name}=${jti}` : `${others}; ${name}=${jti}`
  }
}
