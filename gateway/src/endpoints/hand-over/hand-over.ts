import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createDecide, noteOwnOutcome } from '../../access/decision.ts'
import { CONTINUE_PATH, type HandOverAttempts, isState } from '../../access/hand-over.ts'
import { createLoginLink, type LinkedPlace } from '../../access/login-link.ts'
import type { Outcome } from '../../access/outcome.ts'
import {
  BEGIN_PATH,
  BEGIN_TARGET_PARAMETER,
  destinationOf,
  resolveRedirectTarget
} from '../../access/redirect-target.ts'
import { noteOutcome } from '../../access/security-events.ts'
import { enrolsSecondFactor } from '../../access/step-up.ts'
import { ARRIVE_PATH } from '../../config/hand-over.ts'
import { Fault } from '../../errors.ts'
import { type AuthRequest, authRequestOf } from '../../http/auth-request.ts'
import { readForms } from '../../http/body.ts'
import { isWholePage } from '../../http/navigation.ts'
import { refuseOtherMethods, sendOwnResponse } from '../../http/own-response.ts'
import { parameterOf, parseRequestTarget } from '../../http/target.ts'
import { takeCookies } from '../../session/cookie/cookie.ts'
import type { Attempt } from '../../session/hand-over.ts'
import type { Session } from '../../session/session.ts'
import { createArrive } from './arrive.ts'
import { type HandOverEnd, type HandOverOptions, sendingPage } from './page.ts'

/** Room for a sealed session: that of its cookies, and a third more for the way it is written. In bytes. */
const MAX_ARRIVAL_BYTES = 32 * 1024

/**
 * Registers both ends of the way that sessions take to origins with a cookie of their own: the sign-in origin seals, the other one
 * takes. Each is at its own origins alone, which is looked at before: see `HandOverAttempts`.
 */
export async function registerHandOver(
  app: FastifyInstance,
  options: HandOverOptions,
  attempts: HandOverAttempts
): Promise<void> {
  const { paths } = options.config
  const end: HandOverEnd = {
    ...options,
    attempts,
    redirectTargetAt: (origin, wanted) =>
      resolveRedirectTarget(wanted, {
        publicOrigin: origin,
        reserved: ['/_auth', paths.logout],
        home: paths.home
      })
  }
  app.get(BEGIN_PATH, createBegin(end))
  app.get(CONTINUE_PATH, createContinue(end))
  const arrive = createArrive(end)
  app.get(ARRIVE_PATH, arrive.explain)
  await app.register(async (scope) => {
    // Everywhere else nobody reads the fields of a form.
    readForms(scope)
    // It comes from the sign-in origin: looked at by itself.
    const route = { bodyLimit: MAX_ARRIVAL_BYTES, config: { sameOrigin: false } }
    scope.post(ARRIVE_PATH, route, arrive.take)
  })
  for (const url of [BEGIN_PATH, CONTINUE_PATH, ARRIVE_PATH])
    refuseOtherMethods(app, url, { sameOrigin: true })
}

/**
 * The handler at origins with a cookie of their own that begins a new attempt, whatever session is there: the one that arrives takes its
 * place. It can only be that of the same browser at the sign-in origin, wherever the visitor comes from.
 */
function createBegin({ attempts, redirectTargetAt }: HandOverEnd) {
  return async function begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { origin, headers } = authRequestOf(request)
    // Attempts of pictures and frames would push out those of pages.
    if (!isWholePage(headers)) throw new Fault('FORBIDDEN', { detail: 'hand-over: no page load' })
    const raw = redirectTargetAt(origin, parameterOf(request, BEGIN_TARGET_PARAMETER))
    const { location, setCookies } = attempts.begin({ origin, headers, target: { raw } })
    return sendOwnResponse(request, reply, {
      statusCode: 302,
      headers: { location, 'set-cookie': [...setCookies] },
      body: null
    })
  }
}

/**
 * The handler at the sign-in origin. A session that counts at the target, by its tenants and by what its rule asks of the sign-in, is
 * sealed for it; everybody else goes to the login page, and from there to the target, where a new attempt begins.
 */
function createContinue(end: HandOverEnd) {
  const { config, sessions, applications, tenancy, attempts, origins, responses, now } = end
  const { publicOrigin } = origins
  // The same decision as at the target, with the session that is here.
  const decide = createDecide({
    sessions: { at: () => sessions.at(publicOrigin) },
    applications,
    tenancy,
    enrols: enrolsSecondFactor(config),
    now
  })
  const loginLink = createLoginLink(config, publicOrigin, attempts)

  /** Throws `INVALID_REQUEST`. */
  function readAttempt(request: FastifyRequest): Attempt {
    const to = parameterOf(request, 'to') ?? ''
    if (!origins.isOfApplication(to) || !attempts.isFor(to))
      throw new Fault('INVALID_REQUEST', { detail: 'to: no origin that sessions are handed over to' })
    const state = parameterOf(request, 'state') ?? ''
    if (!isState(state)) throw new Fault('INVALID_REQUEST', { detail: 'state: no digest' })
    return { to, state, redirect: end.redirectTargetAt(to, parameterOf(request, 'redirect')) }
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
    // The form must say where it comes from, and nothing of its address.
    const headers = { ...response.headers, ...renewed, 'referrer-policy': 'strict-origin' }
    return sendOwnResponse(request, reply, { ...response, headers })
  }

  return async function handOver(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const authRequest = authRequestOf(request)
    // A script that could read the form would have a session to use elsewhere, which no script gets from a cookie.
    if (!isWholePage(authRequest.headers)) throw new Fault('FORBIDDEN', { detail: 'hand-over: no page load' })
    const attempt = readAttempt(request)
    const there = requestAt(authRequest, attempt)
    const { outcome } = await decide(there)
    noteOwnOutcome(request.record, outcome)
    const session = sessionOf(outcome)
    if (session !== null) {
      const setCookies = 'setCookies' in outcome ? outcome.setCookies : []
      return sendSession(request, reply, { attempt, session, setCookies })
    }
    if (outcome.kind !== 'allow') {
      noteOutcome(authRequest, outcome, { sessions, report: request.server.reportEvent })
      const response = responses.refuse(authRequest, outcome)
      const wayBack =
        outcome.kind === 'login' ? { location: loginLink(placeOf(attempt), { reason: outcome.reason }) } : {}
      return sendOwnResponse(request, reply, { ...response, headers: { ...response.headers, ...wayBack } })
    }
    // Nobody need be signed in there.
    return sendOwnResponse(request, reply, {
      statusCode: 302,
      headers: { location: `${attempt.to}${attempt.redirect}` },
      body: null
    })
  }
}

/** Whom the target lets in, or tells that they have no access: no other sign-in is asked for. Null: nobody. */
function sessionOf(outcome: Outcome): Session | null {
  return outcome.kind === 'allow' || outcome.kind === 'forbidden' ? outcome.session : null
}

/** Where visitors come back to after they have signed in. */
function placeOf({ to, redirect }: Attempt): LinkedPlace {
  return { origin: to, target: { raw: redirect } }
}

/** The page load that comes after the arrival, or the form that is sent then. */
function requestAt(authRequest: AuthRequest, { to, redirect }: Attempt): AuthRequest {
  const { cookie } = authRequest.headers
  const { method, url } = destinationOf(redirect, to)
  const target = parseRequestTarget(`${url.pathname}${url.search}`)
  return {
    ...authRequest,
    method,
    hostname: url.hostname,
    origin: to,
    target: target.kind === 'target' ? target : null,
    isPageLoad: true,
    headers: cookie === undefined ? {} : { cookie }
  }
}
