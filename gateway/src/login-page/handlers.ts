import type { FastifyReply, FastifyRequest } from 'fastify'
import { findShortfall } from '../access/step-up.ts'
import { isInScope } from '../access/tenancy.ts'
import { createPageCookie } from '../endpoints/page-cookie.ts'
import { createRedirectCounter, WINDOW_SECONDS } from '../endpoints/redirect-loop.ts'
import { createSessionLookup } from '../endpoints/session-lookup.ts'
import { judgedRequestOf } from '../http/judged-request.ts'
import { isAhead } from '../http/navigation.ts'
import { markOwnAnswer } from '../http/own-answer.ts'
import { describeRequest } from '../http/request-log.ts'
import type { Session } from '../session/session.ts'
import type { LoginPageOptions, LoginPages } from './pages.ts'
import { type AskedAddress, isForSignedOut } from './visit/addresses.ts'
import { createStepUpAsks } from './visit/step-up-asks.ts'
import type { LoginVisit } from './visit/visit.ts'

/** A redirect loop between the application and the login page, which monitoring should count (RFC 5842, 7.2). */
const LOOP_DETECTED = 508
const FORBIDDEN = 403

/** What the routes of the login page do. */
export interface LoginHandlers {
  /** Shows a screen, or redirects somebody who is signed in already. */
  show(request: FastifyRequest, reply: FastifyReply, address: AskedAddress): Promise<FastifyReply>
  /** Answers a form that was posted before the script ran. Nothing reads the password in it. */
  discardForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** Builds the handlers, and once for all requests what they share. */
export function createLoginHandlers(
  { config, sessions, now }: Pick<LoginPageOptions, 'config' | 'sessions' | 'now'>,
  { visits, send }: LoginPages
): LoginHandlers {
  const findSession = createSessionLookup(config, sessions)
  const countRedirect = createRedirectCounter(now)
  const redirectCookie = createPageCookie(config, 'redirects')
  const signedOutCookie = createPageCookie(config, 'signed-out')
  const askOnce = createStepUpAsks(now)
  const askCookie = createPageCookie(config, 'step-up')

  /** Redirects somebody who is signed in to the redirect target, unless that is a redirect loop. */
  async function redirect(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: LoginVisit,
    { subject }: Session
  ): Promise<FastifyReply> {
    const decision = countRedirect(redirectCookie.read(request), visit.redirectTarget)
    if (decision.kind === 'loop') return sendLoop(request, reply.code(LOOP_DETECTED), visit, subject)
    // A page that the browser prefetches is not shown, so its redirect does not count.
    if (!isAhead(request)) redirectCookie.set(reply, decision.count, WINDOW_SECONDS)
    return markOwnAnswer(request, reply).redirect(visit.redirectTarget, 302)
  }

  async function sendLoop(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: LoginVisit,
    subject: string
  ): Promise<FastifyReply> {
    request.log.warn(
      { ...describeRequest(judgedRequestOf(request)), outcome: 'loop', subject },
      'login page: redirect loop'
    )
    const problem = { code: 'loop', reference: request.id }
    return send(request, reply, { ...visit, address: 'problem', problem }, null)
  }

  /** Asks for another sign-in, unless the last one that was asked for has not helped. */
  async function askAgain(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: LoginVisit,
    session: Session
  ): Promise<FastifyReply> {
    const withinSeconds = visit.stepUp?.signedInWithinSeconds ?? null
    if (withinSeconds === null || isAhead(request)) return send(request, reply, visit, session)
    const decision = askOnce(askCookie.read(request), session, withinSeconds)
    if (decision.kind === 'in-vain') {
      // Whoever comes again after this answer is asked again.
      askCookie.set(reply, '', 0)
      return sendLoop(request, reply.code(FORBIDDEN), visit, session.subject)
    }
    askCookie.set(reply, decision.note, withinSeconds)
    return send(request, reply, visit, session)
  }

  /** Who has just signed out, in another tab perhaps, hears that. */
  function withSignOut(visit: LoginVisit, request: FastifyRequest): LoginVisit {
    const isSignedOut = visit.reason === null && signedOutCookie.read(request) !== undefined
    return isSignedOut ? { ...visit, reason: 'signed-out' } : visit
  }

  /** The rule of the redirect target says what is asked, whatever the visitor's URL says. */
  function withStepUp(visit: LoginVisit, session: Session): LoginVisit {
    const { stepUp } = visit
    if (stepUp === null || findShortfall(session, stepUp, now()) === null) return visit
    return { ...visit, isStepUp: true, wantsPrompt: true, reason: 'step-up' }
  }

  return {
    async show(request, reply, address) {
      const asked = visits.read(request, address)
      const session = isForSignedOut(address) ? await findSession(request, reply) : null
      const visit = session === null ? withSignOut(asked, request) : withStepUp(asked, session)
      if (visit.isStepUp && session !== null) return askAgain(request, reply, visit, session)
      const mayRedirect = session !== null && !visit.wantsPrompt && isInScope(visit.scope, session.tenantId)
      return mayRedirect ? redirect(request, reply, visit, session) : send(request, reply, visit, session)
    },

    async discardForm(request, reply) {
      const { query } = visits.read(request, 'sign-in')
      markOwnAnswer(request, reply).header('connection', 'close')
      return reply.redirect(`${config.paths.login}${query}${query === '' ? '?' : '&'}reason=js`, 303)
    }
  }
}
