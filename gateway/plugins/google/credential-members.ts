import { isLoopback, parseUrl } from '../../src/config/addresses/urls.ts'
import { isPlainObject } from '../../src/config/json-members.ts'
import type { Environment } from '../../src/config/sources/environment.ts'

export type Json = Readonly<Record<string, unknown>>

/** Notes a problem. `message`: the end of a sentence about the file, without the value. */
type Refuse = (message: string, hint?: string) => undefined

/**
 * Reads a member, whose value is undefined if there is none, and returns what to keep; undefined: nothing. `name`: with those of the
 * objects around it. `file`: the object that has it.
 */
type Member = (value: unknown, name: string, about: { file: Json; refuse: Refuse }) => unknown

/** Members of an object, in the order of their problems. Only these are kept, since Google's library accepts others and alternative spellings. */
type Members = Readonly<Record<string, Member>>

export const FILE_HINT = 'Create it again with gcloud, or use a service account key.'

/** Path of the impersonation endpoint, which includes the account's email. */
const IMPERSONATION_PATH =
  /^\/v1\/projects\/[^/]+\/serviceAccounts\/([A-Za-z0-9._-]+@[A-Za-z0-9.-]+):generateAccessToken$/
const MAX_IMPERSONATION_URL = 256

/** `section`: name of the object, with a dot. */
export function readMembers(file: Json, members: Members, refuse: Refuse, section = '') {
  const reads = Object.entries(members).map(
    ([name, read]) => [name, read(file[name], `${section}${name}`, { file, refuse })] as const
  )
  return Object.fromEntries(reads.filter(([, value]) => isGiven(value)))
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** `fault`: the message for a value that is not valid; `%` is the name. */
function valid(isValid: (value: unknown) => boolean, fault: string): Member {
  return (value, name, { refuse }) => (isValid(value) ? value : refuse(fault.replace('%', `\`${name}\``)))
}

/** A member that may be missing. `fault`: what is wrong otherwise, such as `that is not a number`. */
function optional(isValid: (value: unknown) => boolean, fault: string): Member {
  return valid((value) => value === undefined || isValid(value), `has a % ${fault}`)
}

const requiredText = valid(isFilledText, 'lacks %')

/** A text that may be missing, null or empty. */
const optionalText = valid((value) => !isGiven(value) || isFilledText(value), 'has a % that is not text')

/** A Google URL, enforced because secrets are sent to it. May be missing, null or empty. */
const googleUrl: Member = (value, name, about) =>
  isFilledText(value) && !isGoogleUrl(value)
    ? about.refuse(`has a \`${name}\` that is not an https address below googleapis.com`)
    : optionalText(value, name, about)

/** Impersonation URL of a service account. May be missing, null or empty. */
const impersonationUrl: Member = (value, name, about) =>
  isFilledText(value) && isGoogleUrl(value) && impersonatedAccount(value) === null
    ? about.refuse(`has a \`${name}\` that is not of the form …/serviceAccounts/<email>:generateAccessToken`)
    : googleUrl(value, name, about)

/** A member that is checked and not kept. */
function ignored(read: Member): Member {
  return (...member) => void read(...member)
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
const EXECUTABLES_VARIABLE = 'GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES'

/** Metadata servers of other clouds: http on unrouted addresses. */
const LINK_LOCAL = /^(169\.254\.\d{1,3}\.\d{1,3}|\[fd00:ec2::254\])$/

const sourceUrl = optional(isSourceUrl, 'that is neither https nor on this machine')

const format: Member = (value, name, { refuse }) => {
  if (value === undefined) return undefined
  const { type, subject_token_field_name: field } = isPlainObject(value) ? value : {}
  if (type === 'text') return { type }
  return type === 'json' && isFilledText(field)
    ? { type, subject_token_field_name: field }
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
function externalSource(allowExecutables: boolean): Member {
  return (source, name, { refuse }) => {
    if (!isPlainObject(source)) return refuse(`lacks \`${name}\``)
    const read = (members: Members) => readMembers(source, members, refuse, `${name}.`)
    if (source.environment_id !== undefined) return read(AWS_SOURCE)
    const kinds = ['file', 'url', 'executable'].filter((kind) => source[kind] !== undefined)
    if (source.certificate !== undefined)
      refuse(`uses \`${name}.certificate\`, which is not supported`, 'Use a file or a url as the source.')
    else if (kinds.length !== 1)
      refuse(`has a \`${name}\` that is not one of \`file\`, \`url\` and \`executable\``)
    if (source.executable === undefined) return read(source.file === undefined ? URL_SOURCE : FILE_SOURCE)
    const hint = `Set ${EXECUTABLES_VARIABLE}=1 if everyone who can write the file may run programs as the gateway.`
    if (!allowExecutables) refuse(`uses \`${name}.executable\`, which may not run`, hint)
    return { executable: readMembers(Object(source.executable), EXECUTABLE, refuse, `${name}.executable.`) }
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

export const IMPERSONATION_URL = 'service_account_impersonation_url'

const CLIENT = { client_id: requiredText, client_secret: requiredText, refresh_token: requiredText }

/** Members of every type. The URLs are never called; foreign ones show that Google did not write the file. */
const IGNORED: Members = {
  token_info_url: ignored(googleUrl),
  revoke_url: ignored(googleUrl),
  cloud_resource_manager_url: ignored(googleUrl),
  project_id: ignored(optionalText)
}

const WORKFORCE = /^\/\/iam\.googleapis\.com\/locations\/[^/]+\/workforcePools\//

const poolProject: Member = (value, name, about) => {
  const isWorkforce = WORKFORCE.test(`${about.file.audience}`)
  return isFilledText(value) && !isWorkforce
    ? about.refuse(`has a \`${name}\`, but its \`audience\` is no workforce pool`)
    : optionalText(value, name, about)
}

/** Anything but an object is ignored. */
const impersonation: Member = (value, name, { refuse }) => {
  const { token_lifetime_seconds: seconds } = isPlainObject(value) ? value : {}
  if (seconds === undefined) return undefined
  return typeof seconds === 'number' && seconds >= 600 && seconds <= 43_200
    ? { token_lifetime_seconds: seconds }
    : refuse(`has a \`${name}.token_lifetime_seconds\` that is not 600 to 43200`)
}

const isListOfTexts = (value: unknown) =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

/** Members of each type of file. `env`: may override the quota project, and allow programs. */
export function membersOf(env: Environment) {
  const quotaProject = env.GOOGLE_CLOUD_QUOTA_PROJECT
  const common: Members = { ...IGNORED, quota_project_id: quotaProject ? () => quotaProject : optionalText }
  return {
    authorized_user: { ...common, ...CLIENT },
    external_account_authorized_user: { ...common, ...CLIENT, token_url: googleUrl },
    external_account: {
      ...common,
      audience: requiredText,
      subject_token_type: requiredText,
      token_url: googleUrl,
      [IMPERSONATION_URL]: impersonationUrl,
      service_account_impersonation: impersonation,
      client_id: optionalText,
      client_secret: optionalText,
      workforce_pool_user_project: poolProject,
      credential_source: externalSource(env[EXECUTABLES_VARIABLE] === '1')
    },
    impersonated_service_account: {
      ...common,
      [IMPERSONATION_URL]: (...member) =>
        (isFilledText(member[0]) ? impersonationUrl : requiredText)(...member),
      delegates: valid(
        (value) => value === undefined || isListOfTexts(value),
        'has `delegates` that are not a list of texts'
      )
    }
  } satisfies Record<string, Members>
}
