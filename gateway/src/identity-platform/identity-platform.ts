import type { Schedule } from '../async/schedule.ts'
import type { Credentials } from '../config/credentials/credentials.ts'
import { isPlainObject } from '../config/json-members.ts'
import type { Config } from '../config/schema/schema.ts'
import type { EventSink } from '../operations/events.ts'
import { type Accounts, createAccounts } from './accounts/accounts.ts'
import type { ProviderFailure } from './client/error-sorting.ts'
import type { CallBudget } from './client/http.ts'
import { createProjectCalls } from './client/project-calls.ts'
import type { CallResult, ProviderCalls } from './client/provider-calls.ts'
import type { AccessTokens } from './credentials/access-tokens.ts'
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

/** A circuit of its own: a failure here says nothing about the calls that sign-in needs. */
const LINE = { line: 'passkeys' }

/** A call that failed. */
export interface Failed {
  kind: 'failed'
  failure: ProviderFailure
}

/**
 * Begins passkey ceremonies, in the pool of a tenant or of the project (null), with the API key. Nothing changes at the
 * provider: an unanswered challenge expires. The calls belong to a preview and are not in the public reference.
 */
export interface PasskeyCeremonies {
  /** `rpId`: the host name that passkeys belong to; null: the response has none. */
  beginSignIn(tenantId: string | null): Promise<{ kind: 'begun'; rpId: string | null } | Failed>
  beginEnrolment(tenantId: string | null, idToken: string): Promise<{ kind: 'begun' } | Failed>
}

export interface PasskeyCeremonyOptions {
  calls: ProviderCalls
  apiKeyHeaders: Record<string, string>
  /** Base URL without a final slash. */
  identityToolkitUrl: string
}

/** The ceremonies at the provider. */
function createPasskeyCeremonies(options: PasskeyCeremonyOptions): PasskeyCeremonies {
  const { calls, apiKeyHeaders, identityToolkitUrl } = options
  const start = (ceremony: string, tenantId: string | null, body: object): Promise<CallResult> =>
    calls.ask(
      'account',
      {
        method: 'POST',
        url: `${identityToolkitUrl}/v2/accounts/${ceremony}:start`,
        isRepeatable: true,
        headers: { 'content-type': 'application/json', ...apiKeyHeaders },
        body: JSON.stringify({ ...body, ...(tenantId !== null && { tenantId }) })
      },
      LINE
    )

  return {
    async beginSignIn(tenantId) {
      const response = await start('passkeySignIn', tenantId, {})
      if (response.kind === 'failed') return response
      const { credentialRequestOptions } = response.body
      const rpId = isPlainObject(credentialRequestOptions) ? readText(credentialRequestOptions.rpId) : null
      return { kind: 'begun', rpId }
    },

    async beginEnrolment(tenantId, idToken) {
      const response = await start('passkeyEnrollment', tenantId, { idToken })
      return response.kind === 'failed' ? response : { kind: 'begun' }
    }
  }
}

/** A text that is not empty; null for anything else. */
function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

const SETTINGS_SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'

/** What administrators have set for passkeys. */
export interface PasskeyConfig {
  /** Host name that passkeys belong to; null: the answer does not say. It can never be changed. */
  rpId: string | null
  /** Origins of pages that may use them; how the provider writes them, with their scheme or without, is not documented. */
  expectedOrigins: readonly string[]
}

/** Reads how passkeys are set up, of the project (`tenantId` null) or of a tenant. */
export type ReadPasskeySettings = (
  tenantId: string | null
) => Promise<{ kind: 'found'; config: PasskeyConfig } | Failed>

export interface PasskeySettingsOptions {
  calls: ProviderCalls
  projectId: string
  /** Base URL without a final slash. */
  identityToolkitUrl: string
  accessTokens: AccessTokens
  /** Does a visitor wait for the answers? */
  visitorWaits: boolean
}

/** Reads in the name of the project, with the permission `firebaseauth.configs.get`. */
function createPasskeySettings(options: PasskeySettingsOptions): ReadPasskeySettings {
  const project = `${options.identityToolkitUrl}/v2/projects/${encodeURIComponent(options.projectId)}`
  return async (tenantId) => {
    const ask = createProjectCalls(options)
    const parent = tenantId === null ? project : `${project}/tenants/${encodeURIComponent(tenantId)}`
    const answer = await ask('account', {
      method: 'GET',
      url: `${parent}/passkeyConfig`,
      scope: SETTINGS_SCOPE
    })
    return answer.kind === 'failed' ? answer : { kind: 'found', config: readConfig(answer.body) }
  }
}

function readConfig({ rpId, expectedOrigins }: Record<string, unknown>): PasskeyConfig {
  const origins: unknown[] = Array.isArray(expectedOrigins) ? expectedOrigins : []
  return { rpId: readText(rpId), expectedOrigins: origins.filter((origin) => typeof origin === 'string') }
}
