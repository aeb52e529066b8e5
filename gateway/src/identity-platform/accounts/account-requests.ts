import { randomUUID } from 'node:crypto'
import type {
  AccountChanges,
  AccountKey,
  NewAccount,
  NewSecondFactor,
  ProviderLink
} from './account-fields.ts'

/** The body of a look-up. */
export function buildLookUp(key: AccountKey): object {
  if ('uid' in key) return { localId: [key.uid] }
  return 'email' in key ? { email: [key.email] } : { phoneNumber: [key.phoneNumber] }
}

/** The body of `accounts` (create), whose names differ from those of `accounts:update` here and there. */
export function buildNewAccount(account: NewAccount): object {
  const { uid: localId, photoURL: photoUrl, secondFactors: factors, ...rest } = account
  return { localId, photoUrl, mfaInfo: factors?.map(buildSecondFactor), ...rest }
}

/** The body of `accounts:update`. Null is no value there: what is cleared is named in lists. */
export function buildChanges(uid: string, changes: AccountChanges): object {
  const { email, displayName, photoURL: photoUrl, phoneNumber, password, linkProvider: link } = changes
  const cleared = Object.entries({
    DISPLAY_NAME: displayName,
    PHOTO_URL: photoUrl,
    EMAIL: email,
    PASSWORD: password
  })
  const deleteAttribute = cleared.flatMap(([name, value]) => (value === null ? [name] : []))
  const deleteProvider = [...(changes.unlinkProviders ?? []), ...(phoneNumber === null ? ['phone'] : [])]
  const { customClaims, validSinceSeconds: since, secondFactors: factors } = changes
  return {
    localId: uid,
    email: email ?? undefined,
    emailVerified: changes.emailVerified,
    displayName: displayName ?? undefined,
    photoUrl: photoUrl ?? undefined,
    phoneNumber: phoneNumber ?? undefined,
    password: password ?? undefined,
    disableUser: changes.disabled,
    customAttributes: customClaims === undefined ? undefined : JSON.stringify(customClaims ?? {}),
    validSince: since === undefined ? undefined : String(Math.floor(since)),
    deleteAttribute: deleteAttribute.length === 0 ? undefined : deleteAttribute,
    deleteProvider: deleteProvider.length === 0 ? undefined : deleteProvider,
    deletePasskey: changes.removePasskeys,
    linkProviderUserInfo: link === undefined ? undefined : buildLink(link),
    mfa: factors === undefined ? undefined : { enrollments: (factors ?? []).map(buildEnrollment) }
  }
}

function buildLink({ uid: rawId, photoURL: photoUrl, ...rest }: ProviderLink): object {
  return { rawId, photoUrl, ...rest }
}

function buildSecondFactor({ phoneNumber: phoneInfo, displayName }: NewSecondFactor): object {
  return { phoneInfo, displayName }
}

/** An update must name every enrolment: the emulator refuses those without an id. */
function buildEnrollment(factor: NewSecondFactor): object {
  return { mfaEnrollmentId: factor.uid ?? randomUUID(), ...buildSecondFactor(factor) }
}
