import type { AdapterFactory, AdapterPayload } from 'oidc-provider'
import { parseUrl } from '../config/addresses/urls.ts'
import { findRedirectFault } from '../config/checks/authorization-server-checks.ts'
import type { OidcLibrary } from './provider.ts'
import { type RecordState, readTexts } from './records.ts'

/** Of clients at a time; a registration ends after a year. */
const MAX_REGISTERED = 100
const REGISTERED_SECONDS = 365 * 24 * 60 * 60
/** As in the configuration. */
const MAX_URIS = 32
const MAX_URI_CHARS = 512
const MAX_NAME_CHARS = 64
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
    const uris = [redirect_uris, post_logout_redirect_uris].flat()
    if (uris.length > MAX_URIS || uris.some((uri) => String(uri).length > MAX_URI_CHARS))
      throw new errors.InvalidRedirectUri('too many redirect URIs, or one that is too long')
    if (String(client.client_name ?? '').length > MAX_NAME_CHARS)
      throw new errors.InvalidClientMetadata(`client_name is longer than ${MAX_NAME_CHARS} characters`)
    if (client.jwks_uri !== undefined && parseUrl(String(client.jwks_uri))?.protocol !== 'https:')
      throw new errors.InvalidClientMetadata('jwks_uri must be an https URL')
    for (const uri of uris) {
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
