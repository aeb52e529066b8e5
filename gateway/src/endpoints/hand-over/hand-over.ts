/** Hands sessions over from the sign-in origin to origins with their own session cookie: the endpoints of both sides and the form between them. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createDecide, noteDecision } from '../../access/decision.ts'
import { CONTINUE_PATH, type HandOverAttempts, isState } from '../../access/responses/hand-over.ts'
import { SUBMIT_SCRIPT } from '../../access/responses/posted-forms.ts'
import {
  BEGIN_PATH,
  BEGIN_TARGET_PARAMETER,
  createLoginLink,
  destinationOf
} from '../../access/responses/redirect-target.ts'
import { enrolsSecondFactor } from '../../access/rules/step-up.ts'
import { Fault } from '../../errors.ts'
import { type AuthRequest, authRequestOf, isWholePage } from '../../http/auth-request.ts'
import { readForms } from '../../http/message.ts'
import { markOwnResponse, refuseOtherMethods, sendOwnResponse } from '../../http/own-response.ts'
import type { WritePage } from '../../http/page.ts'
import { parameterOf } from '../../http/target.ts'
import { takeCookies } from '../../session/cookie/cookie.ts'
import { ARRIVE_PATH } from '../../session/cookie/names.ts'
import type { Attempt } from '../../session/hand-over.ts'
import type { Session } from '../../session/session.ts'
import { createArrive, type HandOverEnd, redirectTargetAt } from './arrive.ts'

/** Max form size in bytes: the session's cookies plus a third for the encoding. */
const MAX_ARRIVAL_BYTES = 32 * 1024

/** The sign-in origin encrypts, the other origin accepts. Requests at the wrong origin are rejected; see `HandOverAttempts`. */
export async function registerHandOver(
  app: FastifyInstance,
  options: Omit<HandOverEnd, 'attempts'>,
  attempts: HandOverAttempts
): Promise<void> {
  const end: HandOverEnd = { ...options, attempts }
  app.addHook('onRequest', async (request) => {
    const { url = '' } = request.routeOptions
    if (attempts.isElsewhere(url, authRequestOf(request).origin)) throw new Fault('NOT_FOUND')
  })
  app.get(BEGIN_PATH, createBegin(end))
  app.get(CONTINUE_PATH, createContinue(end))
  const arrive = createArrive(end)
  app.get(ARRIVE_PATH, arrive.explain)
  await app.register(async (scope) => {
    // Form bodies are parsed only here.
    readForms(scope)
    // Posted cross-site; the handler checks the origin itself.
    const route = { bodyLimit: MAX_ARRIVAL_BYTES, config: { sameOrigin: false } }
    scope.post(ARRIVE_PATH, route, arrive.accept)
  })
  for (const url of [BEGIN_PATH, CONTINUE_PATH, ARRIVE_PATH])
    refuseOtherMethods(app, url, { sameOrigin: true })
}

/** Begins an attempt at an origin with its own cookie, even beside a session: the arriving one, of the same browser, replaces it. */
function createBegin({ config, attempts }: HandOverEnd) {
  return async function begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { origin, headers } = authRequestOf(request)
    // Attempts of images and frames would evict those of pages.
    if (!isWholePage(headers)) throw new Fault('FORBIDDEN', { detail: 'hand-over: no page load' })
    const raw = redirectTargetAt(config, origin, parameterOf(request, BEGIN_TARGET_PARAMETER))
    const { location, setCookies } = attempts.begin({ origin, headers, target: { raw } })
    const sent = { location, 'set-cookie': [...setCookies] }
    return markOwnResponse(request, reply).code(302).headers(sent).send()
  }
}

/** At the sign-in origin: a session that the target accepts is encrypted for it. Others go to the login page, then to the target, which begins again. */
function createContinue(end: HandOverEnd) {
  const { config, sessions, applications, tenancy, attempts, origins, responses, now } = end
  const { publicOrigin } = origins
  // The target's decision, for the session of this origin.
  const decide = createDecide({
    sessions: { at: () => sessions.at(publicOrigin) },
    applications,
    tenancy,
    // The target itself asks for App Check, of every request.
    attest: () => ({ kind: 'valid' }),
    enrols: enrolsSecondFactor(config),
    now
  })
  const loginLink = createLoginLink(config, publicOrigin, attempts)

  function readAttempt(request: FastifyRequest): Attempt {
    const to = parameterOf(request, 'to') ?? ''
    if (!origins.isOfApplication(to) || !attempts.isFor(to))
      throw new Fault('INVALID_REQUEST', { detail: 'to: no origin that sessions are handed over to' })
    const state = parameterOf(request, 'state') ?? ''
    if (!isState(state)) throw new Fault('INVALID_REQUEST', { detail: 'state: no digest' })
    return { to, state, redirect: redirectTargetAt(config, to, parameterOf(request, 'redirect')) }
  }

  function sendSession(
    request: FastifyRequest,
    reply: FastifyReply,
    { attempt, session, setCookies }: { attempt: Attempt; session: Session; setCookies: readonly string[] }
  ): FastifyReply {
    const authRequest = authRequestOf(request)
    const cookieHeader = setCookies.length > 0 ? takeCookies(setCookies) : authRequest.headers.cookie
    const encrypted = sessions.handOver.encrypt({ origin: publicOrigin, cookieHeader, session }, attempt)
    if (encrypted === null) throw new Fault('INTERNAL_ERROR', { detail: 'a session without a cookie' })
    const response = responses.page(authRequest, 200, sendingPage(attempt, encrypted))
    const renewed = setCookies.length > 0 ? { 'set-cookie': [...setCookies] } : {}
    // The form must state its origin, but not its URL.
    const headers = { ...response.headers, ...renewed, 'referrer-policy': 'strict-origin' }
    return sendOwnResponse(request, reply, { ...response, headers })
  }

  return async function handOver(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const authRequest = authRequestOf(request)
    // A script that could read the form would obtain a session, which the HttpOnly cookie prevents.
    if (!isWholePage(authRequest.headers)) throw new Fault('FORBIDDEN', { detail: 'hand-over: no page load' })
    const attempt = readAttempt(request)
    const there = requestAt(authRequest, attempt)
    const { outcome } = await decide(there)
    const decision = { authRequest, outcome, cost: null, application: null }
    // A forbidden session too: the target then shows that page, as no other sign-in is needed.
    const session = outcome.kind === 'allow' || outcome.kind === 'forbidden' ? outcome.session : null
    if (session !== null) {
      noteDecision(request.record, decision, null)
      const setCookies = 'setCookies' in outcome ? outcome.setCookies : []
      return sendSession(request, reply, { attempt, session, setCookies })
    }
    noteDecision(request.record, decision, { sessions, report: request.server.reportEvent })
    if (outcome.kind !== 'allow') {
      const response = responses.refuse(authRequest, outcome)
      const place = { origin: attempt.to, target: { raw: attempt.redirect } }
      const wayBack =
        outcome.kind === 'login' ? { location: loginLink(place, { reason: outcome.reason }) } : {}
      return sendOwnResponse(request, reply, { ...response, headers: { ...response.headers, ...wayBack } })
    }
    // The target needs no session.
    return markOwnResponse(request, reply).redirect(`${attempt.to}${attempt.redirect}`, 302)
  }
}

function sendingPage({ to, state, redirect }: Attempt, encrypted: string): WritePage {
  const fields = { state, redirect, session: encrypted }
  return (texts) => ({
    icon: 'success',
    title: texts['gateway.hand-over.title'],
    text: texts['gateway.hand-over.text'].replaceAll('{host}', () => new URL(to).host),
    form: { label: texts['gateway.hand-over.submit'], action: `${to}${ARRIVE_PATH}`, fields },
    script: SUBMIT_SCRIPT
  })
}

/** The request after the arrival: a page load or the form's submission. */
function requestAt(authRequest: AuthRequest, { to, redirect }: Attempt): AuthRequest {
  const { cookie } = authRequest.headers
  const { method, url, target } = destinationOf(redirect, to)
  return {
    ...authRequest,
    method,
    hostname: url.hostname,
    origin: to,
    target,
    isPageLoad: true,
    headers: cookie === undefined ? {} : { cookie }
  }
}
