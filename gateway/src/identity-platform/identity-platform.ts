/**
 * Client of Identity Platform and Firebase Authentication for one project: tokens, accounts, certificates and
 * settings. It owns the calls, credentials, circuits and the classification of errors. It must not know about
 * cookies, sessions or HTTP requests of visitors.
 */

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

export interface IdentityPlatform {
  verifyIdToken: VerifyIdToken
  /** Whether custom tokens can be signed. */
  readonly canSign: boolean
  signCustomToken: SignCustomToken
  tokens: TokenCalls
  /** Account calls of a tenant; null: of the project itself. */
  accountsOf(tenantId: string | null): Accounts
  certificates: Certificates
  project: ProjectSettings
  passkeys: PasskeyCeremonies
  /** Null: no credentials. */
  readPasskeySettings: ReadPasskeySettings | null
  /** Test data of the emulator; null for the real provider. */
  testProvider: TestProvider | null
  /** Closes only its own `state`, not one passed in. */
  close(): Promise<void>
}

export interface IdentityPlatformOptions {
  settings: Config['identityPlatform']
  /** Null: no calls with the project's credentials. */
  credentials: Credentials | null
  /** Origin of the gateway, sent as referrer, since API keys may be restricted to it. Null: not sent. */
  publicOrigin?: string | null
  /** Accepted tenants of id tokens, null being the project itself. Default: those of `settings`. */
  tenantIds?: readonly (string | null)[]
  /** Limits for time and size of calls. Default: `visitor`. */
  budget?: CallBudget
  /** Epoch seconds. */
  now: () => number
  /** State that survives a config reload. Default: its own, using the next two options. */
  state?: ProviderState | undefined
  /** Optional event sink. */
  report?: EventSink | undefined
  /** For probes while the provider is unavailable. Default: none. */
  schedule?: Schedule | null
}

/** Makes no calls on its own except probes. */
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
    // The emulator accepts unsigned custom tokens.
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

/** `emulatorHost` redirects every call to the emulator. */
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

/** A circuit of its own, so that failures here do not affect sign-in. */
const LINE = { line: 'passkeys' }

export interface Failed {
  kind: 'failed'
  failure: ProviderFailure
}

/**
 * Starts passkey ceremonies with the API key, for a tenant or the project (null). Changes nothing at the
 * provider: an unused challenge expires. These calls are in preview and not in the public reference.
 */
export interface PasskeyCeremonies {
  /** `rpId`: relying party id of the passkeys; null if the response has none. */
  beginSignIn(tenantId: string | null): Promise<{ kind: 'begun'; rpId: string | null } | Failed>
  beginEnrolment(tenantId: string | null, idToken: string): Promise<{ kind: 'begun' } | Failed>
}

export interface PasskeyCeremonyOptions {
  calls: ProviderCalls
  apiKeyHeaders: Record<string, string>
  /** Base URL without a trailing slash. */
  identityToolkitUrl: string
}

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

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

const SETTINGS_SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'

/** The administrators' passkey settings. */
export interface PasskeyConfig {
  /** Relying party id, which can never be changed; null if the response has none. */
  rpId: string | null
  /** Origins allowed to use passkeys; whether the provider includes the scheme is undocumented. */
  expectedOrigins: readonly string[]
}

/** Reads the passkey settings of a tenant or the project (null). */
export type ReadPasskeySettings = (
  tenantId: string | null
) => Promise<{ kind: 'found'; config: PasskeyConfig } | Failed>

export interface PasskeySettingsOptions {
  calls: ProviderCalls
  projectId: string
  /** Base URL without a trailing slash. */
  identityToolkitUrl: string
  accessTokens: AccessTokens
  /** Whether a visitor is waiting: limits the time. */
  visitorWaits: boolean
}

/** Uses the project's credentials, with the permission `firebaseauth.configs.get`. */
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
