import { isPlainObject, readText } from '../../config/json-members.ts'
import { type Invalid, invalid, problemsOf } from '../../config/sources/files.ts'
import {
  FILE_HINT,
  fileProblem,
  googleUrl,
  impersonatedAccount,
  impersonationUrl,
  isFilledText,
  type Members,
  optionalText,
  type ReadMembers,
  readExternalSource,
  readMembers,
  requiredText
} from './credential-members.ts'
import { parseCredentialJson, readServiceAccount, type ServiceAccount } from './service-account.ts'

/** Types of application default credentials besides service account keys. */
export type CredentialFileType = (typeof FILE_TYPES)[number]

const FILE_TYPES = [
  'authorized_user',
  'external_account',
  'external_account_authorized_user',
  'impersonated_service_account'
] as const

type CredentialFile =
  | { kind: 'key'; account: ServiceAccount }
  /** `impersonates`: email of the impersonated service account. */
  | (CredentialJson & { impersonates: string | null })

/** Application default credentials other than a service account key. */
export interface CredentialJson {
  kind: 'file'
  type: CredentialFileType
  /** Validated and limited to known members, since the library accepts others and alternative spellings. */
  json: Record<string, unknown>
  projectId: string | null
}

/** Rules from the environment. */
interface CredentialFileRules {
  /** Whether the file may name a program to run. */
  allowExecutables: boolean
  /** Quota project that overrides the file's. */
  quotaProject: string | null
}

/** Problems have an empty path, set by the caller, and no values of the file. */
type CredentialFileResult = CredentialFile | Invalid

type Json = Readonly<Record<string, unknown>>

/** URLs that the gateway never calls; foreign ones show that Google did not write the file. */
const UNUSED = {
  token_info_url: googleUrl,
  revoke_url: googleUrl,
  cloud_resource_manager_url: googleUrl
}

const QUOTA_PROJECT = { quota_project_id: optionalText }
const PROJECT = { project_id: optionalText }

const CLIENT = {
  client_id: requiredText,
  client_secret: requiredText,
  refresh_token: requiredText
}

const IMPERSONATION_URL = 'service_account_impersonation_url'

/** Flat members of each type; nested objects are read separately. */
const MEMBERS: Readonly<Record<CredentialFileType, Members>> = {
  authorized_user: CLIENT,
  external_account_authorized_user: { ...CLIENT, token_url: googleUrl },
  external_account: {
    audience: requiredText,
    subject_token_type: requiredText,
    token_url: googleUrl,
    [IMPERSONATION_URL]: impersonationUrl,
    service_account_impersonation: (value) =>
      isImpersonation(value)
        ? null
        : 'has a `service_account_impersonation.token_lifetime_seconds` that is not 600 to 43200',
    client_id: optionalText,
    client_secret: optionalText,
    workforce_pool_user_project: optionalText
  },
  impersonated_service_account: {
    [IMPERSONATION_URL]: (value, name) => requiredText(value, name) ?? impersonationUrl(value, name),
    delegates: (value) =>
      value === undefined || isListOfTexts(value) ? null : 'has `delegates` that are not a list of texts'
  }
}

/** True for the settings of impersonated tokens; anything but an object is ignored. */
function isImpersonation(value: unknown): boolean {
  const { token_lifetime_seconds: seconds } = isPlainObject(value) ? value : {}
  return seconds === undefined || (typeof seconds === 'number' && seconds >= 600 && seconds <= 43_200)
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

/** Parses the JSON of application default credentials, or lists all problems. */
export function parseCredentialFile(text: string, rules: CredentialFileRules): CredentialFileResult {
  const read = parseCredentialJson(text)
  return read.kind === 'json' ? readCredentialFile(read.json, rules) : read
}

function readCredentialFile(json: Json, rules: CredentialFileRules): CredentialFileResult {
  const read = readTyped(json, rules)
  const { universe_domain: universe = 'googleapis.com' } = json
  if (universe === 'googleapis.com') return read
  const message = 'has another `universe_domain` than `googleapis.com`'
  const foreign = fileProblem(message, 'Other clouds are not supported.')
  return { kind: 'invalid', problems: [foreign, ...problemsOf(read)] }
}

function readTyped(json: Json, rules: CredentialFileRules): CredentialFileResult {
  if (json.type === 'service_account') return readServiceAccount(json)
  const type = FILE_TYPES.find((known) => known === json.type)
  if (type === undefined) return unknownType(`Known: service_account, ${FILE_TYPES.join(', ')}.`)
  const flat = readMembers(json, MEMBERS[type])
  const nested = readNested(type, json, rules)
  const quota =
    rules.quotaProject === null
      ? readMembers(json, QUOTA_PROJECT)
      : { problems: [], members: { quota_project_id: rules.quotaProject } }
  const problems = [readMembers(json, UNUSED), flat, nested, quota, readMembers(json, PROJECT)].flatMap(
    (read) => read.problems
  )
  if (problems.length > 0) return { kind: 'invalid', problems }
  const url = readText(flat.members[IMPERSONATION_URL])
  return {
    kind: 'file',
    type,
    json: { type, ...flat.members, ...nested.members, ...quota.members },
    projectId: readText(json.project_id),
    impersonates: url === null ? null : impersonatedAccount(url)
  }
}

function readNested(type: CredentialFileType, json: Json, rules: CredentialFileRules): ReadMembers {
  if (type === 'external_account') return readWorkload(json, rules)
  if (type === 'impersonated_service_account') return readSourceCredentials(json.source_credentials, rules)
  return { problems: [], members: {} }
}

function readWorkload(json: Json, { allowExecutables }: CredentialFileRules): ReadMembers {
  const isWorkforce = /^\/\/iam\.googleapis\.com\/locations\/[^/]+\/workforcePools\//.test(`${json.audience}`)
  const message = 'has a `workforce_pool_user_project`, but its `audience` is no workforce pool'
  const problems =
    isFilledText(json.workforce_pool_user_project) && !isWorkforce ? [fileProblem(message)] : []
  const { service_account_impersonation: settings } = json
  const seconds = isPlainObject(settings) ? settings.token_lifetime_seconds : undefined
  const source = readExternalSource(json.credential_source, allowExecutables)
  const members = {
    service_account_impersonation: seconds === undefined ? undefined : { token_lifetime_seconds: seconds },
    credential_source: source.members
  }
  return { problems: [...problems, ...source.problems], members }
}

function readSourceCredentials(source: unknown, rules: CredentialFileRules): ReadMembers {
  if (!isPlainObject(source)) return { problems: [fileProblem('lacks `source_credentials`')], members: {} }
  const read =
    source.type === 'impersonated_service_account'
      ? unknownType(FILE_HINT)
      : readCredentialFile(source, { ...rules, quotaProject: null })
  if (read.kind === 'invalid') {
    const problems = read.problems.map((problem) => ({
      ...problem,
      message: `${problem.message}, in \`source_credentials\``
    }))
    return { problems, members: {} }
  }
  const file = read.kind === 'file' ? read.json : keyFileOf(read.account)
  return { problems: [], members: { source_credentials: file } }
}

function keyFileOf({ clientEmail, privateKeyPem, privateKeyId }: ServiceAccount): Record<string, unknown> {
  return {
    type: 'service_account',
    client_email: clientEmail,
    private_key: privateKeyPem,
    ...(privateKeyId === null ? {} : { private_key_id: privateKeyId })
  }
}

function unknownType(hint: string): Invalid {
  return invalid('', 'has an unknown `type`', hint)
}
