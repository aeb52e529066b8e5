import { isPlainObject, parseJsonObject } from '../../../config/json-members.ts'
import {
  type AccountChanges,
  checkChanges,
  checkNewAccount,
  type NewAccount,
  type ProviderLink
} from '../../../identity-platform/accounts/account-fields.ts'
import type { Problem } from '../../../problem.ts'
import { checkNumbers } from '../claims/claim-checks.ts'

export interface ImportLine {
  account: NewAccount & { uid: string }
  /** The same person at other identity providers. */
  links: ProviderLink[]
  /** Undefined: not given. */
  customClaims: Record<string, unknown> | undefined
  /** Second factors are not imported: the person enrols them again. */
  ignoredFactors: number
}

/** Members of a `UserRecord` that only the provider can set. */
const IGNORED = ['metadata', 'tokensValidAfterTime', 'passwordChangeTime', 'tenantId', 'multiFactor']
const TEXTS = ['uid', 'email', 'displayName', 'photoURL', 'phoneNumber', 'password'] as const
const FLAGS = ['emailVerified', 'disabled'] as const
const KNOWN = new Set<string>([
  ...TEXTS,
  ...FLAGS,
  ...IGNORED,
  'providerData',
  'customClaims',
  'claimsCaveat'
])
/** Providers implied by email address, password and phone number. */
const OWN_PROVIDERS = new Set(['password', 'phone'])

const CAVEAT_MESSAGE =
  'the export could not preserve the claims; correct customClaims and remove claimsCaveat'

type Members = Record<string, unknown>

/** `path` of a problem: the member; empty: the whole line. */
export type ParsedLine = { kind: 'line'; line: ImportLine } | { kind: 'invalid'; problem: Problem }

/** Parses a `UserRecord`, full or partial, with `password` in clear; null: not UTF-8. Reports the first problem. */
export function parseImportLine(text: string | null): ParsedLine {
  if (text === null) return invalid('', 'is not UTF-8')
  const members = parseJsonObject(text)
  if (members === null) return invalid('', 'is not a JSON object')
  const unknown = Object.keys(members).filter((name) => !KNOWN.has(name))
  if (unknown.length > 0) return invalid(unknown.join(', '), 'is not known')
  const { uid, ...rest } = readProfile(members)
  if (uid === undefined) return invalid('uid', 'is missing')
  const account = { uid, ...rest }
  const links = readLinks(members.providerData)
  if (links === null) return invalid('providerData', 'must be a list of objects with providerId and uid')
  const claims = members.customClaims ?? undefined
  const customClaims = claims === undefined || isPlainObject(claims) ? claims : null
  if (customClaims === null) return invalid('customClaims', 'must be an object')
  if (members.claimsCaveat !== undefined) return invalid('claimsCaveat', CAVEAT_MESSAGE)
  const problem =
    checkNewAccount(account) ??
    checkLinksAndClaims(links, customClaims) ??
    (customClaims === undefined ? null : checkNumbers(text))
  if (problem !== null) return { kind: 'invalid', problem }
  const ignoredFactors = countFactors(members.multiFactor)
  return { kind: 'line', line: { account, links, customClaims, ignoredFactors } }
}

function invalid(path: string, message: string): ParsedLine {
  return { kind: 'invalid', problem: { path, message, hint: '' } }
}

function checkLinksAndClaims(
  links: readonly ProviderLink[],
  customClaims: Members | undefined
): Problem | null {
  const changes: AccountChanges[] = links.map((linkProvider) => ({ linkProvider }))
  if (customClaims !== undefined) changes.push({ customClaims })
  return changes.map(checkChanges).find((problem) => problem !== null) ?? null
}

/** The members present; their types are checked with the account's. */
function readProfile(members: Members): NewAccount {
  const given = [...TEXTS, ...FLAGS].filter((name) => (members[name] ?? null) !== null)
  return Object.fromEntries(given.map((name) => [name, members[name]]))
}

/** Null if malformed. */
function readLinks(value: unknown): ProviderLink[] | null {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return null
  const links: ProviderLink[] = []
  for (const identity of value) {
    if (!isPlainObject(identity)) return null
    const { providerId, uid, email, displayName, photoURL } = identity
    if (typeof providerId !== 'string' || typeof uid !== 'string') return null
    if (OWN_PROVIDERS.has(providerId)) continue
    const link: ProviderLink = { providerId, uid }
    if (typeof email === 'string') link.email = email
    if (typeof displayName === 'string') link.displayName = displayName
    if (typeof photoURL === 'string') link.photoURL = photoURL
    links.push(link)
  }
  return links
}

function countFactors(multiFactor: unknown): number {
  const factors = isPlainObject(multiFactor) ? multiFactor.enrolledFactors : undefined
  return Array.isArray(factors) ? factors.length : 0
}
