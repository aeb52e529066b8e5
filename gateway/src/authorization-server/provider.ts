import { randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import type { AdapterFactory, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { INTERACTION_PATH } from '../access/redirect-target.ts'
import { SECOND_FACTOR_ACR } from '../access/step-up.ts'
import { DEVICE_PATH, ISSUER_PATH } from '../config/applications.ts'
import type { Config } from '../config/schema/schema.ts'
import { ACCOUNT_CLAIM } from '../identity/own-tokens.ts'
import { createSealedClaims } from '../identity/sealed-claims.ts'
import { type createClientMetadata, DOCUMENT, MAX_KEYS_BYTES } from './client-metadata.ts'
import type { GivenGrant, Grants } from './grants.ts'
import type { createLogoutFetch } from './logouts.ts'
import type { createPages } from './pages.ts'
import type { createFindAccount } from './subjects.ts'

/** Below the issuer. */
export const REGISTRATION_PATH = '/register'

const ENDPOINTS = {
  authorization: '/authorize',
  token: '/token',
  jwks: '/jwks',
  userinfo: '/userinfo',
  revocation: '/revoke',
  end_session: '/sign-out',
  registration: REGISTRATION_PATH,
  device_authorization: '/device-authorization',
  code_verification: DEVICE_PATH
}

const GRANT_TYPES = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code']
const STANDARD_SCOPES = { profile: ['name', 'picture'], email: ['email', 'email_verified'] }
/** Between two notes of when a grant was last used. */
const USE_SECONDS = 3600
const ASSERTION_ALGORITHMS = ['ES256', 'RS256', 'PS256', 'Ed25519', 'EdDSA'] as const
/** Of an assertion by which a client proves itself. */
const MAX_ASSERTION_SECONDS = 600
/** Why a request asks for another sign-in: it demands a second factor. */
export const ACR_REASON = 'acr_values'
/** A code is exchanged at once, and a visitor may take a while to sign in. */
const TTL_SECONDS = { code: 60, deviceCode: 600, interaction: 1800, idToken: 3600 }

/** The package, loaded on demand. */
export type OidcLibrary = typeof import('oidc-provider')

/** Of the package, on Node 20, on which its tests and those of the gateway pass. */
const RUNTIME_WARNING = 'oidc-provider WARNING: Unsupported runtime'

/** Loads it without that warning. */
export async function loadOidcLibrary(): Promise<OidcLibrary> {
  const { warn } = console
  console.warn = (...args: unknown[]) => {
    if (!String(args[0]).includes(RUNTIME_WARNING)) warn(...args)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}

export interface ProviderOptions {
  library: Pick<OidcLibrary, 'errors' | 'interactionPolicy'>
  config: Pick<Config, 'authorizationServer' | 'cookie' | 'publicUrl' | 'session'>
  /** Identifier of each resource -> its scopes. */
  scopesOf: ReadonlyMap<string, readonly string[]>
  adapter: AdapterFactory
  grants: Grants
  pages: ReturnType<typeof createPages>
  findAccount: ReturnType<typeof createFindAccount>
  /** Private keys; the first signs. */
  keys: readonly JWK[]
  clientMetadata: ReturnType<typeof createClientMetadata>
  cookieNames: { session: string; interaction: string; resume: string }
  sendLogout: ReturnType<typeof createLogoutFetch>['fetch']
  /** Epoch seconds. */
  now: () => number
  /** Learns of an account that is over, and with it what was signed in until `authTime` (epoch seconds). */
  onRefused: (ctx: KoaContextWithOIDC, sub: string, authTime: number) => void
  /** Names the session of the visitor of a request at its client. */
  sidOf: (ctx: KoaContextWithOIDC) => string
}

interface GrantedToken {
  accountId: string
  clientId?: string | undefined
}

/** The usual prompts, and another sign-in for a second factor. Other values of `acr_values` are voluntary, and ignored. */
function buildPolicy({ interactionPolicy: { base, Check } }: Pick<OidcLibrary, 'interactionPolicy'>) {
  const policy = base()
  const check = ({ oidc }: KoaContextWithOIDC) =>
    oidc.acr !== SECOND_FACTOR_ACR && String(oidc.params?.acr_values).split(' ').includes(SECOND_FACTOR_ACR)
  policy
    .get('login')
    ?.checks.add(new Check(ACR_REASON, 'a second factor is required', 'login_required', check))
  return policy
}

/** How a client proves itself. */
function proofOf({ secret, jwks, jwksUri }: Config['authorizationServer']['clients'][number]) {
  if (secret != null)
    return { client_secret: secret, token_endpoint_auth_method: 'client_secret_basic' } as const
  const proof = { token_endpoint_auth_method: 'private_key_jwt' } as const
  if (jwks != null) return { ...proof, jwks: { keys: jwks.keys as { kty: string }[] } }
  if (jwksUri != null) return { ...proof, jwks_uri: jwksUri }
  return { token_endpoint_auth_method: 'none', application_type: 'native' } as const
}

/** The settings of `oidc-provider`; everything else of the protocol is its work. */
export function buildProviderSettings(options: ProviderOptions): Configuration {
  const { config, clientMetadata, scopesOf, adapter, grants, pages, findAccount, keys, cookieNames } = options
  const { authorizationServer: settings, publicUrl, session } = config
  const { initialAccessToken } = settings.registration
  const { sendLogout, sidOf, onRefused, now } = options
  const { errors } = options.library
  const sealed = createSealedClaims(config)
  const isHttps = publicUrl.startsWith('https:')
  const given = new WeakMap<object, Promise<GivenGrant | undefined>>()

  /** The grant behind a token. A refresh needs it twice, and reads it once. */
  function grantOf({ req }: { req: object }, { accountId, clientId }: GrantedToken) {
    const reading = given.get(req) ?? grants.find(accountId, clientId ?? '')
    given.set(req, reading)
    return reading
  }

  return {
    adapter,
    clients: settings.clients.map((client) => ({
      client_id: client.id,
      client_name: client.name ?? client.id,
      redirect_uris: client.redirectUris,
      post_logout_redirect_uris: client.postLogoutRedirectUris,
      grant_types: GRANT_TYPES,
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
      ...(client.backchannelLogoutUri != null && {
        backchannel_logout_uri: client.backchannelLogoutUri,
        backchannel_logout_session_required: client.backchannelLogoutSessionRequired
      }),
      application_type: 'web',
      ...proofOf(client)
    })),
    fetch: (url, init) => (init?.method === 'POST' ? sendLogout(url, init) : clientMetadata.fetch(url)),
    fetchResponseBodyLimits: { 'client_id metadata document': DOCUMENT.maxBytes, jwks_uri: MAX_KEYS_BYTES },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    enabledJWA: { clientAuthSigningAlgValues: ASSERTION_ALGORITHMS },
    async assertJwtClientAuthClaimsAndHeader(_ctx, { exp }) {
      // Each is remembered until it expires.
      if (Number(exp) > now() + MAX_ASSERTION_SECONDS)
        throw new errors.InvalidClientAuth('the assertion is valid for too long')
    },
    clientDefaults: {
      // Programs of visitors, which may wait on a loopback address (RFC 8252).
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256'
    },
    jwks: { keys: keys.map((key) => ({ ...key, kty: String(key.kty) })) },
    async findAccount(ctx, sub, token) {
      const authTime = token !== undefined && 'authTime' in token ? Number(token.authTime) : undefined
      const account = await findAccount(sub, authTime)
      if (account === undefined && authTime !== undefined) onRefused(ctx, sub, authTime)
      return account
    },
    scopes: ['openid', 'offline_access', ...Object.keys(STANDARD_SCOPES)],
    claims: { openid: ['sub', 'tenant', 'acr', 'amr'], ...STANDARD_SCOPES },
    renderError: pages.renderError,
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
      const { resource } = ctx.oidc.params ?? {}
      if (resource !== undefined && token?.resourceIndicators.has(String(resource)) !== true)
        throw new errors.InvalidTarget()
      if (token !== undefined) await grantOf(ctx, token)
      return true
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // The gateway ends grants by its own rules.
    expiresWithSession: async () => false,
    routes: ENDPOINTS,
    cookies: {
      names: cookieNames,
      short: { httpOnly: true, sameSite: 'lax', secure: isHttps, signed: false },
      long: { httpOnly: true, sameSite: 'lax', secure: isHttps, signed: false, path: ISSUER_PATH }
    },
    async extraTokenClaims(ctx, token) {
      if (!('accountId' in token)) return undefined
      const grant = await grantOf(ctx, token)
      if (grant !== undefined && now() - grant.usedAt >= USE_SECONDS)
        await grants.note(token.accountId, { ...grant, usedAt: now() })
      const { account } = ctx.oidc
      const facts = { ...grant?.signIn, account: account?.allClaims }
      return { auth_time: grant?.authTime, [ACCOUNT_CLAIM]: sealed.seal(facts, token.accountId) }
    },
    acrValues: [SECOND_FACTOR_ACR],
    interactions: {
      policy: buildPolicy(options.library),
      url: (_ctx, { uid }) => `${INTERACTION_PATH}${uid}`
    },
    async loadExistingGrant(ctx) {
      const { provider, result, session: own, client } = ctx.oidc
      const { accountId = '' } = own ?? {}
      // The same for every login of a session at a client.
      if (client?.includeSid()) own?.sidFor(client.clientId, sidOf(ctx))
      const known = await grants.find(accountId, client?.clientId ?? '')
      const grantId = result?.consent?.grantId ?? known?.grantId
      return grantId === undefined ? undefined : await provider.Grant.find(grantId)
    },
    features: {
      devInteractions: { enabled: false },
      clientIdMetadataDocument: {
        enabled: settings.clientMetadata.allow.length > 0,
        ack: 'draft-02',
        allowFetch: (_ctx, clientId) => clientMetadata.isAllowed(clientId),
        allowClient: (_ctx, client) => clientMetadata.isAllowed(client.clientId),
        cacheDuration: DOCUMENT.cache
      },
      revocation: {
        enabled: true,
        // RFC 7009, 2.1. A public client does not learn whose token it is.
        async allowedPolicy(_ctx, { clientId, clientAuthMethod }, token) {
          if (token.clientId === clientId || clientAuthMethod === 'none') return token.clientId === clientId
          throw new errors.InvalidRequest('the token is of another client')
        }
      },
      backchannelLogout: { enabled: true },
      ...(initialAccessToken !== null && {
        registration: {
          enabled: true,
          initialAccessToken,
          issueRegistrationAccessToken: false,
          idFactory({ oidc }: KoaContextWithOIDC) {
            // The defaults of RFC 7591, 2; those of documents are others.
            const proof = oidc.body?.token_endpoint_auth_method ?? 'client_secret_basic'
            Object.assign(Object(oidc.body), {
              token_endpoint_auth_method: proof,
              application_type: proof === 'none' ? 'native' : 'web',
              ...oidc.body
            })
            return randomUUID()
          }
        }
      }),
      deviceFlow: {
        enabled: true,
        userCodeInputSource: pages.userCodeInputSource,
        userCodeConfirmSource: pages.userCodeConfirmSource,
        successSource: pages.successSource
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: pages.logoutSource,
        postLogoutSuccessSource: pages.postLogoutSuccessSource
      },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [],
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, indicator) {
          const scopes = scopesOf.get(indicator.replace(/\/$/, ''))
          if (scopes === undefined) throw new errors.InvalidTarget()
          return {
            scope: scopes.join(' '),
            audience: indicator.replace(/\/$/, ''),
            accessTokenTTL: settings.accessTokenSeconds,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } }
          }
        }
      }
    },
    ttl: {
      AccessToken: settings.accessTokenSeconds,
      AuthorizationCode: TTL_SECONDS.code,
      DeviceCode: TTL_SECONDS.deviceCode,
      IdToken: TTL_SECONDS.idToken,
      Interaction: TTL_SECONDS.interaction,
      RefreshToken: settings.refreshTokenSeconds,
      Grant: session.absoluteSeconds,
      Session: session.absoluteSeconds
    }
  }
}
