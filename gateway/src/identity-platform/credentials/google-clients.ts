import {
  type AuthClient,
  ExternalAccountAuthorizedUserClient,
  type gaxios,
  Impersonated,
  JWT,
  OAuth2Client,
  UserRefreshClient
} from 'google-auth-library'
import type { Credentials } from '../../config/credentials/credentials.ts'
import { isPlainObject } from '../../config/json-object.ts'
import { METADATA_HEADERS, metadataTokenUrl } from './metadata-server.ts'
import { fetchWorkloadToken } from './workload-token.ts'

const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
/** A client lives for one token: what it has fetched serves it to the end. */
const CLIENT_LIFE_MS = 3_600_000

/** What a client of Google's library is made with. */
interface ClientOptions {
  scope: string
  transporter: gaxios.Gaxios
  /** In place of the file's, which can be used once; null: that of the file. */
  nextRefreshToken: string | null
}

/** A client of Google's library for these credentials. Throws for a file that was not checked. */
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

/** Is it an access token? It becomes part of a header. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
}

function buildKeyClient(
  email: string,
  key: string,
  keyId: string | null,
  { scope, transporter }: ClientOptions
): AuthClient {
  // The `token_uri` of the file is not used: whoever wrote the file chose it.
  return new JWT({ email, key, ...(keyId === null ? {} : { keyId }), scopes: [scope], transporter })
}

/** `json`: checked when the configuration was read. */
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

/** A client whose token is fetched by a function, for what the library would ask in a way that is not ours. */
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

/** The library's own request to the metadata server waits without end and tries four times; this one is like the others. */
async function fetchMachineToken(url: string, { scope, transporter }: ClientOptions): Promise<unknown> {
  const { data } = await transporter.request<unknown>({
    url: metadataTokenUrl(url, scope),
    headers: METADATA_HEADERS,
    responseType: 'json'
  })
  return isPlainObject(data) ? data.access_token : undefined
}
