import type { AdapterFactory, AdapterPayload } from 'oidc-provider'
import { findRedirectFault } from '../config/checks/authorization-server-checks.ts'
import type { OidcLibrary } from './provider.ts'
import { type RecordState, readTexts } from './records.ts'

/** Of clients at a time; a registration ends after a year. */
const MAX_REGISTERED = 100
const REGISTERED_SECONDS = 365 * 24 * 60 * 60
const LIST = 'oauth-clients registered'

interface RegistrationOptions {
  shared: RecordState
  errors: OidcLibrary['errors']
  /** Epoch seconds. */
  now: () => number
}

/**
 * Stores clients that register themselves (RFC 7591): a bounded number, with redirect URIs as those of configured clients. The
 * gateway sends nothing to addresses of their choice.
 */
export function admitRegistered(adapter: AdapterFactory, options: RegistrationOptions): AdapterFactory {
  const { shared, errors, now } = options

  function check(client: AdapterPayload): void {
    const { redirect_uris = [], post_logout_redirect_uris = [], token_endpoint_auth_method: proof } = client
    for (const uri of [redirect_uris, post_logout_redirect_uris].flat()) {
      const fault = findRedirectFault(String(uri), proof === 'none')
      if (fault !== null) throw new errors.InvalidRedirectUri(`a redirect URI ${fault}`)
    }
    if (client.backchannel_logout_uri !== undefined)
      throw new errors.InvalidClientMetadata('backchannel_logout_uri is not available to registered clients')
  }

  return (model) => {
    const inner = adapter(model)
    if (model !== 'Client') return inner
    return {
      ...inner,
      async upsert(id, payload) {
        check(payload)
        if ((await readTexts(shared, LIST)).length >= MAX_REGISTERED)
          throw new errors.InvalidRequest('too many clients are registered', 403)
        await shared.addToList(LIST, { key: id, text: id, expiresAtSeconds: now() + REGISTERED_SECONDS })
        await inner.upsert(id, payload, REGISTERED_SECONDS)
      }
    }
  }
}
