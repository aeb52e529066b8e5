/**
 * Reverse proxy for Firebase's sign-in helper, so that it runs on our own origin, where browsers allow its
 * storage. It owns everything below `/__`: allowed paths, methods, headers, redirects and limits. It must not
 * know about sessions: no cookie passes in either direction.
 */

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
  /** Whether applications have their own hosts; the helper is then only on that of `publicUrl`. */
  areByHost?: boolean
  /** Collects the paths served here. */
  ownPaths?: Pick<PathList, 'add'>
  /** Default: `AUTH_HELPER_LIMITS`. */
  limits?: Partial<AuthHelperLimits>
}

/**
 * Proxies `/__/auth/*` to `findAuthHelperOrigin`, serves `/__/firebase/init.json`, and keeps everything else
 * below `/__` from the application, whatever `login.federated.helper` is. More specific routes below `/__`
 * take precedence.
 *
 * Takes the root instance; call it before the application's scope is registered. No session is required, and
 * posts are cross-site by design (SAML, Apple), so no origin is checked: nothing of the visitor's session is
 * forwarded, and no response can set it. Source:
 * https://firebase.google.com/docs/auth/web/redirect-best-practices (option 3)
 */
export async function registerAuthHelper(app: FastifyInstance, options: AuthHelperOptions): Promise<void> {
  const { config, origins, ownPaths, areByHost = false } = options
  // Only canonical paths reach the routes, so none can escape `/__/auth/` on the way.
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
    // Bodies are streamed or not read at all.
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

/** Project settings that the helper's pages fetch. `authDomain` is the visitor's own host. */
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

/** Handles one proxied request. */
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
      // The first error is the one to log; the pipeline then closes both sides.
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
      // Releases a response that is no longer read.
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

/** Called before the visitor's connection is closed, which writes the log line. */
function noteBreak({ record }: FastifyRequest, reason: unknown): void {
  if (reason === CLIENT_GONE) return
  record.fault = toHelperFault(reason)
  record.end = 'upstream_broken'
}

/**
 * A 304 may have the `Content-Length` of a 200 (RFC 9110, 8.6); undici then reports its body as truncated.
 */
async function endBodiless({ body }: Dispatcher.ResponseData, reply: FastifyReply): Promise<void> {
  body.on('error', () => {}).resume()
  await new Promise<void>((resolve) => reply.raw.end(() => resolve()))
}

/** The response head for the browser. Throws `PROVIDER_UNAVAILABLE` for a disallowed redirect. */
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

/** For the log. Only the host, since the rest of the URL may contain a code. */
function describeRefused(location: string | string[]): string {
  const host = typeof location === 'string' ? parseUrl(location)?.host : undefined
  return host
    ? `auth helper: redirect to ${host.slice(0, MAX_HOST_CHARS)}, which is not in login.federated.redirectHosts`
    : 'auth helper: redirect to something other than an https URL'
}

/**
 * The request to forward. The email action page is ours and never forwarded. Throws `NOT_FOUND`,
 * `INVALID_REQUEST` or `PAYLOAD_TOO_LARGE`.
 */
function readRequest({ raw, target, headers }: FastifyRequest, limits: AuthHelperLimits): HelperRequest {
  if (target === null || isReserved(target.path.toLowerCase(), [ACTION_PATH])) throw new Fault('NOT_FOUND')
  if (headers.upgrade !== undefined) throw new Fault('INVALID_REQUEST', { detail: 'upgrade' })
  if (Number(headers['content-length'] ?? 0) > limits.largestBodyBytes) throw new Fault('PAYLOAD_TOO_LARGE')
  const method = raw.method === 'POST' || raw.method === 'HEAD' ? raw.method : 'GET'
  // A GET body has no meaning (RFC 9110, 9.3.1).
  const bodyOf = method === 'POST' && hasBody(raw) ? raw : null
  return { method, path: target.raw, headers: pickRequestHeaders(headers, bodyOf !== null), bodyOf }
}

/**
 * Maps errors to `PROVIDER_UNAVAILABLE`, because to visitors the helper is the provider, not the upstream.
 */
function toHelperFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  return new Fault('PROVIDER_UNAVAILABLE', {
    cause: error,
    detail: 'auth helper',
    retryAfterSeconds: RETRY_AFTER_SECONDS
  })
}

/** The timeout error, depending on which side is late. */
function lateFault({ raw }: FastifyRequest): Fault {
  return isBodyPending(raw)
    ? new Fault('REQUEST_TIMEOUT')
    : new Fault('PROVIDER_UNAVAILABLE', { detail: 'auth helper: no complete response in time' })
}

/** Hosts of sign-in pages, by provider id. */
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
 * Hosts the helper may redirect to: the gateway's, the project's, those of `login.providers`, and
 * `login.federated.redirectHosts`.
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
