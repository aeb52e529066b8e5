import { isLoopback, parseUrl } from '../../src/config/addresses/urls.ts'
import { isPlainObject } from '../../src/config/json-members.ts'
import type { Problem } from '../../src/problem.ts'

export type Json = Readonly<Record<string, unknown>>

/** What was read of a member. `problems` have an empty path, set by the caller. `value`: to keep; undefined: nothing. */
export interface Read<T = unknown> {
  problems: readonly Problem[]
  value?: T
}

/** Reads a member, whose value is undefined if there is none. `name`: with those of the objects around it. `file`: the object that has it. */
export type Member = (value: unknown, name: string, file: Json) => Read

/** Members of an object, in the order of their problems. Only these are kept, since Google's library accepts others and alternative spellings. */
export type Members = Readonly<Record<string, Member>>

export const FILE_HINT = 'Create it again with gcloud, or use a service account key.'

/** Path of the impersonation endpoint, which includes the account's email. */
const IMPERSONATION_PATH =
  /^\/v1\/projects\/[^/]+\/serviceAccounts\/([A-Za-z0-9._-]+@[A-Za-z0-9.-]+):generateAccessToken$/
const MAX_IMPERSONATION_URL = 256

/** `message`: the end of a sentence about the file, without the value. */
export function refuse(message: string, hint: string = FILE_HINT): Read<never> {
  return { problems: [{ path: '', message, hint }] }
}

/** `section`: name of the object, with a dot. */
export function readMembers(file: Json, members: Members, section = ''): Read<Record<string, unknown>> {
  const reads = Object.entries(members).map(
    ([name, read]) => [name, read(file[name], `${section}${name}`, file)] as const
  )
  const kept = reads.flatMap(([name, { value }]) => (isGiven(value) ? [[name, value]] : []))
  return { problems: reads.flatMap(([, { problems }]) => problems), value: Object.fromEntries(kept) }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

export function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** `fault`: the message for a value that is not valid; `%` is the name. */
export function valid(isValid: (value: unknown) => boolean, fault: string): Member {
  return (value, name) =>
    isValid(value) ? { problems: [], value } : refuse(fault.replace('%', `\`${name}\``))
}

/** A member that may be missing. `fault`: what is wrong otherwise, such as `that is not a number`. */
function optional(isValid: (value: unknown) => boolean, fault: string): Member {
  return valid((value) => value === undefined || isValid(value), `has a % ${fault}`)
}

export const requiredText = valid(isFilledText, 'lacks %')

/** A text that may be missing, null or empty. */
export const optionalText = valid(
  (value) => !isGiven(value) || isFilledText(value),
  'has a % that is not text'
)

/** A Google URL, enforced because secrets are sent to it. May be missing, null or empty. */
export const googleUrl: Member = (value, name, file) =>
  isFilledText(value) && !isGoogleUrl(value)
    ? refuse(`has a \`${name}\` that is not an https address below googleapis.com`)
    : optionalText(value, name, file)

/** Impersonation URL of a service account. May be missing, null or empty. */
export const impersonationUrl: Member = (value, name, file) =>
  isFilledText(value) && isGoogleUrl(value) && impersonatedAccount(value) === null
    ? refuse(`has a \`${name}\` that is not of the form …/serviceAccounts/<email>:generateAccessToken`)
    : googleUrl(value, name, file)

/** A member that is checked and not kept. */
export function ignored(read: Member): Member {
  return (...member) => ({ problems: read(...member).problems })
}

/** Email of the service account impersonated at this URL; null if it is not such a URL. */
export function impersonatedAccount(url: string): string | null {
  if (url.length > MAX_IMPERSONATION_URL) return null
  return IMPERSONATION_PATH.exec(parseUrl(url)?.pathname ?? '')?.[1] ?? null
}

function isGoogleUrl(text: string): boolean {
  const url = parseUrl(text)
  const isOfGoogle = url?.protocol === 'https:' && url.hostname.endsWith('.googleapis.com')
  return isOfGoogle && url.port === '' && url.username === ''
}

/** `1` allows the file to name a program. */
export const EXECUTABLES_VARIABLE = 'GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES'

/** Metadata servers of other clouds: http on unrouted addresses. */
const LINK_LOCAL = /^(169\.254\.\d{1,3}\.\d{1,3}|\[fd00:ec2::254\])$/

const sourceUrl = optional(isSourceUrl, 'that is neither https nor on this machine')

const format: Member = (value, name) => {
  if (value === undefined) return { problems: [] }
  const { type, subject_token_field_name: field } = isPlainObject(value) ? value : {}
  if (type === 'text') return { problems: [], value: { type } }
  return type === 'json' && isFilledText(field)
    ? { problems: [], value: { type, subject_token_field_name: field } }
    : refuse(`has a \`${name}\` that is neither \`text\` nor \`json\` with a field name`)
}

const FILE_SOURCE: Members = { file: optional(isFilledText, 'that is not text'), format }

const URL_SOURCE: Members = {
  url: sourceUrl,
  headers: valid((value) => value === undefined || isMapOfTexts(value), 'has % that are not texts'),
  format
}

const EXECUTABLE: Members = {
  command: requiredText,
  timeout_millis: optional(
    (value) => typeof value === 'number' && value >= 5000 && value <= 120_000,
    'that is not 5000 to 120000'
  ),
  output_file: optional((value) => typeof value === 'string', 'that is not text')
}

const AWS_SOURCE: Members = {
  environment_id: valid((value) => value === 'aws1', 'has another % than `aws1`'),
  region_url: sourceUrl,
  url: sourceUrl,
  imdsv2_session_token_url: sourceUrl,
  regional_cred_verification_url: valid(isAwsUrl, 'has a % that is not an https address of AWS')
}

/** Where a workload of another cloud gets its subject token. https://cloud.google.com/iam/docs/workload-identity-federation */
export function externalSource(allowExecutables: boolean): Member {
  return (source, name) => {
    if (!isPlainObject(source)) return refuse(`lacks \`${name}\``)
    if (source.environment_id !== undefined) return readMembers(source, AWS_SOURCE, `${name}.`)
    const kinds = ['file', 'url', 'executable'].filter((kind) => source[kind] !== undefined)
    const notOne = refuse(`has a \`${name}\` that is not one of \`file\`, \`url\` and \`executable\``)
    const certificate = refuse(
      `uses \`${name}.certificate\`, which is not supported`,
      'Use a file or a url as the source.'
    )
    const members = source.file === undefined ? URL_SOURCE : FILE_SOURCE
    const { problems, value } = readMembers(
      source,
      source.executable === undefined ? members : { executable: executable(allowExecutables) },
      `${name}.`
    )
    const fault = source.certificate !== undefined ? certificate : kinds.length === 1 ? null : notOne
    return { problems: [...(fault?.problems ?? []), ...problems], value }
  }
}

function executable(isAllowed: boolean): Member {
  return (value, name) => {
    const { problems, value: members } = readMembers(Object(value), EXECUTABLE, `${name}.`)
    const forbidden = refuse(
      `uses \`${name}\`, which may not run`,
      `Set ${EXECUTABLES_VARIABLE}=1 if everyone who can write the file may run programs as the gateway.`
    )
    return { problems: [...(isAllowed ? [] : forbidden.problems), ...problems], value: members }
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

function isMapOfTexts(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value).every((text) => typeof text === 'string')
}
