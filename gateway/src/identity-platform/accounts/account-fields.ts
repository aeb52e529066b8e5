import { randomUUID } from 'node:crypto'
import { isPlainObject } from '../../config/json-object.ts'
import { complainAboutAccountClaims } from '../tokens/claims.ts'
import { isUid } from '../tokens/id-token.ts'

/** What an account is made with. Without a uid the provider chooses 28 letters and digits. */
export interface NewAccount {
  uid?: string
  email?: string
  emailVerified?: boolean
  displayName?: string
  photoURL?: string
  /** E.164, such as `+15555550100`. */
  phoneNumber?: string
  /** At least 6 characters. */
  password?: string
  disabled?: boolean
  secondFactors?: NewSecondFactor[]
}

/** What changes; what is left out stays, null clears. */
export interface AccountChanges {
  email?: string | null
  emailVerified?: boolean
  displayName?: string | null
  photoURL?: string | null
  phoneNumber?: string | null
  /** Null: the account can no longer sign in by password. */
  password?: string | null
  disabled?: boolean
  /** All custom claims; null or `{}` takes them all away. */
  customClaims?: Record<string, unknown> | null
  /** Epoch seconds; sign-ins before it become invalid. */
  validSinceSeconds?: number
  /** Makes the account one with a person of another identity provider, such as `google.com`. */
  linkProvider?: ProviderLink
  /** Ids of identity providers whose link is cut. */
  unlinkProviders?: string[]
  /** All second factors of the account; null takes them away. */
  secondFactors?: NewSecondFactor[] | null
}

/** A person at another identity provider. `uid`: as that provider calls them. */
export interface ProviderLink {
  providerId: string
  uid: string
  email?: string
  displayName?: string
  photoURL?: string
}

/** A second factor by text message. */
export interface NewSecondFactor {
  /** Of a factor that the account has already; a new one gets an id of its own. Not taken for new accounts. */
  uid?: string
  /** E.164. */
  phoneNumber: string
  displayName?: string
}

/** What accounts are found by. An e-mail address counts in any case; a phone number is E.164, such as `+15555550100`. */
export type AccountKey = { uid: string } | { email: string } | { phoneNumber: string }

/** Something, `@`, something: what can be looked up. Whether an address is one, only the provider can say. */
const EMAIL = /^[^@\s]+@[^@\s]+$/
/** ITU-T E.164: a plus and up to 15 digits, the first of which is not 0. */
const PHONE_NUMBER = /^\+[1-9]\d{1,14}$/
const LEAST_PASSWORD_CHARS = 6
const MOST_PAGE_SIZE = 1000
/** The end of the year 9999, beyond which milliseconds were meant. */
const LATEST_SECONDS = 253_402_300_799

/** A rule for one argument: why a value is wrong, null when it is not. */
type Rule = (value: unknown) => string | null

const uid: Rule = (value) =>
  typeof value === 'string' && isUid(value) ? null : 'uid: must be 1 to 128 characters'
const email: Rule = (value) =>
  typeof value === 'string' && EMAIL.test(value) ? null : 'email: must be something@something'
const phoneNumber: Rule = (value) =>
  typeof value === 'string' && PHONE_NUMBER.test(value)
    ? null
    : 'phoneNumber: must be E.164, such as +15555550100'
const password: Rule = (value) =>
  typeof value === 'string' && value.length >= LEAST_PASSWORD_CHARS
    ? null
    : `password: must have at least ${LEAST_PASSWORD_CHARS} characters`
const photoURL: Rule = (value) =>
  typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value)
    ? null
    : 'photoURL: must be an http or https URL'
const text =
  (name: string): Rule =>
  (value) =>
    typeof value === 'string' && value !== '' ? null : `${name}: must be a text that is not empty`
const flag =
  (name: string): Rule =>
  (value) =>
    typeof value === 'boolean' ? null : `${name}: must be true or false`
const member =
  (name: string, rules: Readonly<Record<string, Rule>>, needed: readonly string[]): Rule =>
  (value) => {
    if (!isPlainObject(value)) return `${name}: must be an object`
    const missing = needed.find((inner) => value[inner] === undefined)
    if (missing !== undefined) return `${name}: needs ${missing}`
    const complaint = findComplaint(Object.entries(value), rules)
    return complaint === null ? null : `${name}.${complaint}`
  }
const FACTOR_RULES: Readonly<Record<keyof NewSecondFactor, Rule>> = {
  uid: text('uid'),
  phoneNumber,
  displayName: text('displayName')
}
const secondFactor = member('secondFactors', FACTOR_RULES, ['phoneNumber'])
const secondFactors: Rule = (value) =>
  Array.isArray(value)
    ? (value.map(secondFactor).find((complaint) => complaint !== null) ?? null)
    : 'secondFactors: must be a list'
const validSinceSeconds: Rule = (value) =>
  typeof value === 'number' && value >= 0 && value <= LATEST_SECONDS
    ? null
    : 'validSinceSeconds: must be epoch seconds'
const unlinkProviders: Rule = (value) =>
  Array.isArray(value) && value.every((id) => text('')(id) === null)
    ? null
    : 'unlinkProviders: must be a list of provider ids'
const LINK_RULES: Readonly<Record<keyof ProviderLink, Rule>> = {
  providerId: text('providerId'),
  uid: text('uid'),
  email,
  displayName: text('displayName'),
  photoURL
}
const linkProvider = member('linkProvider', LINK_RULES, ['providerId', 'uid'])

const PROFILE_RULES = {
  email,
  emailVerified: flag('emailVerified'),
  displayName: text('displayName'),
  photoURL,
  phoneNumber,
  password,
  disabled: flag('disabled'),
  secondFactors
}
const NEW_ACCOUNT_RULES: Readonly<Record<keyof NewAccount, Rule>> = { uid, ...PROFILE_RULES }
const CHANGE_RULES: Readonly<Record<keyof AccountChanges, Rule>> = {
  ...PROFILE_RULES,
  customClaims: complainAboutAccountClaims,
  validSinceSeconds,
  linkProvider,
  unlinkProviders
}
const KEY_RULES: Readonly<Record<string, Rule>> = { uid, email, phoneNumber }
/** Members that null clears. */
const CLEARABLE = new Set([
  'email',
  'displayName',
  'photoURL',
  'phoneNumber',
  'password',
  'customClaims',
  'secondFactors'
])

/** Why there can be no account with this uid; null when there can. */
export function complainAboutUid(value: unknown): string | null {
  return uid(value)
}

/** Why nothing can be found by this key; null when something can. */
export function complainAboutKey(key: AccountKey): string | null {
  const [name, ...others] = Object.keys(key)
  if (name === undefined || others.length > 0) return 'key: must be one of uid, email and phoneNumber'
  // A key without a value is one that the caller meant to have: it would find nobody, or anybody.
  const value: unknown = Object.values(key)[0]
  return findComplaint([[name, value ?? null]], KEY_RULES)
}

/** Which member of a new account is wrong and why; null when none is. */
export function complainAboutNewAccount(account: NewAccount): string | null {
  return findComplaint(Object.entries(account), NEW_ACCOUNT_RULES)
}

/** Which change is wrong and why; null when none is. */
export function complainAboutChanges(changes: AccountChanges): string | null {
  const entries = Object.entries(changes).filter(([name, value]) => value !== null || !CLEARABLE.has(name))
  if (Object.values(changes).every((value) => value === undefined)) return 'nothing to change'
  return findComplaint(entries, CHANGE_RULES)
}

/** Why a page cannot be of this size; null when it can. */
export function complainAboutPageSize(size: number): string | null {
  return Number.isInteger(size) && size >= 1 && size <= MOST_PAGE_SIZE
    ? null
    : `pageSize: must be 1 to ${MOST_PAGE_SIZE}`
}

function findComplaint(entries: [string, unknown][], rules: Readonly<Record<string, Rule>>): string | null {
  for (const [name, value] of entries) {
    if (value === undefined) continue
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    const complaint = rule === undefined ? `${name}: is not known` : rule(value)
    if (complaint !== null) return complaint
  }
  return null
}

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
