import { type ProviderFailure, wrongShape } from '../client/error-sorting.ts'
import type { CallResult, ProviderCalls } from '../client/provider-calls.ts'

/** Tokens of one session at the provider. Both are secret. */
export interface Tokens {
  idToken: string
  refreshToken: string
}

export type TokensResult = { kind: 'tokens'; tokens: Tokens } | { kind: 'failed'; failure: ProviderFailure }

export interface TokenCallsOptions {
  calls: ProviderCalls
  /** The API key as a header, because query strings are logged. */
  apiKeyHeaders: Record<string, string>
  /** Base URLs without a trailing slash. */
  identityToolkitUrl: string
  secureTokenUrl: string
}

/** Calls that issue tokens. The id token is not verified here. */
export interface TokenCalls {
  /** https://cloud.google.com/identity-platform/docs/use-rest-api#section-refresh-token */
  refresh(refreshToken: string): Promise<TokensResult>
  /**
   * Creates the account if the uid is unknown, and begins a sign-in unaffected by earlier revocations: look
   * the account up first. `tenantId`: of the custom token.
   * https://cloud.google.com/identity-platform/docs/use-rest-api#section-verify-custom-token
   */
  exchange(customToken: string, tenantId: string | null): Promise<TokensResult>
}

export function createTokenCalls(options: TokenCallsOptions): TokenCalls {
  const { calls, apiKeyHeaders } = options
  return {
    async refresh(refreshToken) {
      const response = await calls.ask('refresh', {
        method: 'POST',
        url: `${options.secureTokenUrl}/v1/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...apiKeyHeaders },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
        mayProbe: true
      })
      return readTokens(response, 'id_token', 'refresh_token')
    },

    async exchange(customToken, tenantId) {
      const body = { token: customToken, returnSecureToken: true, ...(tenantId === null ? {} : { tenantId }) }
      const response = await calls.ask('exchange', {
        method: 'POST',
        url: `${options.identityToolkitUrl}/v1/accounts:signInWithCustomToken`,
        headers: { 'content-type': 'application/json', ...apiKeyHeaders },
        body: JSON.stringify(body)
      })
      return readTokens(response, 'idToken', 'refreshToken')
    }
  }
}

function readTokens(response: CallResult, idTokenName: string, refreshTokenName: string): TokensResult {
  if (response.kind === 'failed') return response
  const idToken = response.body[idTokenName]
  const refreshToken = response.body[refreshTokenName]
  return isText(idToken) && isText(refreshToken)
    ? { kind: 'tokens', tokens: { idToken, refreshToken } }
    : { kind: 'failed', failure: wrongShape(`200 without ${idTokenName} or ${refreshTokenName}`) }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
