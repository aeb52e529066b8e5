import { parseJsonObject } from '../../../config/json-members.ts'
import { ISSUER_PATH, issuerOf } from '../../../config/resource.ts'
import { defineCheck } from '../check.ts'
import { evaluate, fail, skip, warn } from '../finding.ts'
import { ask } from './upstream.ts'

const METADATA_PATH = `${ISSUER_PATH}/.well-known/openid-configuration`

/** The authorization server has its library, keeps its state, and is reached at its issuer. Clocks and stores have checks of their own. */
export const oauthCheck = defineCheck(
  'OAUTH',
  { reads: ['authorizationServer', 'publicUrl', 'store'], isRemote: true, endsItself: true },
  async ({ authorizationServer, publicUrl, store }, _context, signal) => {
    if (!authorizationServer.enabled) return skip('no authorization server')
    if (!isInstalled())
      return evaluate(
        'the package oidc-provider cannot be loaded',
        fail('the gateway does not start', 'install it beside the gateway: `npm install oidc-provider`')
      )
    const issuer = issuerOf(publicUrl)
    const reply = await ask(new URL(publicUrl).origin, { path: METADATA_PATH, method: 'GET', signal })
    const forgets =
      store === null &&
      warn('without a store, a restart ends all grants', 'set `store.url`, or let clients ask again')
    if (reply.kind === 'silent')
      return evaluate(
        `no response: ${reply.reason}`,
        warn('clients may not reach the metadata of the issuer either', 'see PUBLIC_URL'),
        forgets
      )
    const stated = parseJsonObject(reply.text)?.issuer
    if (reply.status !== 200 || stated !== issuer)
      return evaluate(
        `${METADATA_PATH}: ${reply.status}, ${typeof stated === 'string' ? 'another issuer' : 'no metadata'}`,
        fail(
          'clients refuse metadata that is missing or names another issuer',
          `send ${ISSUER_PATH}/ and /.well-known/ of this host to the gateway unchanged, and give all replicas the same publicUrl`
        ),
        forgets
      )
    return evaluate(issuer, forgets)
  }
)

function isInstalled(): boolean {
  try {
    return import.meta.resolve('oidc-provider') !== ''
  } catch {
    return false
  }
}
