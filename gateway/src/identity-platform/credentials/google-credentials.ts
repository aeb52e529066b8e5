import { gaxios } from 'google-auth-library'
import type { Credentials } from '../../config/credentials/credentials.ts'
import { PROVIDER_ENDPOINTS } from '../../config/defaults.ts'
import { parseJsonObject } from '../../config/json-members.ts'
import type { Config } from '../../config/schema/schema.ts'
import { failed, type ProviderFailure, readResponse, wrongShape } from '../client/error-sorting.ts'
import type { CallFamily, ProviderResponse } from '../client/http.ts'
import { buildClient, isToken } from './google-clients.ts'
import { isOfMetadataServer, NOT_METADATA_SERVER } from './metadata-server.ts'
import type { FetchedToken, FetchToken } from './token-slot.ts'

/** For responses without a lifetime. */
const DEFAULT_TTL_SECONDS = 60

/** Fetches access tokens for any credentials. A new client per token bypasses the library's cache. */
export function createTokenSource(
  credentials: Credentials,
  endpoints: Config['identityPlatform']['endpoints']
): FetchToken {
  /** Some refresh tokens are single-use; the response has the next one. */
  let nextRefreshToken: string | null = null

  return (scope, signal) =>
    fetchOverTransport(
      { credentials, endpoints, signal, family: 'oauth', wanted: 'an access token' },
      async ({ transporter, lastResponse }) => {
        const client = buildClient(credentials, { scope, transporter, nextRefreshToken })
        const { token } = await client.getAccessToken()
        const answer = lastResponse()
        const body = answer?.kind === 'response' ? parseJsonObject(answer.text) : null
        if (typeof body?.refresh_token === 'string') nextRefreshToken = body.refresh_token
        return isToken(token) ? { kind: 'token', token, ...readLife(body) } : null
      }
    )
}

interface TransportOptions {
  credentials: Credentials
  endpoints: Config['identityPlatform']['endpoints']
  signal: AbortSignal
  /** By which errors are classified. */
  family: CallFamily
  /** What is fetched, with its article, for messages. */
  wanted: string
}

/**
 * Runs one fetch of a token over a transport of its own. `work`: null: the response has no token. Whatever it
 * throws becomes a failure, and so does a response at the address of the metadata server that is not of that.
 */
export async function fetchOverTransport(
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

/** OAuth gives seconds (RFC 6749, 5.1), impersonation a time. */
function readLife(body: Record<string, unknown> | null): { ttlSeconds: number; endsAtMs: number | null } {
  const endsAtMs = typeof body?.expireTime === 'string' ? Date.parse(body.expireTime) : Number.NaN
  const ttlSeconds = Number(body?.expires_in ?? DEFAULT_TTL_SECONDS)
  return {
    ttlSeconds: Number.isFinite(ttlSeconds) ? ttlSeconds : DEFAULT_TTL_SECONDS,
    endsAtMs: Number.isNaN(endsAtMs) ? null : endsAtMs
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
  family: CallFamily,
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
function createGoogleTransport(endpoints: Config['identityPlatform']['endpoints'], signal: AbortSignal) {
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

function configuredUrl(url: URL, endpoints: Config['identityPlatform']['endpoints']): string {
  if (url.href === PROVIDER_ENDPOINTS.oauthToken) return endpoints.oauthToken
  if (url.href === PROVIDER_ENDPOINTS.sts) return endpoints.sts
  if (url.href === STS_REFRESH_URL) return new URL('oauthtoken', endpoints.sts).href
  if (url.origin === PROVIDER_ENDPOINTS.iamCredentials) {
    return `${endpoints.iamCredentials.replace(/\/+$/, '')}${url.pathname}${url.search}`
  }
  return url.href
}
