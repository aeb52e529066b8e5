import { isPlainObject, readText } from '../../src/config/json-members.ts'
import type { Environment } from '../../src/config/sources/environment.ts'
import { type Invalid, invalid } from '../../src/config/sources/files.ts'
import {
  type CredentialSettings,
  readCredentialFile
} from '../../src/identity-platform/credentials/credentials.ts'
import type { ServiceAccount } from '../../src/identity-platform/credentials/service-account.ts'
import type { Problem } from '../../src/problem.ts'
import {
  FILE_HINT,
  IMPERSONATION_URL,
  impersonatedAccount,
  type Json,
  membersOf,
  readMembers
} from './credential-members.ts'

/** Types of application default credentials besides service account keys. */
const FILE_TYPES = [
  'authorized_user',
  'external_account',
  'external_account_authorized_user',
  'impersonated_service_account'
] as const

const UNKNOWN = 'has an unknown `type`'

export interface FileCredentials {
  kind: 'file'
  type: (typeof FILE_TYPES)[number]
  /** Validated, and limited to known members. */
  json: Json
  /** Of `impersonated_service_account`: the credentials that impersonate. Otherwise null. */
  source: SourceCredentials | null
  signerEmail: string | null
  quotaProject: string | null
}

/** Credentials that may act for others. */
export type SourceCredentials = FileCredentials | { kind: 'key'; account: ServiceAccount }

/** The metadata server of a Google machine. `url`: without a trailing slash. `signerEmail`: null: the machine's own account. */
export type MachineCredentials = { kind: 'metadata'; url: string; signerEmail: string | null }

export type GoogleCredentials = FileCredentials | MachineCredentials

/** Application default credentials that are no service account key. */
export function readFileOfType(json: Json, { settings, env }: CredentialSettings): FileCredentials | Invalid {
  const read = readTyped(json, env)
  if (read.kind === 'invalid') return read
  const signerEmail = settings.serviceAccountEmail ?? read.signerEmail
  // https://cloud.google.com/docs/quotas/set-quota-project
  const isPerson = read.type.endsWith('authorized_user')
  return { ...read, signerEmail, quotaProject: read.quotaProject ?? (isPerson ? settings.projectId : null) }
}

function readTyped(json: Json, env: Environment): FileCredentials | Invalid {
  const type = FILE_TYPES.find((known) => known === json.type)
  if (type === undefined) return invalid('', UNKNOWN, `Known: service_account, ${FILE_TYPES.join(', ')}.`)
  const problems: Problem[] = []
  const refuse = (message: string, hint = FILE_HINT) => void problems.push({ path: '', message, hint })
  const members = readMembers(json, membersOf(env)[type], refuse)
  const source = type === 'impersonated_service_account' ? readSource(json.source_credentials, env) : null
  if (source?.kind === 'invalid') problems.push(...source.problems)
  if (source?.kind === 'invalid' || problems.length > 0) return { kind: 'invalid', problems }
  const url = readText(members[IMPERSONATION_URL])
  const signerEmail = url && impersonatedAccount(url)
  const quotaProject = readText(members.quota_project_id)
  return { kind: 'file', type, json: members, source, signerEmail, quotaProject }
}

function readSource(source: unknown, env: Environment): SourceCredentials | Invalid {
  if (!isPlainObject(source)) return invalid('', 'lacks `source_credentials`', FILE_HINT)
  const read =
    source.type === 'impersonated_service_account'
      ? invalid('', UNKNOWN, FILE_HINT)
      : readCredentialFile(source, (json) => readTyped(json, { ...env, GOOGLE_CLOUD_QUOTA_PROJECT: '' }))
  if (read.kind !== 'invalid') return read
  const inSource = (message: string) => `${message}, in \`source_credentials\``
  const problems = read.problems.map((problem) => ({ ...problem, message: inSource(problem.message) }))
  return { kind: 'invalid', problems }
}
