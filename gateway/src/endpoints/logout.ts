import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageAddress } from '../access/login-link.ts'
import { describeOrigin } from '../access/security-events.ts'
import { clearSiteDataOf } from '../config/response-headers.ts'
import { Fault } from '../errors.ts'
import { authRequestOf } from '../http/auth-request.ts'
import { isOwnNavigation, isPageLoad } from '../http/navigation.ts'
import { markOwnResponse, sendOwnResponse } from '../http/own-response.ts'
import { parameterOf } from '../http/target.ts'
import type { IdentityPlatform } from '../identity-platform/identity-platform.ts'
import { describeOwner } from '../operations/log-fields.ts'
import { providerFault } from '../session/check-result.ts'
import type { Sessions } from '../session/sessions.ts'
import { createPageCookie } from './language.ts'
import type { EndpointOptions } from './own-session.ts'

/** As long as the login page takes whoever comes back for somebody whose sign-in did not last. */
const SIGNED_OUT_SECONDS = 30

export interface LogoutOptions extends EndpointOptions {
  accountsOf: IdentityPlatform['accountsOf']
  /** Epoch seconds. */
  now: () => number
}

/**
 * POST signs out. GET does so too when somebody follows a link of the site itself; everything else, and `?ask=1`, gets a
 * page that asks first. `?everywhere=1` also makes every other sign-in of the user invalid; by GET it always asks.
 */
export function registerLogout(app: FastifyInstance, options: LogoutOptions): void {
  const { config, sessions, responses, accountsOf, origins, areByHost, now } = options
  const { paths } = config
  const sessionsAt = (request: FastifyRequest) => sessions.at(authRequestOf(request).origin)
  const clearSiteData = clearSiteDataOf(config)
  const signedOut = createPageCookie(config, 'signed-out')

  app.post(paths.logout, { config: { sameOrigin: true } }, signOut)
  app.get(paths.logout, async (request, reply) => {
    if (everywhere(request)) requireCredentials()
    else if (isOwnNavigation(request) && parameterOf(request, 'ask') !== '1')
      return await signOut(request, reply)
    const action = everywhere(request) ? `${paths.logout}?everywhere=1` : paths.logout
    const forwardAuthRequest = responses.page(authRequestOf(request), 200, (texts) => ({
      icon: 'leave',
      // The way back from there is one of the site itself, which would sign out.
      languageHref: languageAddress(everywhere(request) ? action : `${paths.logout}?ask=1`),
      title: texts['gateway.sign-out.title'],
      text: texts['gateway.sign-out.text'],
      form: { label: texts['gateway.sign-out.submit'], action },
      links: [{ label: texts['gateway.sign-out.stay'], href: paths.home }]
    }))
    return sendOwnResponse(request, reply, forwardAuthRequest)
  })

  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Cookies stay until the provider agreed: otherwise nobody could try again.
    const isRevoked = everywhere(request) && (await revokeEverywhere(request))
    const { cookie } = sessionsAt(request)
    const present = cookie.read(request.headers.cookie)
    const hasEnded = await endSession(request, sessions, { by: isRevoked ? 'everywhere' : 'visitor' })
    if (hasEnded)
      request.server.reportEvent({ kind: 'session.sign-out', scope: isRevoked ? 'everywhere' : 'own' })
    reply.header('set-cookie', cookie.clear(present.kind === 'absent' ? [cookie.name] : present.names))
    if (clearSiteData !== null) reply.header('clear-site-data', clearSiteData)
    // Other tabs come to the login page too, and must not be told that their sign-in was lost.
    if (hasEnded && authRequestOf(request).origin === origins.publicOrigin)
      signedOut.set(reply, '1', SIGNED_OUT_SECONDS)
    markOwnResponse(request, reply)
    if (isPageLoad(request.headers)) return reply.redirect(loginAfter(request, isRevoked), 303)
    return reply.code(204).send()
  }

  /** The login page, from where visitors of another origin come back to that. */
  function loginAfter(request: FastifyRequest, isRevoked: boolean): string {
    const { origin } = authRequestOf(request)
    const page = `${paths.login}?reason=${isRevoked ? 'revoked' : 'signed-out'}`
    if (!areByHost || origin === origins.publicOrigin) return page
    const home = encodeURIComponent(`${origin}${paths.home}`)
    return `${origins.publicOrigin}${page}&${config.redirectParameter}=${home}`
  }

  function requireCredentials(): void {
    if (accountsOf(null).hasCredentials) return
    const detail =
      'no credentials of Google: set `identityPlatform.credentialsFile`, or leave `everywhere` out'
    throw new Fault('NO_SERVICE_ACCOUNT', { detail })
  }

  /** False: there is nobody to sign out. */
  async function revokeEverywhere(request: FastifyRequest): Promise<boolean> {
    requireCredentials()
    const check = await sessionsAt(request).checker.check(request.headers.cookie)
    if (check.kind === 'unavailable') throw check.fault
    // Whoever may not pass may still end every session: that gives nothing away.
    if (check.kind !== 'signed-in' && check.kind !== 'insufficient') return false
    const { subject, tenantId } = check.session
    // Sign-ins are counted in whole seconds, and those of this second are to end too.
    const validSinceSeconds = Math.floor(now()) + 1
    const change = await accountsOf(tenantId).revoke(subject, validSinceSeconds)
    // A permanent refusal means that the account is gone: no sign-in of it is valid any more.
    if (change.kind === 'failed' && change.failure.kind !== 'permanent') throw providerFault(change.failure)
    await sessions.revocation.noteRevocation(check.session, validSinceSeconds)
    return true
  }
}

function everywhere(request: FastifyRequest): boolean {
  return parameterOf(request, 'everywhere') === '1'
}

export interface EndingOptions {
  /** The visitor's own doing: of this session, or of every sign-in of the account. */
  by: 'visitor' | 'everywhere'
  /** Id of a session that goes on. */
  exceptId?: string
}

/**
 * Ends the session of a request's cookie for every copy of it, also where nobody can be asked whether it still stands, and
 * writes the event if it had not ended so before. A cookie that came twice lets nobody pass, but each of its sessions would without
 * the other: all of them end. Gives whether one ended now.
 */
export async function endSession(
  request: FastifyRequest,
  { at, revocation }: Pick<Sessions, 'at' | 'revocation'>,
  { by, exceptId }: EndingOptions
): Promise<boolean> {
  const { checker } = at(authRequestOf(request).origin)
  let hasEnded = false
  for (const session of checker.identifyEach(request.headers.cookie)) {
    if (session.id === exceptId) continue
    // Signing out everywhere has made it `TOKEN_REVOKED` a moment ago.
    const hadEnded = revocation.endedHere(session) === 'SESSION_ENDED'
    await revocation.endSession(session)
    if (hadEnded) continue
    hasEnded = true
    request.server.reportEvent({
      kind: 'session.ended',
      ...describeOrigin(authRequestOf(request)),
      ...describeOwner(session),
      code: 'SESSION_ENDED',
      by
    })
  }
  return hasEnded
}
