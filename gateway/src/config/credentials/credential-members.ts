import type { Problem } from '../../problem.ts'
import { parseUrl } from '../addresses/urls.ts'

/**
 * Checks the value of a member, undefined if there is none. Returns null if it is valid, otherwise the end of
 * a sentence about the file, without any value.
 */
export type Member = (value: unknown) => string | null

/** Members of a kind of credential file, in the order of their problems. */
export type Members = Readonly<Record<string, Member>>

export const FILE_HINT = 'Create it again with gcloud, or use a service account key.'

/** Path of the impersonation endpoint, which includes the account's email. */
const IMPERSONATION_PATH =
  /^\/v1\/projects\/[^/]+\/serviceAccounts\/([A-Za-z0-9._-]+@[A-Za-z0-9.-]+):generateAccessToken$/
/** Max URL length accepted by the library. */
const MAX_IMPERSONATION_URL = 256

/** One problem per missing or invalid member, with an empty path for the caller to fill in. */
export function checkMembers(file: Readonly<Record<string, unknown>>, members: Members): Problem[] {
  return Object.entries(members).flatMap(([name, check]) => {
    const message = check(file[name])
    return message === null ? [] : [fileProblem(message)]
  })
}

/** Only the known members, since the library accepts others and alternative spellings. */
export function pickMembers(
  file: Readonly<Record<string, unknown>>,
  members: Members
): Record<string, unknown> {
  const given = Object.keys(members).filter((name) => isGiven(file[name]))
  return Object.fromEntries(given.map((name) => [name, file[name]]))
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** A problem whose path the caller fills in. */
export function fileProblem(message: string, hint: string = FILE_HINT): Problem {
  return { path: '', message, hint }
}

/** A member that may be missing. */
export function optional(isValid: (value: unknown) => boolean, message: string): Member {
  return (value) => (value === undefined || isValid(value) ? null : message)
}

export function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function requiredText(name: string): Member {
  return (value) => (isFilledText(value) ? null : `lacks \`${name}\``)
}

/** A text that may be missing, null or empty. */
export function optionalText(name: string): Member {
  return (value) => (!isGiven(value) || isFilledText(value) ? null : `has a \`${name}\` that is not text`)
}

/** A Google URL, enforced because secrets are sent to it. May be missing, null or empty. */
export function googleUrl(name: string): Member {
  const checkText = optionalText(name)
  return (value) =>
    checkText(value) ??
    (isGiven(value) && !isGoogleUrl(String(value))
      ? `has a \`${name}\` that is not an https address below googleapis.com`
      : null)
}

/** Impersonation URL of a service account. May be missing, null or empty. */
export function impersonationUrl(name: string): Member {
  const checkUrl = googleUrl(name)
  return (value) =>
    checkUrl(value) ??
    (isGiven(value) && impersonatedAccount(String(value)) === null
      ? `has a \`${name}\` that is not of the form …/serviceAccounts/<email>:generateAccessToken`
      : null)
}

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
