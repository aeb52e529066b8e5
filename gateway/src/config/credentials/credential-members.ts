import type { Problem } from '../../problem.ts'
import { parseUrl } from '../addresses/urls.ts'

/**
 * Null if a member's value, undefined if there is none, is valid; otherwise the end of a sentence about the file, without the
 * value.
 */
export type Member = (value: unknown, name: string) => string | null

/** Members of a kind of credential file, in the order of their problems. */
export type Members = Readonly<Record<string, Member>>

export const FILE_HINT = 'Create it again with gcloud, or use a service account key.'

/** Path of the impersonation endpoint, which includes the account's email. */
const IMPERSONATION_PATH =
  /^\/v1\/projects\/[^/]+\/serviceAccounts\/([A-Za-z0-9._-]+@[A-Za-z0-9.-]+):generateAccessToken$/
/** Max URL length accepted by the library. */
const MAX_IMPERSONATION_URL = 256

export interface ReadMembers {
  /** One per missing or invalid member, with an empty path for the caller to fill in. */
  problems: Problem[]
  /** Only the known ones, since the library accepts others and alternative spellings. */
  members: Record<string, unknown>
}

/** `section`: name of the object that has the members, with a dot. */
export function readMembers(
  file: Readonly<Record<string, unknown>>,
  members: Members,
  section = ''
): ReadMembers {
  const problems = Object.entries(members).flatMap(([name, check]) => {
    const message = check(file[name], `${section}${name}`)
    return message === null ? [] : [fileProblem(message)]
  })
  const given = Object.keys(members).filter((name) => isGiven(file[name]))
  return { problems, members: Object.fromEntries(given.map((name) => [name, file[name]])) }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** A problem whose path the caller fills in. */
export function fileProblem(message: string, hint: string = FILE_HINT): Problem {
  return { path: '', message, hint }
}

export function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** A member that may be missing. `fault`: what is wrong otherwise, such as `that is not a number`. */
export function optional(isValid: (value: unknown) => boolean, fault: string): Member {
  return (value, name) => (value === undefined || isValid(value) ? null : `has a \`${name}\` ${fault}`)
}

export const requiredText: Member = (value, name) => (isFilledText(value) ? null : `lacks \`${name}\``)

/** A text that may be missing, null or empty. */
export const optionalText: Member = (value, name) =>
  isGiven(value) && !isFilledText(value) ? `has a \`${name}\` that is not text` : null

/** A Google URL, enforced because secrets are sent to it. May be missing, null or empty. */
export const googleUrl: Member = (value, name) =>
  isFilledText(value) && !isGoogleUrl(value)
    ? `has a \`${name}\` that is not an https address below googleapis.com`
    : optionalText(value, name)

/** Impersonation URL of a service account. May be missing, null or empty. */
export const impersonationUrl: Member = (value, name) =>
  isFilledText(value) && isGoogleUrl(value) && impersonatedAccount(value) === null
    ? `has a \`${name}\` that is not of the form …/serviceAccounts/<email>:generateAccessToken`
    : googleUrl(value, name)

/** Email of the service account impersonated at this URL; null if it is not such a URL. */
export function impersonatedAccount(url: string): string | null {
  if (url.length > MAX_IMPERSONATION_URL) return null
  return IMPERSONATION_PATH.exec(parseUrl(url)?.pathname ?? '')?.[1] ?? null
}

function isGoogleUrl(text: string): boolean {
  const url = parseUrl(text)
  return (
    url?.protocol === 'https:' &&
    url.hostname.endsWith('.googleapis.com') &&
    url.port === '' &&
    url.username === ''
  )
}
