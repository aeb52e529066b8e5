import { isPlainObject, parseJsonObject } from './http.ts'

/** An account as the gateway knows it. Password hashes of the provider's answer are left behind. */
export interface UserRecord {
  uid: string
  email: string | null
  emailVerified: boolean
  displayName: string | null
  photoURL: string | null
  phoneNumber: string | null
  disabled: boolean
  /** UTC strings as of `Date.toUTCString`; null: never. */
  metadata: { creationTime: string | null; lastSignInTime: string | null; lastRefreshTime: string | null }
  providerData: ProviderIdentity[]
  /** Left out: never had any. */
  customClaims?: Record<string, unknown>
  /** UTC string; tokens of sign-ins before it are revoked. Null: none is. */
  tokensValidAfterTime: string | null
  tenantId: string | null
  multiFactor: { enrolledFactors: SecondFactor[] }
}

/** A second factor of an account. */
export interface SecondFactor {
  uid: string
  factorId: 'phone' | 'totp'
  displayName: string | null
  /** Null unless `factorId` is `phone`. */
  phoneNumber: string | null
  /** UTC string. */
  enrollmentTime: string | null
}

/** The same person at one identity provider. */
export interface ProviderIdentity {
  uid: string
  providerId: string
  displayName: string | null
  email: string | null
  photoURL: string | null
  phoneNumber: string | null
}

/** The record in one member of `users` of a look-up answer; null when it has no uid. */
export function readUserRecord(user: unknown): UserRecord | null {
  if (!isPlainObject(user)) return null
  const uid = text(user.localId)
  if (uid === null) return null
  const claims = typeof user.customAttributes === 'string' ? parseJsonObject(user.customAttributes) : null
  return {
    uid,
    email: text(user.email),
    emailVerified: user.emailVerified === true,
    displayName: text(user.displayName),
    photoURL: text(user.photoUrl),
    phoneNumber: text(user.phoneNumber),
    disabled: user.disabled === true,
    metadata: {
      creationTime: utc(integer(user.createdAt)),
      lastSignInTime: utc(integer(user.lastLoginAt)),
      lastRefreshTime: typeof user.lastRefreshAt === 'string' ? utc(Date.parse(user.lastRefreshAt)) : null
    },
    providerData: Array.isArray(user.providerUserInfo) ? user.providerUserInfo.flatMap(readIdentity) : [],
    ...(claims === null ? {} : { customClaims: claims }),
    tokensValidAfterTime: utc(seconds(user.validSince)),
    tenantId: text(user.tenantId),
    multiFactor: {
      enrolledFactors: Array.isArray(user.mfaInfo) ? user.mfaInfo.flatMap(readSecondFactor) : []
    }
  }
}

/**
 * Was a sign-in of this time revoked since? Compared in whole seconds, strictly, as the provider does.
 * `authTimeSeconds`: claim `auth_time` of the id token.
 */
export function isRevoked(record: UserRecord, authTimeSeconds: number): boolean {
  return (
    record.tokensValidAfterTime !== null && authTimeSeconds * 1000 < Date.parse(record.tokensValidAfterTime)
  )
}

function readIdentity(identity: unknown): ProviderIdentity[] {
  if (!isPlainObject(identity)) return []
  const uid = text(identity.rawId)
  const providerId = text(identity.providerId)
  if (uid === null || providerId === null) return []
  return [
    {
      uid,
      providerId,
      displayName: text(identity.displayName),
      email: text(identity.email),
      photoURL: text(identity.photoUrl),
      phoneNumber: text(identity.phoneNumber)
    }
  ]
}

function readSecondFactor(factor: unknown): SecondFactor[] {
  if (!isPlainObject(factor)) return []
  const uid = text(factor.mfaEnrollmentId)
  const phoneNumber = text(factor.phoneInfo)
  if (uid === null || (phoneNumber === null && !isPlainObject(factor.totpInfo))) return []
  return [
    {
      uid,
      factorId: phoneNumber === null ? 'totp' : 'phone',
      displayName: text(factor.displayName),
      phoneNumber,
      enrollmentTime: typeof factor.enrolledAt === 'string' ? utc(Date.parse(factor.enrolledAt)) : null
    }
  ]
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** 64-bit integers travel as JSON strings. */
function integer(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
}

function seconds(value: unknown): number {
  return integer(value) * 1000
}

function utc(epochMs: number): string | null {
  const date = new Date(epochMs)
  return Number.isNaN(date.getTime()) ? null : date.toUTCString()
}
