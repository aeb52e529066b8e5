import type {
  AdapterFactory,
  ClientAuthMethod,
  Configuration,
  KoaContextWithOIDC,
  UnknownObject
} from 'oidc-provider'
import {
  INTERACTION_PATH,
  RESOURCE_PARAMETER,
  withSearch
} from '../../src/access/responses/redirect-target.ts'
import { SECOND_FACTOR_ACR } from '../../src/access/rules/step-up.ts'
import { isHttps } from '../../src/config/addresses/urls.ts'
import { DEVICE_PATH, ISSUER_PATH } from '../../src/config/applications.ts'
import { ACCOUNT_CLAIM, createSealedClaims, subjectOf } from '../../src/identity/own-tokens.ts'
import { type GrantUse, isGrantOf } from './accounts.ts'
import {
  buildRedirectRule,
  buildRegistration,
  CLAIMS,
  describeClients,
  destinationOf,
  nameOfClient,
  OWN_SCOPES
} from './clients.ts'
import type { AuthorizationServer } from './provider.ts'
import { REQUEST_SECONDS } from './records.ts'
import { isOfDevice } from './redirect-uris.ts'

/** Why a request asks for another sign-in: it demands a second factor. */
export const ACR_REASON = 'acr_values'
/** In place of `id_token_hint`: the account that the client expects, as a digest. */
export const HINT_PARAMETER = 'hinted_account'

/** The package's name for asking native clients each time. */
const NATIVE_REASON = 'native_client_prompt'
const CLIENT_AUTH_METHODS: ClientAuthMethod[] = [
  'none',
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt'
]
const OFFLINE = 'offline_access'
/** Of the parameters of a request. Long values are kept until the visitor has consented, and in no token. */
const MAX_CHARS: Readonly<Record<string, number>> = {
  acr_values: 7168,
  client_id: 2048,
  redirect_uri: 2048,
  resource: 4096,
  scope: 4096,
  state: 7168
}
const DEFAULT_MAX_CHARS = 512
/** Of an email address (RFC 5321, 4.5.3.1.3); a longer one would be too much for a URL. */
const MAX_HINT_CHARS = 254
/** Between two notes of when a grant was last used. */
const USE_SECONDS = 3600
/** Of an assertion by which a client authenticates. */
const MAX_ASSERTION_SECONDS = 600
/** For how long a document is cached, in seconds, whatever its headers say. */
const DOCUMENT_CACHE = { min: 60, max: 3600 }

/** The settings of `oidc-provider`; everything else of the protocol is its work. */
export function buildProviderSettings(server: AuthorizationServer, adapter: AdapterFactory): Configuration {
  const { clientFetch, resources, grants, keys, cookieNames } = server
  const { config, now } = server.options
  const { authorizationServer: settings, session } = config
  const { errors } = server.library
  const { renderError, logoutSource, postLogoutSuccessSource, ...ofDevices } = server.pages.sources
  const sealed = createSealedClaims(config)
  const cookie = { httpOnly: true, sameSite: 'lax', secure: isHttps(config), signed: false } as const
  const entries = new WeakMap<object, Promise<GrantUse | undefined>>()

  /** What a request contains is stored with it, and its nonce with every token. */
  function checkLengths(params: UnknownObject): void {
    for (const [name, value] of Object.entries(params)) {
      const most = MAX_CHARS[name] ?? DEFAULT_MAX_CHARS
      if ([value].flat().join(' ').length > most)
        throw new errors.InvalidRequest(`${name} has more than ${most} characters`)
    }
  }

  /** The code or refresh token that a client presents. */
  const presented = ({ oidc: { entities } }: KoaContextWithOIDC) =>
    entities.RefreshToken ?? entities.AuthorizationCode ?? entities.DeviceCode

  /** The grant behind it, with the sign-in that it was issued for. A refresh needs it twice, and reads it once. */
  function entryOf(ctx: KoaContextWithOIDC): Promise<GrantUse | undefined> {
    const { accountId = '', grantId = '', authTime = 0 } = presented(ctx) ?? {}
    const reading = entries.get(ctx.req) ?? grants.find(accountId, grantId, authTime)
    entries.set(ctx.req, reading)
    return reading
  }

  return {
    adapter,
    clients: describeClients(settings.clients),
    extraClientMetadata: buildRedirectRule(errors),
    fetch: clientFetch.fetch,
    // Of documents: 5 KiB, the default.
    fetchResponseBodyLimits: { jwks_uri: 64 * 1024 },
    clientAuthMethods: CLIENT_AUTH_METHODS,
    enabledJWA: { clientAuthSigningAlgValues: ['ES256', 'RS256', 'PS256', 'Ed25519', 'EdDSA'] },
    async assertJwtClientAuthClaimsAndHeader(_ctx, { exp }) {
      // Each is remembered until it expires.
      if (Number(exp) > now() + MAX_ASSERTION_SECONDS)
        throw new errors.InvalidClientAuth('the assertion is valid for too long')
    },
    clientDefaults: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'ES256' },
    jwks: { keys: keys.map((key) => ({ ...key, kty: String(key.kty) })) },
    findAccount: (...asked) => server.findAccount(...asked),
    scopes: OWN_SCOPES,
    extraParams: {
      [HINT_PARAMETER]: null,
      // Without one, no client could get a token (RFC 6749, 3.3).
      scope(ctx: KoaContextWithOIDC, _value, client) {
        const { params = {}, resourceServers = {} } = ctx.oidc
        checkLengths(params)
        const ofResources = Object.values(resourceServers).flatMap(({ scope = '' }) => scope.split(' '))
        params.scope ??= ofResources.join(' ') || 'openid'
        const asked = new Set(String(params.scope).split(' '))
        // Without `prompt=consent` it is dropped, but the consent page says it, and clients name it when they refresh.
        const isOffline = `${ctx.query.scope}`.split(' ').includes(OFFLINE)
        const mayBeOffline =
          client.grantTypeAllowed('refresh_token') && (client.scope ?? OFFLINE).split(' ').includes(OFFLINE)
        if (isOffline && mayBeOffline) params.scope = [...asked.add(OFFLINE)].join(' ')
        if (![...asked].some((one) => OWN_SCOPES.includes(one) || ofResources.includes(one)))
          throw new errors.InvalidScope('none of the scopes is known here', String(params.scope))
      }
    },
    // Also for an access token: a client that revokes one is done.
    revokeGrantPolicy: () => true,
    discovery: { revocation_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS },
    claims: { openid: ['sub', 'tenant', 'acr', 'amr'], ...CLAIMS },
    renderError,
    // Pages may call from the origins of their redirect URIs: public clients everywhere, others for claims.
    clientBasedCORS: ({ oidc }, pageOrigin, { clientAuthMethod, redirectUris = [] }) =>
      (oidc.route === 'userinfo' || clientAuthMethod === 'none') &&
      redirectUris.some((uri) => /^https?:/.test(uri) && new URL(uri).origin === pageOrigin),
    responseTypes: ['code'],
    // Many applications read the claims of an account from the ID token alone.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    async rotateRefreshToken(ctx) {
      // Whatever can fail fails before the token is used up.
      const { RefreshToken: token } = ctx.oidc.entities
      resources.checkTarget(ctx, token?.resource)
      if (now() >= Number(token?.authTime) + session.absoluteSeconds)
        throw new errors.InvalidGrant('the session limit is reached')
      // Of one that others have displaced, its account could not end it.
      if ((await entryOf(ctx)) === undefined) throw new errors.InvalidGrant('the sign-in is no longer known')
      return true
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // The gateway ends grants by its own rules.
    expiresWithSession: async () => false,
    routes: {
      authorization: '/authorize',
      revocation: '/revoke',
      end_session: '/sign-out',
      registration: '/register',
      userinfo: '/userinfo',
      device_authorization: '/device-authorization',
      code_verification: DEVICE_PATH
    },
    cookies: { names: cookieNames, short: cookie, long: { ...cookie, path: ISSUER_PATH } },
    async extraTokenClaims(ctx, token) {
      if (!('accountId' in token)) return undefined
      const entry = await entryOf(ctx)
      if (entry !== undefined && now() - entry.usedAt >= USE_SECONDS)
        await grants.note(token.accountId, { ...entry, usedAt: now() })
      const facts = { ...entry?.signIn, account: Object(ctx.oidc.account).allClaims }
      return { auth_time: presented(ctx)?.authTime, [ACCOUNT_CLAIM]: sealed.seal(facts, token.accountId) }
    },
    acrValues: [SECOND_FACTOR_ACR],
    interactions: {
      policy: buildPolicy(server),
      url: (_ctx, { uid, params }) => interactionAddress(uid, params)
    },
    async loadExistingGrant(ctx) {
      const { provider, result, session: own, client, params } = ctx.oidc
      const { accountId = '' } = own ?? {}
      // The same for every login of a session at a client.
      if (client?.includeSid()) own?.sidFor(client.clientId, server.sidOf(ctx))
      // A document may change, so what the visitor has seen counts: another name or destination is another consent.
      const known = (await grants.list(accountId)).filter(
        ({ clientId, clientName, destination, grantId }) =>
          clientId === client?.clientId &&
          clientName === nameOfClient(client) &&
          destination === destinationOf(params?.redirect_uri) &&
          isGrantOf(grantId, Object(ctx.oidc.account))
      )
      const ids = [result?.consent?.grantId ?? known.map(({ grantId }) => grantId).reverse()].flat()
      for (const grantId of new Set(ids)) {
        const grant = await provider.Grant.find(grantId)
        if (grant !== undefined) return grant
      }
      return undefined
    },
    features: {
      devInteractions: { enabled: false },
      clientIdMetadataDocument: {
        enabled: settings.clientMetadata.allow.length > 0,
        ack: 'draft-02',
        allowFetch: (_ctx, clientId) => clientFetch.isAllowed(clientId),
        allowClient: (_ctx, client) => clientFetch.isAllowed(client.clientId),
        cacheDuration: DOCUMENT_CACHE
      },
      revocation: {
        enabled: true,
        // RFC 7009, 2.1. A public client does not learn whose token it is.
        async allowedPolicy(_ctx, { clientId, clientAuthMethod }, token) {
          if (token.clientId === clientId || clientAuthMethod === 'none') return token.clientId === clientId
          throw new errors.InvalidRequest('the token was issued to another client')
        }
      },
      backchannelLogout: { enabled: true },
      ...buildRegistration(settings.registration),
      deviceFlow: { enabled: true, ...ofDevices },
      rpInitiatedLogout: { logoutSource, postLogoutSuccessSource },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: {
        defaultResource: resources.choose,
        useGrantedResource: () => true,
        getResourceServerInfo: resources.find
      }
    },
    ttl: {
      AccessToken: settings.accessTokenSeconds,
      DeviceCode: 600,
      IdToken: 3600,
      Interaction: REQUEST_SECONDS,
      RefreshToken: settings.refreshTokenSeconds,
      Grant: session.absoluteSeconds,
      Session: REQUEST_SECONDS
    }
  }
}

/**
 * The usual prompts, and another sign-in for a second factor; other values of `acr_values` are voluntary, and ignored. Programs on
 * the device, by where they wait, are asked about each time (RFC 8252, 8.6).
 */
function buildPolicy(server: AuthorizationServer) {
  const { base, Check } = server.library.interactionPolicy
  const policy = base()
  const consent = policy.get('consent')?.checks
  consent?.remove(NATIVE_REASON)
  const asksEachTime = ({ oidc: { params, result } }: KoaContextWithOIDC) =>
    isOfDevice(params?.redirect_uri) && result?.consent === undefined
  consent?.add(new Check(NATIVE_REASON, 'native clients require End-User interaction', asksEachTime))
  const demand = (reason: string, description: string, isDemanded: (ctx: KoaContextWithOIDC) => boolean) =>
    policy.get('login')?.checks.add(new Check(reason, description, 'login_required', isDemanded))
  demand(
    ACR_REASON,
    'second factor required',
    ({ oidc: { acr, params } }) =>
      acr !== SECOND_FACTOR_ACR && String(params?.acr_values).split(' ').includes(SECOND_FACTOR_ACR)
  )
  // The account that an interaction was continued by is signed in where the request goes on.
  demand('gateway_session', 'the account is not signed in', (ctx) => {
    const session = server.pages.sessionOf(ctx)
    return ctx.oidc.session?.accountId !== (session && subjectOf(session))
  })
  demand(HINT_PARAMETER, 'another account is signed in', ({ oidc: { params, session } }) => {
    const hint = params?.[HINT_PARAMETER]
    return hint !== undefined && hint !== server.hintOf(session?.accountId ?? '')
  })
  return policy
}

/** The page of a request, with what the login page needs of its parameters: the resource, and an address to fill in. */
function interactionAddress(id: string, { resource, login_hint: hint }: UnknownObject): string {
  const query = new URLSearchParams()
  for (const one of [resource].flat()) if (typeof one === 'string') query.append(RESOURCE_PARAMETER, one)
  if (typeof hint === 'string' && hint.length <= MAX_HINT_CHARS) query.set('login_hint', hint)
  return withSearch(`${INTERACTION_PATH}${id}`, [query.toString()])
}
