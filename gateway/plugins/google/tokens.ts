import { PROVIDER_ENDPOINTS } from '../../src/config/defaults.ts'
import { readText } from '../../src/config/json-members.ts'
import { type Failed, failed, wrongShape } from '../../src/identity-platform/client/error-sorting.ts'
import { CLOUD_SCOPE } from '../../src/identity-platform/client/http.ts'
import { readCompactToken } from '../../src/identity-platform/tokens/claims.ts'
import type { Credentials } from '../../src/identity-platform/credentials/credentials.ts'
import {
  type FetchedToken,
  fetchOver,
  type GoogleCalls,
  METADATA_HEADERS,
  metadataIdentityUrl,
  metadataTokenUrl,
  STS_REFRESH_URL,
  type TokenSource
} from './calls.ts'

/** Fetches a token for a scope or an audience. `signal` cancels all its calls. Never throws. */
export type FetchToken = (subject: string, signal: AbortSignal) => Promise<FetchedToken>

type Json = Readonly<Record<string, unknown>>
type FileCredentials = Extract<Credentials, { kind: 'file' }>

/** For responses without a lifetime. */
const DEFAULT_TTL_SECONDS = 60
/** An id token this close to its end could end on its way to the application. */
const SPARE_SECONDS = 10
/** Google's tokens live that long, and so do assertions. */
const HOUR_SECONDS = 3600

/** Fetches access tokens for any credentials. */
export function createTokenSource(source: TokenSource): FetchToken {
  const rotated = new Map<Json, string>()
  return (scope, signal) =>
    fetchOver({ ...source, family: 'oauth', wanted: 'an access token' }, signal, async (google) => {
      const token = await fetchAccessToken(source.credentials, scope, { google, rotated })
      return isToken(token) ? { kind: 'token', token, ...readLife(google.lastBody) } : null
    })
}

/** OAuth gives seconds (RFC 6749, 5.1), impersonation a time. */
function readLife({ expireTime, expires_in: seconds }: Json): {
  ttlSeconds: number
  endsAtMs: number | null
} {
  const endsAtMs = typeof expireTime === 'string' ? Date.parse(expireTime) : Number.NaN
  const ttlSeconds = Number(seconds ?? DEFAULT_TTL_SECONDS)
  return {
    ttlSeconds: Number.isFinite(ttlSeconds) ? ttlSeconds : DEFAULT_TTL_SECONDS,
    endsAtMs: Number.isNaN(endsAtMs) ? null : endsAtMs
  }
}

/** `rotated`: the next refresh token by file, since some are for a single use. */
interface Means {
  google: GoogleCalls
  rotated: Map<Json, string>
}

/** The unvalidated access token. Throws on errors. */
async function fetchAccessToken(credentials: Credentials, scope: string, means: Means): Promise<unknown> {
  const { google } = means
  switch (credentials.kind) {
    case 'key':
      return (await google.grant(credentials.account, { scope })).access_token
    case 'metadata': {
      const url = metadataTokenUrl(credentials.url, scope)
      return (await google.ask(url, { headers: METADATA_HEADERS })).access_token
    }
    case 'file':
      return await fetchFileToken(credentials, scope, means)
  }
}

/** The members of the file were checked when the configuration was read. */
async function fetchFileToken({ type, json, source }: FileCredentials, scope: string, means: Means) {
  const { google } = means
  const url = readText(json.service_account_impersonation_url)
  switch (type) {
    case 'authorized_user': {
      const client = { client_id: String(json.client_id), client_secret: String(json.client_secret) }
      const form = { grant_type: 'refresh_token', refresh_token: String(json.refresh_token), ...client }
      return (await google.post(PROVIDER_ENDPOINTS.oauthToken, form)).access_token
    }
    case 'external_account_authorized_user':
      return await refreshPoolUser(json, means)
    case 'external_account': {
      if (url === null) return await exchange(json, scope, google)
      const { token_lifetime_seconds: seconds = HOUR_SECONDS } = Object(json.service_account_impersonation)
      const token = await exchange(json, CLOUD_SCOPE, google)
      return await impersonate({ url, token, scope, lifetime: `${seconds}s` }, google)
    }
    case 'impersonated_service_account': {
      if (url === null || source === null) return undefined
      const token = await fetchAccessToken(source, CLOUD_SCOPE, means)
      const payer = source.kind === 'file' ? readText(source.json.quota_project_id) : null
      const as = { url, token, scope, lifetime: `${HOUR_SECONDS}s`, delegates: json.delegates, payer }
      return await impersonate(as, google)
    }
  }
}

/** https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/oauthtoken */
async function refreshPoolUser(json: Json, { google, rotated }: Means): Promise<unknown> {
  const refreshToken = rotated.get(json) ?? String(json.refresh_token)
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const url = readText(json.token_url) ?? STS_REFRESH_URL
  const { access_token: token, refresh_token: next } = await google.post(url, form, basicOf(json))
  if (typeof next === 'string') rotated.set(json, next)
  return token
}

/**
 * Exchanges the subject token of a workload identity file (RFC 8693).
 * https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token
 */
async function exchange(json: Json, scope: string, google: GoogleCalls): Promise<unknown> {
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
  return (await google.post(url, form, clientId === undefined ? {} : basicOf(json))).access_token
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

/** https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken */
async function impersonate(
  as: {
    url: string
    token: unknown
    scope: string
    lifetime: string
    delegates?: unknown
    payer?: string | null
  },
  google: GoogleCalls
): Promise<unknown> {
  const { url, token, scope, lifetime, delegates, payer = null } = as
  if (!isToken(token)) return undefined
  const headers = payer === null ? {} : { 'x-goog-user-project': payer }
  return (await google.postAs(token, url, { scope: [scope], lifetime, delegates }, headers)).accessToken
}

interface IdTokenSource extends TokenSource {
  accessTokens: { get: (scope: string) => Promise<{ kind: 'token'; token: string } | Failed> }
}

/**
 * Fetches id tokens for any credentials that can sign: from Google's token endpoint by a key, from the metadata
 * server of a machine, otherwise from generateIdToken as the signing account. A token for another audience, or
 * one that has expired, is a failure.
 */
export function createIdTokenSource(source: IdTokenSource): FetchToken {
  const family = source.credentials.kind === 'file' ? 'sign' : 'oauth'
  return (audience, signal) =>
    fetchOver({ ...source, family, wanted: 'an id token' }, signal, async (google) => {
      const token = await fetchIdToken(source, audience, google)
      if (token !== null && typeof token === 'object') return token
      return isToken(token) ? readIdToken(token, audience, source.now()) : null
    })
}

/** The unvalidated token, or the failure to get the access token for it. Throws on errors. */
async function fetchIdToken(
  { credentials, accessTokens }: IdTokenSource,
  audience: string,
  google: GoogleCalls
): Promise<string | null | Failed> {
  switch (credentials.kind) {
    case 'key':
      return readText((await google.grant(credentials.account, { target_audience: audience })).id_token)
    case 'metadata': {
      const url = metadataIdentityUrl(credentials.url, audience)
      return (await google.read(url, { headers: METADATA_HEADERS })).trim()
    }
    case 'file': {
      const access = await accessTokens.get(CLOUD_SCOPE)
      if (access.kind === 'failed') return access
      // https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateIdToken
      const account = `${PROVIDER_ENDPOINTS.iamCredentials}/v1/projects/-/serviceAccounts/${credentials.signerEmail}`
      const what = { audience, includeEmail: true }
      return readText((await google.postAs(access.token, `${account}:generateIdToken`, what)).token)
    }
  }
}

/** The application verifies the signature; here, audience and time tell whether it could accept the token. */
function readIdToken(token: string, audience: string, nowSeconds: number): FetchedToken {
  const { aud, exp } = readCompactToken(token)?.payload ?? {}
  if (typeof exp !== 'number') return failed(wrongShape('the response is not an id token'))
  if (aud !== audience) return failed(wrongShape('the id token is for another audience'))
  const ttlSeconds = Math.min(exp - nowSeconds, HOUR_SECONDS) - SPARE_SECONDS
  if (ttlSeconds > 0) return { kind: 'token', token, ttlSeconds, endsAtMs: (nowSeconds + ttlSeconds) * 1000 }
  return failed(wrongShape('the id token has expired already, or the clock of this machine is ahead'))
}

/** True if it is safe as a token in a header. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
}
