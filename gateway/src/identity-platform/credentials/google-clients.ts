import {
  type AuthClient,
  ExternalAccountAuthorizedUserClient,
  ExternalAccountClient,
  type ExternalAccountClientOptions,
  type gaxios,
  Impersonated,
  JWT,
  OAuth2Client,
  UserRefreshClient
} from 'google-auth-library'
import type { Credentials } from '../../config/credentials/credentials.ts'
import { PROVIDER_ENDPOINTS } from '../../config/defaults.ts'
import { isPlainObject } from '../../config/json-members.ts'
import { METADATA_HEADERS, metadataTokenUrl } from './metadata-server.ts'

/** The scope of all of Google Cloud, within the account's roles. */
export const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
/** Default lifetime of an impersonated token. */
const IMPERSONATION_SECONDS = 3600
/** A client is used for a single token. */
const CLIENT_LIFE_MS = 3_600_000

interface ClientOptions {
  scope: string
  transporter: gaxios.Gaxios
  /** Replaces the file's single-use refresh token; null: use the file's. */
  nextRefreshToken: string | null
}

/** Builds a client of Google's library. Throws for an unvalidated credential file. */
export function buildClient(credentials: Credentials, options: ClientOptions): AuthClient {
  switch (credentials.kind) {
    case 'key': {
      const { clientEmail, privateKeyPem, privateKeyId } = credentials.account
      return buildKeyClient(clientEmail, privateKeyPem, privateKeyId, options)
    }
    case 'metadata':
      return buildFetchingClient(options.transporter, () => fetchMachineToken(credentials.url, options))
    case 'file':
      return buildFileClient(credentials.json, options)
  }
}

/** True if it is safe as a token in a header. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
}

/** The client of a service account key. `scope`: of access tokens; null: for id tokens. */
export function buildKeyClient(
  email: string,
  key: string,
  keyId: string | null,
  { scope, transporter }: { scope: string | null; transporter: gaxios.Gaxios }
): JWT {
  // Ignore the file's `token_uri`: the author of the file could choose it.
  return new JWT({
    email,
    key,
    ...(keyId === null ? {} : { keyId }),
    ...(scope === null ? {} : { scopes: [scope] }),
    transporter
  })
}

/** `json`: validated with the config. */
function buildFileClient(json: Record<string, unknown>, options: ClientOptions): AuthClient {
  const { transporter, nextRefreshToken } = options
  const text = (name: string) => (typeof json[name] === 'string' ? json[name] : '')
  const quota = text('quota_project_id') === '' ? {} : { quotaProjectId: text('quota_project_id') }
  switch (json.type) {
    case 'service_account':
      return buildKeyClient(
        text('client_email'),
        text('private_key'),
        text('private_key_id') || null,
        options
      )
    case 'authorized_user':
      return new UserRefreshClient({
        clientId: text('client_id'),
        clientSecret: text('client_secret'),
        refreshToken: text('refresh_token'),
        transporter,
        ...quota
      })
    case 'external_account_authorized_user':
      return new ExternalAccountAuthorizedUserClient({
        type: 'external_account_authorized_user',
        audience: text('audience'),
        client_id: text('client_id'),
        client_secret: text('client_secret'),
        refresh_token: nextRefreshToken ?? text('refresh_token'),
        token_info_url: '',
        ...(text('token_url') === '' ? {} : { token_url: text('token_url') }),
        transporter,
        ...quota
      })
    case 'external_account':
      return buildFetchingClient(transporter, () => fetchWorkloadToken(json, options), quota)
    case 'impersonated_service_account':
      return buildImpersonatedClient(json, options)
    default:
      throw new Error('credentials of an unknown type')
  }
}

/** A client whose tokens come from `fetchToken`, because the library's own request is unsuitable. */
function buildFetchingClient(
  transporter: gaxios.Gaxios,
  fetchToken: () => Promise<unknown>,
  quota: { quotaProjectId?: string } = {}
): AuthClient {
  const client = new OAuth2Client({ transporter, ...quota })
  client.refreshHandler = async () => {
    const token = await fetchToken()
    return { access_token: isToken(token) ? token : '', expiry_date: Date.now() + CLIENT_LIFE_MS }
  }
  return client
}

function buildImpersonatedClient(json: Record<string, unknown>, options: ClientOptions): AuthClient {
  const url = new URL(String(json.service_account_impersonation_url))
  const source = isPlainObject(json.source_credentials) ? json.source_credentials : {}
  const delegates: unknown[] = Array.isArray(json.delegates) ? json.delegates : []
  return new Impersonated({
    sourceClient: buildFileClient(source, { ...options, scope: CLOUD_SCOPE }),
    targetPrincipal: /([^/]+):generateAccessToken$/.exec(url.pathname)?.[1] ?? '',
    targetScopes: [options.scope],
    delegates: delegates.filter((delegate) => typeof delegate === 'string'),
    endpoint: url.origin
  })
}

/** The library's own metadata request has no timeout and tries four times. */
async function fetchMachineToken(url: string, { scope, transporter }: ClientOptions): Promise<unknown> {
  const { data } = await transporter.request<unknown>({
    url: metadataTokenUrl(url, scope),
    headers: METADATA_HEADERS,
    responseType: 'json'
  })
  return isPlainObject(data) ? data.access_token : undefined
}

/** A workload identity credential file, validated with the config. */
type Workload = Record<string, unknown> & ExternalAccountClientOptions

/**
 * Gets the subject token from Google's library, exchanges it (RFC 8693), and impersonates the service account
 * if the file names one. The library would exchange by its own transport, with retries. Returns the
 * unvalidated token. Throws for an unvalidated file.
 * https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token
 */
async function fetchWorkloadToken(file: Record<string, unknown>, options: ClientOptions): Promise<unknown> {
  const { transporter } = options
  const source = isWorkload(file) ? ExternalAccountClient.fromJSON({ ...file, transporter }) : null
  if (source === null || !isWorkload(file))
    throw new Error('this version of google-auth-library does not know the file')
  const url = file.service_account_impersonation_url
  const subjectToken = await source.retrieveSubjectToken()
  if (url === undefined) return await exchange(file, subjectToken, options)
  const token = await exchange(file, subjectToken, { ...options, scope: CLOUD_SCOPE })
  return typeof token === 'string' ? await impersonate(file, { url, token }, options) : token
}

async function exchange(
  file: Workload,
  subjectToken: string,
  { scope, transporter }: ClientOptions
): Promise<unknown> {
  const { client_id: clientId, client_secret: clientSecret = '', workforce_pool_user_project: project } = file
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    audience: file.audience,
    scope,
    requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    subject_token: subjectToken,
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

/** https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken */
async function impersonate(
  file: Workload,
  { url, token }: { url: string; token: string },
  { scope, transporter }: ClientOptions
): Promise<unknown> {
  const seconds = file.service_account_impersonation?.token_lifetime_seconds ?? IMPERSONATION_SECONDS
  const { data } = await transporter.request<unknown>({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    data: { scope: [scope], lifetime: `${seconds}s` },
    responseType: 'json'
  })
  return isPlainObject(data) ? data.accessToken : undefined
}

function isWorkload(file: Record<string, unknown>): file is Workload {
  return (
    typeof file.audience === 'string' &&
    typeof file.subject_token_type === 'string' &&
    isPlainObject(file.credential_source)
  )
}
