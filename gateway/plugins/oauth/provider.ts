import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { JWK } from 'jose'
import type { AdapterFactory, Configuration, FindAccount, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { describeOrigin } from '../../src/access/security-events.ts'
import { once } from '../../src/async.ts'
import { issuerOf } from '../../src/config/applications.ts'
import { authRequestOf } from '../../src/http/auth-request.ts'
import { networkOf } from '../../src/http/origin.ts'
import { ownerOfSubject, subjectOf } from '../../src/identity/own-tokens.ts'
import type { PluginEndpoints } from '../../src/own-routes.ts'
import { oauthCookieName } from '../../src/session/cookie/names.ts'
import type { Session } from '../../src/session/session.ts'
import { ANY_TIME, createFindAccount, createGrants, describeLogin } from './accounts.ts'
import { createClientFetch } from './client-fetch.ts'
import { admitRegistered } from './clients.ts'
import { createLogouts } from './logouts.ts'
import { createPages } from './pages.ts'
import { createDigest, createRecords, createTokenNames, REQUEST_SECONDS } from './records.ts'
import { createResources } from './resources.ts'
import type { OauthConfig } from './settings.ts'

type OidcLibrary = typeof import('oidc-provider')

const RUNTIME_WARNING = 'oidc-provider WARNING: Unsupported runtime'

/** The package, without the warning that it writes on Node 20, on which its tests and those of the gateway pass. */
export const loadOidcLibrary = once(async (): Promise<OidcLibrary> => {
  const { warn } = console
  let isLoading = true
  const filter = (...args: unknown[]) =>
    (isLoading && String(args[0]).includes(RUNTIME_WARNING)) || warn(...args)
  console.warn = filter
  try {
    return await import('oidc-provider')
  } finally {
    isLoading = false
    // Unless others have put their own around it, which then passes everything on.
    if (console.warn === filter) console.warn = warn
  }
})

export type AuthorizationServerOptions = PluginEndpoints & { config: OauthConfig }

interface ProviderParts {
  library: OidcLibrary
  /** Private keys; the first signs. */
  keys: readonly JWK[]
  buildSettings: (server: AuthorizationServer, adapter: AdapterFactory) => Configuration
}

/** The provider, and what binds it to the gateway's sessions, accounts, pages and shared state. It ends with `app`. */
export class AuthorizationServer {
  readonly options: AuthorizationServerOptions
  readonly library: OidcLibrary
  readonly keys: readonly JWK[]
  readonly cookieNames
  readonly pages
  readonly grants
  readonly records
  readonly resources
  readonly clientFetch
  readonly provider: Provider
  readonly logouts
  readonly #digest
  readonly #lookUpAccount

  constructor(
    app: FastifyInstance,
    options: AuthorizationServerOptions,
    { library, keys, buildSettings }: ProviderParts
  ) {
    const { config, shared, sessions, now } = options
    const settings = config.authorizationServer
    const { signatureKeys } = config.cookie
    const { InvalidClientAuth, InvalidGrant, TemporarilyUnavailable } = library.errors
    const { Provider } = library
    this.options = options
    this.library = library
    this.keys = keys
    const session = oauthCookieName(config)
    this.cookieNames = { session, interaction: `${session}-interaction`, resume: `${session}-resume` }
    this.#digest = createDigest(signatureKeys[0] ?? '')
    this.#lookUpAccount = createFindAccount(options.platform.accountsOf)
    this.pages = createPages(options.responses, config.paths.login)
    this.grants = createGrants(shared)
    this.resources = createResources(config, options.applications, library.errors)
    this.clientFetch = createClientFetch(settings, options)
    const names = createTokenNames(signatureKeys)
    this.records = createRecords({
      shared,
      now,
      names,
      session: () => Provider.ctx && this.pages.sessionOf(Provider.ctx),
      network: () => Provider.ctx && networkOf(this.pages.requestOf(Provider.ctx).ip),
      isEnded: (one) => sessions.revocation.revocationCodeOf(one) !== null,
      // While the provider is unavailable, or for another resource, a code is not used up.
      beforeUse: async ({ accountId, resource }) => {
        await this.#lookUpAccount(String(accountId))
        if (Provider.ctx !== undefined) this.resources.checkTarget(Provider.ctx, resource)
      },
      refuseReplay: (model, grantId) => {
        if (grantId !== undefined && Provider.ctx) this.provider.emit('grant.revoked', Provider.ctx, grantId)
        return new (model === 'ReplayDetection' ? InvalidClientAuth : InvalidGrant)('already used')
      },
      refuseExcess: () => new TemporarilyUnavailable('too many requests of this network wait for a sign-in')
    })
    const adapter = admitRegistered(this.records.adapter, library.errors, options)
    this.provider = new Provider(issuerOf(config.publicUrl), buildSettings(this, adapter))
    // A token that is refreshed twice at once has the same successor.
    const generateTokenId = () => names.next(Provider.ctx?.oidc.entities.RotatedRefreshToken?.jti)
    Object.assign(this.provider.RefreshToken.prototype, { generateTokenId })
    // Host and scheme are those that a request is given, never those of the client.
    this.provider.proxy = true
    // Connections that clients have ended are in the log already.
    this.provider.silent = true
    this.logouts = createLogouts(this.provider, options, app.reportEvent)
    options.onEvent?.(this.logouts.listen)
    app.addHook('onClose', async () => {
      await this.logouts.close()
      await this.clientFetch.close()
    })
  }

  /** An account as a request names it that expects it. */
  hintOf(accountId: string): string {
    return this.#digest(`hint ${accountId}`)
  }

  /** Names the session of the visitor of a request at its client. */
  sidOf(ctx: KoaContextWithOIDC): string {
    return this.#digest(`sid ${this.pages.sessionOf(ctx)?.id} ${ctx.oidc.client?.clientId}`)
  }

  /** The account of a session. Null: it no longer counts. Throws while the provider is unavailable. */
  async accountOf(session: Session) {
    return (await this.#lookUpAccount(subjectOf(session), session.claims)).account
  }

  /** The account of a request or token, for the provider. One that no longer counts ends what it has allowed. */
  async findAccount(...[ctx, sub, token]: Parameters<FindAccount>) {
    // That of an opaque access token is with what was added to it.
    const { extra, grantId, authTime = extra?.auth_time } = Object(token)
    const session = token === undefined ? this.pages.sessionOf(ctx) : undefined
    const ofToken = { ...ANY_TIME, ...(authTime !== undefined && { auth_time: authTime }) }
    const { account, isForGood } = await this.#lookUpAccount(sub, session?.claims ?? ofToken, grantId)
    if (account !== null) return account
    // Without an account, an authorization request could not go on.
    if (token === undefined) throw new this.library.errors.AccessDenied('the account is no longer accepted')
    if (authTime === undefined) return undefined
    const origin = describeOrigin(authRequestOf(this.pages.requestOf(ctx)))
    const facts = { ...origin, subject: ownerOfSubject(sub).subject }
    this.logouts.end(sub, facts, (login) => login.authTime <= authTime)
    // Of an account that is over, rather than a sign-in: it does not come back with the account.
    if (isForGood) await this.records.revoke(grantId)
    return undefined
  }

  /**
   * Notes a request and the session of its visitor, and gives the provider a session that says who is signed in at the gateway, in place
   * of a cookie of its own. No browser holds it: it is kept for as long as a request may take, and made again for a later one.
   * Returns the `Cookie` header with which the provider gets the request.
   */
  async attachSession(request: FastifyRequest, session: Session | null): Promise<string> {
    this.pages.note(request, session)
    const name = this.cookieNames.session
    const others = (request.headers.cookie ?? '').split(/;\s*/).filter((one) => !one.startsWith(`${name}=`))
    if (session === null) return others.join('; ')
    const { Session: OidcSession } = this.provider
    const jti = this.#digest(`session ${session.id}`)
    if ((await OidcSession.find(jti)) === undefined) {
      const accountId = subjectOf(session)
      const { ts: loginTs, remember: _, ...login } = describeLogin(session)
      const uid = this.#digest(`account ${accountId}`)
      const fresh = Object.assign(new OidcSession(), { jti, uid, accountId, loginTs, ...login })
      await fresh.save(REQUEST_SECONDS)
    }
    return [...others.filter(Boolean), `${name}=${jti}`].join('; ')
  }
}
