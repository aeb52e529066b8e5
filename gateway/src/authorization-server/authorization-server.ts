/**
 * The gateway as an authorization server (OAuth 2.0, OpenID Connect). The protocol is the work of `oidc-provider`; this
 * folder owns what binds it to the gateway: its sessions, accounts, pages, keys and shared state. Loaded only where configured.
 */

import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Applications } from '../access/applications.ts'
import { describeOrigin } from '../access/security-events.ts'
import { isHttps } from '../config/addresses/urls.ts'
import { DEVICE_PATH, ISSUER_PATH, originOfHost, resourceOf } from '../config/applications.ts'
import { oauthCookieName } from '../config/hand-over.ts'
import { deriveKey } from '../encryption/encryption.ts'
import { endSession } from '../endpoints/logout.ts'
import { createAdmission, type EndpointOptions } from '../endpoints/own-session.ts'
import { registerResources } from '../endpoints/protected-resources.ts'
import { type CallLimit, limitCalls } from '../endpoints/rate-windows.ts'
import { Fault } from '../errors.ts'
import { authRequestOf } from '../http/auth-request.ts'
import type { LookUpName } from '../http/connections/name-look-ups.ts'
import type { Locales } from '../http/locales.ts'
import { isFromOwnSite } from '../http/origin.ts'
import { deriveKeyPair, TOKEN_KEYS } from '../identity/signing-keys.ts'
import { ownerOfSubject, subjectOf } from '../identity/subject.ts'
import type { EventSink } from '../operations/events.ts'
import type { EndableSession } from '../session/revocation/revocation.ts'
import type { Session } from '../session/session.ts'
import { createClientMetadata } from './client-metadata.ts'
import { registerConnectedApplications } from './connected-applications.ts'
import { reportEvents } from './events.ts'
import { createGrants } from './grants.ts'
import { registerInteraction } from './interaction.ts'
import { createLogoutFetch, createLogouts } from './logouts.ts'
import { createPages, formPostPolicy } from './pages.ts'
import { buildProviderSettings, loadOidcLibrary, REGISTRATION_PATH } from './provider.ts'
import { createRecords, type RecordState } from './records.ts'
import { admitRegistered } from './registration.ts'
import { createRepeats } from './repeats.ts'
import { createFindAccount, describeLogin } from './subjects.ts'

/** Metadata at the root of the host (RFC 8414, 3.1), for an issuer with a path. */
const METADATA_PATH = `/.well-known/oauth-authorization-server${ISSUER_PATH}`
/** Requests of one client address. */
const REQUESTS: CallLimit = { name: 'oauth', most: 300, windowMs: 60_000 }
/** Registrations of clients, with the right token or not, by one address. */
const REGISTRATIONS: CallLimit = { name: 'oauth registration', most: 10, windowMs: 60_000 }
/** Entered codes of devices, right or wrong, by one account or address (RFC 8628, 5.1). */
const ENTERED_CODES: CallLimit = { name: 'oauth code', most: 20, windowMs: 600_000 }
/** Between two questions of a device about its code (RFC 8628, 3.5). */
const POLL_MS = 5000
/** The provider's routes ignore case and a last slash, which what is decided here by path must not miss. */
const OTHER_SPELLING = /^\/[^/?]*[A-Z]|^[^?]*\/(?:\?|$)/

/** Forms of the gateway's own pages. */
const OWN_FORM = /^\/(?:device|sign-out\/confirm)(?:[/?]|$)/

export interface AuthorizationServerOptions extends EndpointOptions {
  locales: Locales
  applications: Pick<Applications, 'all' | 'at'>
  shared: RecordState
  /** Resolves the hosts of clients. */
  lookUp: LookUpName
  /** Sets who learns of ended sessions. */
  onEvent?: ((listener: EventSink) => void) | undefined
  /** Epoch seconds. */
  now: () => number
}

/** Registers the endpoints below `/_auth/oauth` and the metadata. */
export async function registerAuthorizationServer(
  app: FastifyInstance,
  options: AuthorizationServerOptions
): Promise<void> {
  const { config, applications, sessions, shared, now } = options
  const library = await loadOidcLibrary()
  const { InvalidClientAuth, InvalidGrant } = library.errors
  const refuseReplay = (model: string) =>
    new (model === 'ReplayDetection' ? InvalidClientAuth : InvalidGrant)('already used')
  const grants = createGrants(shared, now)
  const pages = createPages(options.responses)
  const base = oauthCookieName(config)
  const cookieNames = { session: base, interaction: `${base}-interaction`, resume: `${base}-resume` }
  const { origin } = new URL(config.publicUrl)
  const pairs = await Promise.all(
    config.cookie.signatureKeys.map((secret) => deriveKeyPair(TOKEN_KEYS, secret, origin))
  )
  const { clients } = config.authorizationServer
  const clientMetadata = createClientMetadata({
    settings: config.authorizationServer.clientMetadata,
    lookUp: options.lookUp,
    jwksUris: clients.flatMap(({ jwksUri }) => (jwksUri == null ? [] : [new URL(jwksUri).href]))
  })
  const logoutFetch = createLogoutFetch(clients, options.lookUp)
  /** Who is signed in, by request. */
  const visitors = new WeakMap<IncomingMessage, Session>()
  const current = () => {
    const { ctx } = library.Provider
    return ctx === undefined ? undefined : visitors.get(ctx.req)
  }
  const isEnded = (session: EndableSession) => sessions.revocation.endedHere(session) !== null
  const records = createRecords(shared, refuseReplay, now, { current, isEnded })
  const digest = createDigest(config)
  const provider = new library.Provider(
    `${origin}${ISSUER_PATH}`,
    buildProviderSettings({
      ...options,
      scopesOf: listScopes(options),
      adapter: admitRegistered(records.adapter, { shared, errors: library.errors, now }),
      grants,
      pages,
      findAccount: createFindAccount(options.accountsOf),
      keys: pairs.map(({ privateJwk }) => privateJwk),
      library,
      clientMetadata,
      cookieNames,
      sendLogout: logoutFetch.fetch,
      onRefused(ctx, sub, authTime) {
        const request = pages.requestOf(ctx)
        if (request === undefined) return
        const facts = describeOrigin(authRequestOf(request))
        logouts.end(
          sub,
          { ...facts, subject: ownerOfSubject(sub).subject },
          (login) => login.authTime <= authTime
        )
      },
      sidOf: ({ req, oidc }) => digest(`sid ${visitors.get(req)?.id} ${oidc.client?.clientId}`)
    })
  )
  const { limits } = sessions
  const logouts = createLogouts({ provider, clients, shared, limits, report: app.reportEvent, now })
  options.onEvent?.(logouts.listen)
  app.addHook('onClose', async () => {
    await logouts.close()
    await Promise.all([clientMetadata.close(), logoutFetch.close()])
  })
  // Host and scheme are those that this request is given below, never those of the client.
  provider.proxy = true
  // What an event leads to before the response is sent: the provider does not wait for its listeners.
  const following = new WeakMap<IncomingMessage, () => Promise<void>>()
  provider.on('end_session.success', (ctx) => {
    if (ctx.oidc.params?.logout !== undefined) following.set(ctx.req, () => endOwnSession(ctx))
  })
  provider.on('authorization.success', (ctx) => {
    const session = visitors.get(ctx.req)
    if (session !== undefined) following.set(ctx.req, () => logouts.note(ctx, session))
  })
  // The provider has no interval of its own for devices that ask.
  provider.on('grant.error', (ctx, { error }) => {
    if (error === 'authorization_pending') following.set(ctx.req, () => slowDown(ctx))
  })
  const repeats = createRepeats({ shared, digest, cookiePrefix: `${base}-` })
  // The gateway's session is the only one that browsers hold.
  provider.use(async (ctx, next) => {
    try {
      const form = pages.requestOf(ctx)?.body
      if (Buffer.isBuffer(form)) await repeats(ctx, next, form.toString('latin1'), visitors.get(ctx.req)?.id)
      else await next()
      await following.get(ctx.req)?.()
    } catch (err) {
      // Of what surrounds the provider's own error handler, as when it stores its session.
      pages.showFault(ctx, err)
    }
    const { response_mode: mode, redirect_uri: to } = ctx.oidc?.params ?? {}
    if (mode === 'form_post' && typeof ctx.body === 'string' && ctx.body.includes('<form method="post"'))
      ctx.set('content-security-policy', formPostPolicy(ctx.body, to))
    const kept = [ctx.response.headers['set-cookie'] ?? []]
      .flat()
      .filter((cookie) => !cookie.startsWith(`${cookieNames.session}=`))
    if (kept.length > 0) ctx.set('set-cookie', kept)
    else ctx.remove('set-cookie')
  })
  reportEvents(provider, pages.requestOf)
  const handle = provider.callback()
  const admit = createAdmission(app, options, { wayBack: (authRequest) => authRequest })
  const carry = createSessionCarrier({ config, provider, digest, name: cookieNames.session })

  async function slowDown(ctx: KoaContextWithOIDC): Promise<void> {
    const { calls } = await shared.countCall('oauth poll', String(ctx.oidc.params?.device_code), POLL_MS)
    if (calls > 1) ctx.body = { error: 'slow_down', error_description: `ask every ${POLL_MS / 1000} seconds` }
  }

  /** The visitor has confirmed that a client may end the session. */
  async function endOwnSession(ctx: Pick<KoaContextWithOIDC, 'req' | 'append'>): Promise<void> {
    const request = pages.requestOf(ctx)
    if (request === undefined) return
    const { cookie } = sessions.at(authRequestOf(request).origin)
    const present = cookie.read(request.headers.cookie)
    if (await endSession(request, sessions, { by: 'visitor' }))
      request.server.reportEvent({ kind: 'session.sign-out', scope: 'own' })
    if (present.kind !== 'absent')
      for (const line of [cookie.clear(present.names)].flat()) ctx.append('set-cookie', line)
  }

  /** `path`: below the issuer. */
  async function serve(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    if (OTHER_SPELLING.test(path)) throw new Fault('NOT_FOUND')
    await limitCalls(shared, REQUESTS, request.ip)
    if (OWN_FORM.test(path) && request.method === 'POST' && !isFromOwnSite(request.headers, origin))
      throw new Fault('ORIGIN_MISMATCH')
    if (path.startsWith(REGISTRATION_PATH)) await limitCalls(shared, REGISTRATIONS, request.ip)
    pages.note(request)
    const check = await sessions.at(authRequestOf(request).origin).checker.check(request.headers.cookie)
    const session = check.kind === 'signed-in' ? check.session : null
    if (session !== null) visitors.set(request.raw, session)
    // Its forms are tied to a session, and codes of devices are entered by someone who is signed in.
    if (/^\/device(?:[/?]|$)/.test(path)) {
      if (session === null) {
        if (admit(request, reply, check) === null) return reply
      } else if (request.method === 'POST') {
        await limitCalls(shared, ENTERED_CODES, `account ${subjectOf(session)}`)
        await limitCalls(shared, ENTERED_CODES, `address ${request.ip}`)
      }
    }
    const { raw } = request
    raw.headers.cookie = await carry(raw.headers.cookie, session)
    raw.headers['x-forwarded-proto'] = isHttps(config) ? 'https' : 'http'
    raw.headers['x-forwarded-host'] = new URL(origin).host
    Object.assign(raw, { originalUrl: `${ISSUER_PATH}${path}`, url: withoutCode(path) })
    if (Buffer.isBuffer(request.body)) replayBody(raw, request.body)
    for (const [name, value] of Object.entries(request.server.ownHeaders)) reply.raw.setHeader(name, value)
    reply.raw.setHeader('x-request-id', request.id)
    if (check.kind === 'signed-in' && check.setCookies.length > 0)
      reply.raw.setHeader('set-cookie', [...check.setCookies])
    reply.hijack()
    await handle(raw, reply.raw)
    return reply
  }

  if (config.account.enabled)
    registerConnectedApplications(app, { ...options, provider, grants, records, logouts })
  await app.register(async (scope) => {
    // Read here, within the limits of all endpoints; the provider parses what it is given.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    if (applications.all.some(({ resource }) => resource !== null)) registerResources(scope, options)
    registerInteraction(scope, { ...options, provider, grants })
    scope.get(METADATA_PATH, (request, reply) =>
      serve(request, reply, '/.well-known/oauth-authorization-server')
    )
    scope.all(`${ISSUER_PATH}/*`, { config: { sameOrigin: false } }, (request, reply) =>
      serve(request, reply, (request.raw.url ?? '').slice(ISSUER_PATH.length))
    )
  })
}

/** Gives the provider the body of a request that has been read. */
function replayBody(raw: IncomingMessage, body: Buffer): void {
  const value = () => Readable.from([body])
  Object.defineProperties(raw, { readable: { value: true }, iterator: { value } })
}

/** The page of a device fills the code in; with it in the query, the provider would send the form at once. */
function withoutCode(path: string): string {
  return path.startsWith(`${DEVICE_PATH}?`) ? DEVICE_PATH : path
}

/** A host with a wildcard is a resource for each of its hosts; such a resource cannot be listed. */
function listScopes({ config, applications }: Pick<AuthorizationServerOptions, 'config' | 'applications'>) {
  const { origin } = new URL(config.publicUrl)
  return new Map(
    applications.all.flatMap((application) => {
      const { resource, host } = application
      if (resource === null || host?.startsWith('*') === true) return []
      return [[resourceOf(application, originOfHost(host, origin)), resource.scopes] as const]
    })
  )
}

/** Names for what the gateway knows, which say nothing about it. */
function createDigest({ cookie }: EndpointOptions['config']): (text: string) => string {
  const [secret = ''] = cookie.signatureKeys
  const key = deriveKey(secret, 'gatehouse authorization server session 1')
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}

interface CarrierOptions {
  config: EndpointOptions['config']
  provider: Provider
  digest: (text: string) => string
  /** Name of the provider's session cookie. */
  name: string
}

/**
 * Gives the provider a session that says who is signed in at the gateway, in place of a cookie of its own: it begins with
 * the visitor's session and ends with it. Returns the `Cookie` header for the provider.
 */
function createSessionCarrier({ config, provider, digest, name }: CarrierOptions) {
  const own = new RegExp(`(?:^|;\\s*)${name}=[^;]*`, 'g')

  return async (cookie: string | undefined, session: Session | null): Promise<string | undefined> => {
    const others = cookie?.replace(own, '').replace(/^;\s*/, '')
    if (session === null) return others
    const jti = digest(`session ${session.id}`)
    const known = await provider.Session.find(jti)
    if (known === undefined) {
      const accountId = subjectOf(session)
      const { ts: loginTs, remember: _, ...login } = describeLogin(session)
      const uid = digest(`account ${accountId}`)
      const fresh = Object.assign(new provider.Session(), { jti, uid, accountId, loginTs, ...login })
      await fresh.save(config.session.absoluteSeconds)
    }
    return others === undefined || others === '' ? `${name}=${jti}` : `${others}; ${name}=${jti}`
  }
}
