import { PROVIDER_ENDPOINTS } from '../../src/config/defaults.ts'
import { parseJsonObject, readText } from '../../src/config/json-members.ts'
import { type Failed, failed, wrongShape } from '../../src/identity-platform/client/error-sorting.ts'
import { CLOUD_SCOPE, type ProviderResponse } from '../../src/identity-platform/client/http.ts'
import {
  callOnce,
  HOUR_SECONDS,
  openCredentials,
  readAccessToken,
  readIdToken,
  readToken
} from '../../src/identity-platform/credentials/credential-source.ts'
import type { CredentialSource, SourceOptions } from '../../src/identity-platform/credentials/credentials.ts'
import type { FetchedToken } from '../../src/identity-platform/credentials/service-tokens.ts'
import type { FileCredentials } from './credential-file.ts'
import { IMPERSONATION_URL, type Json } from './credential-members.ts'

/** Refreshes workforce credentials, next to the token exchange. */
const STS_REFRESH_URL = 'https://sts.googleapis.com/v1/oauthtoken'

/** Tokens for a file. Id tokens come from generateIdToken as the signing account. */
export function createFileTokens(
  { type, json, source, signerEmail: email }: FileCredentials,
  options: SourceOptions
): Omit<CredentialSource, 'sign'> {
  const impersonator =
    source?.kind === 'file'
      ? createFileTokens(source, options)
      : source && openCredentials(source, [], options)
  let refreshToken = String(json.refresh_token)

  /** One fetch over calls of its own. `work`: null: the response has no token; whatever it throws becomes a failure. */
  async function fetchToken(
    family: 'oauth' | 'sign',
    signal: AbortSignal,
    work: (google: GoogleCalls) => Promise<FetchedToken | null>
  ): Promise<FetchedToken> {
    const google = new GoogleCalls(options.endpoints, signal)
    const wanted = family === 'oauth' ? 'an access token' : 'an id token'
    // By the raw response: messages of the library may contain parts of requests.
    const failedBy = ({ lastResponse }: GoogleCalls, cause: unknown) =>
      lastResponse === null ? noCall(cause) : readToken(lastResponse, wanted, () => null, family)
    return await work(google).then(
      (fetched) => fetched ?? failedBy(google, null),
      (cause) => failedBy(google, cause)
    )
  }

  /** Throws on errors. The members of the file were checked when the configuration was read. */
  async function fetchAccessToken(google: GoogleCalls, scope: string): Promise<FetchedToken | null> {
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken }
    switch (type) {
      case 'authorized_user': {
        const client = { client_id: String(json.client_id), client_secret: String(json.client_secret) }
        return readAccessToken(await google.post(PROVIDER_ENDPOINTS.oauthToken, { ...refresh, ...client }))
      }
      // https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/oauthtoken
      case 'external_account_authorized_user': {
        const body = await google.post(readText(json.token_url) ?? STS_REFRESH_URL, refresh, basicOf(json))
        // Some are for a single use.
        refreshToken = readText(body.refresh_token) ?? refreshToken
        return readAccessToken(body)
      }
      case 'external_account': {
        const { token_lifetime_seconds: seconds = HOUR_SECONDS } = Object(json.service_account_impersonation)
        if (json[IMPERSONATION_URL] === undefined) return await exchange(json, scope, google)
        const token = await exchange(json, CLOUD_SCOPE, google)
        return await impersonate(token, google, { scope: [scope], lifetime: `${seconds}s` })
      }
      case 'impersonated_service_account': {
        const hour = { scope: [scope], lifetime: `${HOUR_SECONDS}s` }
        const token = (await impersonator?.fetchAccessToken(CLOUD_SCOPE, google.signal)) ?? null
        return await impersonate(token, google, { ...hour, delegates: json.delegates })
      }
    }
  }

  /** https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken */
  async function impersonate(as: FetchedToken | null, google: GoogleCalls, body: object) {
    if (as?.kind !== 'token') return as
    const payer = source?.kind === 'file' ? source.quotaProject : null
    const headers = payer === null ? {} : { 'x-goog-user-project': payer }
    const url = String(json[IMPERSONATION_URL])
    return readAccessToken(await google.postAs(as.token, url, body, headers), 'accessToken')
  }

  return {
    fetchAccessToken: (scope, signal) =>
      fetchToken('oauth', signal, (google) => fetchAccessToken(google, scope)),
    fetchIdToken: (audience, signal, accessTokens) =>
      fetchToken('sign', signal, async (google) => {
        const access = await accessTokens.get(CLOUD_SCOPE)
        if (access.kind === 'failed') return access
        // https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateIdToken
        const url = `${PROVIDER_ENDPOINTS.iamCredentials}/v1/projects/-/serviceAccounts/${email}:generateIdToken`
        const { token } = await google.postAs(access.token, url, { audience, includeEmail: true })
        return readIdToken(token, audience, options.now())
      }),
    issuer: async () => (email === null ? failed(wrongShape('no account signs')) : { kind: 'issuer', email })
  }
}

/** The calls for one token: to the configured endpoints, without redirects or retries. All throw unless the response is successful. */
class GoogleCalls {
  /** Null: no call was made. */
  lastResponse: ProviderResponse | null = null
  /** Cancels all calls. */
  readonly signal: AbortSignal
  readonly #endpoints: SourceOptions['endpoints']

  constructor(endpoints: SourceOptions['endpoints'], signal: AbortSignal) {
    this.#endpoints = endpoints
    this.signal = signal
  }

  /** As `fetch`, also for Google's library. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input)
    const { method = 'GET', headers = {}, body = null } = init
    const response = await callOnce(this.#configuredUrl(url), { method, headers, body, signal: this.signal })
    this.lastResponse = response
    if (response.kind === 'unreachable') throw response.cause
    const { status, headers: received, text } = response
    return new Response(text === '' ? null : text, { status, headers: received })
  }

  /** Posts a form, or JSON. The JSON object of the response; empty for anything else. */
  async post(url: string, content: Record<string, string> | string, headers: Record<string, string> = {}) {
    const body = typeof content === 'string' ? content : new URLSearchParams(content)
    const response = await this.fetch(url, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return parseJsonObject(await response.text()) ?? {}
  }

  /** Posts JSON with an access token. */
  postAs(token: string, url: string, body: object, more: Record<string, string> = {}) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...more }
    return this.post(url, JSON.stringify(body), headers)
  }

  #configuredUrl(url: URL): string {
    const { oauthToken, sts, iamCredentials } = this.#endpoints
    if (url.href === PROVIDER_ENDPOINTS.oauthToken) return oauthToken
    if (url.href === PROVIDER_ENDPOINTS.sts) return sts
    if (url.href === STS_REFRESH_URL) return new URL('oauthtoken', sts).href
    if (url.origin !== PROVIDER_ENDPOINTS.iamCredentials) return url.href
    return `${iamCredentials.replace(/\/+$/, '')}${url.pathname}${url.search}`
  }
}

function noCall(cause: unknown): Failed {
  return failed({
    kind: 'configuration',
    code: 'PROVIDER_UNAVAILABLE',
    detail: `no call was possible: ${reasonOf(cause)}`,
    isWide: true,
    hint: {
      cause: 'the credentials name a source that is unavailable, such as a missing file',
      fix: 'check credential_source in the credential file, and that the gateway may read it'
    }
  })
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

/**
 * Exchanges the subject token of a workload identity file (RFC 8693).
 * https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token
 */
async function exchange(json: Json, scope: string, google: GoogleCalls): Promise<FetchedToken | null> {
  const { client_id: clientId, workforce_pool_user_project: project } = json
  // A client id implies the project; otherwise it must be named.
  const isNamed = clientId === undefined && project !== undefined
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    audience: String(json.audience),
    scope,
    requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    subject_token: await fetchSubjectToken(json, google),
    subject_token_type: String(json.subject_token_type),
    ...(isNamed && { options: JSON.stringify({ userProject: project }) })
  }
  const url = readText(json.token_url) ?? PROVIDER_ENDPOINTS.sts
  return readAccessToken(await google.post(url, form, clientId === undefined ? {} : basicOf(json)))
}

function basicOf({ client_id: id, client_secret: secret = '' }: Json): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
}

/** By Google's library, which knows the sources of other clouds. It is large, so it is loaded when first needed. */
async function fetchSubjectToken(json: Json, google: GoogleCalls): Promise<string> {
  const { ExternalAccountClient, gaxios } = await import('google-auth-library')
  const transporter = new gaxios.Gaxios({ fetchImplementation: google.fetch })
  // The library enables retries per request; an interceptor overrides that.
  const retries = { retry: false, retryConfig: { retry: 0, noResponseRetries: 0 } }
  transporter.interceptors.request.add({ resolved: async (options) => ({ ...options, ...retries }) })
  const client = ExternalAccountClient.fromJSON(Object({ ...json, type: 'external_account', transporter }))
  if (client === null) throw new Error('this version of google-auth-library does not know the file')
  return await client.retrieveSubjectToken()
}
