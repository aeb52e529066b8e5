import type { Schedule } from '../async/schedule.ts'
import type { Credentials } from '../config/credentials/credentials.ts'
import type { Config } from '../config/schema/schema.ts'
import { type Accounts, createAccounts } from './accounts/accounts.ts'
import { createAdvisor, type OnAdvice } from './client/advisor.ts'
import { createProviderHttp, type Patience } from './client/http.ts'
import { createProviderCalls, type OnCircuit } from './client/provider-calls.ts'
import { type AccessTokens, createAccessTokens } from './credentials/access-tokens.ts'
import { openEmulator, type TestProvider } from './test-provider.ts'
import { type Certificates, createCertificates } from './tokens/certificates.ts'
import { createCustomTokenSigner, type SignCustomToken } from './tokens/custom-token.ts'
import { createIdTokenVerifier, type VerifyIdToken } from './tokens/id-token.ts'
import { createTokenSigner } from './tokens/signer.ts'
import { createTokenCalls, type TokenCalls } from './tokens/tokens.ts'

/** Everything the gateway asks of the provider, for one project. */
export interface IdentityPlatform {
  verifyIdToken: VerifyIdToken
  /** Are there credentials that can sign custom tokens? */
  readonly canSign: boolean
  signCustomToken: SignCustomToken
  tokens: TokenCalls
  /** The account calls of a tenant; null: of the project itself. */
  accountsOf(tenantId: string | null): Accounts
  certificates: Certificates
  /** What the emulator gives away; null: this is no emulator. */
  testProvider: TestProvider | null
  close(): Promise<void>
}

/** Told of what goes wrong behind the scenes; each thing once until it is over. */
export interface PlatformListener {
  /** Certificates could not be fetched. */
  onCertificateFailure?: (cause: unknown) => void
  /** Entries of the certificates that cannot verify id tokens. */
  onCertificatesLeftOut?: (keyIds: readonly string[]) => void
  /** Trouble that only the operator can end. */
  onAdvice?: OnAdvice
  /** Calls are no longer made for a while, or made again. */
  onCircuit?: OnCircuit
}

export interface IdentityPlatformOptions extends PlatformListener {
  settings: Config['identityPlatform']
  /** Null: calls in the name of the project are not possible. */
  credentials: Credentials | null
  /** Origin that visitors use; API keys may be restricted to it. Null: nothing is said about it. */
  publicOrigin?: string | null
  /** Tenants whose id tokens count, null being the project itself; left out: those of `settings`. */
  tenantIds?: readonly (string | null)[]
  /** Default `visitor`. */
  patience?: Patience
  /** Epoch seconds. */
  now: () => number
  /** For probes while the provider is away; null, the default: there are none. */
  schedule?: Schedule | null
}

/** The provider's client. Makes no call by itself but probes. */
export function createIdentityPlatform(options: IdentityPlatformOptions): IdentityPlatform {
  const { settings, credentials, publicOrigin = null, patience = 'visitor', now } = options
  const { projectId, apiKey } = settings
  const visitorWaits = patience === 'visitor'
  const emulator = settings.emulatorHost !== null
  const urls = providerUrls(settings)
  const http = createProviderHttp(patience)
  const { onAdvice, onCircuit, schedule = null } = options
  const calls = createProviderCalls({ http, now, onAdvice, onCircuit, schedule })
  const certificates = createCertificates({
    http,
    url: urls.certificates,
    now,
    onFailure: options.onCertificateFailure,
    onLeftOut: options.onCertificatesLeftOut
  })
  const accessTokens = createConfiguredTokens(options, urls)
  const apiKeyHeaders = {
    'x-goog-api-key': apiKey,
    ...(publicOrigin === null ? {} : { referer: `${publicOrigin}/` })
  }
  const tenantIds = options.tenantIds ?? [settings.tenantId, ...Object.values(settings.tenants)]
  const pools = new Map<string | null, Accounts>()
  const accountsOf = (tenantId: string | null): Accounts => {
    const known = pools.get(tenantId)
    if (known !== undefined) return known
    const accounts = createAccounts({
      calls,
      apiKeyHeaders,
      projectId,
      tenantId,
      identityToolkitUrl: urls.identityToolkit,
      accessTokens,
      visitorWaits
    })
    pools.set(tenantId, accounts)
    return accounts
  }
  const signer =
    credentials === null || accessTokens === null || emulator
      ? null
      : createTokenSigner({
          credentials,
          accessTokens,
          calls,
          iamCredentialsUrl: urls.iamCredentials,
          visitorWaits
        })
  return {
    verifyIdToken: createIdTokenVerifier({
      projectId,
      tenantIds,
      allowAnonymous: settings.allowAnonymous,
      emulator,
      certificates,
      now
    }),
    // The emulator takes custom tokens that nobody signed.
    canSign: emulator ? credentials !== null : signer !== null,
    signCustomToken: createCustomTokenSigner(signer, now),
    tokens: createTokenCalls({
      calls,
      apiKeyHeaders,
      identityToolkitUrl: urls.identityToolkit,
      secureTokenUrl: urls.secureToken
    }),
    accountsOf,
    certificates,
    testProvider:
      settings.emulatorHost === null
        ? null
        : openEmulator({ http, host: settings.emulatorHost, projectId, tenantIds, accountsOf }),
    close() {
      calls.close()
      return http.close()
    }
  }
}

/** Base URLs without a final slash; one setting moves every call to the emulator. */
function providerUrls({
  emulatorHost,
  endpoints
}: Config['identityPlatform']): Config['identityPlatform']['endpoints'] {
  const trimmed = (url: string) => url.replace(/\/+$/, '')
  const base = {
    ...endpoints,
    identityToolkit: trimmed(endpoints.identityToolkit),
    secureToken: trimmed(endpoints.secureToken),
    iamCredentials: trimmed(endpoints.iamCredentials)
  }
  if (emulatorHost === null) return base
  return {
    ...base,
    identityToolkit: `http://${emulatorHost}/identitytoolkit.googleapis.com`,
    secureToken: `http://${emulatorHost}/securetoken.googleapis.com`
  }
}

function createConfiguredTokens(
  { settings, credentials, now, onAdvice }: IdentityPlatformOptions,
  endpoints: Config['identityPlatform']['endpoints']
): AccessTokens | null {
  // The emulator's word for the project's own rights.
  if (settings.emulatorHost !== null)
    return { get: async () => ({ kind: 'token', token: 'owner' }), quotaProject: null }
  if (credentials === null) return null
  const advisor = createAdvisor(onAdvice)
  return createAccessTokens({
    credentials,
    projectId: settings.projectId,
    endpoints,
    now,
    onFetched: (failure) => (failure === null ? advisor.worked('oauth') : advisor.failed('oauth', failure))
  })
}
