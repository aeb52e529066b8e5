import { type ProviderFailure, readAnswer, wrongShape } from './error-sorting.ts'
import type { ProviderAnswer, ProviderHttp } from './http.ts'

/** The tokens of one session at the provider. Both are secrets. */
export interface Tokens {
  idToken: string
  refreshToken: string
}

export type TokensResult = { kind: 'tokens'; tokens: Tokens } | { kind: 'failed'; failure: ProviderFailure }

export interface TokenCallsOptions {
  http: ProviderHttp
  apiKey: string
  tenantId: string | null
  /** Base URLs without a final slash. */
  identityToolkitUrl: string
  secureTokenUrl: string
}

/** The calls that give tokens. The id token that comes back is not verified here. */
export interface TokenCalls {
  /** https://cloud.google.com/identity-platform/docs/use-rest-api#section-refresh-token */
  refresh(refreshToken: string): Promise<TokensResult>
  /**
   * https://cloud.google.com/identity-platform/docs/use-rest-api#section-verify-custom-token
   * Creates the account when the uid is unknown and starts a sign-in that no earlier revocation touches: look the
   * account up first.
   */
  exchange(customToken: string): Promise<TokensResult>
}

/** The token calls over `http`. The API key travels in a header, because query strings end in logs. */
export function createTokenCalls(options: TokenCallsOptions): TokenCalls {
  const { http, apiKey, tenantId } = options
  return {
    async refresh(refreshToken) {
      const answer = await http.send({
        method: 'POST',
        url: `${options.secureTokenUrl}/v1/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-goog-api-key': apiKey },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString()
      })
      return readTokens('refresh', answer, 'id_token', 'refresh_token')
    },

    async exchange(customToken) {
      const body = { token: customToken, returnSecureToken: true, ...(tenantId === null ? {} : { tenantId }) }
      const answer = await http.send({
        method: 'POST',
        url: `${options.identityToolkitUrl}/v1/accounts:signInWithCustomToken`,
        headers: { 'content-type': 'application/json', 'x-goog-api-key': apiKey },
        body: JSON.stringify(body)
      })
      return readTokens('exchange', answer, 'idToken', 'refreshToken')
    }
  }
}

function readTokens(
  family: 'refresh' | 'exchange',
  answer: ProviderAnswer,
  idTokenName: string,
  refreshTokenName: string
): TokensResult {
  const read = readAnswer(family, answer)
  if ('failure' in read) return { kind: 'failed', failure: read.failure }
  const idToken = read.body[idTokenName]
  const refreshToken = read.body[refreshTokenName]
  if (
    typeof idToken !== 'string' ||
    idToken === '' ||
    typeof refreshToken !== 'string' ||
    refreshToken === ''
  ) {
    return { kind: 'failed', failure: wrongShape(`200 without ${idTokenName} or ${refreshTokenName}`) }
  }
  return { kind: 'tokens', tokens: { idToken, refreshToken } }
}
