/**
 * Client of Identity Platform and Firebase Authentication for one project: tokens, accounts, certificates and
 * settings. It owns the calls, credentials, circuits and the classification of errors. It must not know about
 * cookies, sessions or HTTP requests of visitors.
 */

import { readText } from '../config/json-members.ts'
import type { Config } from '../config/schema/schema.ts'
import { createRuntime } from '../operations/runtime.ts'
import { type Accounts, createAccounts } from './accounts/accounts.ts'
import type { AccountName } from './client/circuit.ts'
import { type CallResult, type Failed, failed, wrongShape } from './client/error-sorting.ts'
import { type CallBudget, type ProviderCall, postJson } from './client/http.ts'
import { createPublicCalls, type ProjectConnection } from './client/provider-calls.ts'
import type { Credentials, CredentialsPlugin } from './credentials/credentials.ts'
import { createProviderState, type ProviderState } from './provider-state.ts'
import { createCustomTokenSigner } from './tokens/custom-token.ts'
import { createIdTokenVerifier } from './tokens/id-token.ts'

export type IdentityPlatform = ReturnType<typeof createIdentityPlatform>

/** Makes no calls on its own except probes. */
export function createIdentityPlatform(options: {
  settings: Config['identityPlatform']
  /** Null: no calls with the project's credentials. */
  credentials: Credentials | null
  /** One of them uses credentials that are no service account key. */
  plugins?: readonly CredentialsPlugin[]
  /** Origin of the gateway, sent as referrer, since API keys may be restricted to it. Null: not sent. */
  publicOrigin?: string | null
  /** Accepted tenants of id tokens, null being the project itself. Default: those of `settings`. */
  tenantIds?: readonly (string | null)[]
  /** Limits for time and size of calls. Default: `visitor`. */
  budget?: CallBudget
  /** Epoch seconds. */
  now: () => number
  /** State that survives a config reload. Default: its own, without events and probes. */
  state?: ProviderState | undefined
}) {
  const { settings, credentials, plugins = [], publicOrigin = null, budget = 'visitor', now } = options
  const { projectId, apiKey, emulatorHost } = settings
  const emulator = emulatorHost !== null
  const state = options.state ?? createProviderState(createRuntime({ now, schedule: () => () => {} }), budget)
  const referer: Record<string, string> = publicOrigin === null ? {} : { referer: `${publicOrigin}/` }
  const connection = {
    ...state.connect(settings, credentials, plugins),
    http: state.http,
    apiKeyHeaders: { 'x-goog-api-key': apiKey, ...referer }
  }
  const { certificates, signer, idTokens, appCheckTokens } = connection
  const tenantIds = options.tenantIds ?? [settings.tenantId, ...Object.values(settings.tenants)]
  const pools = new Map<string | null, Accounts>()

  /** Account calls of a tenant; null: of the project itself. */
  function accountsOf(tenantId: string | null): Accounts {
    const accounts = pools.get(tenantId) ?? createAccounts(connection, tenantId)
    pools.set(tenantId, accounts)
    return accounts
  }

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
    /** Whether custom tokens can be signed. The emulator accepts unsigned ones. */
    canSign: emulator ? credentials !== null : signer !== null,
    signCustomToken: createCustomTokenSigner(signer, now),
    idTokens,
    appCheckTokens,
    tokens: createTokenCalls(connection),
    accountsOf,
    certificates,
    /** For calls that only plugins make. */
    connection,
    /** Closes only its own `state`, not one passed in. */
    async close(): Promise<void> {
      if (options.state === undefined) await state.close()
    }
  }
}

/** Tokens of one session at the provider. Both are secret. */
export interface Tokens {
  idToken: string
  refreshToken: string
}

export type TokensResult = { kind: 'tokens'; tokens: Tokens } | Failed

export type TokenCalls = ReturnType<typeof createTokenCalls>

/** Calls that issue tokens. The id token is not verified here. */
export function createTokenCalls(
  connection: Pick<ProjectConnection, 'calls' | 'apiKeyHeaders' | 'appCheckTokens' | 'urls'>
) {
  const { urls } = connection
  const ask = createPublicCalls(connection)

  return {
    /** `account`: of the token. https://cloud.google.com/identity-platform/docs/use-rest-api#section-refresh-token */
    async refresh(refreshToken: string, account?: AccountName): Promise<TokensResult> {
      const call: ProviderCall = {
        method: 'POST',
        url: `${urls.secureToken}/v1/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
        mayProbe: true
      }
      const response = await ask('refresh', call, { account })
      return readTokens(response, 'id_token', 'refresh_token')
    },

    /**
     * Creates the account if the uid is unknown, and begins a sign-in unaffected by earlier revocations: look
     * the account up first. `tenantId`, `uid`: of the custom token.
     * https://cloud.google.com/identity-platform/docs/use-rest-api#section-verify-custom-token
     */
    async exchange(customToken: string, tenantId: string | null, uid?: string): Promise<TokensResult> {
      const url = `${urls.identityToolkit}/v1/accounts:signInWithCustomToken`
      const body = { token: customToken, returnSecureToken: true, tenantId: tenantId ?? undefined }
      const response = await ask('exchange', postJson(url, body), {
        account: uid === undefined ? undefined : { uid, tenantId }
      })
      return readTokens(response, 'idToken', 'refreshToken')
    }
  }
}

function readTokens(response: CallResult, idTokenName: string, refreshTokenName: string): TokensResult {
  if (response.kind === 'failed') return response
  const idToken = readText(response.body[idTokenName])
  const refreshToken = readText(response.body[refreshTokenName])
  return idToken !== null && refreshToken !== null
    ? { kind: 'tokens', tokens: { idToken, refreshToken } }
    : failed(wrongShape(`200 without ${idTokenName} or ${refreshTokenName}`))
}
