import { PROVIDER_ENDPOINTS } from '../../src/config/defaults.ts'
import { parseJsonObject } from '../../src/config/json-members.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import {
  type Failed,
  failed,
  type ProviderFailure,
  readResponse,
  unusableResponse,
  wrongShape
} from '../../src/identity-platform/client/error-sorting.ts'
import { createProviderHttp, type ProviderResponse } from '../../src/identity-platform/client/http.ts'
import type { Credentials } from '../../src/identity-platform/credentials/credentials.ts'
import { encodeJwt, type ServiceAccount, signRs256 } from '../../src/identity-platform/credentials/service-account.ts'

/** `endsAtMs`: epoch milliseconds; null if not in the response: `ttlSeconds` counts from now. */
export type FetchedToken =
  | { kind: 'token'; token: string; ttlSeconds: number; endsAtMs: number | null }
  | Failed

export interface TokenSource {
  credentials: Credentials
  endpoints: Config['identityPlatform']['endpoints']
  /** Epoch seconds. */
  now: () => number
}

/** Refreshes workforce credentials, next to the token exchange. */
export const STS_REFRESH_URL = 'https://sts.googleapis.com/v1/oauthtoken'
const ASSERTION_SECONDS = 3600

/** The calls for one token: to the configured endpoints, without redirects or retries. All throw unless the response is successful. */
export class GoogleCalls {
  /** Null: no call was made. */
  lastResponse: ProviderResponse | null = null
  /** The JSON object of the last successful response. */
  lastBody: Record<string, unknown> = {}
  readonly #endpoints: TokenSource['endpoints']
  readonly #now: () => number
  readonly #signal: AbortSignal

  /** `now`: epoch seconds. `signal` cancels all calls. */
  constructor({ endpoints, now }: TokenSource, signal: AbortSignal) {
    this.#endpoints = endpoints
    this.#now = now
    this.#signal = signal
  }

  /** As `fetch`, also for Google's library. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input)
    const { method = 'GET', headers = {}, body = null } = init
    const options = { method, headers, body, redirect: 'error', signal: this.#signal } as const
    try {
      const response = await fetch(this.#configuredUrl(url), options)
      const { status, headers: received } = response
      const text = await response.text()
      this.lastResponse = { kind: 'response', status, headers: Object.fromEntries(received), text }
      return new Response(text === '' ? null : text, { status, headers: received })
    } catch (cause) {
      this.lastResponse = { kind: 'unreachable', cause }
      throw cause
    }
  }

  async read(url: string, init: RequestInit): Promise<string> {
    const response = await this.fetch(url, init)
    if (!response.ok) throw new Error(`status ${response.status}`)
    return await response.text()
  }

  /** The JSON object of the response; empty for anything else. */
  async ask(url: string, init: RequestInit): Promise<Record<string, unknown>> {
    this.lastBody = parseJsonObject(await this.read(url, init)) ?? {}
    return this.lastBody
  }

  /** Posts a form. */
  post(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
    return this.ask(url, { method: 'POST', headers, body: new URLSearchParams(form) })
  }

  /** Posts JSON with an access token. */
  postAs(token: string, url: string, body: object, more: Record<string, string> = {}) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...more }
    return this.ask(url, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  /** Posts an assertion of a service account (RFC 7523). Not to the key file's `token_uri`, which its author could choose. */
  async grant(account: ServiceAccount, claims: { scope: string } | { target_audience: string }) {
    const { oauthToken } = PROVIDER_ENDPOINTS
    const iat = Math.floor(this.#now())
    const times = { iat, exp: iat + ASSERTION_SECONDS }
    const header = {
      alg: 'RS256',
      typ: 'JWT',
      ...(account.privateKeyId !== null && { kid: account.privateKeyId })
    }
    const input = encodeJwt(header, { iss: account.clientEmail, aud: oauthToken, ...times, ...claims })
    const assertion = `${input}.${await signRs256(input, account)}`
    return this.post(oauthToken, { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
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

/**
 * Runs one fetch of a token over calls of its own. `work`: null: the response has no token. Whatever it
 * throws becomes a failure, and so does a response at the address of the metadata server that is not of that.
 * `family`: by which errors are classified. `wanted`: with its article, for messages.
 */
export async function fetchOver(
  { family, wanted, ...source }: TokenSource & { family: 'oauth' | 'sign'; wanted: string },
  signal: AbortSignal,
  work: (google: GoogleCalls) => Promise<FetchedToken | null>
): Promise<FetchedToken> {
  const google = new GoogleCalls(source, signal)
  const isOfMachine = source.credentials.kind === 'metadata'
  const sort = (cause: unknown) => sortFailure(google.lastResponse, cause, { family, wanted })
  try {
    const fetched = await work(google)
    if (isOfMachine && !isOfMetadataServer(google.lastResponse)) return failed(NOT_METADATA_SERVER)
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

/** Classifies by the raw response: messages of the library may contain parts of requests. */
function sortFailure(
  response: ProviderResponse | null,
  cause: unknown,
  { family, wanted }: { family: 'oauth' | 'sign'; wanted: string }
): ProviderFailure {
  if (response === null) {
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
  const read = readResponse(family, response)
  return read.kind === 'failed' ? read.failure : wrongShape(`200 without ${wanted}`)
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

const ACCOUNT_PATH = '/computeMetadata/v1/instance/service-accounts/default'
/** Pods may run under a cluster identity, which is no service account and cannot sign. */
const SERVICE_ACCOUNT = /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$/

/** Required by the server, and impossible to send from a browser (SSRF protection). */
export const METADATA_HEADERS: Readonly<Record<string, string>> = { 'metadata-flavor': 'Google' }

/** The signing account, or why it is unknown. */
export type IssuerResult = { kind: 'issuer'; email: string } | Failed

/** URL of the machine's access tokens. `baseUrl`: without a trailing slash. */
export function metadataTokenUrl(baseUrl: string, scope: string): string {
  return `${baseUrl}${ACCOUNT_PATH}/token?${new URLSearchParams({ scopes: scope })}`
}

/** URL of the machine's id tokens for an audience; they name its account. */
export function metadataIdentityUrl(baseUrl: string, audience: string): string {
  return `${baseUrl}${ACCOUNT_PATH}/identity?${new URLSearchParams({ audience, format: 'full' })}`
}

const NOT_METADATA_SERVER = wrongShape('the answer is not the metadata server’s')

/** True if the metadata server responded. On other networks something else may have its address. */
function isOfMetadataServer(response: ProviderResponse | null): boolean {
  return response?.kind === 'response' && response.headers['metadata-flavor'] === 'Google'
}

/** The machine's service account. Never throws. https://cloud.google.com/compute/docs/metadata/predefined-metadata-keys */
export async function askMachineAccount(baseUrl: string): Promise<IssuerResult> {
  // Called once per process, so the connection is not kept.
  const http = createProviderHttp()
  const response = await http.send({
    method: 'GET',
    url: `${baseUrl}${ACCOUNT_PATH}/email`,
    headers: { ...METADATA_HEADERS }
  })
  await http.close()
  if (response.kind === 'unreachable')
    return failed({ ...unusableResponse(response), isWide: true, isOutage: true })
  if (!isOfMetadataServer(response)) return failed(NOT_METADATA_SERVER)
  if (response.status !== 200) return failed(wrongShape(`${response.status} of the metadata server`))
  const email = response.text.trim()
  return SERVICE_ACCOUNT.test(email) ? { kind: 'issuer', email } : failed(NO_ACCOUNT)
}

const NO_ACCOUNT: ProviderFailure = {
  kind: 'configuration',
  code: 'PROVIDER_UNAVAILABLE',
  detail: 'the machine has no service account for signing',
  hint: {
    cause: 'the machine, or the pod, runs without a service account of its own',
    fix: 'attach one, or set identityPlatform.serviceAccountEmail to the signing account'
  }
}
