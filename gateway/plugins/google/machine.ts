import { createSingleFlight } from '../../src/async.ts'
import {
  failed,
  type ProviderFailure,
  readResponse,
  unusableResponse,
  wrongShape
} from '../../src/identity-platform/client/error-sorting.ts'
import { createProviderHttp } from '../../src/identity-platform/client/http.ts'
import {
  callOnce,
  readAccessToken,
  readIdToken,
  readToken
} from '../../src/identity-platform/credentials/credential-source.ts'
import type { CredentialSource, IssuerResult } from '../../src/identity-platform/credentials/credentials.ts'
import type { MachineCredentials } from './credential-file.ts'

const ACCOUNT_PATH = '/computeMetadata/v1/instance/service-accounts/default'
/** Pods may run under a cluster identity, which is no service account and cannot sign. */
const SERVICE_ACCOUNT = /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+$/

/** Required by the server, and impossible to send from a browser (SSRF protection). */
const METADATA_HEADERS: Readonly<Record<string, string>> = { 'metadata-flavor': 'Google' }

/** Tokens of the machine's service account, from its metadata server. `now`: epoch seconds. */
export function createMachineTokens(
  { url, signerEmail }: MachineCredentials,
  now: () => number
): Omit<CredentialSource, 'sign'> {
  const lookUps = createSingleFlight<IssuerResult>()
  let email = signerEmail

  /** A response of the server, or why there is none. */
  async function ask(path: string, signal: AbortSignal) {
    const response = await callOnce(`${url}${ACCOUNT_PATH}/${path}`, { headers: METADATA_HEADERS, signal })
    if (response.kind === 'response' && response.status === 200)
      return isOfMetadataServer(response) ? response : failed(NOT_METADATA_SERVER)
    const result = readResponse('oauth', response)
    return result.kind === 'failed' ? failed(adviseOnMachine(result.failure)) : failed(NOT_METADATA_SERVER)
  }

  return {
    async fetchAccessToken(scope, signal) {
      const response = await ask(`token?${new URLSearchParams({ scopes: scope })}`, signal)
      if (response.kind === 'failed') return response
      return readToken(response, 'an access token', readAccessToken)
    },
    async fetchIdToken(audience, signal) {
      const response = await ask(`identity?${new URLSearchParams({ audience, format: 'full' })}`, signal)
      if (response.kind === 'failed') return response
      const token = readIdToken(response.text.trim(), audience, now())
      return token ?? readToken(response, 'an id token', () => null)
    },
    async issuer() {
      if (email !== null) return { kind: 'issuer', email }
      return await lookUps.run(url, async () => {
        const account = await askAccount(url)
        if (account.kind === 'issuer') email = account.email
        return account
      })
    }
  }
}

const NOT_METADATA_SERVER = wrongShape('the answer is not the metadata server’s')

/** On other networks something else may have its address. */
const isOfMetadataServer = ({ headers }: { headers: Record<string, string> }) =>
  headers['metadata-flavor'] === 'Google'

/** The machine's service account. Never throws. https://cloud.google.com/compute/docs/metadata/predefined-metadata-keys */
async function askAccount(baseUrl: string): Promise<IssuerResult> {
  // Called once per process, so the connection is not kept.
  const http = createProviderHttp()
  const url = `${baseUrl}${ACCOUNT_PATH}/email`
  const response = await http.send({ method: 'GET', url, headers: { ...METADATA_HEADERS } })
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
