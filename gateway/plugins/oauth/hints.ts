import { decodeJwt } from 'jose'
import type { Provider } from 'oidc-provider'
import { Fault } from '../../src/errors.ts'

/** In place of `id_token_hint`: the account that the client expects, as a digest. */
export const HINT_PARAMETER = 'hinted_account'

/** What authorization and sign-out requests have in their query; anything else that a form of a client contains stays out of it. */
const IN_QUERY =
  /^(?:client_id|redirect_uri|post_logout_redirect_uri|response_(?:type|mode)|scope|state|nonce|resource|prompt|display|max_age|acr_values|claims|ui_locales|login_hint|logout_hint|id_token_hint|code_challenge(?:_method)?|request(?:_uri)?|registration)$/

/** Keeps tokens out of addresses, and so out of logs, histories and what is stored for a request. */
export function createHints(provider: Provider, digest: (text: string) => string) {
  const hintOf = (accountId: string) => digest(`hint ${accountId}`)

  /** The client and the account that a token names; null: it is not one of this issuer for the client that asks. */
  async function read(token: string, clientId: string | null): Promise<{ aud: string; sub: string } | null> {
    try {
      const { aud, sub } = decodeJwt(token)
      if (typeof aud !== 'string' || sub === undefined || aud !== (clientId ?? aud)) return null
      const client = await provider.Client.find(aud)
      if (client === undefined) return null
      await provider.IdToken.validate(token, client)
      return { aud, sub }
    } catch (err) {
      if (err instanceof Fault) throw err
      return null
    }
  }

  return {
    hintOf,
    /** The parameters of an authorization or sign-out request without its id token; the provider refuses the request if that is not valid. */
    async toQuery(form: string): Promise<URLSearchParams> {
      const query = new URLSearchParams(
        [...new URLSearchParams(form)].filter(([name]) => IN_QUERY.test(name))
      )
      const [token, ...others] = query.getAll('id_token_hint')
      if (token === undefined) return query
      const named = others.length > 0 ? null : await read(token, query.get('client_id'))
      query.set('id_token_hint', 'invalid')
      if (named === null) return query
      query.delete('id_token_hint')
      query.set('client_id', named.aud)
      query.set(HINT_PARAMETER, hintOf(named.sub))
      return query
    }
  }
}
