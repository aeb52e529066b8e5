/**
 * The session endpoints of the login page and of scripts: sign in, who am I, refresh. They own rate limits,
 * response bodies and CORS. They must not know how sessions are acquired, verified or encoded.
 */

import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Applications } from '../access/applications.ts'
import { destinationOf, MAX_TARGET_CHARS } from '../access/redirect-target.ts'
import { describeOrigin, noteAccountChange, noteSessionEnd } from '../access/security-events.ts'
import { parseUrl } from '../config/addresses/urls.ts'
import { listIdentityHeaders } from '../config/defaults.ts'
import type { Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { authRequestOf } from '../http/auth-request.ts'
import type { CorsAt } from '../http/cors.ts'
import { bearerOf, memberOf } from '../http/message.ts'
import { isSafeMethod, networkOf } from '../http/origin.ts'
import { markOwnResponse, sendOwnResponse } from '../http/own-response.ts'
import { describeRequest } from '../http/request-log.ts'
import { parameterOf } from '../http/target.ts'
import { accountLogFields } from '../operations/request-logger.ts'
import type { SessionCheck } from '../session/check-result.ts'
import { describeDevice, maskAddress } from '../session/device.ts'
import { isSameOwner, keyOf, pickClaims, type Session } from '../session/session.ts'
import { describeSignIn, readSignInFacts } from '../session/sign-in/rules.ts'
import { createKnownDevices } from './known-devices.ts'
import { replaceSessions } from './logout.ts'
import { createSessionGuard, type EndpointOptions } from './own-session.ts'
import { createProbeResponse } from './probe.ts'
import type { RateWindows } from './rate-windows.ts'

/** Many servers accept 8 kB of headers by default; leave some for the application's own. */
const LARGE_COOKIE_BYTES = 6000
/** Each counts against the provider's quota for the whole project. */
const FORCED_REFRESHES_PER_MINUTE = 30

export interface SessionEndpointOptions extends EndpointOptions {
  applications: Applications
  /** Counts of sign-ins and forced refreshes. */
  rateWindows: RateWindows
}

/** POST signs in with an id token, GET describes the session. */
export async function registerSession(app: FastifyInstance, options: SessionEndpointOptions): Promise<void> {
  const { config, sessions, tenancy, rateWindows, now } = options
  const { paths } = config
  const { signInsPerMinute } = config.session
  const sessionsAt = (request: FastifyRequest) => sessions.at(authRequestOf(request).origin)
  const visibleClaimsOf = createVisibleClaims(config)
  const admit = createSessionGuard(app, options, { isStatusCheck: true })
  const devices = createKnownDevices(config)
  const answerProbe = createProbeResponse(config, now)
  await app.register(fastifyRateLimit, {
    global: false,
    store: rateWindows,
    errorResponseBuilder: (_request, { ttl }) =>
      new Fault('RATE_LIMITED', { retryAfterSeconds: Math.ceil(ttl / 1000) })
  })
  const signInLimit = { groupId: 'sign-in', max: signInsPerMinute, timeWindow: 60_000 }
  const limit = signInsPerMinute === 0 ? {} : { rateLimit: signInLimit }
  const signInRoute = { ...limit, signsIn: true, sameOrigin: true }

  app.post(paths.session, { config: signInRoute }, async (request, reply) => {
    const authRequest = authRequestOf(request)
    request.record.application = nameApplication(request, options.applications)
    const idToken = bearerOf(request.headers)
    if (idToken === null) throw new Fault('MISSING_TOKEN')
    const { cookie, checker } = sessionsAt(request)
    const expected = memberOf(request.body, 'expect')
    const ownIds = checker.identifyEach(request.headers.cookie).map(({ id }) => id)
    const renewed = expected === undefined ? null : checker.identify(request.headers.cookie)
    const acquired = await sessions.acquire({
      idToken,
      refreshToken: readRefreshToken(request.body),
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
      request.refusedSignIn = await sessions.describeRefused(idToken, acquired.fault)
      throw acquired.fault
    }
    const { session, cookieValue } = acquired
    if (expected !== undefined && !isExpected(expected, renewed, session)) {
      request.refusedSignIn = describeSignIn(session.claims)
      throw new Fault('ACCOUNT_MISMATCH')
    }
    const present = cookie.read(request.headers.cookie)
    const names = present.kind === 'absent' ? [] : present.names
    reply.header('set-cookie', cookie.set(cookieValue, names, sessions.limits.maxAgeSeconds(session)))
    await replaceSessions(reply, session, options)
    const application = request.record.application ?? null
    const isNewDevice = devices.note(request, reply, sessions.revocation.dated(session))
    const begin = {
      ...describeDevice(request.headers['user-agent']),
      origin: authRequest.origin,
      application,
      address: maskAddress(request.ip),
      isNewDevice
    }
    for (const replaced of await sessions.listNew(session, begin, ownIds))
      noteSessionEnd(request, replaced, { code: 'SESSION_REPLACED', by: 'limit' })
    const owner = accountLogFields(session)
    request.record.owner = session
    const facts = { ...describeOrigin(authRequest), application: application ?? undefined, ...owner }
    const signIn = { ...readSignInFacts(session.claims), acquire: sessions.mode }
    app.reportEvent({ kind: 'session.started', ...facts, ...signIn })
    if (isNewDevice) app.reportEvent({ kind: 'session.new-device', ...facts })
    if (expected !== undefined) noteAccountChange(request, session, 'session')
    if (cookieValue.length > LARGE_COOKIE_BYTES) {
      const facts = { ...describeRequest(authRequest), ...owner, cookieBytes: cookieValue.length }
      request.log.warn(facts, 'session cookies are large: proxies may refuse them')
    }
    return markOwnResponse(request, reply).send(describeExpiry(session))
  })

  app.get(paths.session, async (request, reply) => {
    answerProbe(request, reply)
    const check = await sessionsAt(request).checker.check(request.headers.cookie)
    return answerCheck(request, reply, check, (session) =>
      describeSession(session, visibleClaimsOf(session.claims))
    )
  })

  const refreshRoute = {
    sameOrigin: true,
    rateLimit: {
      groupId: 'forced-refresh',
      max: FORCED_REFRESHES_PER_MINUTE,
      timeWindow: 60_000,
      keyGenerator(request: FastifyRequest) {
        const session = sessionsAt(request).checker.getCached(request.headers.cookie)
        return session === undefined ? networkOf(request.ip) : keyOf(session)
      },
      allowList: (request: FastifyRequest) => !isForced(request)
    }
  }
  app.post(paths.refresh, { config: refreshRoute }, async (request, reply) => {
    const { cookie: header } = request.headers
    const { checker } = sessionsAt(request)
    const check = await (isForced(request) ? checker.checkAndRefresh(header) : checker.check(header))
    // A session accepted during a provider outage has not been refreshed.
    if (check.kind === 'signed-in' && check.outage !== null) throw check.outage
    return answerCheck(request, reply, check, describeExpiry)
  })

  function answerCheck(
    request: FastifyRequest,
    reply: FastifyReply,
    check: SessionCheck,
    describe: (session: Session) => object
  ): FastifyReply {
    const session = admit(request, reply, check)
    return session === null ? reply : markOwnResponse(request, reply).send(describe(session))
  }
}

/**
 * True if the tokens are of the signed-in account, as required after the account page changed it at the
 * provider. `present`: null if no longer signed in.
 */
function isExpected(expected: unknown, present: Session | null, session: Session): boolean {
  return expected === session.subject && (present === null || isSameOwner(present, session))
}

/**
 * Name of the application that the visitor goes to after sign-in: that of the body's `redirect`, unless it names
 * none, otherwise that of this host's home page. For log and metrics; it grants nothing.
 */
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

function readRefreshToken(body: unknown): string | null {
  const token = memberOf(body, 'refreshToken')
  return typeof token === 'string' && token !== '' ? token : null
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

/**
 * Standard claims of OpenID Connect Core 1.0 (5.1), sign-in time and method, and the tenant. `source_…`: the
 * sign-in method in sessions whose tokens come from an exchange.
 */
const STANDARD_CLAIMS = `
  sub name given_name family_name middle_name nickname preferred_username profile picture website email email_verified
  gender birthdate zoneinfo locale phone_number phone_number_verified address updated_at auth_time
  firebase.sign_in_provider firebase.sign_in_second_factor firebase.tenant
  source_sign_in_provider source_sign_in_second_factor
`

/**
 * Selects the claims that `GET paths.session` exposes to scripts: `session.visibleClaims`, by default the
 * standard ones and those of identity headers.
 */
export function createVisibleClaims({
  session,
  identityHeaders
}: Pick<Config, 'session' | 'identityHeaders'>): (claims: Readonly<Record<string, unknown>>) => object {
  const { visibleClaims } = session
  if (visibleClaims === 'all') return (claims) => claims
  const sources = listIdentityHeaders(identityHeaders).map(([, source]) => source)
  // Sources beginning with `$` are session facts, not claims.
  const ofHeaders = sources.filter((source) => !source.startsWith('$'))
  const names = visibleClaims ?? [...STANDARD_CLAIMS.trim().split(/\s+/), ...ofHeaders]
  return (claims) => pickClaims(claims, names)
}

/**
 * Returns the function that lets listed origins read who is signed in; they may act as the visitor anyway. It returns true if the
 * request was a preflight and has been responded to. Sign-in, refresh and sign-out get no CORS headers. `path`: of the session
 * endpoint.
 */
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
