import { ProviderError } from '../server/errors.ts'
import type { Fields } from '../server/fields.ts'

// These two follow from the account's own fields.
const OWN_PROVIDERS = ['password', 'phone']

/** Names of `linkProviderUserInfo` in `accounts:update`. */
export const LINK_MEMBERS = [
  'providerId',
  'rawId',
  'displayName',
  'photoUrl',
  'email',
  'federatedId',
  'screenName',
  'phoneNumber'
] as const

/** An identity at another provider, with the profile it has there. */
export interface LinkedProvider {
  /** Such as `google.com`. */
  providerId: string
  /** The user's id at that provider. */
  rawId: string
  displayName?: string
  photoUrl?: string
  email?: string
  federatedId?: string
  screenName?: string
  phoneNumber?: string
}

/** The identity to link; throws the provider's refusals. */
export function readLinkedProvider(fields: Fields): LinkedProvider {
  const providerId = fields.text('providerId')
  const rawId = fields.text('rawId')
  if (!providerId) throw new ProviderError(400, 'MISSING_PROVIDER_ID')
  if (!rawId) throw new ProviderError(400, 'MISSING_RAW_ID')
  if (OWN_PROVIDERS.includes(providerId)) throw new ProviderError(400, 'INVALID_PROVIDER_ID')
  return { providerId, rawId, ...fields.pick(...LINK_MEMBERS) }
}
