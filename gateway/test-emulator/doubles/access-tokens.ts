import { randomUUID } from 'node:crypto'
import { type ProviderCall, type ProviderResponse, readResponse } from './provider-call.ts'

/** Access tokens of federated providers, which the emulator gives away but does not take back. */
export interface AccessTokens {
  /** The call with our access tokens exchanged for what the emulator takes. */
  translate(call: ProviderCall): ProviderCall
  /** The answer with an access token of its own, by which its account is found again. */
  mark(call: ProviderCall, response: ProviderResponse): ProviderResponse
}

const SIGN_IN = '/accounts:signInWithIdp'

/** Remembers which account of a provider each access token was given for. */
export function createAccessTokens(): AccessTokens {
  /** Access token -> the id token in the emulator's spelling. */
  const idTokens = new Map<string, string>()

  return {
    translate(call) {
      const { postBody } = call.body
      if (!call.path.endsWith(SIGN_IN) || typeof postBody !== 'string') return call
      const fields = new URLSearchParams(postBody)
      const idToken = idTokens.get(String(fields.get('access_token')))
      if (idToken === undefined) return call
      fields.delete('access_token')
      fields.set('id_token', idToken)
      return { ...call, bytes: Buffer.from(JSON.stringify({ ...call.body, postBody: fields.toString() })) }
    },
    mark(call, response) {
      const body = call.path.endsWith(SIGN_IN) ? readResponse(response) : null
      if (typeof body?.oauthIdToken !== 'string') return response
      const oauthAccessToken = `access-${randomUUID()}`
      idTokens.set(oauthAccessToken, body.oauthIdToken)
      return { ...response, bytes: Buffer.from(JSON.stringify({ ...body, oauthAccessToken })) }
    }
  }
}
