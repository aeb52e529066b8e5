import { describePasskey } from '../passkeys/passkey.ts'
import { describeSecondFactor } from '../second-factors/second-factor.ts'
import type { Account } from './account.ts'

// Base64 of "REDACTED": what a caller sees who may not read hashes.
const REDACTED_HASH = 'UkVEQUNURUQ='

function describeProviders(account: Account): Record<string, unknown>[] {
  const { email, displayName, photoUrl, phoneNumber } = account
  const profile = { displayName, photoUrl, email }
  const providers: Record<string, unknown>[] = [...account.linkedProviders.values()].map((link) => ({
    ...link
  }))
  if ((account.password !== undefined || account.hasEmailLink) && email !== undefined)
    providers.push({ providerId: 'password', rawId: email, federatedId: email, ...profile })
  if (phoneNumber !== undefined) providers.push({ providerId: 'phone', rawId: phoneNumber, phoneNumber })
  return providers
}

function toMilliseconds(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : String(Math.floor(seconds * 1000))
}

/** An account as the REST calls show it: int64 as text, without defaults, no password. */
export function buildRecord(account: Account): Record<string, unknown> {
  const providers = describeProviders(account)
  const { customClaims, validSinceSeconds, lastRefreshSeconds, passwordUpdatedSeconds } = account
  const { secondFactors, passkeys } = account
  // JSON leaves undefined members out, which is how the provider says "default".
  return {
    localId: account.uid,
    email: account.email,
    initialEmail: account.initialEmail === account.email ? undefined : account.initialEmail,
    emailVerified: account.emailVerified || undefined,
    displayName: account.displayName,
    photoUrl: account.photoUrl,
    phoneNumber: account.phoneNumber,
    disabled: account.disabled || undefined,
    providerUserInfo: providers.length > 0 ? providers : undefined,
    mfaInfo: secondFactors.length > 0 ? secondFactors.map(describeSecondFactor) : undefined,
    passkeyInfo: passkeys.length > 0 ? passkeys.map(describePasskey) : undefined,
    passwordHash: account.password === undefined ? undefined : REDACTED_HASH,
    passwordUpdatedAt: passwordUpdatedSeconds === undefined ? undefined : passwordUpdatedSeconds * 1000,
    emailLinkSignin: account.hasEmailLink || undefined,
    customAttributes: customClaims === undefined ? undefined : JSON.stringify(customClaims),
    validSince: validSinceSeconds === undefined ? undefined : String(validSinceSeconds),
    createdAt: toMilliseconds(account.createdAtSeconds),
    lastLoginAt: toMilliseconds(account.lastSignInSeconds),
    lastRefreshAt:
      lastRefreshSeconds === undefined ? undefined : new Date(lastRefreshSeconds * 1000).toISOString(),
    tenantId: account.tenantId
  }
}

/** The answer of `accounts:update`, in its admin form and with an API key. */
export function describeChanged(account: Account): Record<string, unknown> {
  const { localId, email, displayName, photoUrl, emailVerified, providerUserInfo, passwordHash } =
    buildRecord(account)
  const kind = 'identitytoolkit#SetAccountInfoResponse'
  return { kind, localId, email, displayName, photoUrl, emailVerified, providerUserInfo, passwordHash }
}
