import { randomBytes } from 'node:crypto'
import type { Account, AccountClaims } from 'oidc-provider'
import { SECOND_FACTOR_ACR, signedInAtSeconds } from '../../src/access/rules/step-up.ts'
import { ownerOfSubject } from '../../src/identity/own-tokens.ts'
import type { UserRecord } from '../../src/identity-platform/accounts/user-record.ts'
import type { IdentityPlatform } from '../../src/identity-platform/identity-platform.ts'
import { providerFault } from '../../src/session/check-result.ts'
import { checkAccount, type TokenTimes } from '../../src/session/revocation/account-findings.ts'
import type { Session } from '../../src/session/session.ts'
import { readSignInFacts, type SignInFacts } from '../../src/session/sign-in/rules.ts'
import type { SharedState } from '../../src/shared-state/shared-state.ts'
import { readEntries } from './records.ts'

/** Of no sign-in in particular. */
export const ANY_TIME: TokenTimes = { iat: Number.POSITIVE_INFINITY, auth_time: Number.POSITIVE_INFINITY }

/** An account of grants. `createdAtMs` tells it from another that had its uid before. `allClaims`: for applications of the gateway, which clients do not see. */
export interface GrantAccount extends Account {
  createdAtMs?: number
  allClaims: object
}

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
    const { createdAtMs, customClaims } = result.record
    if (grantId !== undefined && !isGrantOf(grantId, result.record)) return { account: null, isForGood: true }
    const claims = claimsOf(result.record, sub)
    const account: GrantAccount = {
      accountId: sub,
      claims: async () => claims,
      allClaims: { ...customClaims, ...claims },
      ...(createdAtMs && { createdAtMs })
    }
    return { account, isForGood: false }
  }
}

/** Claims of an account by their standard names; the provider filters them by scope. */
function claimsOf(record: UserRecord, sub: string): AccountClaims {
  const { email, emailVerified, displayName, photoURL, tenantId } = record
  return {
    sub,
    ...(email !== null && { email, email_verified: emailVerified }),
    ...(displayName !== null && { name: displayName }),
    ...(photoURL !== null && { picture: photoURL }),
    ...(tenantId !== null && { tenant: tenantId })
  }
}

/** An id for a grant of this account: a later account with its uid does not have its grants. */
export const createGrantId = ({ createdAtMs }: Pick<GrantAccount, 'createdAtMs'>): string =>
  `${randomBytes(32).toString('base64url')}.${createdAtMs}`

/** Whether a grant is one of this account, rather than of another that had its uid before. */
export const isGrantOf = (grantId: string, { createdAtMs }: Pick<GrantAccount, 'createdAtMs'>): boolean =>
  grantId.endsWith(`.${createdAtMs}`)

/** How a visitor signed in whose client gets tokens. Times in epoch seconds. */
interface GrantSignIn {
  /** As in the tokens. */
  authTime: number
  /** When the longest session of this sign-in ends, and with it its tokens. */
  expiresAt: number
  signIn: SignInFacts
}

/** The sign-in of a session, as it is kept with a grant. */
export function describeSignIn(session: Session, absoluteSeconds: number): GrantSignIn {
  const { ts: authTime } = describeLogin(session)
  return { authTime, expiresAt: authTime + absoluteSeconds, signIn: readSignInFacts(session.claims) }
}

/** What an account has allowed a client. Times in epoch seconds. */
export interface GrantEntry {
  clientId: string
  clientName: string
  grantId: string
  /** Where the visitor has let its codes go. */
  destination: string
  /** Of the last token, to the hour. */
  usedAt: number
  /** When the last of its sign-ins ends. */
  expiresAt: number
}

/** A grant, as one of its sign-ins uses it. */
export type GrantUse = GrantEntry & GrantSignIn

/**
 * The grants of accounts, usually one for each client and destination, with the sign-ins that each was used with: the consent that is
 * remembered, and what an account sees as its connected applications. Up to 128 of an account, each with up to 128 sign-ins; one that
 * others displace gives no more tokens. Throws `STORE_UNAVAILABLE` while the store is unreachable.
 */
export function createGrants(shared: SharedState) {
  const write = (list: string, key: string, entry: object, expiresAtSeconds: number) =>
    shared.addToList(list, { key, text: JSON.stringify(entry), expiresAtSeconds })
  const list = (subject: string) => readEntries<GrantEntry>(shared, `oauth-grants ${subject}`)
  const entryOf = async (subject: string, id: string) =>
    (await list(subject)).find(({ grantId }) => grantId === id)

  return {
    /** Also those that have been revoked. The one that lasts longest is the last. */
    list,
    /** A grant with one of its sign-ins. */
    async find(subject: string, grantId: string, authTime: number): Promise<GrantUse | undefined> {
      const signIns = readEntries<GrantSignIn>(shared, `oauth-sign-ins ${grantId}`)
      const [entry, known] = await Promise.all([entryOf(subject, grantId), signIns])
      const signIn = known.find((one) => one.authTime === authTime)
      return entry && signIn && { ...entry, ...signIn }
    },
    async note(subject: string, { authTime, expiresAt, signIn, ...entry }: GrantUse): Promise<void> {
      const { grantId } = entry
      const until = Math.max(expiresAt, (await entryOf(subject, grantId))?.expiresAt ?? 0)
      await write(`oauth-sign-ins ${grantId}`, String(authTime), { authTime, expiresAt, signIn }, expiresAt)
      await write(`oauth-grants ${subject}`, grantId, { ...entry, expiresAt: until }, until)
    }
  }
}
