import type { Schedule } from '../async/schedule.ts'
import type { Credentials } from '../config/credentials/credentials.ts'
import type { Config } from '../config/schema/schema.ts'
import type { EventSink } from '../operations/events.ts'
import { type Accounts, createAccounts } from './accounts/accounts.ts'
import type { CallBudget } from './client/http.ts'
import {
  createPasskeyCeremonies,
  createPasskeySettings,
  type PasskeyCeremonies,
  type ReadPasskeySettings
} from './passkeys/passkeys.ts'
import { createProjectSettings, type ProjectSettings } from './project-settings.ts'
import { createProviderState, type ProviderState, type ProviderUrls } from './provider-state.ts'
import { openEmulator, type TestProvider } from './test-provider.ts'
import type { Certificates } from './tokens/certificates.ts'
import { createCustomTokenSigner, createTokenSigner, type SignCustomToken } from './tokens/custom-token.ts'
import { createIdTokenVerifier, type VerifyIdToken } from './tokens/id-token.ts'
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
  /** How the project is set up. */
  project: ProjectSettings
  passkeys: PasskeyCeremonies
  /** Null: there are no credentials. */
  readPasskeySettings: ReadPasskeySettings | null
  /** What the emulator gives away; null: this is no emulator. */
  testProvider: TestProvider | null
  /** Ends what it made itself: not the `state` that it was given. */
  close(): Promise<void>
}

export interface IdentityPlatformOptions {
  settings: Config['identityPlatform']
  /** Null: calls in the name of the project are not possible. */
  credentials: Credentials | null
  /** Origin that visitors use; API keys may be restricted to it. Null: nothing is said about it. */
  publicOrigin?: string | null
  /** Tenants whose id tokens count, null being the project itself; left out: those of `settings`. */
  tenantIds?: readonly (string | null)[]
  /** Whose time and memory calls may take. Default `visitor`. */
  budget?: CallBudget
  /** Epoch seconds. */
  now: () => number
  /** What outlives a configuration; left out: its own, made of the next two. */
  state?: ProviderState | undefined
  /** Takes what goes wrong behind the scenes; nobody does when left out. */
  report?: EventSink | undefined
  /** For probes while the provider is away; null, the default: there are none. */
  schedule?: Schedule | null
}

/** The provider's client. Makes no call by itself but probes. */
export function createIdentityPlatform(options: IdentityPlatformOptions): IdentityPlatform {
  const { settings, credentials, publicOrigin = null, budget = 'visitor', now } = options
  const { projectId, apiKey } = settings
  const visitorWaits = budget === 'visitor'
  const emulator = settings.emulatorHost !== null
  const urls = providerUrls(settings)
  const state = options.state ?? createProviderState(options)
  const { calls, accessTokens } = state.connect({ settings, urls, credentials })
  const certificates = state.certificatesAt(emulator ? null : urls.certificates)
  const apiKeyHeaders = {
    'x-goog-api-key': apiKey,
    ...(publicOrigin === null ? {} : { referer: `${publicOrigin}/` })
  }
  const tenantIds = options.tenantIds ?? [settings.tenantId, ...Object.values(settings.tenants)]
  const projectCalls = {
    calls,
    apiKeyHeaders,
    projectId,
    identityToolkitUrl: urls.identityToolkit,
    accessTokens,
    visitorWaits
  }
  const pools = new Map<string | null, Accounts>()
  const accountsOf = (tenantId: string | null): Accounts => {
    const known = pools.get(tenantId)
    if (known !== undefined) return known
    const accounts = createAccounts({ ...projectCalls, tenantId })
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
      onFutureToken: state.clock.noteFuture,
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
    project: createProjectSettings({
      ...projectCalls,
      continueUri: `${publicOrigin ?? 'http://localhost'}/__/auth/handler`
    }),
    passkeys: createPasskeyCeremonies(projectCalls),
    readPasskeySettings:
      accessTokens === null ? null : createPasskeySettings({ ...projectCalls, accessTokens }),
    testProvider:
      settings.emulatorHost === null
        ? null
        : openEmulator({ http: state.http, host: settings.emulatorHost, projectId, tenantIds, accountsOf }),
    close: async () => {
      if (options.state === undefined) await state.close()
    }
  }
}

/** One setting moves every call to the emulator. */
function providerUrls({ emulatorHost, endpoints }: Config['identityPlatform']): ProviderUrls {
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
