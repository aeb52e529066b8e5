/**
 * The gateway as an authorization server (OAuth 2.0, OpenID Connect). The protocol is the work of `oidc-provider`; this
 * folder owns what binds it to the gateway: its sessions, accounts, pages, keys and shared state. Loaded only where configured.
 */

import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isHttps } from '../../src/config/addresses/urls.ts'
import { DEVICE_PATH, ISSUER_PATH } from '../../src/config/applications.ts'
import {
  type AddRoutes,
  type CallLimit,
  createSessionGuard,
  limitCalls
} from '../../src/endpoints/own-session.ts'
import { Fault } from '../../src/errors.ts'
import { authRequestOf, isSpeculative } from '../../src/http/auth-request.ts'
import { isFromOwnSite, networkOf, originMismatch } from '../../src/http/origin.ts'
import { markOwnResponse } from '../../src/http/own-response.ts'
import { subjectOf } from '../../src/identity/own-tokens.ts'
import { parseCookies } from '../../src/session/cookie/cookie.ts'
import { registerConnectedApplications } from './connected-applications.ts'
import { registerInteraction } from './interaction.ts'
import { type AuthorizationServerOptions, createAuthorizationServer } from './provider.ts'
import { REGISTRATION_PATH } from './provider-settings.ts'
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
/** Where a form of a client is as good as a query (OpenID Connect Core 1.0, 3.1.2.1; RP-Initiated Logout 1.0, 2). */
const AS_QUERY = /^(\/(?:authorize|sign-out))(?:\?(.*))?$/
/** Where a request goes on after an interaction. Group: the id of that, by which its cookie is named too. */
const RESUMED = /^\/(?:authorize|device)\/([^?]*)/
/** Forms with scopes and resources. */
const OF_CLIENT = /^\/(?:token|device-authorization)$/
/** Where the session counts. */
const OF_VISITOR = /^\/(?:authorize|sign-out)(?:[/?]|$)/
/** Forms of the gateway's own pages. */
const OWN_FORM = /^\/(?:device|sign-out\/confirm)(?:[/?]|$)/

/** Registers the endpoints below `/_auth/oauth` and the metadata. */
export async function registerAuthorizationServer(
  app: FastifyInstance,
  options: AuthorizationServerOptions & { addRoutes: AddRoutes }
): Promise<void> {
  const { config, applications, sessions, shared, addRoutes } = options
  const { origin, host } = new URL(config.publicUrl)
  const server = await createAuthorizationServer(app, options)
  const resumeCookie = server.provider.cookieName('resume')
  const admit = createSessionGuard(app, options, { returnRequest: (authRequest) => authRequest })

  /** `asked`: path and query below the issuer. */
  async function serve(request: FastifyRequest, reply: FastifyReply, asked: string): Promise<FastifyReply> {
    const { raw } = request
    if (isSpeculative(request.headers)) throw new Fault('FORBIDDEN', { detail: 'a speculative load' })
    const network = networkOf(request.ip)
    let path = asked.replace(/(?<=\?).*/s, (query) => readParameters(query))
    if (OTHER_SPELLING.test(path)) throw new Fault('NOT_FOUND')
    if (path.length > MAX_REQUEST_CHARS)
      throw new Fault('INVALID_REQUEST', {
        detail: `the request has more than ${MAX_REQUEST_CHARS} characters`
      })
    await limitCalls(shared, REQUESTS, network)
    const [, resumed] = RESUMED.exec(path) ?? []
    if (resumed !== undefined && parseCookies(request.headers.cookie ?? '')[resumeCookie] !== resumed)
      throw new Fault('INVALID_REQUEST', { detail: 'the request that goes on here is of another browser' })
    // Cookies of the visitor do not come with a form of another site, but they do with the request that it is led to.
    const [, place, search = ''] = AS_QUERY.exec(path) ?? []
    if (place !== undefined && search === '' && request.method === 'POST' && Buffer.isBuffer(request.body)) {
      const query = await server.hints.toQuery(request.body.toString('latin1'))
      return markOwnResponse(request, reply).redirect(`${ISSUER_PATH}${place}?${query}`, 303)
    }
    if (place !== undefined && new URLSearchParams(search).has('id_token_hint'))
      path = `${place}?${await server.hints.toQuery(search)}`
    if (OWN_FORM.test(path) && request.method === 'POST' && !isFromOwnSite(request.headers, origin))
      throw originMismatch(request.headers, origin)
    if (path.startsWith(REGISTRATION_PATH)) await limitCalls(shared, REGISTRATIONS, network)
    const check = await sessions.at(authRequestOf(request).origin).checker.check(request.headers.cookie)
    // Whether there is a session is unknown, which neither a client nor the visitor may take for none.
    if (OF_VISITOR.test(path) && (check.kind === 'unavailable' || check.kind === 'failed')) throw check.fault
    const maySignOut = check.kind === 'insufficient' && path.startsWith('/sign-out')
    const session = check.kind === 'signed-in' || maySignOut ? check.session : null
    // Its forms are tied to a session, and user codes are entered by someone who is signed in.
    if (/^\/device(?:[/?]|$)/.test(path)) {
      if (session === null) {
        if (admit(request, reply, check) === null) return reply
      } else if (request.method === 'POST') {
        await limitCalls(shared, USER_CODES, `account ${subjectOf(session)}`)
        await limitCalls(shared, USER_CODES, `address ${network}`)
      }
    }
    raw.headers.cookie = await server.prepare(request, session)
    raw.headers['x-forwarded-proto'] = isHttps(config) ? 'https' : 'http'
    raw.headers['x-forwarded-host'] = host
    // The page of a device fills the code in; with it in the query, the provider would send the form at once.
    const url = path.startsWith(`${DEVICE_PATH}?`) ? DEVICE_PATH : path
    Object.assign(raw, { originalUrl: `${ISSUER_PATH}${path}`, url })
    if (Buffer.isBuffer(request.body))
      replayBody(raw, OF_CLIENT.test(path) ? readForm(request.body) : request.body)
    for (const [name, value] of Object.entries(request.server.ownHeaders)) reply.raw.setHeader(name, value)
    reply.raw.setHeader('x-request-id', request.id)
    if (check.kind === 'signed-in' && check.setCookies.length > 0)
      reply.raw.setHeader('set-cookie', [...check.setCookies])
    reply.hijack()
    await server.handle(raw, reply.raw)
    return reply
  }

  if (config.account.enabled)
    addRoutes('account', (scope) => registerConnectedApplications(scope, options, server))
  if (applications.all.some(({ resource }) => resource !== null))
    addRoutes('other', (scope) => registerResources(scope, options))
  addRoutes('oauth', registerProvider, { isOnSignInSite: true })

  function registerProvider(scope: FastifyInstance): void {
    // Read here, within the limits of all endpoints; the provider parses what it is given.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    registerInteraction(scope, options, server)
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

const readForm = (body: Buffer) => Buffer.from(readParameters(body.toString('latin1')), 'latin1')

/** Gives the provider the body of a request that has been read. */
function replayBody(raw: IncomingMessage, body: Buffer): void {
  const value = () => Readable.from([body])
  if (raw.headers['content-length'] !== undefined) raw.headers['content-length'] = String(body.length)
  Object.defineProperties(raw, { readable: { value: true }, iterator: { value } })
}
