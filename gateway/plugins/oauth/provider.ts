import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { describeOrigin } from '../../src/access/security-events.ts'
import { issuerOf } from '../../src/config/applications.ts'
import { endHere } from '../../src/endpoints/logout.ts'
import type { EndpointOptions } from '../../src/endpoints/own-session.ts'
import { Fault, toFault } from '../../src/errors.ts'
import { authRequestOf } from '../../src/http/auth-request.ts'
import type { LookUpName } from '../../src/http/connections/outbound-pool.ts'
import type { Locales } from '../../src/http/locales.ts'
import { networkOf } from '../../src/http/origin.ts'
import { ownerOfSubject, subjectOf } from '../../src/identity/own-tokens.ts'
import { deriveTokenKeys } from '../../src/identity/signing-keys.ts'
import { type EventSink, type GatewayEvent, OAUTH_GRANTS } from '../../src/operations/events.ts'
import { oauthCookieName } from '../../src/session/cookie/names.ts'
import type { Session } from '../../src/session/session.ts'
import { ANY_TIME, createFindAccount, createSessionCarrier, describeSignIn } from './accounts.ts'
import { admitRegistered, createClientFetch, destinationOf, nameOfClient } from './clients.ts'
import { createGrants } from './grants.ts'
import { createHints } from './hints.ts'
import { createLogouts } from './logouts.ts'
import { allowFormPost, createPages, holdBack, type Pages } from './pages.ts'
import { buildProviderSettings, type OidcLibrary } from './provider-settings.ts'
import { type CodeSessions, createRecords } from './records.ts'
import { createDigest, createTokenNames } from './refresh-tokens.ts'
import { createResources } from './resources.ts'
import type { OauthConfig } from './settings.ts'

/** Between two questions of a device about its code (RFC 8628, 3.5). */
const POLL_MS = 5000
/** Loads the package. */
export const loadOidcLibrary = async (): Promise<OidcLibrary> => (await import('./oidc-library.ts')).library

export interface AuthorizationServerOptions extends EndpointOptions {
  config: EndpointOptions['config'] & OauthConfig
  locales: Locales
  /** Resolves the hosts of clients. */
  lookUp: LookUpName
  /** Sets who learns of ended sessions. */
  onEvent?: ((listener: EventSink) => void) | undefined
}

export type AuthorizationServer = Awaited<ReturnType<typeof createAuthorizationServer>>

/** The provider, and what binds it to the gateway's sessions, accounts, pages and shared state. It ends with `app`. */
export async function createAuthorizationServer(app: FastifyInstance, options: AuthorizationServerOptions) {
  const { config, sessions, shared, now } = options
  const { clients } = config.authorizationServer
  const library = await loadOidcLibrary()
  const { AccessDenied, InvalidClientAuth, InvalidGrant, TemporarilyUnavailable } = library.errors
  function refuseReplay(model: string, grantId?: unknown): Error {
    const { ctx } = library.Provider
    if (grantId !== undefined && ctx !== undefined) provider.emit('grant.revoked', ctx, String(grantId))
    return new (model === 'ReplayDetection' ? InvalidClientAuth : InvalidGrant)('already used')
  }
  const pages = createPages(options.responses, config.paths.login)
  const findAccount = createFindAccount(options.platform.accountsOf)
  const resources = createResources(config, options.applications, library.errors)
  const names = createTokenNames(config.cookie)
  const ofRequest: CodeSessions = {
    current: () => library.Provider.ctx && pages.sessionOf(library.Provider.ctx),
    network: () => library.Provider.ctx && networkOf(pages.requestOf(library.Provider.ctx).ip),
    refuseExcess: () => new TemporarilyUnavailable('too many requests of this network wait for a sign-in'),
    isEnded: (session) => sessions.revocation.revocationCodeOf(session) !== null,
    // While the provider is unavailable, or for another resource, a code is not used up.
    async beforeUse({ accountId, resource }) {
      await findAccount(String(accountId))
      const { ctx } = library.Provider
      if (ctx !== undefined) resources.checkTarget(ctx, resource)
    }
  }
  const records = createRecords({ shared, refuseReplay, now, sessions: ofRequest, names })
  const grants = createGrants(shared)
  const base = oauthCookieName(config)
  const cookieNames = { session: base, interaction: `${base}-interaction`, resume: `${base}-resume` }
  const pairs = await deriveTokenKeys(config)
  const clientFetch = createClientFetch(config.authorizationServer, { lookUp: options.lookUp })
  const digest = createDigest(config.cookie.signatureKeys[0] ?? '')
  const provider = new library.Provider(
    issuerOf(config.publicUrl),
    buildProviderSettings({
      ...options,
      library,
      adapter: admitRegistered(records.adapter, library.errors, shared, now),
      grants,
      pages,
      resources,
      async findAccount(ctx, sub, token) {
        // That of an opaque access token is with what was added to it.
        const { extra, grantId, authTime = extra?.auth_time } = Object(token)
        const session = token === undefined ? pages.sessionOf(ctx) : undefined
        const times = session?.claims ?? {
          ...ANY_TIME,
          ...(authTime !== undefined && { auth_time: authTime })
        }
        const { account, isForGood } = await findAccount(sub, times, grantId)
        if (account !== null) return account
        // Without an account, an authorization request could not go on.
        if (token === undefined) throw new AccessDenied('the account is no longer accepted')
        if (authTime === undefined) return undefined
        const origin = describeOrigin(authRequestOf(pages.requestOf(ctx)))
        const facts = { ...origin, subject: ownerOfSubject(sub).subject }
        logouts.end(sub, facts, (login) => login.authTime <= authTime)
        // Of an account that is over, rather than a sign-in: it does not come back with the account.
        if (isForGood) await records.revoke(grantId)
        return undefined
      },
      keys: pairs.map(({ privateJwk }) => privateJwk),
      clientFetch,
      cookieNames,
      hintOf: (accountId) => hints.hintOf(accountId),
      sidOf: (ctx) => digest(`sid ${pages.sessionOf(ctx)?.id} ${ctx.oidc.client?.clientId}`)
    })
  )
  const hints = createHints(provider, digest)
  // A token that is refreshed twice at once has the same successor.
  const generateTokenId = () => names.next(library.Provider.ctx?.oidc.entities.RotatedRefreshToken?.jti)
  Object.assign(provider.RefreshToken.prototype, { generateTokenId })
  // Host and scheme are those that a request is given, never those of the client.
  provider.proxy = true
  // Connections that clients have ended are in the log already.
  provider.silent = true
  const { limits } = sessions
  const logouts = createLogouts({ provider, clients, shared, limits, report: app.reportEvent, now })
  options.onEvent?.(logouts.listen)
  app.addHook('onClose', async () => {
    await logouts.close()
    await clientFetch.close()
  })
  reportEvents(provider, pages.requestOf)

  // What an event leads to before the response is sent: the provider does not wait for its listeners.
  const afterResponse = new WeakMap<IncomingMessage, () => Promise<void>>()
  provider.on('end_session.success', (ctx) => {
    if (ctx.oidc.params?.logout !== undefined) afterResponse.set(ctx.req, () => endOwnSession(ctx))
  })
  provider.on('authorization.success', (ctx) => {
    const session = pages.sessionOf(ctx)
    if (session !== undefined) afterResponse.set(ctx.req, () => noteLogin(ctx, session))
  })
  provider.on('authorization.error', holdBack)
  provider.on('authorization.success', allowFormPost)
  provider.on('authorization.error', allowFormPost)
  provider.on('server_error', allowFormPost)
  provider.use(async (ctx, next) => {
    try {
      await next()
      const { route, session } = ctx.oidc ?? {}
      if (route === 'end_session' && ctx.status === 200 && session?.accountId === undefined)
        pages.skipSignOut(ctx as KoaContextWithOIDC)
      // Clients take it for an invitation to register, which only holders of the token can.
      if (route === 'discovery') Reflect.deleteProperty(Object(ctx.body), 'registration_endpoint')
      // The provider has no interval of its own for devices that ask.
      if (Object(ctx.body).error === 'authorization_pending') await slowDown(ctx as KoaContextWithOIDC)
      if (ctx.status === 404 && ctx.body == null) pages.showFault(ctx, new Fault('NOT_FOUND'))
      await afterResponse.get(ctx.req)?.()
    } catch (err) {
      // Errors outside the provider's own handler, for example while it saves its session.
      pages.showFault(ctx, err)
    }
    // The gateway's session is the only one that browsers hold.
    const cookies = [ctx.response.headers['set-cookie'] ?? []].flat()
    ctx.set(
      'set-cookie',
      cookies.filter((cookie) => !cookie.startsWith(`${cookieNames.session}=`))
    )
  })

  async function slowDown(ctx: KoaContextWithOIDC): Promise<void> {
    const { calls } = await shared.countCall('oauth poll', String(ctx.oidc.params?.device_code), POLL_MS)
    if (calls > 1)
      ctx.body = { error: 'slow_down', error_description: `poll at most every ${POLL_MS / 1000} seconds` }
  }

  /** Another use of a grant, and of a session at the client. */
  async function noteLogin(ctx: KoaContextWithOIDC, session: Session): Promise<void> {
    const { client, grant, params } = ctx.oidc
    if (client === undefined || grant === undefined) return
    const signIn = describeSignIn(session, config.session.absoluteSeconds)
    const { clientId } = client
    const used = { clientId, clientName: nameOfClient(client), grantId: grant.jti, usedAt: now() }
    await grants.note(subjectOf(session), {
      ...used,
      ...signIn,
      destination: destinationOf(params?.redirect_uri)
    })
    await logouts.note(ctx, session)
  }

  /** The visitor has confirmed that a client may end the session. */
  async function endOwnSession(ctx: Pick<KoaContextWithOIDC, 'req' | 'append'>): Promise<void> {
    const { headers } = await endHere(pages.requestOf(ctx), options, 'visitor')
    for (const [name, value] of Object.entries(headers)) ctx.append(name, value)
  }

  const attachSession = createSessionCarrier(provider, digest, cookieNames.session)
  return {
    provider,
    grants,
    hints,
    records,
    logouts,
    /** The account of a session. Null: it no longer counts. Throws while the provider is unavailable. */
    accountOf: async (session: Session) => (await findAccount(subjectOf(session), session.claims)).account,
    /** Notes a request and the session of its visitor; returns the `Cookie` header with which `handle` gets it. */
    async prepare(request: FastifyRequest, session: Session | null): Promise<string> {
      pages.note(request, session)
      return await attachSession(request.headers.cookie, session)
    },
    handle: provider.callback()
  }
}

/** Reports what the provider refuses and ends. `requestOf`: the request of a context. */
function reportEvents(provider: Provider, requestOf: Pages['requestOf']): void {
  const report = (ctx: KoaContextWithOIDC, event: GatewayEvent) => requestOf(ctx).server.reportEvent(event)
  const describe = (ctx: KoaContextWithOIDC) => ({
    ...describeOrigin(authRequestOf(requestOf(ctx))),
    clientId: ctx.oidc.client?.clientId
  })

  function refused(ctx: KoaContextWithOIDC, { error, error_detail: detail }: errors.OIDCProviderError): void {
    // Of a device that waits for its visitor.
    if (error !== 'authorization_pending')
      report(ctx, { kind: 'oauth.refused', ...describe(ctx), error, detail })
  }

  function counted(ctx: KoaContextWithOIDC, result: 'ok' | 'refused' | 'failed'): void {
    const type = String(ctx.oidc.params?.grant_type).replace('urn:ietf:params:oauth:grant-type:', '')
    // A client's choice, as one of the values that can be counted.
    const grant = OAUTH_GRANTS.find((one) => one === type) ?? 'other'
    report(ctx, { kind: 'oauth.token', grant, result })
  }

  provider.on('authorization.error', refused)
  provider.on('device_authorization.error', refused)
  provider.on('revocation.error', refused)
  provider.on('registration_create.error', refused)
  provider.on('userinfo.error', refused)
  provider.on('grant.success', (ctx) => counted(ctx, 'ok'))
  provider.on('grant.error', (ctx, err) => {
    refused(ctx, err)
    if (err.error !== 'authorization_pending') counted(ctx, 'refused')
  })
  provider.on('server_error', (ctx, err) => {
    const fault = toFault(err)
    requestOf(ctx).record.fault = fault
    const { retryAfterSeconds } = fault
    if (retryAfterSeconds !== undefined) ctx.set('retry-after', String(retryAfterSeconds))
    if (ctx.oidc?.route === 'token') counted(ctx, 'failed')
  })
  provider.on('grant.revoked', (ctx) => report(ctx, { kind: 'oauth.ended', ...describe(ctx) }))
}
