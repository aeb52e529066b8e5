import { STATUS_CODES } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Dispatcher } from 'undici'
import type { Origins } from '../access/origins.ts'
import { isReserved } from '../access/redirect-target.ts'
import type { Responses } from '../access/responses.ts'
import { findAuthHelperOrigin, listOwnHosts } from '../config/addresses/own-address.ts'
import { normalizeHost, parseUrl } from '../config/addresses/urls.ts'
import { strictTransportSecurityOf } from '../config/response-headers.ts'
import type { Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { authRequestOf } from '../http/auth-request.ts'
import { endsConnection, hasBody, isBodiless, isBodyPending } from '../http/body.ts'
import { nameScope } from '../http/no-schemas.ts'
import { markOwnResponse, refuseOtherMethods, sendOwnResponse } from '../http/own-response.ts'
import { onSignInSite, type PathList } from '../http/sites.ts'
import { nameRoutes } from '../traffic/record.ts'
import { type LocationPlace, pickRequestHeaders, pickResponseHeaders, rewriteLocation } from './headers.ts'
import { ACTION_PATH, HELPER_PREFIX, isOtherSpelling } from './helper-paths.ts'
import { AUTH_HELPER_LIMITS, type AuthHelperLimits, RETRY_AFTER_SECONDS } from './limits.ts'
import { createHelperTransport, type HelperRequest, type HelperTransport } from './transport.ts'

const EVERYTHING_ELSE = `${HELPER_PREFIX}/*`
const HELPER_PATHS = `${HELPER_PREFIX}/auth/*`
const SETTINGS_PATH = `${HELPER_PREFIX}/firebase/init.json`
const HELPER_METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST']

const MAX_HOST_CHARS = 255

const CLIENT_GONE = new Error('the client went away')

export interface AuthHelperOptions {
  config: Config
  responses: Responses
  origins: Origins
  /** Are applications on hosts of their own? Then the helper is on that of `publicUrl` alone. */
  areByHost?: boolean
  /** Takes the paths at which something is. */
  ownPaths?: Pick<PathList, 'add'>
  /** Default: `AUTH_HELPER_LIMITS`. */
  limits?: Partial<AuthHelperLimits>
}

/**
 * Serves the provider's sign-in helper on our own origin, where browsers let it reach its storage, by passing
 * `/__/auth/*` on to `findAuthHelperOrigin`; answers `/__/firebase/init.json`; and keeps everything else below `/__` from
 * the application, whatever `login.federated.helper` says. Routes below `/__` with a path of their own win over these.
 *
 * Takes the root instance and must be called before the application's scope is registered. Nobody needs a session here,
 * and posts are cross-site by design (SAML, Apple), so no origin is checked: what is passed on carries nothing of the
 * visitor's session, and nothing that comes back can set it.
 * Source: https://firebase.google.com/docs/auth/web/redirect-best-practices (option 3)
 */
export async function registerAuthHelper(app: FastifyInstance, options: AuthHelperOptions): Promise<void> {
  const { config, origins, ownPaths, areByHost = false } = options
  // Only paths without a second reading reach the routes, so that none can leave `/__/auth/` on the way.
  app.addHook('onRequest', ({ target, host }, _reply, done) => {
    const isHere = !areByHost || origins.originOf(host) === origins.publicOrigin
    done(isHere && target !== null && isOtherSpelling(target) ? new Fault('NOT_FOUND') : undefined)
  })
  const helper = nameScope('auth-helper', async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addHook('onRoute', (route) => {
      if (areByHost) onSignInSite(route)
      if (route.url !== EVERYTHING_ELSE) ownPaths?.add(route)
    })
    nameRoutes(scope, 'helper')
    // Bodies are passed on as they come, or not read at all.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(EVERYTHING_ELSE, async () => {
      throw new Fault('NOT_FOUND')
    })
    if (config.login.federated.helper !== 'proxy') return
    registerSettings(scope, options)
    const origin = findAuthHelperOrigin(config)
    if (origin !== null) registerProxy(scope, origin, options)
  })
  await app.register(helper)
}

/** What the helper's pages read about the project; its address is the one under which the visitor came. */
function registerSettings(scope: FastifyInstance, { config, origins }: AuthHelperOptions): void {
  const { apiKey, projectId } = config.identityPlatform
  scope.get(SETTINGS_PATH, async (request, reply) => {
    const authDomain = new URL(origins.originOf(request.host)).host
    return markOwnResponse(request, reply).send({ apiKey, authDomain, projectId })
  })
  refuseOtherMethods(scope, SETTINGS_PATH)
}

function registerProxy(scope: FastifyInstance, origin: string, options: AuthHelperOptions): void {
  const limits = { ...AUTH_HELPER_LIMITS, ...options.limits }
  const transport = createHelperTransport(origin, limits)
  scope.addHook('onClose', () => transport.close())
  const passOn = buildPassOn(transport, origin, limits, options)
  scope.route({ url: HELPER_PATHS, method: HELPER_METHODS, handler: passOn })
  refuseOtherMethods(scope, HELPER_PATHS)
}

/** The handler that passes one request on and its answer back. */
function buildPassOn(
  transport: HelperTransport,
  helperOrigin: string,
  limits: AuthHelperLimits,
  { config, responses, origins }: AuthHelperOptions
) {
  const strictTransportSecurity = strictTransportSecurityOf(config)
  const hosts = findRedirectHosts(config)
  return async function passOn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const stop = new AbortController()
    const late = setTimeout(() => stop.abort(lateFault(request)), limits.totalTimeoutMs)
    reply.raw.once('close', () => stop.abort(CLIENT_GONE))
    try {
      const response = await transport.ask(readRequest(request, limits), stop)
      const ownOrigin = origins.originOf(request.host)
      const head = readHead(response, request, { helperOrigin, ownOrigin, hosts })
      if (strictTransportSecurity !== null) head['strict-transport-security'] = strictTransportSecurity
      // The first to break off is what the log names: the pipeline then closes both sides.
      if (!isBodiless(response.statusCode))
        response.body.once('error', (error) => {
          stop.abort(error)
          noteBreak(request, stop.signal.reason)
        })
      reply.hijack()
      reply.raw.writeHead(response.statusCode, STATUS_CODES[response.statusCode] ?? '', head)
      await (isBodiless(response.statusCode)
        ? endBodiless(response, reply)
        : pipeline(response.body, reply.raw))
      return reply
    } catch (error) {
      const reason: unknown = stop.signal.aborted ? stop.signal.reason : error
      // Lets go of an answer that nobody reads on.
      stop.abort(reason)
      if (reason === CLIENT_GONE) return reply.hijack()
      const fault = toHelperFault(reason)
      request.record.fault = fault
      return reply.raw.headersSent
        ? reply
        : sendOwnResponse(request, reply, responses.fault(authRequestOf(request), fault))
    } finally {
      clearTimeout(late)
    }
  }
}

/** Before the visitor's connection is cut: its end is what is written in the log. */
function noteBreak({ record }: FastifyRequest, reason: unknown): void {
  if (reason === CLIENT_GONE) return
  record.fault = toHelperFault(reason)
  record.end = 'upstream_broken'
}

/** A 304 may tell the length of what it stands for (RFC 9110, 8.6), which undici misses in its body. */
async function endBodiless({ body }: Dispatcher.ResponseData, reply: FastifyReply): Promise<void> {
  body.on('error', () => {}).resume()
  await new Promise<void>((resolve) => reply.raw.end(() => resolve()))
}

/** The head that the browser gets. Throws `PROVIDER_UNAVAILABLE` for a redirect that is not allowed. */
function readHead(
  { statusCode, headers }: Dispatcher.ResponseData,
  request: FastifyRequest,
  place: Omit<LocationPlace, 'path'>
): Record<string, string | string[]> {
  const head = pickResponseHeaders(statusCode, headers, request.id)
  if (headers.location !== undefined) {
    const location = rewriteLocation(headers.location, { ...place, path: request.target?.path ?? '/' })
    if (location === null)
      throw new Fault('PROVIDER_UNAVAILABLE', { detail: describeRefused(headers.location) })
    head.location = location
  }
  if (endsConnection(request.raw, request.server.lifecycle)) head.connection = 'close'
  return head
}

/** For the log: the host, since the rest of the address may hold a code. */
function describeRefused(location: string | string[]): string {
  const host = typeof location === 'string' ? parseUrl(location)?.host : undefined
  return host
    ? `auth helper: redirect to ${host.slice(0, MAX_HOST_CHARS)}, which is not in login.federated.redirectHosts`
    : 'auth helper: redirect to what is no https address'
}

/** What is passed on of a request; never for the page of links from mails, which is our own. Throws `NOT_FOUND`, `INVALID_REQUEST`, `PAYLOAD_TOO_LARGE`. */
function readRequest({ raw, target, headers }: FastifyRequest, limits: AuthHelperLimits): HelperRequest {
  if (target === null || isReserved(target.path.toLowerCase(), [ACTION_PATH])) throw new Fault('NOT_FOUND')
  if (headers.upgrade !== undefined) throw new Fault('INVALID_REQUEST', { detail: 'upgrade' })
  if (Number(headers['content-length'] ?? 0) > limits.largestBodyBytes) throw new Fault('PAYLOAD_TOO_LARGE')
  const method = raw.method === 'POST' || raw.method === 'HEAD' ? raw.method : 'GET'
  // A body of a GET has no meaning (RFC 9110, 9.3.1).
  const bodyOf = method === 'POST' && hasBody(raw) ? raw : null
  return { method, path: target.raw, headers: pickRequestHeaders(headers, bodyOf !== null), bodyOf }
}

/**
 * The fault behind a failed request: our own, else `PROVIDER_UNAVAILABLE`: to visitors the helper is the provider, not the
 * application behind us.
 */
function toHelperFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  return new Fault('PROVIDER_UNAVAILABLE', {
    cause: error,
    detail: 'auth helper',
    retryAfterSeconds: RETRY_AFTER_SECONDS
  })
}

/** The fault of whoever is late when the time is up. */
function lateFault({ raw }: FastifyRequest): Fault {
  return isBodyPending(raw)
    ? new Fault('REQUEST_TIMEOUT')
    : new Fault('PROVIDER_UNAVAILABLE', { detail: 'auth helper: no whole answer in time' })
}

/** Hosts of the sign-in pages of providers, by provider id. */
const PROVIDER_HOSTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['google.com', ['accounts.google.com']],
  ['github.com', ['github.com']],
  ['microsoft.com', ['login.microsoftonline.com', 'login.live.com']],
  ['apple.com', ['appleid.apple.com', 'account.apple.com']],
  ['facebook.com', ['www.facebook.com', 'm.facebook.com']],
  ['twitter.com', ['api.twitter.com', 'twitter.com', 'api.x.com', 'x.com']],
  ['yahoo.com', ['api.login.yahoo.com', 'login.yahoo.com']]
])

/**
 * Hosts that redirects of the sign-in helper may lead to: those of the gateway and of the project, the sign-in pages of
 * `login.providers`, and `login.federated.redirectHosts`.
 */
export function findRedirectHosts(config: Config): ReadonlySet<string> {
  const { identityPlatform, login } = config
  const ofProject = [
    findAuthHelperOrigin(config) ?? '',
    `https://${identityPlatform.authDomain ?? ''}`,
    `https://${identityPlatform.projectId}.firebaseapp.com`
  ].map((url) => parseUrl(url)?.hostname ?? '')
  const ofProviders = login.providers.flatMap(({ id }) => PROVIDER_HOSTS.get(id) ?? [])
  const hosts = [...listOwnHosts(config), ...ofProject, ...ofProviders, ...login.federated.redirectHosts]
  return new Set(hosts.filter((host) => host !== '').map(normalizeHost))
}
