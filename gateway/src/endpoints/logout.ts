import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageAddress } from '../access/responses/redirect-target.ts'
import { noteSessionEnd } from '../access/security-events.ts'
import { Fault } from '../errors.ts'
import { authRequestOf, isOwnNavigation, isPageLoad } from '../http/auth-request.ts'
import { clearSiteDataOf, markOwnResponse, sendOwnResponse } from '../http/own-response.ts'
import { refuseOtherMethods } from '../http/routes.ts'
import { parameterOf } from '../http/target.ts'
import { providerFault } from '../session/check-result.ts'
import { isSameOwner, type Session } from '../session/session.ts'
import type { Sessions } from '../session/sessions.ts'
import type { EndpointOptions } from './own-session.ts'
import { createPageCookie } from './page-cookies.ts'

/** How long the login page treats arrivals as signed out rather than as a lost sign-in. */
const SIGNED_OUT_SECONDS = 30

/** POST signs out, as does GET by a same-site link; other GETs, `?ask=1` and `?everywhere=1` (all sign-ins of the user) ask for confirmation. */
export function registerLogout(app: FastifyInstance, options: EndpointOptions): void {
  const { config, sessions, responses, applications, origins, now } = options
  const { accountsOf } = options.platform
  const { paths } = config
  const sessionsAt = (request: FastifyRequest) => sessions.at(authRequestOf(request).origin)
  const signedOut = createPageCookie(config, 'signed-out')

  app.post(paths.logout, { config: { sameOrigin: true } }, signOut)
  app.get(paths.logout, async (request, reply) => {
    if (everywhere(request)) requireCredentials()
    else if (isOwnNavigation(request) && parameterOf(request, 'ask') !== '1')
      return await signOut(request, reply)
    const action = everywhere(request) ? `${paths.logout}?everywhere=1` : paths.logout
    const page = responses.page(authRequestOf(request), 200, (texts) => ({
      icon: 'leave',
      // The redirect back is a same-site navigation, which would sign out.
      languageHref: languageAddress(everywhere(request) ? action : `${paths.logout}?ask=1`),
      title: texts['gateway.sign-out.title'],
      text: texts['gateway.sign-out.text'],
      form: { label: texts['gateway.sign-out.submit'], action },
      links: [{ label: texts['gateway.sign-out.stay'], href: paths.home }]
    }))
    return sendOwnResponse(request, reply, page)
  })
  refuseOtherMethods(app, paths.logout, { sameOrigin: true })

  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Keep the cookies until the provider confirms, so that the visitor can retry.
    const isRevoked = everywhere(request) && (await revokeEverywhere(request))
    const { hasEnded, headers } = await endHere(request, options, isRevoked ? 'everywhere' : 'visitor')
    reply.headers(headers)
    // Other tabs reach the login page too and must not report a lost sign-in.
    if (hasEnded && authRequestOf(request).origin === origins.publicOrigin)
      signedOut.set(reply, '1', SIGNED_OUT_SECONDS)
    if (!isPageLoad(request.headers)) return markOwnResponse(request, reply).code(204).send()
    const statuses = { redirect: 303, page: 200 }
    const login = responses.leadToLogin(authRequestOf(request), loginAfter(request, isRevoked), statuses)
    return sendOwnResponse(request, reply, login)
  }

  /** The login page, returning visitors of another origin to it. */
  function loginAfter(request: FastifyRequest, isRevoked: boolean): string {
    const { origin } = authRequestOf(request)
    const page = `${paths.login}?reason=${isRevoked ? 'revoked' : 'signed-out'}`
    if (!applications.areByHost || origin === origins.publicOrigin) return page
    const home = encodeURIComponent(`${origin}${paths.home}`)
    return `${origins.publicOrigin}${page}&${config.redirectParameter}=${home}`
  }

  function requireCredentials(): void {
    if (accountsOf(null).hasCredentials) return
    const detail = 'no Google credentials: set `identityPlatform.credentialsFile`, or omit `everywhere`'
    throw new Fault('NO_SERVICE_ACCOUNT', { detail })
  }

  /** False if no one is signed in. */
  async function revokeEverywhere(request: FastifyRequest): Promise<boolean> {
    requireCredentials()
    const { checker } = sessionsAt(request)
    const check = await checker.check(request.headers.cookie, authRequestOf(request))
    if (check.kind === 'unavailable') throw check.fault
    // Allowed without access too: ending sessions reveals nothing.
    if (check.kind !== 'signed-in' && check.kind !== 'insufficient') return false
    const { subject, tenantId } = check.session
    // `auth_time` has whole seconds; include sign-ins of this second.
    const validSinceSeconds = Math.floor(now()) + 1
    const change = await accountsOf(tenantId).revoke(subject, validSinceSeconds)
    // Permanent refusal means the account is gone, and its sign-ins with it.
    if (change.kind === 'failed' && change.failure.kind !== 'permanent') throw providerFault(change.failure)
    await sessions.revocation.revokeAccount(check.session, validSinceSeconds)
    return true
  }
}

function everywhere(request: FastifyRequest): boolean {
  return parameterOf(request, 'everywhere') === '1'
}

type Ends = Pick<EndpointOptions, 'config' | 'sessions' | 'applicationCookies'>
type By = 'visitor' | 'everywhere'

/** @public A sign-out at this origin. Returns whether any session ended now, and headers by which the browser deletes what is left of it. */
export async function endHere(request: FastifyRequest, options: Ends, by: By) {
  const authRequest = authRequestOf(request)
  const { cookie, checker, devices } = options.sessions.at(authRequest.origin)
  const present = cookie.read(request.headers.cookie)
  const sessions = checker.identifyEach(request.headers.cookie)
  const hasEnded = await endSessions(request, sessions, options.sessions.revocation, by)
  if (hasEnded)
    request.server.reportEvent({ kind: 'session.sign-out', scope: by === 'everywhere' ? by : 'own' })
  const cleared = cookie.clear(present.kind === 'absent' ? [cookie.name] : present.names)
  const setCookies = [
    cleared,
    devices?.clear() ?? [],
    options.applicationCookies?.clear(authRequest) ?? []
  ].flat()
  return { hasEnded, headers: { 'set-cookie': setCookies, ...clearSiteDataOf(options.config) } }
}

/** A new session ends those of the request’s cookie, `replaced`. Unless they are of the same account, the browser deletes what that may have left. */
export async function replaceSessions(
  reply: FastifyReply,
  session: Session,
  replaced: readonly Session[],
  options: Ends
): Promise<void> {
  const others = replaced.filter(({ id }) => id !== session.id)
  await endSessions(reply.request, others, options.sessions.revocation, 'visitor')
  if (replaced.length > 0 && replaced.every((one) => isSameOwner(one, session))) return
  reply.header('set-cookie', options.applicationCookies?.clear(authRequestOf(reply.request)) ?? [])
  reply.headers(clearSiteDataOf(options.config, ['cache']))
}

/** Ends sessions in the request’s cookie with all copies, even if they cannot be checked. Returns whether any ended now. */
async function endSessions(
  request: FastifyRequest,
  sessions: readonly Session[],
  revocation: Sessions['revocation'],
  by: By
): Promise<boolean> {
  let hasEnded = false
  for (const session of sessions) {
    // Signing out everywhere has just marked it `TOKEN_REVOKED`.
    const hadEnded = revocation.revocationCodeOf(session) === 'SESSION_ENDED'
    await revocation.endSession(session)
    if (hadEnded) continue
    hasEnded = true
    noteSessionEnd(request, session, { code: 'SESSION_ENDED', by })
  }
  return hasEnded
}
