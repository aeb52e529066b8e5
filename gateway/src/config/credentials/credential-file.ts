import type { Problem } from '../../problem.ts'
import { isPlainObject } from '../json-members.ts'
import {
  checkMembers,
  defineMembers,
  FILE_HINT,
  fileProblem,
  googleUrl,
  impersonatedAccount,
  impersonationUrl,
  optionalText,
  pickMembers,
  requiredText
} from './credential-members.ts'
import { readExternalSource } from './credential-source.ts'
import { parseCredentialJson, readServiceAccount, type ServiceAccount } from './service-account.ts'

/** Kinds of application default credentials beside service account keys. */
export type CredentialFileType = (typeof FILE_TYPES)[number]

const FILE_TYPES = [
  'authorized_user',
  'external_account',
  'external_account_authorized_user',
  'impersonated_service_account'
] as const

/** A credential file that can be used. */
type CredentialFile =
  | { kind: 'key'; account: ServiceAccount }
  /** `impersonates`: email of the service account that it acts as. */
  | (CredentialJson & { impersonates: string | null })

/** Application default credentials that are no service account key. */
export interface CredentialJson {
  kind: 'file'
  type: CredentialFileType
  /** Checked, and known members only: the library would also take others, and other spellings of them. */
  json: Record<string, unknown>
  projectId: string | null
}

/** What the environment says about credential files. */
interface CredentialFileRules {
  /** May a program of the file's choice be run? */
  allowExecutables: boolean
  /** Project that pays for the calls, over that of the file. */
  quotaProject: string | null
}

/** The path of problems is empty: only the caller knows where the text stands. They hold no value of the file. */
type CredentialFileResult = CredentialFile | { kind: 'invalid'; problems: Problem[] }

type Json = Readonly<Record<string, unknown>>

/** Addresses that the gateway never asks. A file in which they are foreign is not one that Google wrote. */
const UNUSED = defineMembers({
  token_info_url: googleUrl('token_info_url'),
  revoke_url: googleUrl('revoke_url'),
  cloud_resource_manager_url: googleUrl('cloud_resource_manager_url')
})

const QUOTA_PROJECT = defineMembers({ quota_project_id: optionalText('quota_project_id') })
const PROJECT = defineMembers({ project_id: optionalText('project_id') })

const CLIENT = {
  client_id: requiredText('client_id'),
  client_secret: requiredText('client_secret'),
  refresh_token: requiredText('refresh_token')
}

/** The members of each type that can be said one by one; those that hold objects of their own are read beside. */
const MEMBERS = {
  authorized_user: defineMembers(CLIENT),
  external_account_authorized_user: defineMembers({ ...CLIENT, token_url: googleUrl('token_url') }),
  external_account: defineMembers({
    audience: requiredText('audience'),
    subject_token_type: requiredText('subject_token_type'),
    token_url: googleUrl('token_url'),
    service_account_impersonation_url: impersonationUrl('service_account_impersonation_url', {
      isRequired: false
    }),
    service_account_impersonation: {
      schema: { properties: { token_lifetime_seconds: { type: 'number', minimum: 600, maximum: 43_200 } } },
      message: 'has a `service_account_impersonation.token_lifetime_seconds` that is not 600 to 43200'
    },
    client_id: optionalText('client_id'),
    client_secret: optionalText('client_secret'),
    workforce_pool_user_project: optionalText('workforce_pool_user_project')
  }),
  impersonated_service_account: defineMembers({
    service_account_impersonation_url: impersonationUrl('service_account_impersonation_url', {
      isRequired: true
    }),
    delegates: {
      schema: { type: 'array', items: { type: 'string' } },
      message: 'has `delegates` that are not a list of texts'
    }
  })
} as const

/** Reads the JSON text of application default credentials, or says all that is wrong with it. */
export function parseCredentialFile(text: string, rules: CredentialFileRules): CredentialFileResult {
  const read = parseCredentialJson(text)
  return read.kind === 'json' ? readCredentialFile(read.json, rules) : read
}

function readCredentialFile(json: Json, rules: CredentialFileRules): CredentialFileResult {
  const foreign =
    json.universe_domain === undefined || json.universe_domain === 'googleapis.com'
      ? []
      : [
          fileProblem(
            'has another `universe_domain` than `googleapis.com`',
            'Other clouds are not supported.'
          )
        ]
  const read = readTyped(json, rules)
  const problems = [...foreign, ...(read.kind === 'invalid' ? read.problems : [])]
  return problems.length > 0 ? { kind: 'invalid', problems } : read
}

function readTyped(json: Json, rules: CredentialFileRules): CredentialFileResult {
  if (json.type === 'service_account') return readServiceAccount(json)
  const type = FILE_TYPES.find((known) => known === json.type)
  if (type === undefined) return unknownType(`Known: service_account, ${FILE_TYPES.join(', ')}.`)
  const nested = readNested(type, json, rules)
  const problems = [
    ...checkMembers(json, UNUSED),
    ...checkMembers(json, MEMBERS[type]),
    ...nested.problems,
    ...(rules.quotaProject === null ? checkMembers(json, QUOTA_PROJECT) : []),
    ...checkMembers(json, PROJECT)
  ]
  if (problems.length > 0) return { kind: 'invalid', problems }
  const members = { ...pickMembers(json, MEMBERS[type]), ...nested.members }
  const { quota_project_id: ownQuotaProject } = pickMembers(json, QUOTA_PROJECT)
  const quotaProject = rules.quotaProject ?? ownQuotaProject
  const { project_id: projectId } = pickMembers(json, PROJECT)
  const url = members.service_account_impersonation_url
  return {
    kind: 'file',
    type,
    json: {
      type,
      ...members,
      ...(quotaProject === undefined ? {} : { quota_project_id: quotaProject })
    },
    projectId: typeof projectId === 'string' ? projectId : null,
    impersonates: typeof url === 'string' ? impersonatedAccount(url) : null
  }
}

interface Nested {
  problems: Problem[]
  members: Record<string, unknown>
}

/** Members that are objects with rules of their own. */
function readNested(type: CredentialFileType, json: Json, rules: CredentialFileRules): Nested {
  switch (type) {
    case 'external_account':
      return readWorkload(json, rules)
    case 'impersonated_service_account':
      return readSourceCredentials(json.source_credentials, rules)
    case 'authorized_user':
    case 'external_account_authorized_user':
      return { problems: [], members: {} }
  }
}

function readWorkload(json: Json, { allowExecutables }: CredentialFileRules): Nested {
  const isWorkforce = /^\/\/iam\.googleapis\.com\/locations\/[^/]+\/workforcePools\//.test(`${json.audience}`)
  const message = 'has a `workforce_pool_user_project`, but its `audience` is no workforce pool'
  const isMisplaced =
    typeof json.workforce_pool_user_project === 'string' &&
    json.workforce_pool_user_project !== '' &&
    !isWorkforce
  const problems = isMisplaced ? [fileProblem(message)] : []
  const { service_account_impersonation: settings } = json
  const seconds = isPlainObject(settings) ? settings.token_lifetime_seconds : undefined
  const members = {
    service_account_impersonation: seconds === undefined ? undefined : { token_lifetime_seconds: seconds }
  }
  const read = readExternalSource(json.credential_source, allowExecutables)
  return read.kind === 'invalid'
    ? { problems: [...problems, ...read.problems], members }
    : { problems, members: { ...members, credential_source: read.source } }
}

/** The credentials that act as somebody else. */
function readSourceCredentials(source: unknown, rules: CredentialFileRules): Nested {
  if (!isPlainObject(source)) return { problems: [fileProblem('lacks `source_credentials`')], members: {} }
  const read =
    source.type === 'impersonated_service_account'
      ? unknownType(FILE_HINT)
      : readCredentialFile(source, { ...rules, quotaProject: null })
  switch (read.kind) {
    case 'invalid': {
      const problems = read.problems.map((problem) => ({
        ...problem,
        message: `${problem.message}, in \`source_credentials\``
      }))
      return { problems, members: {} }
    }
    case 'file':
      return { problems: [], members: { source_credentials: read.json } }
    case 'key':
      return { problems: [], members: { source_credentials: keyFileOf(read.account) } }
  }
}

function keyFileOf({ clientEmail, privateKeyPem, privateKeyId }: ServiceAccount): Record<string, unknown> {
  return {
    type: 'service_account',
    client_email: clientEmail,
    private_key: privateKeyPem,
    ...(privateKeyId === null ? {} : { private_key_id: privateKeyId })
  }
}

function unknownType(hint: string): Extract<CredentialFileResult, { kind: 'invalid' }> {
  return { kind: 'invalid', problems: [fileProblem('has an unknown `type`', hint)] }
}
