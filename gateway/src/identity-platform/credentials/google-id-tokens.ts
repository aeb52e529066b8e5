import type { gaxios } from 'google-auth-library'
import { decodeJwt } from 'jose'
import type { Credentials } from '../../config/credentials/credentials.ts'
import { PROVIDER_ENDPOINTS } from '../../config/defaults.ts'
import { isPlainObject } from '../../config/json-members.ts'
import type { Config } from '../../config/schema/schema.ts'
import { type Failed, failed, wrongShape } from '../client/error-sorting.ts'
import { buildKeyClient, CLOUD_SCOPE, isToken } from './google-clients.ts'
import { fetchOverTransport } from './google-credentials.ts'
import { METADATA_HEADERS, metadataIdentityUrl } from './metadata-server.ts'
import type { FetchedToken, FetchToken, TokenResult } from './token-slot.ts'

/** A token this close to its end could end on its way to the application. */
const SPARE_SECONDS = 10
/** Google's id tokens live that long. */
const LIFE_SECONDS = 3600

interface IdTokenSourceOptions {
  credentials: Credentials
  accessTokens: { get: (scope: string) => Promise<TokenResult> }
  endpoints: Config['identityPlatform']['endpoints']
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
  return (audience, signal) =>
    fetchOverTransport(
      { credentials, endpoints, signal, family, wanted: 'an id token' },
      async ({ transporter }) => {
        const token = await fetchIdToken(options, audience, transporter)
        if (isFailed(token)) return token
        return isToken(token) ? readIdToken(token, audience, now()) : null
      }
    )
}

/** The unvalidated token, or the failure to get the access token for it. Throws on network errors. */
async function fetchIdToken(
  { credentials, accessTokens }: IdTokenSourceOptions,
  audience: string,
  transporter: gaxios.Gaxios
): Promise<unknown> {
  switch (credentials.kind) {
    case 'key': {
      const { clientEmail, privateKeyPem, privateKeyId } = credentials.account
      const client = buildKeyClient(clientEmail, privateKeyPem, privateKeyId, { scope: null, transporter })
      return await client.fetchIdToken(audience)
    }
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
  const { aud, exp } = readClaims(token)
  if (typeof exp !== 'number') return failed(wrongShape('the response is not an id token'))
  if (aud !== audience) return failed(wrongShape('the id token is for another audience'))
  const ttlSeconds = Math.min(exp - nowSeconds, LIFE_SECONDS) - SPARE_SECONDS
  if (ttlSeconds > 0) return { kind: 'token', token, ttlSeconds, endsAtMs: (nowSeconds + ttlSeconds) * 1000 }
  return failed(wrongShape('the id token has expired already, or the clock of this machine is ahead'))
}

function readClaims(token: string): { aud?: unknown; exp?: unknown } {
  try {
    return decodeJwt(token)
  } catch {
    return {}
  }
}
