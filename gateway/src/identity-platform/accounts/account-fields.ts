import { parseUrl } from '../../config/addresses/urls.ts'
import { isPlainObject } from '../../config/json-members.ts'
import type { Problem } from '../../problem.ts'
import { checkAccountClaims } from '../tokens/claims.ts'
import { isUid } from '../tokens/id-token.ts'

/** What null clears in a change. */
interface ClearableFields {
  email?: string
  displayName?: string
  photoURL?: string
  /** E.164, such as `+15555550100`. */
  phoneNumber?: string
  /** At least 6 characters. Null disables sign-in by password. */
  password?: string
  /** A change replaces all of them. */
  secondFactors?: NewSecondFactor[]
}

/** Without a uid the provider generates one of 28 letters and digits. */
export interface NewAccount extends ClearableFields {
  uid?: string
  emailVerified?: boolean
  disabled?: boolean
}

/** Omitted members stay unchanged, null clears. */
export type AccountChanges = OtherChanges & { [Name in keyof ClearableFields]: ClearableFields[Name] | null }

interface OtherChanges extends Pick<NewAccount, 'emailVerified' | 'disabled'> {
  /** Replaces all custom claims; null or `{}` removes them. */
  customClaims?: Record<string, unknown> | null
  /** Epoch seconds; earlier sign-ins become invalid. */
  validSinceSeconds?: number
  /** Links an account of another identity provider, such as `google.com`. */
  linkProvider?: ProviderLink
  /** Ids of identity providers to unlink. */
  unlinkProviders?: string[]
  /** Ids of passkeys to remove, as listed; the provider ignores unknown ones. */
  removePasskeys?: string[]
}

/** A user of another identity provider. `uid`: the id there. */
export interface ProviderLink {
  providerId: string
  uid: string
  email?: string
  displayName?: string
  photoURL?: string
}

export interface NewSecondFactor {
  /** Id of an existing factor; generated for a new one. Not accepted for new accounts. */
  uid?: string
  /** E.164. */
  phoneNumber: string
  displayName?: string
}

/** Identifies an account. Email addresses are case-insensitive; phone numbers are E.164. */
export type AccountKey = { uid: string } | { email: string } | { phoneNumber: string }

const MIN_PASSWORD_CHARS = 6
export const MAX_PAGE_SIZE = 1000
/** End of the year 9999; larger values are probably milliseconds. */
const LATEST_SECONDS = 253_402_300_799

/** The problem of a value that an argument must not have; null if valid. */
type Check = (value: unknown, path: string) => Problem | null

type Checks = Readonly<Record<string, Check>>

function problem(path: string, message: string): Problem {
  return { path, message, hint: '' }
}

function mustBe(isValid: (value: unknown) => boolean, message: string): Check {
  return (value, path) => (isValid(value) ? null : problem(path, message))
}

function mustBeText(isValid: (text: string) => boolean, message: string): Check {
  return mustBe((value) => typeof value === 'string' && isValid(value), message)
}

const isNotEmpty = (value: unknown) => typeof value === 'string' && value !== ''
const isList = (value: unknown) => Array.isArray(value) && value.every(isNotEmpty)

const uid = mustBeText(isUid, 'must be 1 to 128 characters')
// Anything with an `@`: only the provider can validate addresses.
const email = mustBeText((text) => /^[^@\s]+@[^@\s]+$/.test(text), 'must be something@something')
// ITU-T E.164: a plus and up to 15 digits, not starting with 0.
const phoneNumber = mustBeText(
  (text) => /^\+[1-9]\d{1,14}$/.test(text),
  'must be E.164, such as +15555550100'
)
const password = mustBeText(
  (text) => text.length >= MIN_PASSWORD_CHARS,
  `must have at least ${MIN_PASSWORD_CHARS} characters`
)
const photoURL = mustBeText(
  (text) => /^https?:/i.test(text) && parseUrl(text) !== null,
  'must be an http or https URL'
)
const text = mustBe(isNotEmpty, 'must be a text that is not empty')
const flag = mustBe((value) => typeof value === 'boolean', 'must be true or false')
const epochSeconds = mustBe(
  (value) => typeof value === 'number' && value >= 0 && value <= LATEST_SECONDS,
  'must be epoch seconds'
)

type ChecksOf<Fields> = Readonly<Record<keyof Fields, Check>>

const FACTOR: ChecksOf<NewSecondFactor> = { uid: text, phoneNumber, displayName: text }
const LINK: ChecksOf<ProviderLink> = { providerId: text, uid: text, email, displayName: text, photoURL }
const CLEARABLE: ChecksOf<ClearableFields> = {
  email,
  displayName: text,
  photoURL,
  phoneNumber,
  password,
  secondFactors: checkSecondFactors
}
const NEW_ACCOUNT: ChecksOf<NewAccount> = { uid, emailVerified: flag, disabled: flag, ...CLEARABLE }
const CHANGES: ChecksOf<AccountChanges> = {
  emailVerified: flag,
  disabled: flag,
  ...CLEARABLE,
  customClaims: checkAccountClaims,
  validSinceSeconds: epochSeconds,
  linkProvider: (value, path) => checkObject(path, value, LINK, ['providerId', 'uid']),
  unlinkProviders: mustBe(isList, 'must be a list of provider ids'),
  removePasskeys: mustBe(isList, 'must be a list of ids of passkeys')
}
const KEY: Checks = { uid, email, phoneNumber }

/** Validates a uid; null if valid. */
export function checkUid(value: unknown): Problem | null {
  return uid(value, 'uid')
}

/** Validates a key; null if valid. */
export function checkKey(key: AccountKey): Problem | null {
  const [name, ...others] = Object.keys(key)
  if (name === undefined || others.length > 0)
    return problem('key', 'must be one of uid, email and phoneNumber')
  // A key without a value is a mistake, and could match no account or any.
  const value: unknown = Object.values(key)[0]
  return checkMembers([[name, value ?? null]], KEY)
}

/** Returns the first problem of a new account; null if valid. */
export function checkNewAccount(account: NewAccount): Problem | null {
  return checkMembers(Object.entries(account), NEW_ACCOUNT)
}

/** Returns the first problem of a change; null if valid. An empty change is invalid. */
export function checkChanges(changes: AccountChanges): Problem | null {
  const isCleared = (name: string) => name === 'customClaims' || Object.hasOwn(CLEARABLE, name)
  const entries = Object.entries(changes).filter(([name, value]) => value !== null || !isCleared(name))
  if (Object.values(changes).every((value) => value === undefined)) return problem('', 'nothing to change')
  return checkMembers(entries, CHANGES)
}

/** Validates a page size; null if valid. */
export function checkPageSize(size: number): Problem | null {
  return Number.isInteger(size) && size >= 1 && size <= MAX_PAGE_SIZE
    ? null
    : problem('pageSize', `must be 1 to ${MAX_PAGE_SIZE}`)
}

/** The first unknown or invalid member; undefined members are ignored. */
function checkMembers(entries: readonly [string, unknown][], checks: Checks): Problem | null {
  for (const [name, value] of entries) {
    if (value === undefined) continue
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    const found = check === undefined ? problem(name, 'is not known') : check(value, name)
    if (found !== null) return found
  }
  return null
}

function checkSecondFactors(value: unknown, path: string): Problem | null {
  if (!Array.isArray(value)) return problem(path, 'must be a list')
  const problems = value.map((factor) => checkObject(path, factor, FACTOR, ['phoneNumber']))
  return problems.find((found) => found !== null) ?? null
}

/** Validates a nested object. `path`: name of the argument. */
function checkObject(
  path: string,
  value: unknown,
  checks: Checks,
  needed: readonly string[]
): Problem | null {
  if (!isPlainObject(value)) return problem(path, 'must be an object')
  const missing = needed.find((name) => value[name] === undefined)
  if (missing !== undefined) return problem(path, `needs ${missing}`)
  const found = checkMembers(Object.entries(value), checks)
  return found === null ? null : { ...found, path: `${path}.${found.path}` }
}

/** Kinds of account keys on the command line. */
export const KEY_KINDS = ['uid', 'email', 'phone'] as const

export type KeyKind = (typeof KEY_KINDS)[number]

/** Interprets a word: an email address has an `@`, a phone number is `+` and digits, all else is a uid. */
export function readKey(word: string, by?: KeyKind): AccountKey {
  const kind = by ?? guessKind(word)
  if (kind === 'email') return { email: word }
  return kind === 'phone' ? { phoneNumber: word } : { uid: word }
}

export function guessKind(word: string): KeyKind {
  if (word.includes('@')) return 'email'
  return /^\+\d+$/.test(word) ? 'phone' : 'uid'
}
