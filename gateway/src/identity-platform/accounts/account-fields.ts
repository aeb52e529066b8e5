import { parseUrl } from '../../config/addresses/urls.ts'
import type { Problem } from '../../problem.ts'
import { checkAccountClaims } from '../tokens/claims.ts'
import { isUid } from '../tokens/id-token.ts'

/** Without a uid the provider generates one of 28 letters and digits. */
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
}

type Clearable = 'email' | 'displayName' | 'photoURL' | 'phoneNumber' | 'password'

/** Omitted members stay unchanged, null clears. Without a password, the account cannot sign in by one. */
export type AccountChanges = Pick<NewAccount, 'emailVerified' | 'disabled'> & {
  [Name in Clearable]?: string | null
} & {
  /** Replaces all custom claims; null or `{}` removes them. */
  customClaims?: Record<string, unknown> | null
  /** Epoch seconds; earlier sign-ins become invalid. */
  validSinceSeconds?: number
  /** They can only be removed, all at once. */
  secondFactors?: null
  /** Ids of passkeys to remove, as listed; the provider ignores unknown ones. */
  removePasskeys?: string[]
}

/** Identifies an account. Email addresses are case-insensitive; phone numbers are E.164. */
export type AccountKey = { uid: string } | { email: string } | { phoneNumber: string }

/** The problem of a value that an argument must not have; null if valid. */
type Check = (value: unknown, path: string) => Problem | null

/** A member of an account, and how the provider's `accounts:update` writes and clears it. */
interface Field {
  check: Check
  /** Its name there; default: the same. */
  name?: string
  /** Its value there; default: the same. */
  write?: (value: unknown) => unknown
  /** Members of the call that clear it; lists are joined. */
  cleared?: Record<string, unknown>
}

const MIN_PASSWORD_CHARS = 6
export const MAX_PAGE_SIZE = 1000
/** End of the year 9999; larger values are probably milliseconds. */
const LATEST_SECONDS = 253_402_300_799

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
const flag = mustBe((value) => typeof value === 'boolean', 'must be true or false')
const uid = mustBeText(isUid, 'must be 1 to 128 characters')
// Anything with an `@`: only the provider can validate addresses.
const email = mustBeText((text) => /^[^@\s]+@[^@\s]+$/.test(text), 'must be something@something')
// ITU-T E.164: a plus and up to 15 digits, not starting with 0.
const phoneNumber = mustBeText(
  (text) => /^\+[1-9]\d{1,14}$/.test(text),
  'must be E.164, such as +15555550100'
)

const PROFILE: Readonly<Record<Exclude<keyof NewAccount, 'uid'>, Field>> = {
  displayName: {
    check: mustBe(isNotEmpty, 'must be a text that is not empty'),
    cleared: { deleteAttribute: ['DISPLAY_NAME'] }
  },
  photoURL: {
    check: mustBeText(
      (text) => /^https?:/i.test(text) && parseUrl(text) !== null,
      'must be an http or https URL'
    ),
    name: 'photoUrl',
    cleared: { deleteAttribute: ['PHOTO_URL'] }
  },
  email: { check: email, cleared: { deleteAttribute: ['EMAIL'] } },
  password: {
    check: mustBeText(
      (text) => text.length >= MIN_PASSWORD_CHARS,
      `must have at least ${MIN_PASSWORD_CHARS} characters`
    ),
    cleared: { deleteAttribute: ['PASSWORD'] }
  },
  phoneNumber: { check: phoneNumber, cleared: { deleteProvider: ['phone'] } },
  emailVerified: { check: flag },
  disabled: { check: flag, name: 'disableUser' }
}

const CHANGES: Readonly<Record<keyof AccountChanges, Field>> = {
  ...PROFILE,
  customClaims: {
    check: checkAccountClaims,
    name: 'customAttributes',
    write: (claims) => JSON.stringify(claims),
    cleared: { customAttributes: '{}' }
  },
  validSinceSeconds: {
    check: mustBe(
      (value) => typeof value === 'number' && value >= 0 && value <= LATEST_SECONDS,
      'must be epoch seconds'
    ),
    name: 'validSince',
    write: (seconds) => String(Math.floor(Number(seconds)))
  },
  secondFactors: { check: mustBe(() => false, 'must be null'), cleared: { mfa: { enrollments: [] } } },
  removePasskeys: {
    check: mustBe(
      (value) => Array.isArray(value) && value.every(isNotEmpty),
      'must be a list of ids of passkeys'
    ),
    name: 'deletePasskey'
  }
}

type Fields = Readonly<Record<string, Field>>

const NEW_ACCOUNT: Fields = { uid: { check: uid }, ...PROFILE }
const KEY: Fields = { uid: { check: uid }, email: { check: email }, phoneNumber: { check: phoneNumber } }

/** Validates a uid; null if valid. */
export function checkUid(value: unknown): Problem | null {
  return uid(value, 'uid')
}

/** Validates a key; null if valid. */
export function checkKey(key: AccountKey): Problem | null {
  const [entry, ...others] = Object.entries<unknown>(key)
  if (entry === undefined || others.length > 0)
    return problem('key', 'must be one of uid, email and phoneNumber')
  // A key without a value is a mistake, and could match no account or any.
  return checkMember(entry[0], entry[1] ?? null, KEY)
}

/** Returns the first problem of a new account; null if valid. */
export function checkNewAccount(account: NewAccount): Problem | null {
  return checkMembers(Object.entries(account), NEW_ACCOUNT)
}

/** Returns the first problem of a change; null if valid. An empty change is invalid. */
export function checkChanges(changes: AccountChanges): Problem | null {
  const fields: Fields = CHANGES
  if (Object.values(changes).every((value) => value === undefined)) return problem('', 'nothing to change')
  const isCleared = (name: string) => Object.hasOwn(fields, name) && fields[name]?.cleared !== undefined
  const set = Object.entries(changes).filter(([name, value]) => value !== null || !isCleared(name))
  return checkMembers(set, fields)
}

/** Validates a page size; null if valid. */
export function checkPageSize(size: number): Problem | null {
  return Number.isInteger(size) && size >= 1 && size <= MAX_PAGE_SIZE
    ? null
    : problem('pageSize', `must be 1 to ${MAX_PAGE_SIZE}`)
}

/** The first unknown or invalid member; undefined members are ignored. */
function checkMembers(entries: readonly [string, unknown][], fields: Fields): Problem | null {
  for (const [name, value] of entries) {
    const found = value === undefined ? null : checkMember(name, value, fields)
    if (found !== null) return found
  }
  return null
}

function checkMember(name: string, value: unknown, fields: Fields): Problem | null {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  return field === undefined ? problem(name, 'is not known') : field.check(value, name)
}

/** The body of `accounts` (create), with some names that differ from `accounts:update`. */
export function buildNewAccount({ uid: localId, photoURL: photoUrl, ...rest }: NewAccount): object {
  return { localId, photoUrl, ...rest }
}

/** The body of `accounts:update`. */
export function buildChanges(uid: string, changes: AccountChanges): object {
  const body: Record<string, unknown> = { localId: uid }
  const given: Record<string, unknown> = { ...changes }
  for (const [member, { name = member, write, cleared }] of Object.entries<Field>(CHANGES)) {
    const value = given[member]
    if (value === undefined) continue
    if (value !== null) body[name] = write === undefined ? value : write(value)
    else for (const [key, item] of Object.entries(cleared ?? {})) body[key] = join(body[key], item)
  }
  return body
}

function join(former: unknown, item: unknown): unknown {
  return Array.isArray(former) && Array.isArray(item) ? [...former, ...item] : item
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
