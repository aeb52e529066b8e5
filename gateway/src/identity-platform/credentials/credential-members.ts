import { isLoopback, parseUrl } from '../../config/addresses/urls.ts'
import { isPlainObject } from '../../config/json-members.ts'
import type { Problem } from '../../problem.ts'

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
function optional(isValid: (value: unknown) => boolean, fault: string): Member {
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

/** `1` allows the file to name a program. */
export const EXECUTABLES_VARIABLE = 'GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES'

const SECTION = 'credential_source.'

/** Metadata servers of other clouds: http on unrouted addresses. */
const LINK_LOCAL = /^(169\.254\.\d{1,3}\.\d{1,3}|\[fd00:ec2::254\])$/

const sourceUrl = optional(isSourceUrl, 'that is neither https nor on this machine')
const format = optional(isFormat, 'that is neither `text` nor `json` with a field name')

const FILE_SOURCE = { file: optional(isFilledText, 'that is not text'), format }

const URL_SOURCE: Members = {
  url: sourceUrl,
  headers: (value, name) =>
    value === undefined || isMapOfTexts(value) ? null : `has \`${name}\` that are not texts`,
  format
}

const EXECUTABLE = {
  command: requiredText,
  timeout_millis: optional(
    (value) => typeof value === 'number' && value >= 5000 && value <= 120_000,
    'that is not 5000 to 120000'
  ),
  output_file: optional((value) => typeof value === 'string', 'that is not text')
}

const AWS_SOURCE: Members = {
  environment_id: (value, name) => (value === 'aws1' ? null : `has another \`${name}\` than \`aws1\``),
  region_url: sourceUrl,
  url: sourceUrl,
  imdsv2_session_token_url: sourceUrl,
  regional_cred_verification_url: (value, name) =>
    isAwsUrl(value) ? null : `has a \`${name}\` that is not an https address of AWS`
}

type Json = Readonly<Record<string, unknown>>

/** Where a workload of another cloud gets its subject token. https://cloud.google.com/iam/docs/workload-identity-federation */
export function readExternalSource(value: unknown, allowExecutables: boolean): ReadMembers {
  if (!isPlainObject(value)) return { problems: [fileProblem('lacks `credential_source`')], members: {} }
  const read = readKind(value, allowExecutables)
  if (value.certificate === undefined) return read
  const message = 'uses `credential_source.certificate`, which is not supported'
  const problem = fileProblem(message, 'Use a file or a url as the source.')
  return { ...read, problems: [problem, ...read.problems] }
}

function readKind(source: Json, allowExecutables: boolean): ReadMembers {
  if (source.environment_id !== undefined) return readMembers(source, AWS_SOURCE, SECTION)
  const ways = ['file', 'url', 'executable'].filter((name) => source[name] !== undefined)
  const notOne =
    ways.length !== 1 && source.certificate === undefined
      ? [fileProblem('has a `credential_source` that is not one of `file`, `url` and `executable`')]
      : []
  const read =
    source.executable === undefined
      ? readFileOrUrl(source)
      : readExecutable(source.executable, allowExecutables)
  return { ...read, problems: [...notOne, ...read.problems] }
}

function readFileOrUrl(json: Json): ReadMembers {
  const read = readMembers(json, json.file === undefined ? URL_SOURCE : FILE_SOURCE, SECTION)
  if (json.format === undefined) return read
  const { type, subject_token_field_name: field } = isPlainObject(json.format) ? json.format : {}
  const format = type === 'json' ? { type, subject_token_field_name: field } : { type }
  return { ...read, members: { ...read.members, format } }
}

function readExecutable(value: unknown, allowExecutables: boolean): ReadMembers {
  const executable = isPlainObject(value) ? value : {}
  const { problems, members } = readMembers(executable, EXECUTABLE, `${SECTION}executable.`)
  const forbidden = fileProblem(
    'uses `credential_source.executable`, which may not run',
    `Set ${EXECUTABLES_VARIABLE}=1 if everyone who can write the file may run programs as the gateway.`
  )
  return {
    problems: allowExecutables ? problems : [forbidden, ...problems],
    members: { executable: members }
  }
}

/** The response becomes our identity, so require https or an unrouted address. */
function isSourceUrl(value: unknown): boolean {
  const url = typeof value === 'string' ? parseUrl(value) : null
  const isNear = url?.protocol === 'http:' && (isLoopback(url.hostname) || LINK_LOCAL.test(url.hostname))
  return url?.protocol === 'https:' || isNear
}

/** Google calls it with a request signed by this machine, so it must belong to AWS. */
function isAwsUrl(value: unknown): boolean {
  const host = typeof value === 'string' ? /^https:\/\/([^/?#@:]+)/.exec(value)?.[1] : undefined
  return host !== undefined && /\.amazonaws\.com(\.cn)?$/.test(host)
}

function isFormat(value: unknown): boolean {
  if (!isPlainObject(value)) return false
  return value.type === 'text' || (value.type === 'json' && isFilledText(value.subject_token_field_name))
}

function isMapOfTexts(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value).every((text) => typeof text === 'string')
}
