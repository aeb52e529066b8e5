import { isPlainObject, readText } from '../../src/config/json-members.ts'
import { type Invalid, invalid, problemsOf } from '../../src/config/sources/files.ts'
import {
  externalSource,
  FILE_HINT,
  googleUrl,
  ignored,
  impersonatedAccount,
  impersonationUrl,
  isFilledText,
  type Json,
  type Member,
  type Members,
  optionalText,
  readMembers,
  refuse,
  requiredText,
  valid
} from './credential-members.ts'
import { parseCredentialJson, readServiceAccount, type ServiceAccount } from '../../src/identity-platform/credentials/service-account.ts'

/** Types of application default credentials besides service account keys. */
const FILE_TYPES = [
  'authorized_user',
  'external_account',
  'external_account_authorized_user',
  'impersonated_service_account'
] as const

/** Application default credentials. */
export type CredentialFile =
  | { kind: 'key'; account: ServiceAccount }
  | {
      kind: 'file'
      type: (typeof FILE_TYPES)[number]
      /** Validated, and limited to known members. */
      json: Json
      /** Of `impersonated_service_account`: the credentials that impersonate. Otherwise null. */
      source: CredentialFile | null
      /** The signing service account, which is the impersonated one; null if none. */
      signerEmail: string | null
    }

/** Rules from the environment. */
interface CredentialFileRules {
  /** Whether the file may name a program to run. */
  allowExecutables: boolean
  /** Quota project that overrides the file's. */
  quotaProject: string | null
}

const IMPERSONATION_URL = 'service_account_impersonation_url'

const CLIENT = { client_id: requiredText, client_secret: requiredText, refresh_token: requiredText }

/** Members of every type. The URLs are never called; foreign ones show that Google did not write the file. */
const IGNORED: Members = {
  token_info_url: ignored(googleUrl),
  revoke_url: ignored(googleUrl),
  cloud_resource_manager_url: ignored(googleUrl),
  project_id: ignored(optionalText)
}

const poolProject: Member = (value, name, file) => {
  const isWorkforce = /^\/\/iam\.googleapis\.com\/locations\/[^/]+\/workforcePools\//.test(`${file.audience}`)
  return isFilledText(value) && !isWorkforce
    ? refuse(`has a \`${name}\`, but its \`audience\` is no workforce pool`)
    : optionalText(value, name, file)
}

/** Anything but an object is ignored. */
const impersonation: Member = (value, name) => {
  const { token_lifetime_seconds: seconds } = isPlainObject(value) ? value : {}
  if (seconds === undefined) return { problems: [] }
  return typeof seconds === 'number' && seconds >= 600 && seconds <= 43_200
    ? { problems: [], value: { token_lifetime_seconds: seconds } }
    : refuse(`has a \`${name}.token_lifetime_seconds\` that is not 600 to 43200`)
}

const isListOfTexts = (value: unknown) =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

function membersOf({ allowExecutables, quotaProject }: CredentialFileRules) {
  const common: Members = {
    ...IGNORED,
    quota_project_id: quotaProject === null ? optionalText : () => ({ problems: [], value: quotaProject })
  }
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
      credential_source: externalSource(allowExecutables)
    },
    impersonated_service_account: {
      ...common,
      [IMPERSONATION_URL]: (value, name, file) =>
        isFilledText(value) ? impersonationUrl(value, name, file) : requiredText(value, name, file),
      delegates: valid(
        (value) => value === undefined || isListOfTexts(value),
        'has `delegates` that are not a list of texts'
      )
    }
  } satisfies Record<(typeof FILE_TYPES)[number], Members>
}

/** Parses the JSON of application default credentials, or lists all problems, with an empty path and no values of the file. */
export function parseCredentialFile(text: string, rules: CredentialFileRules): CredentialFile | Invalid {
  const read = parseCredentialJson(text)
  return read.kind === 'json' ? readCredentialFile(read.json, rules) : read
}

function readCredentialFile(json: Json, rules: CredentialFileRules): CredentialFile | Invalid {
  const read = json.type === 'service_account' ? readServiceAccount(json) : readTyped(json, rules)
  const { universe_domain: universe = 'googleapis.com' } = json
  if (universe === 'googleapis.com') return read
  const message = 'has another `universe_domain` than `googleapis.com`'
  const foreign = refuse(message, 'Other clouds are not supported.')
  return { kind: 'invalid', problems: [...foreign.problems, ...problemsOf(read)] }
}

function readTyped(json: Json, rules: CredentialFileRules): CredentialFile | Invalid {
  const type = FILE_TYPES.find((known) => known === json.type)
  if (type === undefined) return unknownType(`Known: service_account, ${FILE_TYPES.join(', ')}.`)
  const { problems, value: members = {} } = readMembers(json, membersOf(rules)[type])
  const source = type === 'impersonated_service_account' ? readSource(json.source_credentials, rules) : null
  const ofSource = source?.kind === 'invalid' ? source.problems : []
  if (source?.kind === 'invalid' || problems.length > 0)
    return { kind: 'invalid', problems: [...problems, ...ofSource] }
  const url = readText(members[IMPERSONATION_URL])
  return { kind: 'file', type, json: members, source, signerEmail: url && impersonatedAccount(url) }
}

function readSource(source: unknown, rules: CredentialFileRules): CredentialFile | Invalid {
  if (!isPlainObject(source)) return invalid('', 'lacks `source_credentials`', FILE_HINT)
  const read =
    source.type === 'impersonated_service_account'
      ? unknownType(FILE_HINT)
      : readCredentialFile(source, { ...rules, quotaProject: null })
  if (read.kind !== 'invalid') return read
  const inSource = (message: string) => `${message}, in \`source_credentials\``
  return {
    kind: 'invalid',
    problems: read.problems.map((problem) => ({ ...problem, message: inSource(problem.message) }))
  }
}

function unknownType(hint: string): Invalid {
  return invalid('', 'has an unknown `type`', hint)
}
