import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Pool } from 'undici'
import type { Applications, Origins } from '../access/applications/applications.ts'
import { isReserved } from '../access/responses/redirect-target.ts'
import { untilAborted } from '../async.ts'
import { findAuthHelperOrigin } from '../config/addresses/own-address.ts'
import type { Config } from '../config/schema/schema.ts'
import { Fault, toFault } from '../errors.ts'
import { createOutboundPool } from '../http/connections/outbound-pool.ts'
import { hasBody, isBodiless, isBodyPending } from '../http/message.ts'
import { networkOf } from '../http/origin.ts'
import { markOwnResponse, strictTransportSecurityOf } from '../http/own-response.ts'
import { nameScope, onSignInSite, type PathList, refuseOtherMethods } from '../http/routes.ts'
import type { RequestTarget } from '../http/target.ts'
import { nameRoutes, RequestLogger } from '../operations/requests/request-record.ts'
import { findRedirectHosts, pickRequestHeaders, pickResponseHeaders, requireRedirect } from './headers.ts'

/** Where mails of the provider lead when nothing else is set up there; a path of Firebase. */
export const ACTION_PATH = '/__/auth/action'

/** The provider's reserved prefix: ours in every spelling, never the application's. */
export const HELPER_PREFIX = '/__'

const HELPER_READING = /^\/__(?:\/|$)/

/** Could an application take this path for one below `HELPER_PREFIX`? */
export function isHelperPath({ readings }: Pick<RequestTarget, 'readings'>): boolean {
  for (const reading of readings) if (HELPER_READING.test(reading)) return true
  return false
}

/** Has such a path no other reading? All others are 404. */
export function isPlainHelperPath({ canonical, path }: Pick<RequestTarget, 'canonical' | 'path'>): boolean {
  return canonical && path.startsWith(`${HELPER_PREFIX}/`)
}

const EVERYTHING_ELSE = `${HELPER_PREFIX}/*`
const HELPER_PATHS = `${HELPER_PREFIX}/auth/*`
const SETTINGS_PATH = `${HELPER_PREFIX}/firebase/init.json`
const HELPER_METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST']

/** When visitors may try again, in seconds. */
const RETRY_AFTER_SECONDS = 5

/** What visitors without a session may take up of the gateway. Times in milliseconds. */
const AUTH_HELPER_LIMITS = {
  /** Connections to the helper; more requests wait for one, with their bodies read. */
  connections: 256,
  connectTimeoutMs: 5_000,
  /** Timeout of the response headers. */
  headersTimeoutMs: 15_000,
  /** Idle timeout of a body, either way. */
  bodyTimeoutMs: 15_000,
  /** Until the body of a request has arrived. */
  wholeBodyTimeoutMs: 30_000,
  /** From the head of a request to the last byte of its response. */
  totalTimeoutMs: 60_000,
  largestBodyBytes: 1024 * 1024,
  /** The bodies of all requests in progress together. Requests beyond it are refused. */
  heldBodyBytes: 32 * 1024 * 1024,
  /** Of these, by the requests of one address; an IPv6 /64 counts as one. */
  heldBodyBytesOfOne: 4 * 1024 * 1024,
  /** Requests in progress of one address. */
  requestsOfOne: 64
}

/** Limits of one gateway; see `AUTH_HELPER_LIMITS`. */
export type AuthHelperLimits = typeof AUTH_HELPER_LIMITS

/** What the helper needs of the gateway around it. */
export interface AuthHelperOptions {
  config: Config
  origins: Origins
  /** With `areByHost`, the helper is only on the host of `publicUrl`. */
  applications: Pick<Applications, 'areByHost'>
  /** Takes the paths at which something is. */
  ownPaths?: Pick<PathList, 'add'>
  /** Default: `AUTH_HELPER_LIMITS`. */
  limits?: Partial<AuthHelperLimits>
}

/**
 * Serves the provider's sign-in helper on the gateway's own origin, where browsers let it access its storage:
 * proxies `/__/auth/*` to `findAuthHelperOrigin`, responds to `/__/firebase/init.json`, and keeps everything
 * else below `/__` from the application, regardless of `login.federated.helper`. More specific routes below
 * `/__` take precedence.
 *
 * Takes the root instance and must be called before the application's scope is registered. No session is needed here,
 * and posts are cross-site by design (SAML, Apple), so no origin is checked: what is passed on carries nothing of the
 * visitor's session, and nothing that comes back can set it.
 * Source: https://firebase.google.com/docs/auth/web/redirect-best-practices (option 3)
 */
export async function registerAuthHelper(app: FastifyInstance, options: AuthHelperOptions): Promise<void> {
  const { config, origins, ownPaths } = options
  const { areByHost } = options.applications
  const isOnSignInHost = ({ host }: FastifyRequest) =>
    !areByHost || origins.originOf(host) === origins.publicOrigin
  // Only paths without a second reading reach the routes, so that none can leave `/__/auth/` on the way.
  app.addHook('onRequest', (request, _reply, done) => {
    const { target } = request
    const isMisspelt = target !== null && isHelperPath(target) && !isPlainHelperPath(target)
    if (isMisspelt && isOnSignInHost(request)) done(new Fault('NOT_FOUND'))
    else done()
  })
  const helper = nameScope('auth-helper', async (scope) => {
    scope.addHook('onRoute', (route) => {
      if (areByHost) onSignInSite(route)
      if (route.url !== EVERYTHING_ELSE) ownPaths?.add(route)
    })
    nameRoutes(scope, 'helper')
    // Bodies are read by the proxy, or not at all.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(EVERYTHING_ELSE, async () => {
      throw new Fault('NOT_FOUND')
    })
    if (config.login.federated.helper !== 'proxy') return
    registerSettings(scope, options)
    const origin = findAuthHelperOrigin(config)
    if (origin === null) return
    await scope.register(
      nameScope('auth-helper-proxy', async (proxy) => registerProxy(proxy, origin, options))
    )
    refuseOtherMethods(scope, HELPER_PATHS)
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

/** A request has one line in the log, which says how it ended. Fastify would add its own. */
class QuietLogger extends RequestLogger {
  override info(): void {}
  override warn(): void {}
}

function registerProxy(scope: FastifyInstance, origin: string, options: AuthHelperOptions): void {
  const limits = { ...AUTH_HELPER_LIMITS, ...options.limits }
  const pool = createOutboundPool(origin, limits)
  scope.addHook('onClose', () => pool.destroy())
  scope.addHook('onRequest', (request, reply, done) => {
    request.log = reply.log = new QuietLogger(request.server.log, request.id)
    done()
  })
  scope.setErrorHandler((error, _request, reply) => {
    // Those of a response that broke off before its first byte.
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
    throw toHelperFault(error)
  })
  const handler = createHandler(pool, limits, createResponseHeaders(origin, options))
  scope.route({ method: HELPER_METHODS, url: HELPER_PATHS, handler })
}

/** The headers that the browser gets. They throw `PROVIDER_UNAVAILABLE` for a redirect that is not allowed. */
function createResponseHeaders(helperOrigin: string, { config, origins }: AuthHelperOptions) {
  const hosts = findRedirectHosts(config)
  const strictTransportSecurity = strictTransportSecurityOf(config)
  return (received: IncomingHttpHeaders, { id, host, target }: FastifyRequest): IncomingHttpHeaders => {
    const headers = pickResponseHeaders(received)
    headers['x-request-id'] = id
    if (strictTransportSecurity !== null) headers['strict-transport-security'] = strictTransportSecurity
    if (received.location === undefined) return headers
    const place = { helperOrigin, path: target?.path ?? '/', ownOrigin: origins.originOf(host), hosts }
    return { ...headers, location: requireRedirect(received.location, place) }
  }
}

/** Passes one request on and its response back; ends it when the visitor leaves or the time is up. */
function createHandler(
  pool: Pool,
  limits: AuthHelperLimits,
  buildHeaders: ReturnType<typeof createResponseHeaders>
) {
  const readBody = createBodyReader(limits)
  const countRequests = createTallies()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { raw, target, headers, record } = request
    // The page that links in mails lead to is our own.
    if (target === null || isReserved(target.path.toLowerCase(), [ACTION_PATH])) throw new Fault('NOT_FOUND')
    if (headers.upgrade !== undefined) throw new Fault('INVALID_REQUEST', { detail: 'upgrade' })
    const stop = new AbortController()
    const client = networkOf(request.ip)
    if (countRequests(client, 1) > limits.requestsOfOne) {
      countRequests(client, -1)
      throw unavailable('auth helper: too many requests of one address')
    }
    const late = setTimeout(() => stop.abort(lateFault(raw)), limits.totalTimeoutMs)
    reply.raw.once('close', () => {
      countRequests(client, -1)
      clearTimeout(late)
      stop.abort()
    })
    const { signal } = stop
    // The body of a GET has no meaning (RFC 9110, 9.3.1).
    const body = raw.method === 'POST' && hasBody(raw) ? await readBody(raw, client, signal) : null
    const method = request.method
    const sent = { path: target.raw, method, headers: pickRequestHeaders(headers), body, signal }
    const response = pool.request(sent)
    // The pool reads no signal of a request that waits for a connection: its own rejection comes late.
    response.catch(() => {})
    const { statusCode, headers: received, body: stream } = await untilAborted(response, signal)
    stream.once('error', (error) => {
      // Before the head went out, the error handler responds. A 304 has no body, but may have a length (RFC 9110, 8.6).
      if (!reply.raw.headersSent || isBodiless(statusCode)) return
      record.fault = toHelperFault(error)
      record.end = 'upstream_broken'
    })
    reply.code(statusCode).headers(buildHeaders(received, request))
    if (isBodyPending(raw)) reply.header('connection', 'close')
    // The headers of a 304 replace those that the browser has stored.
    if (statusCode !== 304 && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    return reply.send(statusCode === 304 ? void stream.resume() : stream)
  }
}

/**
 * Reads whole bodies, before they need a connection to the helper: visitors who send slowly hold up no others. Rejects when
 * `signal` aborts, and when a body is too long, too slow, or finds no room beside the others or those of its client.
 */
function createBodyReader(limits: AuthHelperLimits) {
  const { bodyTimeoutMs, wholeBodyTimeoutMs, largestBodyBytes, heldBodyBytes, heldBodyBytesOfOne } = limits
  let held = 0
  const countHeld = createTallies()
  return (raw: IncomingMessage, client: string, signal: AbortSignal): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const tooLarge = new Fault('PAYLOAD_TOO_LARGE')
      if (Number(raw.headers['content-length'] ?? 0) > largestBodyBytes) return reject(tooLarge)
      const chunks: Buffer[] = []
      let bytes = 0
      const silence = setTimeout(() => reject(new Fault('REQUEST_TIMEOUT')), bodyTimeoutMs)
      const late = setTimeout(() => reject(new Fault('REQUEST_TIMEOUT')), wholeBodyTimeoutMs)
      const add = (chunk: Buffer) => {
        silence.refresh()
        bytes += chunk.length
        held += chunk.length
        const ofClient = countHeld(client, chunk.length)
        if (bytes > largestBodyBytes) reject(tooLarge)
        else if (ofClient > heldBodyBytesOfOne)
          reject(unavailable('auth helper: too many bodies of one address'))
        else if (held > heldBodyBytes) reject(unavailable('auth helper: too many bodies wait'))
        else chunks.push(chunk)
      }
      raw.on('data', add).once('error', reject)
      raw.once('end', () => resolve(Buffer.concat(chunks)))
      signal.addEventListener('abort', () => {
        clearTimeout(silence)
        clearTimeout(late)
        countHeld(client, -bytes)
        raw.off('data', add).resume()
        held -= bytes
        reject(signal.reason)
      })
    })
}

/** A number for each client that has one above 0. Returns the function that adds to it, and gives the new one. */
function createTallies() {
  const tallies = new Map<string, number>()
  return (client: string, more: number): number => {
    const sum = (tallies.get(client) ?? 0) + more
    if (sum > 0) tallies.set(client, sum)
    else tallies.delete(client)
    return sum
  }
}

/** To visitors the helper is the provider, not the application behind us. */
function toHelperFault(error: unknown): Fault {
  const fault = toFault(error)
  return fault.code === 'INTERNAL_ERROR' ? unavailable('auth helper', error) : fault
}

function unavailable(detail: string, cause?: unknown): Fault {
  return new Fault('PROVIDER_UNAVAILABLE', { detail, cause, retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** The fault of the side that is late when the time is up. */
function lateFault(raw: IncomingMessage): Fault {
  return isBodyPending(raw)
    ? new Fault('REQUEST_TIMEOUT')
    : new Fault('PROVIDER_UNAVAILABLE', { detail: 'auth helper: no whole answer in time' })
}
