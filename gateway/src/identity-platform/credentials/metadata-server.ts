import {
  type Failed,
  failed,
  type ProviderFailure,
  unusableResponse,
  wrongShape
} from '../client/error-sorting.ts'
import { createProviderHttp, type ProviderResponse } from '../client/http.ts'

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

export const NOT_METADATA_SERVER = wrongShape('the answer is not the metadata server’s')

/** True if the metadata server responded. On other networks something else may have its address. */
export function isOfMetadataServer(response: ProviderResponse | null): boolean {
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
