import { randomUUID } from 'node:crypto'
import type { AdapterFactory, AdapterPayload, ClientMetadata, Configuration, errors } from 'oidc-provider'
import type { SharedState } from '../../src/shared-state/shared-state.ts'
import { readTexts } from './records.ts'
import { findRedirectFault, isOfDevice } from './redirect-uris.ts'
import type { OauthConfig } from './settings.ts'

type Settings = OauthConfig['authorizationServer']

const GRANT_TYPES = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code']
/** By the scopes that clients ask for (OpenID Connect Core 1.0, 5.4). */
export const CLAIMS = { profile: ['name', 'picture'], email: ['email', 'email_verified'] }
/** Those that are of no resource. */
export const OWN_SCOPES = ['openid', 'offline_access', ...Object.keys(CLAIMS)]
/** Of the name of a client, as visitors read it. */
const MAX_SHOWN_CHARS = 60
/** Controls, bidirectional and other format characters, lone surrogates, unassigned ones, line and paragraph ends. */
const NOT_DISPLAYABLE = /[\p{C}\p{Zl}\p{Zp}\s]+/gu
const VISIBLE = /[\p{L}\p{N}]/u
/** Registered clients at a time; a registration ends after a year. */
const MAX_REGISTERED = 100
const REGISTERED_SECONDS = 365 * 24 * 60 * 60
const REGISTERED_LIST = 'oauth-clients registered'
/** Of registered clients, as in the configuration. */
const MAX_URIS = 32
const MAX_URI_CHARS = 512
const MAX_NAME_CHARS = 64

/** The clients of the configuration, as the provider takes them. */
export function describeClients(clients: Settings['clients']): ClientMetadata[] {
  return clients.map(({ id, name, secret, jwks, jwksUri, backchannelLogoutUri, ...client }) => ({
    client_id: id,
    client_name: name ?? id,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    grant_types: GRANT_TYPES,
    ...(backchannelLogoutUri != null && {
      backchannel_logout_uri: backchannelLogoutUri,
      backchannel_logout_session_required: client.backchannelLogoutSessionRequired
    }),
    client_secret: secret ?? undefined,
    jwks: jwks ? { keys: jwks.keys as { kty: string }[] } : undefined,
    jwks_uri: jwksUri ?? undefined,
    token_endpoint_auth_method:
      secret != null ? 'client_secret_basic' : (jwks ?? jwksUri) != null ? 'private_key_jwt' : 'none'
  }))
}

/**
 * The rule for redirect URIs, whichever way a client is known. What a client calls itself does not count: a public one may use any
 * port of its loopback address.
 */
export function buildRedirectRule({
  CustomOIDCProviderError
}: typeof errors): NonNullable<Configuration['extraClientMetadata']> {
  return {
    properties: ['redirect_uris', 'post_logout_redirect_uris'],
    validator(_ctx, _key, uris, metadata) {
      const isPublic = metadata.token_endpoint_auth_method === 'none'
      metadata.application_type = isPublic ? 'native' : 'web'
      for (const uri of [uris ?? []].flat()) {
        const fault = findRedirectFault(String(uri), isPublic)
        if (fault !== null)
          throw new CustomOIDCProviderError('invalid_redirect_uri', `a redirect URI ${fault}`)
      }
    }
  }
}

/**
 * The name of a client for visitors: a text of a stranger, so without what would turn, hide or push away the words around it.
 * Its id where it has none that can be read.
 */
export function nameOfClient(client: { clientName?: string | undefined; clientId: string }): string {
  const name = (client.clientName ?? '').replace(NOT_DISPLAYABLE, ' ').trim()
  const characters = [...(VISIBLE.test(name) ? name : client.clientId)]
  if (characters.length <= MAX_SHOWN_CHARS) return characters.join('')
  return `${characters.slice(0, MAX_SHOWN_CHARS - 1).join('')}…`
}

/** Where a code goes that is sent to a redirect URI, as consent is remembered: an origin, or the device of the visitor. */
export const destinationOf = (redirectUri: unknown): string =>
  isOfDevice(redirectUri) ? 'device' : new URL(String(redirectUri)).origin

/** A client may name scopes of resources as well, of which the package knows nothing; undefined: no others. */
export function ownScopesIn(scope: unknown): string | undefined {
  const named = typeof scope === 'string' ? scope.split(' ') : []
  return named.filter((one) => OWN_SCOPES.includes(one)).join(' ') || undefined
}

/** Registration of clients, if the operator has set a token for it. */
export function buildRegistration({
  initialAccessToken
}: Settings['registration']): NonNullable<Configuration['features']> {
  if (initialAccessToken === null) return {}
  return {
    registration: {
      enabled: true,
      initialAccessToken,
      issueRegistrationAccessToken: false,
      idFactory({ oidc: { body } }) {
        // The defaults of RFC 7591, 2; those of documents are others.
        const defaults = { token_endpoint_auth_method: 'client_secret_basic' }
        Object.assign(Object(body), { ...defaults, ...body, scope: ownScopesIn(body?.scope) })
        return randomUUID()
      }
    }
  }
}

/** Stores clients that register themselves (RFC 7591): a bounded number. The gateway sends nothing to addresses of their choice. */
export function admitRegistered(
  adapter: AdapterFactory,
  { CustomOIDCProviderError, InvalidClientMetadata, InvalidRequest }: typeof errors,
  { shared, now }: { shared: SharedState; now: () => number }
): AdapterFactory {
  function check(client: AdapterPayload): void {
    const uris = [client.redirect_uris ?? [], client.post_logout_redirect_uris ?? []].flat()
    if (uris.length > MAX_URIS || uris.some((uri) => uri.length > MAX_URI_CHARS)) {
      const description = 'too many redirect URIs, or one that is too long'
      throw new CustomOIDCProviderError('invalid_redirect_uri', description)
    }
    if ((client.client_name ?? '').length > MAX_NAME_CHARS)
      throw new InvalidClientMetadata(`client_name is longer than ${MAX_NAME_CHARS} characters`)
    for (const key of ['jwks_uri', 'backchannel_logout_uri'])
      if (client[key] !== undefined)
        throw new InvalidClientMetadata(`${key} is not available to registered clients`)
  }

  return (model) => {
    const inner = adapter(model)
    if (model !== 'Client') return inner
    return {
      ...inner,
      async upsert(id, payload) {
        check(payload)
        if ((await readTexts(shared, REGISTERED_LIST)).length >= MAX_REGISTERED)
          throw new InvalidRequest('too many clients are registered', 403)
        const expiresAtSeconds = now() + REGISTERED_SECONDS
        await shared.addToList(REGISTERED_LIST, { key: id, text: id, expiresAtSeconds })
        await inner.upsert(id, payload, REGISTERED_SECONDS)
      }
    }
  }
}
