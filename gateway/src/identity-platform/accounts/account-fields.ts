import type { SchemaObject } from 'ajv'
import { parseUrl } from '../../config/addresses/urls.ts'
import { createMemberCheck, isPlainObject, type ObjectShape } from '../../config/json-members.ts'
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
  secondFactors?: NewSecondFactor[]
}

/** Omitted members stay unchanged, null clears. */
export interface AccountChanges {
  email?: string | null
  emailVerified?: boolean
  displayName?: string | null
  photoURL?: string | null
  phoneNumber?: string | null
  /** Null disables sign-in by password. */
  password?: string | null
  disabled?: boolean
  /** Replaces all custom claims; null or `{}` removes them. */
  customClaims?: Record<string, unknown> | null
  /** Epoch seconds; earlier sign-ins become invalid. */
  validSinceSeconds?: number
  /** Links an account of another identity provider, such as `google.com`. */
  linkProvider?: ProviderLink
  /** Ids of identity providers to unlink. */
  unlinkProviders?: string[]
  /** Replaces all second factors; null removes them. */
  secondFactors?: NewSecondFactor[] | null
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

/**
 * Identifies an account. Email addresses are case-insensitive; phone numbers are E.164, such as
 * `+15555550100`.
 */
export type AccountKey = { uid: string } | { email: string } | { phoneNumber: string }

const MIN_PASSWORD_CHARS = 6
export const MAX_PAGE_SIZE = 1000
/** End of the year 9999; larger values are probably milliseconds. */
const LATEST_SECONDS = 253_402_300_799

/** One argument: its JSON Schema and the message if invalid. */
interface Field {
  schema: SchemaObject
  message: string
  /** Validation beyond the schema. */
  check?: (value: unknown) => Problem | null
}

type Fields = Readonly<Record<string, Field>>

const findBrokenMembers = createMemberCheck({
  uid: isUid,
  password: (text) => text.length >= MIN_PASSWORD_CHARS,
  'web-url': (text) => /^https?:/i.test(text) && parseUrl(text) !== null
})

const uid: Field = {
  schema: { type: 'string', format: 'uid' },
  message: 'must be 1 to 128 characters'
}
const email: Field = {
  // Anything with an `@`: only the provider can validate addresses.
  schema: { type: 'string', pattern: '^[^@\\s]+@[^@\\s]+$' },
  message: 'must be something@something'
}
const phoneNumber: Field = {
  // ITU-T E.164: a plus and up to 15 digits, not starting with 0.
  schema: { type: 'string', pattern: '^\\+[1-9]\\d{1,14}$' },
  message: 'must be E.164, such as +15555550100'
}
const password: Field = {
  schema: { type: 'string', format: 'password' },
  message: `must have at least ${MIN_PASSWORD_CHARS} characters`
}
const photoURL: Field = {
  schema: { type: 'string', format: 'web-url' },
  message: 'must be an http or https URL'
}
const text: Field = {
  schema: { type: 'string', minLength: 1 },
  message: 'must be a text that is not empty'
}
const flag: Field = { schema: { type: 'boolean' }, message: 'must be true or false' }

const FACTOR: Readonly<Record<keyof NewSecondFactor, Field>> = { uid: text, phoneNumber, displayName: text }
const LINK: Readonly<Record<keyof ProviderLink, Field>> = {
  providerId: text,
  uid: text,
  email,
  displayName: text,
  photoURL
}

const PROFILE = {
  email,
  emailVerified: flag,
  displayName: text,
  photoURL,
  phoneNumber,
  password,
  disabled: flag,
  secondFactors: {
    schema: { type: 'array' },
    message: 'must be a list',
    check: checkSecondFactors
  }
}
const NEW_ACCOUNT: Readonly<Record<keyof NewAccount, Field>> = { uid, ...PROFILE }
const CHANGES: Readonly<Record<keyof AccountChanges, Field>> = {
  ...PROFILE,
  customClaims: { schema: {}, message: '', check: checkAccountClaims },
  validSinceSeconds: {
    schema: { type: 'number', minimum: 0, maximum: LATEST_SECONDS },
    message: 'must be epoch seconds'
  },
  linkProvider: {
    schema: { type: 'object' },
    message: 'must be an object',
    check: (value) => checkObject('linkProvider', value, LINK, ['providerId', 'uid'])
  },
  unlinkProviders: {
    schema: { type: 'array', items: { type: 'string', minLength: 1 } },
    message: 'must be a list of provider ids'
  },
  removePasskeys: {
    schema: { type: 'array', items: { type: 'string', minLength: 1 } },
    message: 'must be a list of ids of passkeys'
  }
}
const KEY: Fields = { uid, email, phoneNumber }
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

/** Validates a uid; null if valid. */
export function checkUid(value: unknown): Problem | null {
  return checkFields([['uid', value ?? null]], KEY)
}

/** Validates a key; null if valid. */
export function checkKey(key: AccountKey): Problem | null {
  const [name, ...others] = Object.keys(key)
  if (name === undefined || others.length > 0)
    return { path: 'key', message: 'must be one of uid, email and phoneNumber', hint: '' }
  // A key without a value is a mistake, and could match no account or any.
  const value: unknown = Object.values(key)[0]
  return checkFields([[name, value ?? null]], KEY)
}

/** Returns the first problem of a new account; null if valid. */
export function checkNewAccount(account: NewAccount): Problem | null {
  return checkFields(Object.entries(account), NEW_ACCOUNT)
}

/** Returns the first problem of a change; null if valid. An empty change is invalid. */
export function checkChanges(changes: AccountChanges): Problem | null {
  const entries = Object.entries(changes).filter(([name, value]) => value !== null || !CLEARABLE.has(name))
  if (Object.values(changes).every((value) => value === undefined))
    return { path: '', message: 'nothing to change', hint: '' }
  return checkFields(entries, CHANGES)
}

/** Validates a page size; null if valid. */
export function checkPageSize(size: number): Problem | null {
  return Number.isInteger(size) && size >= 1 && size <= MAX_PAGE_SIZE
    ? null
    : { path: 'pageSize', message: `must be 1 to ${MAX_PAGE_SIZE}`, hint: '' }
}

/** The first unknown or invalid member; undefined members are ignored. */
function checkFields(entries: readonly [string, unknown][], fields: Fields): Problem | null {
  const broken = findBrokenMembers(shapeOf(fields), Object.fromEntries(entries))
  for (const [name, value] of entries) {
    if (value === undefined) continue
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) return { path: name, message: 'is not known', hint: '' }
    if (broken.some((member) => member.name === name)) return { path: name, message: field.message, hint: '' }
    const problem = field.check?.(value) ?? null
    if (problem !== null) return problem
  }
  return null
}

function checkSecondFactors(value: unknown): Problem | null {
  const factors: unknown[] = Array.isArray(value) ? value : []
  const problems = factors.map((factor) => checkObject('secondFactors', factor, FACTOR, ['phoneNumber']))
  return problems.find((problem) => problem !== null) ?? null
}

/** Validates a nested object. `path`: name of the argument. */
function checkObject(
  path: string,
  value: unknown,
  fields: Fields,
  needed: readonly string[]
): Problem | null {
  if (!isPlainObject(value)) return { path, message: 'must be an object', hint: '' }
  const missing = needed.find((name) => value[name] === undefined)
  if (missing !== undefined) return { path, message: `needs ${missing}`, hint: '' }
  const problem = checkFields(Object.entries(value), fields)
  return problem === null ? null : { ...problem, path: `${path}.${problem.path}` }
}

const shapes = new WeakMap<Fields, ObjectShape>()

function shapeOf(fields: Fields): ObjectShape {
  const members = Object.entries(fields).map(([name, { schema }]) => [name, schema])
  const shape = shapes.get(fields) ?? { required: [], members: Object.fromEntries(members) }
  shapes.set(fields, shape)
  return shape
}
