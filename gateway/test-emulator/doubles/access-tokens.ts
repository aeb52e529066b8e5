import { randomUUID } from 'node:crypto'
import { type ProviderCall, type ProviderResponse, readResponse } from './provider-call.ts'

const SIGN_IN = '/accounts:signInWithIdp'

/** Stores the provider account that each access token was issued for. */
export function createAccessTokens() {
  /** Access token -> id token in the format of the emulator. */
  const idTokens = new Map<string, string>()

  return {
    /** The call with access tokens replaced by what the emulator accepts. */
    translate(call: ProviderCall): ProviderCall {
      const { postBody } = call.body
      if (!call.path.endsWith(SIGN_IN) || typeof postBody !== 'string') return call
      const fields = new URLSearchParams(postBody)
      const idToken = idTokens.get(String(fields.get('access_token')))
      if (idToken === undefined) return call
      fields.delete('access_token')
      fields.set('id_token', idToken)
      return { ...call, bytes: Buffer.from(JSON.stringify({ ...call.body, postBody: fields.toString() })) }
    },
    /** The response with a unique access token, by which its account is found later. */
    mark(call: ProviderCall, response: ProviderResponse): ProviderResponse {
      const body = call.path.endsWith(SIGN_IN) ? readResponse(response) : null
      if (typeof body?.oauthIdToken !== 'string') return response
      const oauthAccessToken = `access-${randomUUID()}`
      idTokens.set(oauthAccessToken, body.oauthIdToken)
      return { ...response, bytes: Buffer.from(JSON.stringify({ ...body, oauthAccessToken })) }
    }
  }
}
