import type { Config } from '../config/schema.ts'
import type { ServiceAccount } from '../config/service-account.ts'
import { type AccountCalls, createAccountCalls } from './accounts.ts'
import { type Certificates, createCertificates } from './certificates.ts'
import { createCustomTokenSigner, type SignCustomToken } from './custom-token.ts'
import { createProviderHttp } from './http.ts'
import { createIdTokenVerifier, type VerifyIdToken } from './id-token.ts'
import { createTokenCalls, type TokenCalls } from './tokens.ts'

/** Everything the gateway asks of the provider, for one project. */
export interface IdentityPlatform {
  verifyIdToken: VerifyIdToken
  signCustomToken: SignCustomToken
  tokens: TokenCalls
  accounts: AccountCalls
  certificates: Certificates
  close(): Promise<void>
}

export interface IdentityPlatformOptions {
  settings: Config['identityPlatform']
  serviceAccount: ServiceAccount | null
  /** Epoch seconds. */
  now: () => number
  /** Told when certificates could not be fetched. */
  onCertificateFailure?: (cause: unknown) => void
}

/** The provider's client. Makes no call by itself. */
export async function createIdentityPlatform(options: IdentityPlatformOptions): Promise<IdentityPlatform> {
  const { settings, serviceAccount, now, onCertificateFailure } = options
  const { projectId, tenantId, apiKey } = settings
  const emulator = settings.emulatorHost !== null
  const urls = providerUrls(settings)
  const http = createProviderHttp()
  const certificates = createCertificates({
    http,
    url: urls.certificates,
    now,
    ...(onCertificateFailure === undefined ? {} : { onFailure: onCertificateFailure })
  })
  const accessToken = await createAccessToken(emulator, serviceAccount, urls.oauthToken, now)
  return {
    verifyIdToken: createIdTokenVerifier({
      projectId,
      tenantId,
      allowAnonymous: settings.allowAnonymous,
      emulator,
      certificates,
      now
    }),
    signCustomToken: createCustomTokenSigner(serviceAccount, now),
    tokens: createTokenCalls({
      http,
      apiKey,
      tenantId,
      identityToolkitUrl: urls.identityToolkit,
      secureTokenUrl: urls.secureToken
    }),
    accounts: createAccountCalls({
      http,
      apiKey,
      projectId,
      tenantId,
      identityToolkitUrl: urls.identityToolkit,
      accessToken
    }),
    certificates,
    close: () => http.close()
  }
}

/** Base URLs without a final slash; one setting moves every call to the emulator. */
function providerUrls({
  emulatorHost,
  endpoints
}: Config['identityPlatform']): Config['identityPlatform']['endpoints'] {
  const trimmed = (url: string) => url.replace(/\/+$/, '')
  const base = {
    identityToolkit: trimmed(endpoints.identityToolkit),
    secureToken: trimmed(endpoints.secureToken),
    certificates: endpoints.certificates,
    oauthToken: endpoints.oauthToken
  }
  if (emulatorHost === null) return base
  return {
    ...base,
    identityToolkit: `http://${emulatorHost}/identitytoolkit.googleapis.com`,
    secureToken: `http://${emulatorHost}/securetoken.googleapis.com`
  }
}

async function createAccessToken(
  emulator: boolean,
  serviceAccount: ServiceAccount | null,
  tokenUrl: string,
  now: () => number
): Promise<((refused?: string) => Promise<string>) | null> {
  // The emulator's word for the project's own rights.
  if (emulator) return async () => 'owner'
  if (serviceAccount === null) return null
  // Loaded on demand: the library is large, and a gateway without credentials starts faster without it.
  const { createServiceCredential } = await import('./service-credential.ts')
  const credential = createServiceCredential({ account: serviceAccount, tokenUrl, now })
  return (refused) => credential.accessToken(refused)
}
