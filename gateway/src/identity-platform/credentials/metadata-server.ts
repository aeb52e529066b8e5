import { type ProviderFailure, readResponse, wrongShape } from '../client/error-sorting.ts'
import { createProviderHttp, type ProviderResponse } from '../client/http.ts'

const ACCOUNT_PATH = '/computeMetadata/v1/instance/service-accounts/default'
/** Pods may run as an identity of their cluster, which is no service account and cannot sign. */
const SERVICE_ACCOUNT = /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$/

/** Without it the server refuses: a browser that was lured there cannot send it. */
export const METADATA_HEADERS: Readonly<Record<string, string>> = { 'metadata-flavor': 'Google' }

/** Who signs, or why that is not known. */
export type IssuerResult = { kind: 'issuer'; email: string } | { kind: 'failed'; failure: ProviderFailure }

/** Where the access tokens of the machine are. `baseUrl`: without a final slash. */
export function metadataTokenUrl(baseUrl: string, scope: string): string {
  return `${baseUrl}${ACCOUNT_PATH}/token?${new URLSearchParams({ scopes: scope })}`
}

/** Is it the metadata server that answered? On a foreign network somebody else may have the address. */
export function isOfMetadataServer(response: ProviderResponse | null): boolean {
  return response?.kind === 'response' && response.headers['metadata-flavor'] === 'Google'
}

/**
 * The service account of the machine. Never throws.
 * https://cloud.google.com/compute/docs/metadata/predefined-metadata-keys
 */
export async function askMachineAccount(baseUrl: string): Promise<IssuerResult> {
  // Asked once in the life of a process: no connection is kept for it.
  const http = createProviderHttp()
  const response = await http.send({
    method: 'GET',
    url: `${baseUrl}${ACCOUNT_PATH}/email`,
    headers: { ...METADATA_HEADERS }
  })
  await http.close()
  if (response.kind === 'unreachable') {
    const read = readResponse('sign', response)
    return { kind: 'failed', failure: 'failure' in read ? read.failure : wrongShape('no answer') }
  }
  if (!isOfMetadataServer(response)) {
    return { kind: 'failed', failure: wrongShape('the answer is not the metadata server’s') }
  }
  if (response.status !== 200) {
    return { kind: 'failed', failure: wrongShape(`${response.status} of the metadata server`) }
  }
  const email = response.text.trim()
  return SERVICE_ACCOUNT.test(email) ? { kind: 'issuer', email } : { kind: 'failed', failure: NO_ACCOUNT }
}

const NO_ACCOUNT: ProviderFailure = {
  kind: 'configuration',
  code: 'PROVIDER_UNAVAILABLE',
  detail: 'the machine has no service account that could sign',
  hint: {
    cause: 'the machine, or the pod, runs without a service account of its own',
    fix: 'give it one, or name in identityPlatform.serviceAccountEmail the account that signs for it'
  }
}
