import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendPage } from '../access/responses/kept-forms.ts'
import {
  FORM_PATH,
  FORM_TARGET_PARAMETER,
  LANGUAGE_PARAMETERS,
  LANGUAGE_PATH,
  resolveRedirectTarget,
  SHOWN_AGAIN
} from '../access/responses/redirect-target.ts'
import { noteRefresh, noteRefusal } from '../access/security-events.ts'
import type { Config } from '../config/schema/schema.ts'
import { authRequestOf } from '../http/auth-request.ts'
import {
  clearSiteDataOf,
  markOwnResponse,
  refuseOtherMethods,
  sendOwnResponse
} from '../http/own-response.ts'
import { parameterOf } from '../http/target.ts'
import type { Session } from '../session/session.ts'
import type { Sessions } from '../session/sessions.ts'
import type { EndpointOptions } from './own-session.ts'
import { createPageCookie, LANGUAGE_SECONDS } from './page-cookies.ts'

/**
 * Sets the language cookie for this host, as the login page does, and redirects to a same-origin path. Safe
 * to call cross-site: it only changes the language of pages.
 */
export function registerLanguage(app: FastifyInstance, { config }: Pick<EndpointOptions, 'config'>): void {
  const { enabled } = config.login.locales
  const cookie = createPageCookie(config, 'lang')
  app.get(LANGUAGE_PATH, async (request, reply) => {
    const chosen = parameterOf(request, LANGUAGE_PARAMETERS.language)
    const language = enabled.find((id) => id === chosen)
    if (language !== undefined) cookie.set(reply, language, LANGUAGE_SECONDS)
    const back = resolveRedirectTarget(parameterOf(request, LANGUAGE_PARAMETERS.target), {
      publicOrigin: authRequestOf(request).origin,
      reserved: ['/_auth', '/__'],
      own: SHOWN_AGAIN,
      home: config.paths.home
    })
    return markOwnResponse(request, reply).redirect(back, 303)
  })
  refuseOtherMethods(app, LANGUAGE_PATH, { sameOrigin: true })
}

/** The page that sends a form stored in the browser. Shows who is signed in. */
export function registerKeptForm(
  app: FastifyInstance,
  { config, responses, sessions }: Pick<EndpointOptions, 'config' | 'responses' | 'sessions'>
): void {
  const { home } = config.paths
  const findSession = createSessionLookup(config, sessions)
  app.get(FORM_PATH, async (request, reply) => {
    const authRequest = authRequestOf(request)
    const session = await findSession(request, reply)
    const rules = { publicOrigin: authRequest.origin, reserved: ['/_auth', '/__'], home }
    const back = resolveRedirectTarget(parameterOf(request, FORM_TARGET_PARAMETER), rules)
    return sendOwnResponse(request, reply, responses.page(authRequest, 200, sendPage(back, session)))
  })
  refuseOtherMethods(app, FORM_PATH, { sameOrigin: true })
}

/**
 * Returns a function that finds the signed-in session, null if there is none or it cannot be checked. Adds
 * the check's headers to the response: renewed or cleared cookies, and `Clear-Site-Data` for an ended
 * session.
 */
export function createSessionLookup(config: Config, sessions: Pick<Sessions, 'at'>) {
  const clearSiteData = clearSiteDataOf(config)

  return async function findSession(request: FastifyRequest, reply: FastifyReply): Promise<Session | null> {
    const authRequest = authRequestOf(request)
    const check = await sessions.at(authRequest.origin).checker.check(request.headers.cookie)
    const report = request.server.reportEvent
    noteRefresh(authRequest, check, report)
    if ('setCookies' in check && check.setCookies.length > 0) reply.header('set-cookie', check.setCookies)
    if (check.kind === 'ended') {
      noteRefusal(authRequest, { code: check.code, session: null }, { sessions, report })
      // This response clears the cookie, so later ones cannot detect that a session ended.
      reply.headers(clearSiteData)
    }
    return check.kind === 'signed-in' ? check.session : null
  }
}
