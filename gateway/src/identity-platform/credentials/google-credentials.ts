import {
  type AuthClient,
  Compute,
  ExternalAccountAuthorizedUserClient,
  ExternalAccountClient,
  type ExternalAccountClientOptions,
  type gaxios,
  Impersonated,
  JWT,
  UserRefreshClient
} from 'google-auth-library'
import type { Credentials } from '../../config/credentials/credentials.ts'
import { isPlainObject, parseJsonObject } from '../../config/json-object.ts'
import type { Config } from '../../config/schema/schema.ts'
import { type ProviderFailure, readAnswer, wrongShape } from '../client/error-sorting.ts'
import type { ProviderAnswer } from '../client/http.ts'
import { createGoogleTransport } from './google-transport.ts'
import { isOfMetadataServer, METADATA_HEADERS, metadataTokenUrl } from './metadata-server.ts'

const CLOUD_SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
/** For an answer that does not say how long its token lives. */
const UNTOLD_LIFE_SECONDS = 60

const FOREIGN = wrongShape('the answer is not the metadata server’s')

/** `endsAtMs`: epoch milliseconds, when the answer names the moment; else null, and `lifeSeconds` counts from now. */
export type FetchedToken =
  | { kind: 'token'; token: string; lifeSeconds: number; endsAtMs: number | null }
  | { kind: 'failed'; failure: ProviderFailure }

/** Fetches an access token. `signal` ends all calls that it takes. Never throws. */
export type FetchToken = (scope: string, signal: AbortSignal) => Promise<FetchedToken>

/** The way to access tokens, for each kind of credentials. A client lives for one token: the cache is not the library's. */
export function createTokenSource(
  credentials: Credentials,
  endpoints: Config['identityPlatform']['endpoints']
): FetchToken {
  /** Some refresh tokens can be used once, and the answer brings the next. */
  let nextRefreshToken: string | null = null

  return async (scope, signal) => {
    const { transporter, lastAnswer } = createGoogleTransport(endpoints, signal)
    try {
      const client = buildClient(credentials, { scope, transporter, nextRefreshToken })
      const { token } = await client.getAccessToken()
      const answer = lastAnswer()
      if (credentials.kind === 'metadata' && !isOfMetadataServer(answer))
        return { kind: 'failed', failure: FOREIGN }
      const body = answer?.kind === 'answer' ? parseJsonObject(answer.text) : null
      if (typeof body?.refresh_token === 'string') nextRefreshToken = body.refresh_token
      if (!isToken(token)) return { kind: 'failed', failure: sortFailure(answer, null) }
      return { kind: 'token', token, ...readLife(body) }
    } catch (cause) {
      const failure = sortFailure(lastAnswer(), cause)
      return { kind: 'failed', failure: credentials.kind === 'metadata' ? adviseOnMachine(failure) : failure }
    }
  }
}

interface ClientOptions {
  scope: string
  transporter: gaxios.Gaxios
  nextRefreshToken: string | null
}

function buildClient(credentials: Credentials, options: ClientOptions): AuthClient {
  switch (credentials.kind) {
    case 'key': {
      const { clientEmail, privateKeyPem, privateKeyId } = credentials.account
      return buildKeyClient(clientEmail, privateKeyPem, privateKeyId, options)
    }
    case 'metadata':
      return new MetadataClient(credentials.url, options)
    case 'file':
      return buildFileClient(credentials.json, options)
  }
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
  const { scope, transporter, nextRefreshToken } = options
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
      return buildExternalClient(json, scope, transporter)
    case 'impersonated_service_account':
      return buildImpersonatedClient(json, options)
    default:
      throw new Error('credentials of an unknown type')
  }
}

function buildExternalClient(
  json: Record<string, unknown>,
  scope: string,
  transporter: gaxios.Gaxios
): AuthClient {
  const client = isExternalAccount(json)
    ? ExternalAccountClient.fromJSON({ ...json, scopes: [scope], transporter })
    : null
  // The library makes the token exchange a transport of its own, without our fetch and with retries.
  const exchange: unknown = client === null ? null : Reflect.get(client, 'stsCredential')
  if (client === null || typeof exchange !== 'object' || exchange === null) {
    throw new Error('this version of google-auth-library does not know the file')
  }
  Reflect.set(exchange, 'transporter', transporter)
  return client
}

function isExternalAccount(
  json: Record<string, unknown>
): json is Record<string, unknown> & ExternalAccountClientOptions {
  return (
    typeof json.audience === 'string' &&
    typeof json.subject_token_type === 'string' &&
    isPlainObject(json.credential_source)
  )
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
class MetadataClient extends Compute {
  readonly #url: string

  constructor(url: string, { scope, transporter }: ClientOptions) {
    super({ transporter })
    this.#url = metadataTokenUrl(url, scope)
  }

  protected override async refreshTokenNoCache() {
    const res = await this.transporter.request<unknown>({
      url: this.#url,
      headers: METADATA_HEADERS,
      responseType: 'json'
    })
    const token = isPlainObject(res.data) ? res.data.access_token : undefined
    return { tokens: isToken(token) ? { access_token: token } : {}, res }
  }
}

/** It becomes part of a header. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
}

/** OAuth counts seconds (RFC 6749, 5.1), impersonation names the moment. */
function readLife(body: Record<string, unknown> | null): { lifeSeconds: number; endsAtMs: number | null } {
  const endsAtMs = typeof body?.expireTime === 'string' ? Date.parse(body.expireTime) : Number.NaN
  const lifeSeconds = Number(body?.expires_in ?? UNTOLD_LIFE_SECONDS)
  return {
    lifeSeconds: Number.isFinite(lifeSeconds) ? lifeSeconds : UNTOLD_LIFE_SECONDS,
    endsAtMs: Number.isNaN(endsAtMs) ? null : endsAtMs
  }
}

/** The metadata server speaks no OAuth: what it refuses is what the machine was not given. */
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

/** By what came back, and not by the library's words for it, which may hold parts of requests. */
function sortFailure(answer: ProviderAnswer | null, cause: unknown): ProviderFailure {
  if (answer === null) {
    return {
      kind: 'configuration',
      code: 'PROVIDER_UNAVAILABLE',
      detail: `no call was possible: ${reasonOf(cause)}`,
      isWide: true,
      hint: {
        cause: 'the credentials name a source that gives nothing, such as a file that is missing',
        fix: 'check credential_source in the credential file, and what may be read by the gateway'
      }
    }
  }
  const read = readAnswer('oauth', answer)
  return 'failure' in read ? read.failure : wrongShape('200 without an access token')
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
