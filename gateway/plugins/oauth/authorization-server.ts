/**
 * The gateway as an authorization server (OAuth 2.0, OpenID Connect). The protocol is the work of `oidc-provider`; this
 * folder owns what binds it to the gateway: its sessions, accounts, pages, keys and shared state. Loaded only where configured.
 */

import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { isHttps } from '../../src/config/addresses/urls.ts'
import { DEVICE_PATH, ISSUER_PATH } from '../../src/config/applications.ts'
import { type CallLimit, createSessionGuard, limitCalls } from '../../src/endpoints/own-session.ts'
import { Fault } from '../../src/errors.ts'
import { authRequestOf, isSpeculative } from '../../src/http/auth-request.ts'
import { isFromOwnSite, networkOf, originMismatch } from '../../src/http/origin.ts'
import { markOwnResponse } from '../../src/http/own-response.ts'
import { subjectOf } from '../../src/identity/own-tokens.ts'
import { deriveTokenKeys } from '../../src/identity/signing-keys.ts'
import { parseCookies } from '../../src/session/cookie/cookie.ts'
import { registerConnectedApplications } from './connected-applications.ts'
import { bindEvents } from './events.ts'
import { registerInteraction } from './interaction.ts'
import { AuthorizationServer, type AuthorizationServerOptions, loadOidcLibrary } from './provider.ts'
import { buildProviderSettings, HINT_PARAMETER } from './provider-settings.ts'
import { readParameters, registerResources } from './resources.ts'

/** Metadata at the root of the host (RFC 8414, 3.1), for an issuer with a path. */
const METADATA_PATH = `/.well-known/oauth-authorization-server${ISSUER_PATH}`
/** Of what anyone can have stored by an authorization request. */
const MAX_REQUEST_CHARS = 8192
/** Requests of one network: an address, or a /64 of IPv6. */
const REQUESTS: CallLimit = { name: 'oauth', most: 300, windowMs: 60_000 }
/** Registrations of clients, with the right token or not, by one network. */
const REGISTRATIONS: CallLimit = { name: 'oauth registration', most: 10, windowMs: 60_000 }
/** User codes that are entered, right or wrong, by one account or network (RFC 8628, 5.1). */
const USER_CODES: CallLimit = { name: 'oauth code', most: 20, windowMs: 600_000 }
/** The provider's routes ignore case and a last slash, which what is decided here by path must not miss. */
const OTHER_SPELLING = /^\/(?!(?:authorize|device)\/)[^?]*[A-Z]|^[^?]*\/(?:\?|$)/
/** Groups: the endpoint, what follows it in the path, such as the id of a request that goes on after an interaction, and the query. */
const ADDRESS = /^\/([^/?]*)([^?]*)\??(.*)$/s
/** What authorization and sign-out requests have in their query; anything else that a form of a client contains stays out of it. */
const IN_QUERY =
  /^(?:client_id|redirect_uri|post_logout_redirect_uri|response_(?:type|mode)|scope|state|nonce|resource|prompt|display|max_age|acr_values|claims|ui_locales|login_hint|logout_hint|id_token_hint|code_challenge(?:_method)?|request(?:_uri)?|registration)$/

const invalid = (detail: string) => new Fault('INVALID_REQUEST', { detail })

/** Registers the endpoints below `/_auth/oauth` and the metadata. */
export async function registerAuthorizationServer(
  app: FastifyInstance,
  options: AuthorizationServerOptions
): Promise<void> {
  const { config, applications, sessions, shared, addRoutes } = options
  const { origin, host } = new URL(config.publicUrl)
  const server = await createServer(app, options)
  const handle = server.provider.callback()
  const requireSession = createSessionGuard(app, options, { returnRequest: (authRequest) => authRequest })

  /** `asked`: path and query below the issuer. */
  async function serve(request: FastifyRequest, reply: FastifyReply, asked: string): Promise<FastifyReply> {
    const { raw, headers, body } = request
    if (isSpeculative(headers)) throw new Fault('FORBIDDEN', { detail: 'a speculative load' })
    const network = networkOf(request.ip)
    let path = asked.replace(/(?<=\?).*/s, (query) => readParameters(query))
    if (OTHER_SPELLING.test(path)) throw new Fault('NOT_FOUND')
    if (path.length > MAX_REQUEST_CHARS)
      throw invalid(`the request has more than ${MAX_REQUEST_CHARS} characters`)
    await limitCalls(shared, REQUESTS, network)
    const [, endpoint = '', rest = '', search = ''] = ADDRESS.exec(path) ?? []
    const isPost = request.method === 'POST'
    const isDevice = endpoint === 'device'
    const isOfVisitor = endpoint === 'authorize' || endpoint === 'sign-out'
    if ((endpoint === 'authorize' || isDevice) && rest !== '') {
      const resumed = parseCookies(headers.cookie ?? '')[server.cookieNames.resume]
      if (rest !== `/${resumed}`) throw invalid('the request that goes on here is of another browser')
    }
    // A form of a client is as good as a query (OpenID Connect Core 1.0, 3.1.2.1; RP-Initiated Logout 1.0, 2). Cookies of the visitor do
    // not come with one of another site, but they do with the request that it is led to.
    if (isOfVisitor && rest === '') {
      if (search === '' && isPost && Buffer.isBuffer(body)) {
        const query = await toQuery(server, body.toString('latin1'))
        return markOwnResponse(request, reply).redirect(`${ISSUER_PATH}/${endpoint}?${query}`, 303)
      }
      if (new URLSearchParams(search).has('id_token_hint'))
        path = `/${endpoint}?${await toQuery(server, search)}`
    }
    const isOwnForm = isPost && (isDevice || path.startsWith('/sign-out/confirm'))
    if (isOwnForm && !isFromOwnSite(headers, origin)) throw originMismatch(headers, origin)
    if (endpoint === 'register') await limitCalls(shared, REGISTRATIONS, network)
    const from = authRequestOf(request)
    const check = await sessions.at(from.origin).checker.check(headers.cookie, from)
    // Whether there is a session is unknown, which neither a client nor the visitor may take for none.
    if (isOfVisitor && (check.kind === 'unavailable' || check.kind === 'failed')) throw check.fault
    const maySignOut = check.kind === 'insufficient' && endpoint === 'sign-out'
    const session = check.kind === 'signed-in' || maySignOut ? check.session : null
    // Its forms are tied to a session, and user codes are entered by someone who is signed in. Clients are other sites: their
    // links arrive before the device has proved itself.
    const mayProve = check.kind === 'unproven' && check.passes !== 'final'
    if ((isDevice && session === null) || (isOfVisitor && mayProve)) {
      requireSession(request, reply, check)
      return reply
    }
    if (isDevice && isPost && session !== null) {
      await limitCalls(shared, USER_CODES, `account ${subjectOf(session)}`)
      await limitCalls(shared, USER_CODES, `address ${network}`)
    }
    raw.headers.cookie = await server.attachSession(request, session)
    raw.headers['x-forwarded-proto'] = isHttps(config) ? 'https' : 'http'
    raw.headers['x-forwarded-host'] = host
    // The page of a device fills the code in; with it in the query, the provider would send the form at once.
    const url = path.startsWith(`${DEVICE_PATH}?`) ? DEVICE_PATH : path
    Object.assign(raw, { originalUrl: `${ISSUER_PATH}${path}`, url })
    // Forms with scopes and resources.
    const hasParameters = endpoint === 'token' || endpoint === 'device-authorization'
    if (Buffer.isBuffer(body)) replayBody(raw, hasParameters ? readForm(body) : body)
    for (const [name, value] of Object.entries(request.server.ownHeaders)) reply.raw.setHeader(name, value)
    reply.raw.setHeader('x-request-id', request.id)
    if (check.kind === 'signed-in' && check.setCookies.length > 0)
      reply.raw.setHeader('set-cookie', [...check.setCookies])
    reply.hijack()
    await handle(raw, reply.raw)
    return reply
  }

  if (config.account.enabled) addRoutes('account', (scope) => registerConnectedApplications(scope, server))
  if (applications.all.some(({ resource }) => resource !== null))
    addRoutes('other', (scope) => registerResources(scope, options))
  addRoutes('oauth', registerProvider, { isOnSignInSite: true })

  function registerProvider(scope: FastifyInstance): void {
    // Read here, within the limits of all endpoints; the provider parses what it is given.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    registerInteraction(scope, server)
    scope.route({
      method: ['GET', 'OPTIONS'],
      url: METADATA_PATH,
      config: { sameOrigin: false },
      handler: (request, reply) => serve(request, reply, '/.well-known/oauth-authorization-server')
    })
    scope.all(`${ISSUER_PATH}/*`, { config: { sameOrigin: false } }, (request, reply) =>
      serve(request, reply, (request.raw.url ?? '').slice(ISSUER_PATH.length))
    )
  }
}

async function createServer(app: FastifyInstance, options: AuthorizationServerOptions) {
  const [library, pairs] = await Promise.all([loadOidcLibrary(), deriveTokenKeys(options.config)])
  const keys = pairs.map(({ privateJwk }) => privateJwk)
  const server = new AuthorizationServer(app, options, {
    library,
    keys,
    buildSettings: buildProviderSettings
  })
  bindEvents(server)
  return server
}

const readForm = (body: Buffer) => Buffer.from(readParameters(body.toString('latin1')), 'latin1')

/** Gives the provider the body of a request that has been read. */
function replayBody(raw: IncomingMessage, body: Buffer): void {
  const value = () => Readable.from([body])
  if (raw.headers['content-length'] !== undefined) raw.headers['content-length'] = String(body.length)
  Object.defineProperties(raw, { readable: { value: true }, iterator: { value } })
}

/**
 * The parameters of an authorization or sign-out request without its id token, which stays out of addresses, and so out of logs,
 * histories and what is stored for a request; the provider refuses the request if that is not valid.
 */
async function toQuery(server: AuthorizationServer, form: string): Promise<URLSearchParams> {
  const query = new URLSearchParams([...new URLSearchParams(form)].filter(([name]) => IN_QUERY.test(name)))
  const [token, ...others] = query.getAll('id_token_hint')
  if (token === undefined) return query
  const hinted = others.length > 0 ? null : await readHint(server, token, query.get('client_id'))
  query.set('id_token_hint', 'invalid')
  if (hinted === null) return query
  query.delete('id_token_hint')
  query.set('client_id', hinted.clientId)
  query.set(HINT_PARAMETER, server.hintOf(hinted.accountId))
  return query
}

/** The client and the account that a token names; null: it is not one of this issuer for the client that asks. */
async function readHint({ provider }: AuthorizationServer, token: string, asking: string | null) {
  try {
    const { aud: clientId, sub: accountId } = decodeJwt(token)
    if (typeof clientId !== 'string' || accountId === undefined || clientId !== (asking ?? clientId))
      return null
    const client = await provider.Client.find(clientId)
    if (client === undefined) return null
    await provider.IdToken.validate(token, client)
    return { clientId, accountId }
  } catch (err) {
    if (err instanceof Fault) throw err
    return null
  }
}
