import { refuseReservedClaims } from '../credentials/service-account.ts'
import { FACTOR_MEMBERS, NEW_FACTOR_MEMBERS, readSecondFactors } from '../second-factors/second-factor.ts'
import { ProviderError } from '../server/errors.ts'
import { type Fields, isRecord } from '../server/fields.ts'
import type { AccountChanges, NewAccount } from './account.ts'
import { LINK_MEMBERS, readLinkedProvider } from './linked-providers.ts'

const MAX_CUSTOM_ATTRIBUTES_LENGTH = 1000
const PROFILE_TEXTS = ['email', 'displayName', 'photoUrl', 'phoneNumber', 'password'] as const
const PROFILE_MEMBERS = [...PROFILE_TEXTS, 'localId', 'tenantId', 'emailVerified']

// PROVIDER and RAW_USER_INFO are legacy values: they are accepted and change nothing.
const ATTRIBUTE_NAMES = [
  'USER_ATTRIBUTE_NAME_UNSPECIFIED',
  'EMAIL',
  'DISPLAY_NAME',
  'PROVIDER',
  'PHOTO_URL',
  'PASSWORD',
  'RAW_USER_INFO'
]

/** Names that `accounts` takes. */
export const CREATE_MEMBERS = [...PROFILE_MEMBERS, 'disabled', 'mfaInfo']

/** Names that `accounts:update` takes. */
export const UPDATE_MEMBERS = [
  ...PROFILE_MEMBERS,
  'disableUser',
  'customAttributes',
  'validSince',
  'createdAt',
  'lastLoginAt',
  'deleteAttribute',
  'deleteProvider',
  'deletePasskey',
  'linkProviderUserInfo',
  'mfa'
]

function readProfile(fields: Fields) {
  return { ...fields.pick(...PROFILE_TEXTS), emailVerified: fields.flag('emailVerified') }
}

/** The account that a body of `accounts` asks for; throws the provider's refusals. */
export function readNewAccount(fields: Fields, tenantId: string | undefined, nowSeconds: number): NewAccount {
  const factors = fields.messages('mfaInfo', NEW_FACTOR_MEMBERS)
  return {
    ...readProfile(fields),
    uid: fields.text('localId'),
    tenantId,
    disabled: fields.flag('disabled'),
    secondFactors: factors && readSecondFactors(factors, nowSeconds)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseCustomAttributes(text: string): Record<string, unknown> {
  if (text.length > MAX_CUSTOM_ATTRIBUTES_LENGTH) throw new ProviderError(400, 'CLAIMS_TOO_LARGE')
  const claims = parseJson(text)
  if (!isRecord(claims)) throw new ProviderError(400, 'INVALID_CLAIMS')
  refuseReservedClaims(claims)
  return claims
}

function toSeconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : milliseconds / 1000
}

function readRemovals(fields: Fields): AccountChanges {
  const attributes = fields.texts('deleteAttribute')
  if (!attributes.every((name) => ATTRIBUTE_NAMES.includes(name)))
    throw new ProviderError(
      400,
      'Invalid JSON payload received. /deleteAttribute must be one of the allowed values'
    )
  const providers = fields.texts('deleteProvider')
  const hasNoPassword = providers.includes('password')
  return {
    ...(attributes.includes('DISPLAY_NAME') && { displayName: null }),
    ...(attributes.includes('PHOTO_URL') && { photoUrl: null }),
    // Unlinking `password` takes the email too, as the emulator does.
    ...((attributes.includes('EMAIL') || hasNoPassword) && { email: null }),
    ...((attributes.includes('PASSWORD') || hasNoPassword) && { password: null }),
    ...(providers.includes('phone') && { phoneNumber: null }),
    unlink: providers,
    deletePasskeys: fields.texts('deletePasskey')
  }
}

/** The changes that a body of `accounts:update` asks for, removals last; throws the provider's refusals. */
export function readChanges(fields: Fields, nowSeconds: number): AccountChanges {
  const customAttributes = fields.text('customAttributes')
  const link = fields.message('linkProviderUserInfo', LINK_MEMBERS)
  const mfa = fields.message('mfa', ['enrollments'])
  return {
    ...readProfile(fields),
    disabled: fields.flag('disableUser'),
    validSinceSeconds: fields.integer('validSince'),
    createdAtSeconds: toSeconds(fields.integer('createdAt')),
    lastSignInSeconds: toSeconds(fields.integer('lastLoginAt')),
    customClaims: customAttributes === undefined ? undefined : parseCustomAttributes(customAttributes),
    link: link && readLinkedProvider(link),
    secondFactors: mfa && readSecondFactors(mfa.messages('enrollments', FACTOR_MEMBERS) ?? [], nowSeconds),
    ...readRemovals(fields)
  }
}
