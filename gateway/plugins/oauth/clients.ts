import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import type {
  AdapterFactory,
  AdapterPayload,
  ClientMetadata,
  Configuration,
  KoaContextWithOIDC,
  errors as OidcErrors
} from 'oidc-provider'
import { coversHost, normalizeHost, parseUrl } from '../../src/config/addresses/urls.ts'
import { parseJsonObject } from '../../src/config/json-members.ts'
import { createOutgoing, createPublicTest, type OutgoingOptions } from './outgoing.ts'
import { findRedirectFault, isOfDevice } from './redirect-uris.ts'
import type { OauthConfig } from './settings.ts'
import { type RecordState, readTexts } from './shared-lists.ts'

type ConfiguredClient = OauthConfig['authorizationServer']['clients'][number]

const GRANT_TYPES = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code']
/** By the scopes that clients ask for (OpenID Connect Core 1.0, 5.4). */
export const CLAIMS = { profile: ['name', 'picture'], email: ['email', 'email_verified'] }
/** Those that are of no resource. */
export const OWN_SCOPES = ['openid', 'offline_access', ...Object.keys(CLAIMS)]
/** Documents of clients that are remembered, and for how long, good or not. */
const MAX_DOCUMENTS = 100
const DOCUMENT_SECONDS = 30
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
export function describeClients(clients: readonly ConfiguredClient[]): ClientMetadata[] {
  return clients.map((client) => ({
    client_id: client.id,
    client_name: client.name ?? client.id,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    grant_types: GRANT_TYPES,
    ...(client.backchannelLogoutUri != null && {
      backchannel_logout_uri: client.backchannelLogoutUri,
      backchannel_logout_session_required: client.backchannelLogoutSessionRequired
    }),
    ...authenticationOf(client)
  }))
}

/** How a client authenticates. */
function authenticationOf({ secret, jwks, jwksUri }: ConfiguredClient) {
  if (secret != null)
    return { client_secret: secret, token_endpoint_auth_method: 'client_secret_basic' } as const
  const method = { token_endpoint_auth_method: 'private_key_jwt' } as const
  if (jwks != null) return { ...method, jwks: { keys: jwks.keys as { kty: string }[] } }
  if (jwksUri != null) return { ...method, jwks_uri: jwksUri }
  return { token_endpoint_auth_method: 'none' } as const
}

/**
 * The rule for redirect URIs, whichever way a client is known. What a client calls itself does not count: a public one may use any
 * port of its loopback address.
 */
export function buildRedirectRule(
  errors: typeof OidcErrors
): NonNullable<Configuration['extraClientMetadata']> {
  return {
    properties: ['redirect_uris', 'post_logout_redirect_uris'],
    validator(_ctx, _key, uris, metadata) {
      const isPublic = metadata.token_endpoint_auth_method === 'none'
      metadata.application_type = isPublic ? 'native' : 'web'
      for (const uri of [uris ?? []].flat()) {
        const fault = findRedirectFault(String(uri), isPublic)
        if (fault !== null)
          throw new errors.CustomOIDCProviderError('invalid_redirect_uri', `a redirect URI ${fault}`)
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

/**
 * Fetches documents that clients name as their id (Client ID Metadata Document), so the address is of a stranger's choice: https,
 * a host of `clientMetadata.allow`, public addresses, no redirect. Key sets of configured clients likewise, whatever their host.
 * Sends logout tokens to the addresses of configured clients alone, which may be private.
 */
export function createClientFetch(
  { clients, clientMetadata }: Pick<OauthConfig['authorizationServer'], 'clients' | 'clientMetadata'>,
  options: Omit<OutgoingOptions, 'isReachable'>
) {
  const isReachable = createPublicTest(clientMetadata.privateNetworks)
  const guarded = createOutgoing({ ...options, isReachable })
  const anywhere = createOutgoing({ ...options, isReachable: () => true })
  const addresses = (key: 'jwksUri' | 'backchannelLogoutUri') =>
    new Set(clients.flatMap((one) => parseUrl(one[key] ?? '')?.href ?? []))
  const [ofKeys, ofLogouts] = [addresses('jwksUri'), addresses('backchannelLogoutUri')]

  function isPublic(url: URL | null): url is URL {
    const address = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
    return url?.protocol === 'https:' && (isIP(address) === 0 || isReachable(address))
  }

  /** Whether a client with this id may be asked about: its host is listed, and not a private address. */
  function isAllowed(clientId: string): boolean {
    const url = parseUrl(clientId)
    if (!isPublic(url)) return false
    return clientMetadata.allow.some((one) => one === '*' || coversHost(one, normalizeHost(url.hostname)))
  }

  return {
    isAllowed,
    /** Like the global function, for a GET, or a POST of a form. Rejects for an address that is not allowed. */
    async fetch(input: string | URL | Request, { method, body }: RequestInit = {}): Promise<Response> {
      const url = input instanceof Request ? input.url : String(input)
      if (method === 'POST' && ofLogouts.has(url)) return await anywhere.fetch(url, String(body))
      const isOfKeys = ofKeys.has(url) && isPublic(parseUrl(url))
      if (method === 'POST' || !(isOfKeys || isAllowed(url)))
        throw new Error('fetching this address is not allowed')
      const response = await guarded.fetch(url)
      return isOfKeys ? response : await withOwnScopes(response)
    },
    close: async () => void (await Promise.all([guarded.close(), anywhere.close()]))
  }
}

/**
 * Fetches the document of a client once for the requests of a while, which the package does for those alone that it accepts: what cannot
 * be had, or is refused, is asked for once as well. `now`: epoch seconds.
 */
export function createDocumentFetch(
  { fetch, isAllowed }: Pick<ReturnType<typeof createClientFetch>, 'fetch' | 'isAllowed'>,
  now: () => number
): typeof fetch {
  const documents = new LRUCache<string, { reading: Promise<() => Response>; until: number }>({
    max: MAX_DOCUMENTS
  })
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input)
    if (init.method === 'POST' || !isAllowed(url)) return await fetch(input, init)
    const known = documents.get(url)
    const isRecent = known !== undefined && now() < known.until
    const reading = isRecent ? known.reading : fetch(input, init).then(bufferResponse)
    if (!isRecent) documents.set(url, { reading, until: now() + DOCUMENT_SECONDS })
    return (await reading)()
  }
}

/** Makes a response again and again. Not by `clone`: who cancels the body of one would wait until all others are read. */
async function bufferResponse(response: Response): Promise<() => Response> {
  const body = response.body && (await response.arrayBuffer())
  return () => new Response(body, response)
}

/** A client may name scopes of resources as well, of which the package knows nothing; undefined: no others. */
function ownScopesIn(scope: unknown): string | undefined {
  const named = typeof scope === 'string' ? scope.split(' ') : []
  return named.filter((one) => OWN_SCOPES.includes(one)).join(' ') || undefined
}

async function withOwnScopes(response: Response): Promise<Response> {
  if (response.body === null) return response
  const text = await response.text()
  const document = parseJsonObject(text)
  const isOther = document !== null && 'scope' in document
  const own = isOther ? JSON.stringify({ ...document, scope: ownScopesIn(document.scope) }) : text
  return new Response(own, response)
}

/** Registration of clients, if the operator has set a token for it. */
export function buildRegistration({
  initialAccessToken
}: OauthConfig['authorizationServer']['registration']) {
  if (initialAccessToken === null) return {}
  return {
    registration: {
      enabled: true,
      initialAccessToken,
      issueRegistrationAccessToken: false,
      idFactory({ oidc }: KoaContextWithOIDC) {
        // The defaults of RFC 7591, 2; those of documents are others.
        Object.assign(Object(oidc.body), {
          token_endpoint_auth_method: 'client_secret_basic',
          ...oidc.body,
          scope: ownScopesIn(oidc.body?.scope)
        })
        return randomUUID()
      }
    }
  }
}

/**
 * Stores clients that register themselves (RFC 7591): a bounded number. The gateway sends nothing to addresses of their choice.
 */
export function admitRegistered(
  adapter: AdapterFactory,
  errors: typeof OidcErrors,
  shared: RecordState,
  now: () => number
): AdapterFactory {
  function check(client: AdapterPayload): void {
    const uris = [client.redirect_uris ?? [], client.post_logout_redirect_uris ?? []].flat()
    if (uris.length > MAX_URIS || uris.some((uri) => String(uri).length > MAX_URI_CHARS))
      throw new errors.CustomOIDCProviderError(
        'invalid_redirect_uri',
        'too many redirect URIs, or one that is too long'
      )
    if (String(client.client_name ?? '').length > MAX_NAME_CHARS)
      throw new errors.InvalidClientMetadata(`client_name is longer than ${MAX_NAME_CHARS} characters`)
    for (const key of ['jwks_uri', 'backchannel_logout_uri'])
      if (client[key] !== undefined)
        throw new errors.InvalidClientMetadata(`${key} is not available to registered clients`)
  }

  return (model) => {
    const inner = adapter(model)
    if (model !== 'Client') return inner
    return {
      ...inner,
      async upsert(id, payload) {
        check(payload)
        if ((await readTexts(shared, REGISTERED_LIST)).length >= MAX_REGISTERED)
          throw new errors.InvalidRequest('too many clients are registered', 403)
        const expiresAtSeconds = now() + REGISTERED_SECONDS
        await shared.addToList(REGISTERED_LIST, { key: id, text: id, expiresAtSeconds })
        await inner.upsert(id, payload, REGISTERED_SECONDS)
      }
    }
  }
}
