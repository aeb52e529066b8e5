import type { Account, AccountChanges } from './stand-in-accounts.ts'
import { ProviderError } from './stand-in-errors.ts'
import { type Fields, isRecord } from './stand-in-fields.ts'
import { refuseReservedClaims } from './stand-in-service-account.ts'

const MAX_CUSTOM_ATTRIBUTES_LENGTH = 1000
// Base64 of "REDACTED": what a caller sees who may not read hashes.
const REDACTED_HASH = 'UkVEQUNURUQ='

/** Names that `accounts:update` takes. */
export const UPDATE_MEMBERS = [
  'localId',
  'displayName',
  'photoUrl',
  'email',
  'emailVerified',
  'phoneNumber',
  'password',
  'disableUser',
  'customAttributes',
  'validSince',
  'deleteAttribute',
  'deleteProvider',
  'createdAt',
  'lastLoginAt',
  'tenantId'
]

function describeProviders(account: Account): Record<string, unknown>[] {
  const { email, displayName, photoUrl, phoneNumber } = account
  const profile = { displayName, photoUrl, email }
  const providers: Record<string, unknown>[] = []
  for (const [providerId, rawId] of account.federatedIds) {
    providers.push({ providerId, rawId, federatedId: rawId, ...profile })
  }
  if (account.password !== undefined) {
    providers.push({ providerId: 'password', rawId: email, federatedId: email, ...profile })
  }
  if (phoneNumber !== undefined) providers.push({ providerId: 'phone', rawId: phoneNumber, phoneNumber })
  return providers
}

function toMilliseconds(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : String(Math.floor(seconds * 1000))
}

/** An account as the REST calls show it: int64 as text, defaults left out, no password. */
export function buildRecord(account: Account): Record<string, unknown> {
  const providers = describeProviders(account)
  const { customClaims, validSinceSeconds, lastRefreshSeconds, passwordUpdatedSeconds } = account
  // JSON leaves undefined members out, which is how the provider says "default".
  return {
    localId: account.uid,
    email: account.email,
    emailVerified: account.emailVerified || undefined,
    displayName: account.displayName,
    photoUrl: account.photoUrl,
    phoneNumber: account.phoneNumber,
    disabled: account.disabled || undefined,
    providerUserInfo: providers.length > 0 ? providers : undefined,
    passwordHash: account.password === undefined ? undefined : REDACTED_HASH,
    passwordUpdatedAt: passwordUpdatedSeconds === undefined ? undefined : passwordUpdatedSeconds * 1000,
    customAttributes: customClaims === undefined ? undefined : JSON.stringify(customClaims),
    validSince: validSinceSeconds === undefined ? undefined : String(validSinceSeconds),
    createdAt: toMilliseconds(account.createdAtSeconds),
    lastLoginAt: toMilliseconds(account.lastSignInSeconds),
    lastRefreshAt:
      lastRefreshSeconds === undefined ? undefined : new Date(lastRefreshSeconds * 1000).toISOString(),
    tenantId: account.tenantId
  }
}

function parseCustomAttributes(text: string): Record<string, unknown> {
  if (text.length > MAX_CUSTOM_ATTRIBUTES_LENGTH) throw new ProviderError(400, 'CLAIMS_TOO_LARGE')
  const claims = parseJson(text)
  if (!isRecord(claims)) throw new ProviderError(400, 'INVALID_CLAIMS')
  refuseReservedClaims(claims)
  return claims
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The changes an `accounts:update` body asks for; throws the provider's refusals. */
export function readChanges(fields: Fields): AccountChanges {
  const changes: AccountChanges = {}
  const email = fields.text('email')
  const password = fields.text('password')
  const displayName = fields.text('displayName')
  const photoUrl = fields.text('photoUrl')
  const phoneNumber = fields.text('phoneNumber')
  const emailVerified = fields.flag('emailVerified')
  const disabled = fields.flag('disableUser')
  const validSinceSeconds = fields.integer('validSince')
  const customAttributes = fields.text('customAttributes')
  if (email !== undefined) changes.email = email
  if (password !== undefined) changes.password = password
  if (displayName !== undefined) changes.displayName = displayName
  if (photoUrl !== undefined) changes.photoUrl = photoUrl
  if (phoneNumber !== undefined) changes.phoneNumber = phoneNumber
  if (emailVerified !== undefined) changes.emailVerified = emailVerified
  if (disabled !== undefined) changes.disabled = disabled
  if (validSinceSeconds !== undefined) changes.validSinceSeconds = validSinceSeconds
  if (customAttributes !== undefined) changes.customClaims = parseCustomAttributes(customAttributes)
  const cleared = fields.texts('deleteAttribute')
  if (cleared.includes('DISPLAY_NAME')) changes.displayName = null
  if (cleared.includes('PHOTO_URL')) changes.photoUrl = null
  if (fields.texts('deleteProvider').includes('phone')) changes.phoneNumber = null
  return changes
}
