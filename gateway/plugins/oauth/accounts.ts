import { randomBytes } from 'node:crypto'
import type { Account, AccountClaims, Provider } from 'oidc-provider'
import { SECOND_FACTOR_ACR, signedInAtSeconds } from '../../src/access/rules/step-up.ts'
import { ownerOfSubject, subjectOf } from '../../src/identity/own-tokens.ts'
import type { UserRecord } from '../../src/identity-platform/accounts/user-record.ts'
import type { IdentityPlatform } from '../../src/identity-platform/identity-platform.ts'
import { providerFault } from '../../src/session/check-result.ts'
import { checkAccount, type TokenTimes } from '../../src/session/revocation/account-findings.ts'
import type { Session } from '../../src/session/session.ts'
import { readSignInFacts } from '../../src/session/sign-in/rules.ts'
import type { GrantAccount, GrantSignIn } from './grants.ts'
import { REQUEST_SECONDS } from './records.ts'

/** Of no sign-in in particular. */
export const ANY_TIME: TokenTimes = { iat: Number.POSITIVE_INFINITY, auth_time: Number.POSITIVE_INFINITY }

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
 * Looks accounts up at the provider. An account that is disabled, gone, or whose sign-ins were revoked after `auth_time`, does not
 * count, so its codes and refresh tokens are refused; nor does one that was made after `iat`, or is another than that of `grantId`.
 * Throws while the provider is unavailable. `isForGood`: the account does not count for any other sign-in either.
 */
export function createFindAccount(accountsOf: IdentityPlatform['accountsOf']) {
  return async (sub: string, times: TokenTimes = ANY_TIME, grantId?: string) => {
    const { subject, tenantId } = ownerOfSubject(sub)
    const result = await accountsOf(tenantId).lookUp({ uid: subject })
    if (result.kind === 'failed' && result.failure.kind !== 'permanent') throw providerFault(result.failure)
    const ended = checkAccount(result, times)
    if (result.kind === 'failed' || ended !== null)
      return { account: null, isForGood: ended !== 'TOKEN_REVOKED' }
    const { record } = result
    if (grantId !== undefined && !isGrantOf(grantId, record)) return { account: null, isForGood: true }
    const claims = claimsOf(record, sub)
    // `allClaims`: for applications of the gateway, which clients do not see.
    const allClaims = { ...record.customClaims, ...claims }
    const { createdAtMs } = record
    const account: Account & GrantAccount = {
      accountId: sub,
      claims: async () => claims,
      allClaims,
      ...(createdAtMs && { createdAtMs })
    }
    return { account, isForGood: false }
  }
}

/** An id for a grant of this account: whoever has its uid later does not have its grants. */
export function createGrantId({ createdAtMs }: Pick<GrantAccount, 'createdAtMs'>): string {
  return `${randomBytes(32).toString('base64url')}.${createdAtMs}`
}

/** Whether a grant is one of this account, rather than of another that had its uid before. */
export function isGrantOf(grantId: string, { createdAtMs }: Pick<GrantAccount, 'createdAtMs'>): boolean {
  return grantId.endsWith(`.${createdAtMs}`)
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
