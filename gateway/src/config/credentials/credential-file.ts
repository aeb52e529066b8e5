import { parseUrl } from '../addresses/url.ts'
import { isPlainObject } from '../json-object.ts'
import { type Complain, readExternalSource } from './credential-source.ts'
import { parseMangledJson } from './mangled-text.ts'
import { readServiceAccount, type ServiceAccount } from './service-account.ts'

/** Kinds of application default credentials beside service account keys. */
export type CredentialFileType = (typeof FILE_TYPES)[number]

const FILE_TYPES = [
  'authorized_user',
  'external_account',
  'external_account_authorized_user',
  'impersonated_service_account'
] as const
/** The address that impersonation asks; the account's e-mail is part of it. */
const IMPERSONATION_PATH =
  /^\/v1\/projects\/[^/]+\/serviceAccounts\/([A-Za-z0-9._-]+@[A-Za-z0-9.-]+):generateAccessToken$/
/** Longest address that the library takes. */
const LONGEST_IMPERSONATION_URL = 256
const KEY_HINT = 'Make a new key in the cloud console (IAM, service accounts).'
const FILE_HINT = 'Make it again with gcloud, or use a service account key.'

/** What is wrong with a credential file, as the rest of a sentence. Holds no value of the file. */
export interface Complaint {
  message: string
  hint: string
}

/** A credential file that can be used. */
export type CredentialFile =
  | { kind: 'key'; account: ServiceAccount }
  /** `impersonates`: e-mail of the service account that it acts as. */
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
export interface CredentialFileRules {
  /** May a program of the file's choice be run? */
  allowExecutables: boolean
  /** Project that pays for the calls, over that of the file. */
  quotaProject: string | null
}

/** Reads the JSON text of application default credentials, or says all that is wrong with it. */
export function parseCredentialFile(
  text: string,
  rules: CredentialFileRules
): { file: CredentialFile } | { complaints: Complaint[] } {
  const json = parseMangledJson(text)
  const complaints: Complaint[] = []
  const complain = (message: string, hint = FILE_HINT) => complaints.push({ message, hint })
  if (!isPlainObject(json)) {
    complain(json === undefined ? 'is not JSON' : 'is not a JSON object', KEY_HINT)
    return { complaints }
  }
  const file = readCredentialFile(json, rules, complain)
  return file === null || complaints.length > 0 ? { complaints } : { file }
}

function readCredentialFile(
  json: Record<string, unknown>,
  rules: CredentialFileRules,
  complain: Complain
): CredentialFile | null {
  if (json.universe_domain !== undefined && json.universe_domain !== 'googleapis.com') {
    complain('has another `universe_domain` than `googleapis.com`', 'Other clouds are not supported.')
  }
  if (json.type === 'service_account') {
    const read = readServiceAccount(json)
    if ('serviceAccount' in read) return { kind: 'key', account: read.serviceAccount }
    complain(read.problem, KEY_HINT)
    return null
  }
  const type = FILE_TYPES.find((known) => known === json.type)
  if (type === undefined) {
    complain('has an unknown `type`', `Known: service_account, ${FILE_TYPES.join(', ')}.`)
    return null
  }
  checkUnusedAddresses(json, complain)
  const members = readMembers(type, json, rules, complain)
  const quotaProject = rules.quotaProject ?? optionalText(json, 'quota_project_id', complain)
  if (quotaProject !== null) members.quota_project_id = quotaProject
  const url = members.service_account_impersonation_url
  return {
    kind: 'file',
    type,
    json: { type, ...members },
    projectId: optionalText(json, 'project_id', complain),
    impersonates: typeof url === 'string' ? readImpersonated(url) : null
  }
}

function readMembers(
  type: CredentialFileType,
  json: Record<string, unknown>,
  rules: CredentialFileRules,
  complain: Complain
): Record<string, unknown> {
  const required = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, requiredText(json, name, complain)]))
  switch (type) {
    case 'authorized_user':
      return required('client_id', 'client_secret', 'refresh_token')
    case 'external_account_authorized_user':
      return { ...required('client_id', 'client_secret', 'refresh_token'), ...readTokenUrl(json, complain) }
    case 'external_account':
      return {
        ...required('audience', 'subject_token_type'),
        ...readTokenUrl(json, complain),
        ...readImpersonationUrl(json, complain),
        ...readLifetime(json, complain),
        ...readClient(json, complain),
        credential_source: readExternalSource(json.credential_source, rules.allowExecutables, complain)
      }
    case 'impersonated_service_account':
      required('service_account_impersonation_url')
      return {
        ...readImpersonationUrl(json, complain),
        ...readDelegates(json, complain),
        source_credentials: readSource(json.source_credentials, rules, complain)
      }
  }
}

/** The credentials that act as somebody else. */
function readSource(
  source: unknown,
  rules: CredentialFileRules,
  complain: Complain
): Record<string, unknown> | null {
  const within: Complain = (message, hint) => complain(`${message}, in \`source_credentials\``, hint)
  if (!isPlainObject(source)) complain('lacks `source_credentials`')
  else if (source.type === 'impersonated_service_account') within('has an unknown `type`', FILE_HINT)
  else {
    const file = readCredentialFile(source, { ...rules, quotaProject: null }, within)
    if (file?.kind === 'file') return file.json
    if (file?.kind === 'key') {
      const { clientEmail, privateKeyPem, privateKeyId } = file.account
      return {
        type: 'service_account',
        client_email: clientEmail,
        private_key: privateKeyPem,
        ...(privateKeyId === null ? {} : { private_key_id: privateKeyId })
      }
    }
  }
  return null
}

function readTokenUrl(json: Record<string, unknown>, complain: Complain): Record<string, unknown> {
  const url = optionalText(json, 'token_url', complain)
  if (url === null) return {}
  checkGoogleUrl('token_url', url, complain)
  return { token_url: url }
}

function readImpersonationUrl(json: Record<string, unknown>, complain: Complain): Record<string, unknown> {
  const name = 'service_account_impersonation_url'
  const url = optionalText(json, name, complain)
  if (url === null) return {}
  if (checkGoogleUrl(name, url, complain) && readImpersonated(url) === null) {
    complain(`has a \`${name}\` that is not of the form …/serviceAccounts/<e-mail>:generateAccessToken`)
  }
  return { [name]: url }
}

function readImpersonated(url: string): string | null {
  if (!URL.canParse(url) || url.length > LONGEST_IMPERSONATION_URL) return null
  return IMPERSONATION_PATH.exec(new URL(url).pathname)?.[1] ?? null
}

function readLifetime(json: Record<string, unknown>, complain: Complain): Record<string, unknown> {
  const settings = json.service_account_impersonation
  const seconds = isPlainObject(settings) ? settings.token_lifetime_seconds : undefined
  if (seconds === undefined) return {}
  if (typeof seconds !== 'number' || !(seconds >= 600 && seconds <= 43_200)) {
    complain('has a `service_account_impersonation.token_lifetime_seconds` that is not 600 to 43200')
  }
  return { service_account_impersonation: { token_lifetime_seconds: seconds } }
}

function readClient(json: Record<string, unknown>, complain: Complain): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const name of ['client_id', 'client_secret', 'workforce_pool_user_project']) {
    const value = optionalText(json, name, complain)
    if (value !== null) members[name] = value
  }
  const isWorkforce = /^\/\/iam\.googleapis\.com\/locations\/[^/]+\/workforcePools\//.test(`${json.audience}`)
  if ('workforce_pool_user_project' in members && !isWorkforce) {
    complain('has a `workforce_pool_user_project`, but its `audience` is no workforce pool')
  }
  return members
}

function readDelegates(json: Record<string, unknown>, complain: Complain): Record<string, unknown> {
  const { delegates } = json
  if (delegates === undefined) return {}
  if (!Array.isArray(delegates) || !delegates.every((delegate) => typeof delegate === 'string')) {
    complain('has `delegates` that are not a list of texts')
  }
  return { delegates }
}

/** Addresses that the gateway never asks. A file in which they are foreign is not one that Google wrote. */
function checkUnusedAddresses(json: Record<string, unknown>, complain: Complain): void {
  for (const name of ['token_info_url', 'revoke_url', 'cloud_resource_manager_url']) {
    const url = optionalText(json, name, complain)
    if (url !== null) checkGoogleUrl(name, url, complain)
  }
}

/** Secrets travel there, and whoever wrote the file chose the address. */
function checkGoogleUrl(name: string, value: string, complain: Complain): boolean {
  const url = parseUrl(value)
  const isGoogle =
    url?.protocol === 'https:' &&
    url.hostname.endsWith('.googleapis.com') &&
    url.port === '' &&
    url.username === ''
  if (!isGoogle) complain(`has a \`${name}\` that is not an https address below googleapis.com`)
  return isGoogle
}

function requiredText(json: Record<string, unknown>, name: string, complain: Complain): string | null {
  const value = json[name]
  if (typeof value === 'string' && value !== '') return value
  complain(`lacks \`${name}\``)
  return null
}

function optionalText(json: Record<string, unknown>, name: string, complain: Complain): string | null {
  const value = json[name]
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value
  complain(`has a \`${name}\` that is not text`)
  return null
}
