import { gaxios } from 'google-auth-library'
import { PROVIDER_ENDPOINTS } from '../../config/defaults.ts'
import { isPlainObject, parseJsonObject } from '../../config/json-members.ts'
import type { Config } from '../../config/schema/schema.ts'
import {
  type Failed,
  failed,
  type ProviderFailure,
  readResponse,
  wrongShape
} from '../client/error-sorting.ts'
import { CLOUD_SCOPE, type ProviderResponse } from '../client/http.ts'
import { readCompactToken } from '../tokens/claims.ts'
import type { Credentials } from './credentials.ts'
import { buildKeyClient, fetchAccessToken, isToken } from './google-clients.ts'
import {
  isOfMetadataServer,
  METADATA_HEADERS,
  metadataIdentityUrl,
  NOT_METADATA_SERVER
} from './metadata-server.ts'

type Endpoints = Config['identityPlatform']['endpoints']

/** `endsAtMs`: epoch milliseconds; null if not in the response: `ttlSeconds` counts from now. */
export type FetchedToken =
  | { kind: 'token'; token: string; ttlSeconds: number; endsAtMs: number | null }
  | Failed

/** Fetches a token for a scope or an audience. `signal` cancels all its calls. Never throws. */
export type FetchToken = (subject: string, signal: AbortSignal) => Promise<FetchedToken>

/** For responses without a lifetime. */
const DEFAULT_TTL_SECONDS = 60
/** An id token this close to its end could end on its way to the application. */
const SPARE_SECONDS = 10
/** Google's id tokens live that long. */
const ID_TOKEN_SECONDS = 3600

/** Fetches access tokens for any credentials. */
export function createTokenSource(credentials: Credentials, endpoints: Endpoints): FetchToken {
  /** Some refresh tokens are single-use; the response has the next one. */
  let nextRefreshToken: string | null = null
  const options = { credentials, endpoints, family: 'oauth', wanted: 'an access token' } as const

  return (scope, signal) =>
    fetchOverTransport({ ...options, signal }, async ({ transporter, lastResponse }) => {
      const token = await fetchAccessToken(credentials, { scope, transporter, nextRefreshToken })
      const answer = lastResponse()
      const body = answer?.kind === 'response' ? parseJsonObject(answer.text) : null
      if (typeof body?.refresh_token === 'string') nextRefreshToken = body.refresh_token
      return isToken(token) ? { kind: 'token', token, ...readLife(body) } : null
    })
}

/** OAuth gives seconds (RFC 6749, 5.1), impersonation a time. */
function readLife(body: Record<string, unknown> | null): { ttlSeconds: number; endsAtMs: number | null } {
  const endsAtMs = typeof body?.expireTime === 'string' ? Date.parse(body.expireTime) : Number.NaN
  const ttlSeconds = Number(body?.expires_in ?? DEFAULT_TTL_SECONDS)
  return {
    ttlSeconds: Number.isFinite(ttlSeconds) ? ttlSeconds : DEFAULT_TTL_SECONDS,
    endsAtMs: Number.isNaN(endsAtMs) ? null : endsAtMs
  }
}

interface IdTokenSourceOptions {
  credentials: Credentials
  accessTokens: { get: (scope: string) => Promise<{ kind: 'token'; token: string } | Failed> }
  endpoints: Endpoints
  /** Epoch seconds. */
  now: () => number
}

/**
 * Fetches id tokens for any credentials that can sign: from Google's token endpoint by a key, from the metadata
 * server of a machine, otherwise from generateIdToken as the signing account. A token for another audience, or
 * one that has expired, is a failure.
 */
export function createIdTokenSource(options: IdTokenSourceOptions): FetchToken {
  const { credentials, endpoints, now } = options
  const family = credentials.kind === 'file' ? 'sign' : 'oauth'
  const common = { credentials, endpoints, family, wanted: 'an id token' } as const
  return (audience, signal) =>
    fetchOverTransport({ ...common, signal }, async ({ transporter }) => {
      const token = await fetchIdToken(options, audience, transporter)
      if (isFailed(token)) return token
      return isToken(token) ? readIdToken(token, audience, now()) : null
    })
}

/** The unvalidated token, or the failure to get the access token for it. Throws on network errors. */
async function fetchIdToken(
  { credentials, accessTokens }: IdTokenSourceOptions,
  audience: string,
  transporter: gaxios.Gaxios
): Promise<unknown> {
  switch (credentials.kind) {
    case 'key':
      return await buildKeyClient(credentials.account, { scope: null, transporter }).fetchIdToken(audience)
    case 'metadata': {
      // The library's own request has no timeout and tries four times.
      const { data } = await transporter.request<unknown>({
        url: metadataIdentityUrl(credentials.url, audience),
        headers: METADATA_HEADERS,
        responseType: 'text'
      })
      return typeof data === 'string' ? data.trim() : undefined
    }
    case 'file': {
      const access = await accessTokens.get(CLOUD_SCOPE)
      if (access.kind === 'failed') return access
      // https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateIdToken
      const { data } = await transporter.request<unknown>({
        url: `${PROVIDER_ENDPOINTS.iamCredentials}/v1/projects/-/serviceAccounts/${credentials.signerEmail}:generateIdToken`,
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${access.token}` },
        data: { audience, includeEmail: true },
        responseType: 'json'
      })
      return isPlainObject(data) ? data.token : undefined
    }
  }
}

function isFailed(value: unknown): value is Failed {
  return isPlainObject(value) && value.kind === 'failed'
}

/** The application verifies the signature; here, audience and time tell whether it could accept the token. */
function readIdToken(token: string, audience: string, nowSeconds: number): FetchedToken {
  const { aud, exp } = readCompactToken(token)?.payload ?? {}
  if (typeof exp !== 'number') return failed(wrongShape('the response is not an id token'))
  if (aud !== audience) return failed(wrongShape('the id token is for another audience'))
  const ttlSeconds = Math.min(exp - nowSeconds, ID_TOKEN_SECONDS) - SPARE_SECONDS
  if (ttlSeconds > 0) return { kind: 'token', token, ttlSeconds, endsAtMs: (nowSeconds + ttlSeconds) * 1000 }
  return failed(wrongShape('the id token has expired already, or the clock of this machine is ahead'))
}

interface TransportOptions {
  credentials: Credentials
  endpoints: Endpoints
  signal: AbortSignal
  /** By which errors are classified. */
  family: 'oauth' | 'sign'
  /** What is fetched, with its article, for messages. */
  wanted: string
}

/**
 * Runs one fetch of a token over a transport of its own. `work`: null: the response has no token. Whatever it
 * throws becomes a failure, and so does a response at the address of the metadata server that is not of that.
 */
async function fetchOverTransport(
  { credentials, endpoints, signal, family, wanted }: TransportOptions,
  work: (transport: ReturnType<typeof createGoogleTransport>) => Promise<FetchedToken | null>
): Promise<FetchedToken> {
  const transport = createGoogleTransport(endpoints, signal)
  const isOfMachine = credentials.kind === 'metadata'
  const sort = (cause: unknown) => sortFailure(family, wanted, transport.lastResponse(), cause)
  try {
    const fetched = await work(transport)
    if (isOfMachine && !isOfMetadataServer(transport.lastResponse())) return failed(NOT_METADATA_SERVER)
    return fetched ?? failed(sort(null))
  } catch (cause) {
    return failed(isOfMachine ? adviseOnMachine(sort(cause)) : sort(cause))
  }
}

/** The metadata server does not use OAuth errors: failures are about the machine's setup. */
function adviseOnMachine(failure: ProviderFailure): ProviderFailure {
  const hasNoAccount = failure.status === 404
  return {
    ...failure,
    kind: hasNoAccount ? 'configuration' : failure.kind,
    detail: `metadata server: ${failure.detail}`,
    hint: hasNoAccount
      ? {
          cause: 'this machine has no service account',
          fix: 'attach one, or set identityPlatform.credentialsFile, or go without: METADATA_SERVER_DETECTION=none'
        }
      : {
          cause: 'the metadata server of this machine does not answer as it should',
          fix: 'nothing while the machine starts; else check its network, or set METADATA_SERVER_DETECTION=none'
        }
  }
}

/** Classifies by the raw response: the library's messages may contain parts of requests. */
function sortFailure(
  family: TransportOptions['family'],
  wanted: string,
  answer: ProviderResponse | null,
  cause: unknown
): ProviderFailure {
  if (answer === null) {
    return {
      kind: 'configuration',
      code: 'PROVIDER_UNAVAILABLE',
      detail: `no call was possible: ${reasonOf(cause)}`,
      isWide: true,
      hint: {
        cause: 'the credentials name a source that is unavailable, such as a missing file',
        fix: 'check credential_source in the credential file, and that the gateway may read it'
      }
    }
  }
  const read = readResponse(family, answer)
  return read.kind === 'failed' ? read.failure : wrongShape(`200 without ${wanted}`)
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

/** Refreshes workforce credentials, next to the token exchange. */
const STS_REFRESH_URL = 'https://sts.googleapis.com/v1/oauthtoken'

/** The library's transport for one token: configured endpoints, no redirects or retries. `lastResponse`: null if there was no call. */
function createGoogleTransport(endpoints: Endpoints, signal: AbortSignal) {
  let last: ProviderResponse | null = null

  async function fetchOnce(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input)
    const { method, headers, body } = init
    try {
      const response = await fetch(configuredUrl(url, endpoints), {
        ...(method === undefined ? {} : { method }),
        ...(headers === undefined ? {} : { headers }),
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal
      })
      const { status, headers: received } = response
      const text = await response.text()
      last = { kind: 'response', status, headers: Object.fromEntries(received), text }
      return new Response(text === '' ? null : text, { status, headers: received })
    } catch (cause) {
      last = { kind: 'unreachable', cause }
      throw cause
    }
  }

  const transporter = new gaxios.Gaxios({ fetchImplementation: fetchOnce })
  // The library enables retries per request; an interceptor overrides that.
  const retries = { retry: false, retryConfig: { retry: 0, noResponseRetries: 0 } }
  transporter.interceptors.request.add({ resolved: async (options) => ({ ...options, ...retries }) })
  return { transporter, lastResponse: (): ProviderResponse | null => last }
}

function configuredUrl(url: URL, endpoints: Endpoints): string {
  if (url.href === PROVIDER_ENDPOINTS.oauthToken) return endpoints.oauthToken
  if (url.href === PROVIDER_ENDPOINTS.sts) return endpoints.sts
  if (url.href === STS_REFRESH_URL) return new URL('oauthtoken', endpoints.sts).href
  if (url.origin === PROVIDER_ENDPOINTS.iamCredentials) {
    return `${endpoints.iamCredentials.replace(/\/+$/, '')}${url.pathname}${url.search}`
  }
  return url.href
}
