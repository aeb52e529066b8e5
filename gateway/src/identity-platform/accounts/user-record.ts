import { isPlainObject, parseJsonObject, readText as text } from '../../config/json-members.ts'

/** An account, without the password hashes that the provider returns. Times are UTC strings; null: never, or unknown. */
export type UserRecord = NonNullable<ReturnType<typeof readUserRecord>>
export type SecondFactor = NonNullable<ReturnType<typeof readSecondFactor>>

type Members = Readonly<Record<string, unknown>>

/** Reads a member of `users` in a lookup response; null if it has no uid. */
export function readUserRecord(user: unknown) {
  if (!isPlainObject(user)) return null
  const uid = text(user.localId)
  if (uid === null) return null
  const createdAtMs = integer(user.createdAt)
  return {
    uid,
    email: text(user.email),
    emailVerified: user.emailVerified === true,
    displayName: text(user.displayName),
    photoURL: text(user.photoUrl),
    phoneNumber: text(user.phoneNumber),
    disabled: user.disabled === true,
    metadata: {
      creationTime: utc(createdAtMs),
      lastSignInTime: utc(integer(user.lastLoginAt)),
      lastRefreshTime: readTime(user.lastRefreshAt)
    },
    // To the millisecond: tells accounts apart that had one uid.
    ...(Number.isFinite(createdAtMs) && { createdAtMs }),
    providerData: readEach(user.providerUserInfo, readIdentity),
    ...readClaims(text(user.customAttributes)),
    /** Tokens of earlier sign-ins are revoked. */
    tokensValidAfterTime: utc(integer(user.validSince) * 1000),
    passwordChangeTime: utc(integer(user.passwordUpdatedAt)),
    tenantId: text(user.tenantId),
    multiFactor: { enrolledFactors: readEach(user.mfaInfo, readSecondFactor) },
    ...(Array.isArray(user.passkeyInfo) && { passkeys: readEach(user.passkeyInfo, readPasskey) })
  }
}

/** The first number in a JSON text that JavaScript cannot round-trip; null if there is none. */
export function findInexactNumber(json: string): string | null {
  let isInString = false
  for (const [token] of json.matchAll(JSON_TOKENS)) {
    if (token === '"') isInString = !isInString
    else if (!isInString && !token.startsWith('\\') && !isExact(token)) return token
  }
  return null
}

/** Escapes, string delimiters and numbers. */
const JSON_TOKENS = /\\.|"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function isExact(literal: string): boolean {
  const value = Number(literal)
  return Number.isFinite(value) && canonicalNumber(literal) === canonicalNumber(String(value))
}

/** Sign, significant digits and power of ten: equal for equal values only. */
function canonicalNumber(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = trimZeros(digits)
  if (significant === '') return '0'
  const power = Number(exponent) - fraction.length + digits.length - significant.length
  return `${mantissa.startsWith('-') ? '-' : ''}${significant}e${power}`
}

/** Strips trailing zeros. A regular expression would take quadratic time. */
function trimZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

interface ReadClaims {
  /** Omitted if there never were any. */
  customClaims?: Record<string, unknown>
  /**
   * Set if `customClaims` differ from the provider's. `unreadable`: not a JSON object. `inexact`: has numbers
   * that JavaScript cannot represent, so writing the claims back would change them.
   */
  claimsCaveat?: 'unreadable' | 'inexact'
}

function readClaims(json: string | null): ReadClaims {
  if (json === null) return {}
  const customClaims = parseJsonObject(json)
  if (customClaims === null) return { claimsCaveat: 'unreadable' }
  return findInexactNumber(json) === null ? { customClaims } : { customClaims, claimsCaveat: 'inexact' }
}

/** The readable members of a list. */
function readEach<Item>(list: unknown, read: (member: Members) => Item | null): Item[] {
  const members: unknown[] = Array.isArray(list) ? list : []
  return members.flatMap((member) => (isPlainObject(member) ? (read(member) ?? []) : []))
}

/** The account's identity at a linked provider. */
function readIdentity(identity: Members) {
  const uid = text(identity.rawId)
  const providerId = text(identity.providerId)
  if (uid === null || providerId === null) return null
  return {
    uid,
    providerId,
    displayName: text(identity.displayName),
    email: text(identity.email),
    photoURL: text(identity.photoUrl),
    phoneNumber: text(identity.phoneNumber)
  }
}

/** `phoneNumber`: null unless `factorId` is `phone`. `enrollmentTime`: a UTC string. */
function readSecondFactor(factor: Members) {
  const uid = text(factor.mfaEnrollmentId)
  const phoneNumber = text(factor.phoneInfo)
  if (uid === null || (phoneNumber === null && !isPlainObject(factor.totpInfo))) return null
  return {
    uid,
    factorId: phoneNumber === null ? ('totp' as const) : ('phone' as const),
    displayName: text(factor.displayName),
    phoneNumber,
    enrollmentTime: readTime(factor.enrolledAt)
  }
}

/** `id`: as listed by the provider, in base64 or base64url. It reveals neither device nor date. */
function readPasskey(passkey: Members) {
  const id = text(passkey.credentialId)
  return id === null ? null : { id, name: text(passkey.name) ?? text(passkey.displayName) }
}

/** 64-bit integers are strings in JSON. */
function integer(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
}

function readTime(value: unknown): string | null {
  return typeof value === 'string' ? utc(Date.parse(value)) : null
}

function utc(epochMs: number): string | null {
  const date = new Date(epochMs)
  return Number.isNaN(date.getTime()) ? null : date.toUTCString()
}
