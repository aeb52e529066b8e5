/** Endpoints of the login page and of scripts: sign in, who am I, refresh. They own rate limits, response bodies and CORS. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Applications } from '../access/applications/applications.ts'
import { destinationOf, MAX_TARGET_CHARS } from '../access/responses/redirect-target.ts'
import { describeVisitor, noteAccountChange, noteSessionEnd } from '../access/security-events.ts'
import { parseUrl } from '../config/addresses/urls.ts'
import { listIdentityHeaders } from '../config/defaults.ts'
import type { Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { authRequestOf, describeRequest } from '../http/auth-request.ts'
import type { CorsAt } from '../http/cors.ts'
import { bearerOf, memberOf } from '../http/message.ts'
import { isSafeMethod, networkOf } from '../http/origin.ts'
import { markOwnResponse, sendOwnResponse } from '../http/own-response.ts'
import { refuseOtherMethods } from '../http/routes.ts'
import { parameterOf } from '../http/target.ts'
import { accountLogFields } from '../operations/requests/request-line.ts'
import { isSameOwner, pickClaims, type Session } from '../session/session.ts'
import { describeDevice, maskAddress } from '../session/session-list.ts'
import { describeSignIn, readSignInFacts } from '../session/sign-in/rules.ts'
import { replaceSessions } from './logout.ts'
import {
  type AddRoutes,
  type CallLimit,
  createSessionGuard,
  type EndpointOptions,
  limitCalls
} from './own-session.ts'
import { createKnownDevices } from './page-cookies.ts'
import { createProbeResponse } from './probe.ts'

/** Many servers accept 8 kB of headers by default; leave some for the application's own. */
const LARGE_COOKIE_BYTES = 6000
/** Each counts against the provider's quota for the whole project. */
const FORCED_REFRESHES: CallLimit = { name: 'forced-refresh', most: 30, windowMs: 60_000 }

/** Adds the endpoints: sign-in and description of the session, and its refresh. */
export function registerSession(addRoutes: AddRoutes, options: EndpointOptions): void {
  const { paths, session } = options.config
  const limit = { name: 'sign-in', most: session.signInsPerMinute, windowMs: 60_000 }
  addRoutes('session', (app) => {
    const onRequest = async ({ ip }: FastifyRequest, reply: FastifyReply) => {
      if (limit.most > 0) await limitCalls(options.shared, limit, networkOf(ip), reply)
    }
    app.post(paths.session, { onRequest, config: { signsIn: true, sameOrigin: true } }, createSignIn(options))
    app.get(paths.session, createDescription(app, options))
    refuseOtherMethods(app, paths.session, { sameOrigin: true })
  })
  addRoutes('refresh', (app) => {
    registerRefresh(app, options)
    refuseOtherMethods(app, paths.refresh, { sameOrigin: true })
  })
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Begins a session with an id token. `expect` in the body: only for this account, whose session goes on. */
function createSignIn(options: EndpointOptions): Handler {
  const { config, sessions, tenancy, applications } = options
  const known = createKnownDevices(config)

  /** Throws if the sign-in is refused. */
  async function acquire(request: FastifyRequest, idToken: string, ownIds: readonly string[]) {
    const { cookie, checker } = sessionsAt(request, options)
    const expected = memberOf(request.body, 'expect')
    const refreshToken = memberOf(request.body, 'refreshToken')
    const renewed = expected === undefined ? null : checker.identify(request.headers.cookie)
    const acquired = await sessions.acquire({
      idToken,
      refreshToken: typeof refreshToken === 'string' && refreshToken !== '' ? refreshToken : null,
      cookie,
      tenantIds: tenancy.tenantsAt(request.hostname),
      ownIds,
      // After an account change, keep the previous session's lifetime.
      endsWithBrowser:
        renewed === null
          ? !keepsSession(config.login.remember, request.body)
          : renewed.endsWithBrowser === true
    })
    if (acquired.kind === 'refused') {
      request.record.refusedSignIn = await sessions.describeRefused(idToken, acquired.fault)
      throw acquired.fault
    }
    const { session } = acquired
    if (expected !== undefined && !isExpected(expected, renewed, session)) {
      request.record.refusedSignIn = describeSignIn(session.claims)
      throw new Fault('ACCOUNT_MISMATCH')
    }
    return { session, cookieValue: acquired.cookieValue, isRenewal: expected !== undefined }
  }

  /** Lists the session and ends those that it replaces. Returns whether its device is new. */
  async function list(
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    ownIds: readonly string[]
  ): Promise<boolean> {
    const isNewDevice = known.note(request, reply, sessions.revocation.dated(session))
    const begin = {
      ...describeDevice(request.headers['user-agent']),
      origin: authRequestOf(request).origin,
      application: request.record.application,
      address: maskAddress(request.ip),
      isNewDevice
    }
    for (const replaced of await sessions.listNew(session, begin, ownIds))
      noteSessionEnd(request, replaced, { code: 'SESSION_REPLACED', by: 'limit' })
    return isNewDevice
  }

  return async (request, reply) => {
    request.record.application = nameApplication(request, applications)
    const idToken = bearerOf(request.headers)
    if (idToken === null) throw new Fault('MISSING_TOKEN')
    const { cookie, checker, devices } = sessionsAt(request, options)
    const { cookie: header } = request.headers
    const own = checker.identifyEach(header)
    const ownIds = own.map(({ id }) => id)
    const { session, cookieValue, isRenewal } = await acquire(request, idToken, ownIds)
    const present = cookie.read(header)
    const names = present.kind === 'absent' ? [] : present.names
    reply.header('set-cookie', cookie.set(cookieValue, names, sessions.limits.maxAgeSeconds(session)))
    reply.headers(devices?.offer(session) ?? {})
    await replaceSessions(reply, session, own, options)
    const isNewDevice = await list(request, reply, session, ownIds)
    const { record, server } = request
    record.owner = session
    const facts = { ...describeVisitor(request, session), application: record.application ?? undefined }
    const signIn = { ...readSignInFacts(session.claims), acquire: sessions.mode }
    server.reportEvent({ kind: 'session.started', ...facts, ...signIn })
    if (isNewDevice) server.reportEvent({ kind: 'session.new-device', ...facts })
    if (isRenewal) noteAccountChange(request, session, 'session')
    const cookieBytes = cookieValue.length
    if (cookieBytes > LARGE_COOKIE_BYTES) {
      const facts = { ...describeRequest(authRequestOf(request)), ...accountLogFields(session) }
      request.log.warn({ ...facts, cookieBytes }, 'session cookies are large: proxies may refuse them')
    }
    return markOwnResponse(request, reply).send(describeExpiry(session))
  }
}

/** Describes the session, with the claims that scripts may see. */
function createDescription(app: FastifyInstance, options: EndpointOptions): Handler {
  const { config, now } = options
  const visibleClaimsOf = createVisibleClaims(config)
  const requireSession = createSessionGuard(app, options, { isStatusCheck: true })
  const answerProbe = createProbeResponse(config, now)
  return async (request, reply) => {
    answerProbe(request, reply)
    const { checker } = sessionsAt(request, options)
    const check = await checker.check(request.headers.cookie, authRequestOf(request))
    const session = requireSession(request, reply, check)
    if (session === null) return reply
    return markOwnResponse(request, reply).send(describeSession(session, visibleClaimsOf(session.claims)))
  }
}

/** Refreshes an expired session, or with `force=1` any. */
function registerRefresh(app: FastifyInstance, options: EndpointOptions): void {
  const requireSession = createSessionGuard(app, options, { isStatusCheck: true })
  async function onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!isForced(request)) return
    const session = sessionsAt(request, options).checker.getCached(request.headers.cookie)
    const caller = session?.accountKey ?? networkOf(request.ip)
    await limitCalls(options.shared, FORCED_REFRESHES, caller, reply)
  }
  app.post(
    options.config.paths.refresh,
    { onRequest, config: { sameOrigin: true } },
    async (request, reply) => {
      const { cookie: header } = request.headers
      const { checker } = sessionsAt(request, options)
      const from = authRequestOf(request)
      const check = await (isForced(request)
        ? checker.checkAndRefresh(header, from)
        : checker.check(header, from))
      // A session accepted during a provider outage has not been refreshed.
      if (check.kind === 'signed-in' && check.outage !== null) throw check.outage
      const session = requireSession(request, reply, check)
      return session === null ? reply : markOwnResponse(request, reply).send(describeExpiry(session))
    }
  )
}

function sessionsAt(request: FastifyRequest, { sessions }: Pick<EndpointOptions, 'sessions'>) {
  return sessions.at(authRequestOf(request).origin)
}

/** True if the tokens are of the signed-in account, as required after the account page changed it. `present`: null if no longer signed in. */
function isExpected(expected: unknown, present: Session | null, session: Session): boolean {
  return expected === session.subject && (present === null || isSameOwner(present, session))
}

/** Application that the visitor goes to after sign-in: that of the body’s `redirect`, or of the home page. For log and metrics; it grants nothing. */
function nameApplication(request: FastifyRequest, applications: Pick<Applications, 'of'>): string | null {
  const { origin } = authRequestOf(request)
  const asked = memberOf(request.body, 'redirect')
  const isUrl =
    typeof asked === 'string' && asked.length <= MAX_TARGET_CHARS && parseUrl(asked, origin) !== null
  const { url, target } = destinationOf(isUrl ? asked : '/', origin)
  const hostname = url.origin === origin ? request.hostname : url.hostname
  return target === null ? null : (applications.of(hostname, target.readings)?.name ?? null)
}

function isForced(request: FastifyRequest): boolean {
  return parameterOf(request, 'force') === '1'
}

/** True if the session may outlive the browser. If visitors are asked, only `true` counts. */
function keepsSession(remember: Config['login']['remember'], body: unknown): boolean {
  return remember === 'ask' ? memberOf(body, 'remember') === true : remember === 'always'
}

function describeExpiry(session: Session): object {
  return { uid: session.subject, expiresAt: session.idTokenExpiresAtSeconds }
}

function describeSession(session: Session, visibleClaims: object): object {
  const { claims } = session
  return {
    uid: session.subject,
    tenant: session.tenantId,
    email: claims.email ?? null,
    emailVerified: claims.email_verified === true,
    name: claims.name ?? null,
    picture: claims.picture ?? null,
    claims: visibleClaims,
    signedInAt: session.startedAtSeconds,
    expiresAt: session.idTokenExpiresAtSeconds
  }
}

/** Standard claims of OpenID Connect Core 1.0 (5.1), sign-in time and method, and the tenant. `source_…`: the same after an exchange. */
const STANDARD_CLAIMS = `
  sub name given_name family_name middle_name nickname preferred_username profile picture website email email_verified
  gender birthdate zoneinfo locale phone_number phone_number_verified address updated_at auth_time
  firebase.sign_in_provider firebase.sign_in_second_factor firebase.tenant
  source_sign_in_provider source_sign_in_second_factor
`

type Claims = Readonly<Record<string, unknown>>

/** Selects the claims that scripts see: `session.visibleClaims`, by default the standard ones and those of identity headers. */
export function createVisibleClaims({ session, identityHeaders }: Config): (claims: Claims) => object {
  const { visibleClaims } = session
  if (visibleClaims === 'all') return (claims) => claims
  const sources = listIdentityHeaders(identityHeaders).map(([, source]) => source)
  // Sources beginning with `$` are session facts, not claims.
  const ofHeaders = sources.filter((source) => !source.startsWith('$'))
  const names = visibleClaims ?? [...STANDARD_CLAIMS.trim().split(/\s+/), ...ofHeaders]
  return (claims) => pickClaims(claims, names)
}

/** Lets listed origins read who is signed in. Returns true if the request was a preflight and has been responded to. `path`: of the session endpoint. */
export function createSessionCors(path: string, corsAt: CorsAt | null) {
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (request.routeOptions.url !== path) return false
    const authRequest = authRequestOf(request)
    const cors = corsAt?.(authRequest)
    const asked = authRequest.headers['access-control-request-method'] ?? ''
    const preflight = isSafeMethod(asked) ? cors?.preflight(authRequest) : null
    if (preflight != null) {
      sendOwnResponse(request, reply, { statusCode: 204, headers: preflight, body: null })
      return true
    }
    const readable = isSafeMethod(request.method) ? cors?.readableBy(authRequest) : null
    if (readable != null) reply.headers(readable)
    return false
  }
}
