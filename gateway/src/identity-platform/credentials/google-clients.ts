import {
  type AuthClient,
  ExternalAccountAuthorizedUserClient,
  ExternalAccountClient,
  type ExternalAccountClientOptions,
  type gaxios,
  JWT,
  UserRefreshClient
} from 'google-auth-library'
import { PROVIDER_ENDPOINTS } from '../../config/defaults.ts'
import { isPlainObject } from '../../config/json-members.ts'
import { CLOUD_SCOPE } from '../client/http.ts'
import type { Credentials } from './credentials.ts'
import { METADATA_HEADERS, metadataTokenUrl } from './metadata-server.ts'
import type { ServiceAccount } from './service-account.ts'

/** Default lifetime of an impersonated token. */
const IMPERSONATION_SECONDS = 3600

interface FetchOptions {
  scope: string
  transporter: gaxios.Gaxios
  /** Replaces the file's single-use refresh token; null: use the file's. */
  nextRefreshToken: string | null
}

/** The unvalidated access token, by a new client, which bypasses the library's cache. Throws on errors and for an unvalidated file. */
export async function fetchAccessToken(credentials: Credentials, options: FetchOptions): Promise<unknown> {
  switch (credentials.kind) {
    case 'key':
      return await tokenOf(buildKeyClient(credentials.account, options))
    case 'metadata':
      return await fetchMachineToken(credentials.url, options)
    case 'file':
      return await fetchFileToken(credentials.json, options)
  }
}

/** True if it is safe as a token in a header. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
}

/** The client of a service account key. `scope`: of access tokens; null: for id tokens. */
export function buildKeyClient(
  { clientEmail, privateKeyPem, privateKeyId }: Omit<ServiceAccount, 'projectId'>,
  { scope, transporter }: { scope: string | null; transporter: gaxios.Gaxios }
): JWT {
  // Ignore the file's `token_uri`: the author of the file could choose it.
  return new JWT({
    email: clientEmail,
    key: privateKeyPem,
    ...(privateKeyId === null ? {} : { keyId: privateKeyId }),
    ...(scope === null ? {} : { scopes: [scope] }),
    transporter
  })
}

async function tokenOf(client: AuthClient): Promise<unknown> {
  return (await client.getAccessToken()).token
}

/** The library's own metadata request has no timeout and tries four times. */
async function fetchMachineToken(url: string, { scope, transporter }: FetchOptions): Promise<string> {
  const { data } = await transporter.request<unknown>({
    url: metadataTokenUrl(url, scope),
    headers: METADATA_HEADERS,
    responseType: 'json'
  })
  if (isPlainObject(data) && isToken(data.access_token)) return data.access_token
  throw new Error('no access token')
}

/** `json`: validated with the config. */
async function fetchFileToken(json: Record<string, unknown>, options: FetchOptions): Promise<unknown> {
  const { transporter, nextRefreshToken } = options
  const text = (name: string) => (typeof json[name] === 'string' ? json[name] : '')
  const url = text('service_account_impersonation_url')
  const asCloud = { ...options, scope: CLOUD_SCOPE }
  switch (json.type) {
    case 'service_account': {
      const privateKeyId = text('private_key_id') || null
      const account = { clientEmail: text('client_email'), privateKeyPem: text('private_key'), privateKeyId }
      return await tokenOf(buildKeyClient(account, options))
    }
    case 'authorized_user':
      return await tokenOf(
        new UserRefreshClient({
          clientId: text('client_id'),
          clientSecret: text('client_secret'),
          refreshToken: text('refresh_token'),
          transporter
        })
      )
    case 'external_account_authorized_user':
      return await tokenOf(
        new ExternalAccountAuthorizedUserClient({
          type: 'external_account_authorized_user',
          audience: text('audience'),
          client_id: text('client_id'),
          client_secret: text('client_secret'),
          refresh_token: nextRefreshToken ?? text('refresh_token'),
          token_info_url: '',
          ...(text('token_url') === '' ? {} : { token_url: text('token_url') }),
          transporter
        })
      )
    case 'external_account': {
      if (url === '') return await fetchWorkloadToken(json, options)
      const { token_lifetime_seconds: seconds = IMPERSONATION_SECONDS } = Object(
        json.service_account_impersonation
      )
      const token = await fetchWorkloadToken(json, asCloud)
      return await impersonate({ url, token, lifetime: `${seconds}s` }, options)
    }
    case 'impersonated_service_account': {
      const source = isPlainObject(json.source_credentials) ? json.source_credentials : {}
      const token = await fetchFileToken(source, asCloud)
      const { delegates } = json
      const { quota_project_id: quota } = source
      const payer: Record<string, string> = typeof quota === 'string' ? { 'x-goog-user-project': quota } : {}
      const lifetime = `${IMPERSONATION_SECONDS}s`
      return await impersonate({ url, token, lifetime, delegates, payer }, options)
    }
    default:
      throw new Error('credentials of an unknown type')
  }
}

/** https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken */
async function impersonate(
  as: { url: string; token: unknown; lifetime: string; delegates?: unknown; payer?: Record<string, string> },
  { scope, transporter }: FetchOptions
): Promise<unknown> {
  const { url, token, lifetime, delegates, payer } = as
  if (!isToken(token)) return undefined
  const { data } = await transporter.request<unknown>({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...payer },
    data: { scope: [scope], lifetime, delegates },
    responseType: 'json'
  })
  return isPlainObject(data) ? data.accessToken : undefined
}

/**
 * Gets the subject token of a workload identity file from Google's library, and exchanges it (RFC 8693). The library would
 * exchange by its own transport, with retries. https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token
 */
async function fetchWorkloadToken(
  file: Record<string, unknown>,
  { scope, transporter }: FetchOptions
): Promise<unknown> {
  const source = isWorkload(file) ? ExternalAccountClient.fromJSON({ ...file, transporter }) : null
  if (source === null || !isWorkload(file))
    throw new Error('this version of google-auth-library does not know the file')
  const { client_id: clientId, client_secret: clientSecret = '', workforce_pool_user_project: project } = file
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    audience: file.audience,
    scope,
    requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    subject_token: await source.retrieveSubjectToken(),
    subject_token_type: file.subject_token_type
  })
  // A client id implies the project; otherwise it must be named.
  if (clientId === undefined && project !== undefined)
    form.set('options', JSON.stringify({ userProject: project }))
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const { data } = await transporter.request<unknown>({
    url: file.token_url ?? PROVIDER_ENDPOINTS.sts,
    method: 'POST',
    headers: clientId === undefined ? {} : { authorization: `Basic ${basic}` },
    data: form,
    responseType: 'json'
  })
  return isPlainObject(data) ? data.access_token : undefined
}

function isWorkload(
  file: Record<string, unknown>
): file is Record<string, unknown> & ExternalAccountClientOptions {
  return (
    typeof file.audience === 'string' &&
    typeof file.subject_token_type === 'string' &&
    isPlainObject(file.credential_source)
  )
}
