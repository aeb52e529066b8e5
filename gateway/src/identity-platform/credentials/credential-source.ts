import { PROVIDER_ENDPOINTS } from '../../config/defaults.ts'
import { failed, readResponse, wrongShape } from '../client/error-sorting.ts'
import type { ProviderResponse } from '../client/http.ts'
import { readCompactToken } from '../tokens/claims.ts'
import {
  type CredentialSource,
  type Credentials,
  type CredentialsPlugin,
  findPlugin,
  type SourceOptions
} from './credentials.ts'
import { encodeJwt, type ServiceAccount, signRs256 } from './service-account.ts'
import type { FetchedToken } from './service-tokens.ts'

/** For responses without a lifetime. */
const DEFAULT_TTL_SECONDS = 60
/** An id token this close to its end could end on its way to the application. */
const SPARE_SECONDS = 10
/** Google's tokens live that long, and so do assertions. */
export const HOUR_SECONDS = 3600

/** How to use credentials. Calls nothing yet. Throws if they are of a plugin that is missing. */
export function openCredentials(
  credentials: Credentials,
  plugins: readonly CredentialsPlugin[],
  options: SourceOptions
): CredentialSource {
  if (credentials.kind === 'key') return createKeySource(credentials.account, options)
  const plugin = findPlugin(plugins)
  if (plugin === undefined) throw new Error('no plugin uses these credentials')
  return plugin.open(credentials, options)
}

/** Gets tokens for assertions signed with the key of a service account, and signs with it. */
function createKeySource(account: ServiceAccount, { endpoints, now }: SourceOptions): CredentialSource {
  /** Posts an assertion (RFC 7523). Not to the key file's `token_uri`, which its author could choose. */
  async function grant(claims: { scope: string } | { target_audience: string }, signal: AbortSignal) {
    const iat = Math.floor(now())
    const kid = account.privateKeyId === null ? {} : { kid: account.privateKeyId }
    const own = { iss: account.clientEmail, aud: PROVIDER_ENDPOINTS.oauthToken, iat, exp: iat + HOUR_SECONDS }
    const input = encodeJwt({ alg: 'RS256', typ: 'JWT', ...kid }, { ...own, ...claims })
    const assertion = `${input}.${await signRs256(input, account)}`
    const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
    return await callOnce(endpoints.oauthToken, { method: 'POST', body, signal })
  }

  return {
    async fetchAccessToken(scope, signal) {
      const response = await grant({ scope }, signal)
      return readToken(response, 'an access token', readAccessToken)
    },
    async fetchIdToken(audience, signal) {
      const response = await grant({ target_audience: audience }, signal)
      return readToken(response, 'an id token', ({ id_token: token }) => readIdToken(token, audience, now()))
    },
    issuer: async () => ({ kind: 'issuer', email: account.clientEmail }),
    sign: async (signingInput) => ({ kind: 'signed', signature: await signRs256(signingInput, account) })
  }
}

/** One call, without redirects or retries. Never throws. */
export async function callOnce(url: string, init: RequestInit): Promise<ProviderResponse> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error' })
    const { status, headers } = response
    return { kind: 'response', status, headers: Object.fromEntries(headers), text: await response.text() }
  } catch (cause) {
    return { kind: 'unreachable', cause }
  }
}

/** The token that `read` finds in a successful response, or why there is none. `wanted`: what it is, with its article. */
export function readToken(
  response: ProviderResponse,
  wanted: string,
  read: (body: Record<string, unknown>) => FetchedToken | null,
  family: 'oauth' | 'sign' = 'oauth'
): FetchedToken {
  const result = readResponse(family, response)
  if (result.kind === 'failed') return result
  return read(result.body) ?? failed(wrongShape(`200 without ${wanted}`))
}

/** OAuth gives seconds (RFC 6749, 5.1), impersonation a time. Null: no token in it. */
export function readAccessToken(
  body: Readonly<Record<string, unknown>>,
  member = 'access_token'
): FetchedToken | null {
  const { [member]: token, expireTime, expires_in: seconds } = body
  if (!isToken(token)) return null
  const endsAtMs = typeof expireTime === 'string' ? Date.parse(expireTime) : Number.NaN
  const ttlSeconds = Number(seconds ?? DEFAULT_TTL_SECONDS)
  return {
    kind: 'token',
    token,
    ttlSeconds: Number.isFinite(ttlSeconds) ? ttlSeconds : DEFAULT_TTL_SECONDS,
    endsAtMs: Number.isNaN(endsAtMs) ? null : endsAtMs
  }
}

/**
 * The application verifies the signature; here, audience and time tell whether it could accept the token. A token for another
 * audience, or one that has expired, is a failure. Null: not a token. `nowSeconds`: epoch.
 */
export function readIdToken(token: unknown, audience: string, nowSeconds: number): FetchedToken | null {
  if (!isToken(token)) return null
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
