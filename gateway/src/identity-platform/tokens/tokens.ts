import { readText } from '../../config/json-members.ts'
import type { AccountName } from '../client/circuit.ts'
import { type CallResult, type Failed, failed, wrongShape } from '../client/error-sorting.ts'
import { type ProviderCall, postJson } from '../client/http.ts'
import { createPublicCalls, type ProjectConnection } from '../client/project-calls.ts'

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
