/** Hands sessions over from the sign-in origin to origins with their own session cookie: the endpoints of both sides and the form between them. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isInScope } from '../access/applications/tenancy.ts'
import { createDecide, noteDecision } from '../access/decision.ts'
import { CONTINUE_PATH, type HandOverAttempts, isState } from '../access/responses/hand-over.ts'
import { SUBMIT_SCRIPT } from '../access/responses/posted-forms.ts'
import {
  BEGIN_PATH,
  createLoginLink,
  destinationOf,
  resolveRedirectTarget,
  TARGET_PARAMETER
} from '../access/responses/redirect-target.ts'
import { foreignFormPage } from '../access/responses/refusal-pages.ts'
import { enrolsSecondFactor } from '../access/rules/step-up.ts'
import { noteFault } from '../access/security-events.ts'
import type { Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { type AuthRequest, authRequestOf, describeRequest, isWholePage } from '../http/auth-request.ts'
import { readForms } from '../http/message.ts'
import { markOwnResponse, sendOwnResponse } from '../http/own-response.ts'
import type { Page, WritePage } from '../http/page.ts'
import { refuseOtherMethods } from '../http/routes.ts'
import { parameterOf } from '../http/target.ts'
import { accountLogFields } from '../operations/requests/request-line.ts'
import { takeCookies } from '../session/cookie/cookie.ts'
import { ARRIVE_PATH } from '../session/cookie/names.ts'
import type { Attempt } from '../session/hand-over.ts'
import type { Session } from '../session/session.ts'
import { replaceSessions } from './logout.ts'
import type { EndpointOptions } from './own-session.ts'
import {
  createPageCookie,
  createRedirectCounter,
  LOOP_DETECTED,
  MAX_ARRIVALS,
  WINDOW_SECONDS
} from './page-cookies.ts'

/** Of both sides. */
type HandOverEnd = EndpointOptions & { attempts: HandOverAttempts }

/** Max form size in bytes: the session's cookies plus a third for the encoding. */
const MAX_ARRIVAL_BYTES = 32 * 1024

/** The sign-in origin encrypts, the other origin accepts. Requests at the wrong origin are rejected; see `HandOverAttempts`. */
export async function registerHandOver(app: FastifyInstance, end: HandOverEnd): Promise<void> {
  app.addHook('onRequest', async (request) => {
    const { url = '' } = request.routeOptions
    if (end.attempts.isElsewhere(url, authRequestOf(request).origin)) throw new Fault('NOT_FOUND')
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
    const raw = redirectTargetAt(config, origin, parameterOf(request, TARGET_PARAMETER))
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
    const { outcome } = await decide(requestAt(authRequest, attempt))
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
      const toLogin =
        outcome.kind === 'login' ? { location: loginLink(place, { reason: outcome.reason }) } : {}
      return sendOwnResponse(request, reply, { ...response, headers: { ...response.headers, ...toLogin } })
    }
    // The target needs no session.
    return markOwnResponse(request, reply).redirect(`${attempt.to}${attempt.redirect}`, 302)
  }
}

/** The page between the two origins, which leads on to this one. `way`: how, by a button of this label. */
function onwardPage(origin: string, way: (label: string) => Partial<Page>): WritePage {
  return (texts) => ({
    icon: 'success',
    title: texts['gateway.hand-over.title'],
    text: texts['gateway.hand-over.text'].replaceAll('{host}', () => new URL(origin).host),
    ...way(texts['gateway.hand-over.submit'])
  })
}

function sendingPage({ to, state, redirect }: Attempt, encrypted: string): WritePage {
  const form = { action: `${to}${ARRIVE_PATH}`, fields: { state, redirect, session: encrypted } }
  return onwardPage(to, (label) => ({ form: { label, ...form }, leadsAway: true, script: SUBMIT_SCRIPT }))
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
    askedBy: authRequest,
    headers: cookie === undefined ? {} : { cookie }
  }
}

/** Validates a redirect target on an origin with its own session cookie; home if invalid. */
export function redirectTargetAt({ paths }: Pick<Config, 'paths'>, origin: string, wanted: unknown): string {
  const reserved = ['/_auth', paths.logout]
  return resolveRedirectTarget(wanted, { publicOrigin: origin, reserved, home: paths.home })
}

interface Arrival {
  attempt: Attempt
  encrypted: string
}

interface Failure {
  detail: string
  /** Same-origin URL to retry at. */
  redirect: string
  /** Default: it came too late. */
  page?: WritePage
  statusCode?: number
}

/** At origins with their own session cookie: accepts an encrypted session once, only from the sign-in origin and with the attempt’s secret. Failures are never retried automatically. */
function createArrive(end: HandOverEnd) {
  const { config, sessions, tenancy, attempts, responses, origins, now } = end
  const { home } = config.paths
  const countRedirect = createRedirectCounter(now, MAX_ARRIVALS)
  const counter = createPageCookie(config, 'redirects', 'own')

  function read({ body: fields }: FastifyRequest, to: string): Arrival | null {
    if (!(fields instanceof URLSearchParams)) return null
    const [state, redirect, encrypted] = ['state', 'redirect', 'session'].map((name) => {
      const [value, ...others] = fields.getAll(name)
      return others.length === 0 ? value : undefined
    })
    if (state === undefined || redirect === undefined || encrypted === undefined) return null
    return { attempt: { to, state, redirect }, encrypted }
  }

  function fail(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
    const authRequest = authRequestOf(request)
    const fault = new Fault('HAND_OVER_REFUSED', { detail: failure.detail })
    noteFault(request, fault)
    request.record.fault = fault
    const { statusCode = fault.statusCode, page = failurePage(failure.redirect) } = failure
    const response = authRequest.isPageLoad
      ? responses.page(authRequest, statusCode, page)
      : responses.plainFault(authRequest, fault)
    return sendOwnResponse(request, reply, response)
  }

  /** True if the arriving session is already present, as when many tabs open at once. */
  async function isThere({ attempt, encrypted }: Arrival, cookieHeader: string | undefined) {
    const check = await sessions.at(attempt.to).checker.check(cookieHeader, null)
    return check.kind === 'signed-in' && sessions.handOver.isThere(encrypted, attempt, check.session)
  }

  function countsAt({ hostname }: AuthRequest, { to, redirect }: Attempt, session: Session): boolean {
    const { target } = destinationOf(redirect, to)
    return isInScope(tenancy.scopeAt(hostname, target?.readings ?? [], target?.further), session.tenantId)
  }

  async function accept(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const authRequest = authRequestOf(request)
    const { headers, origin } = authRequest
    const arriving = isFromSignInOrigin(headers, origins.publicOrigin) ? read(request, origin) : null
    if (arriving === null)
      return fail(request, reply, { detail: 'no form of the sign-in origin', redirect: home })
    const { attempt, encrypted } = arriving
    const redirect = redirectTargetAt(config, origin, attempt.redirect)
    const known = attempts.find(headers.cookie, attempt.state)
    if (known === null) {
      if (await isThere(arriving, headers.cookie))
        return markOwnResponse(request, reply).redirect(redirect, 303)
      const page = failurePage(redirect, !attempts.hasAny(headers.cookie))
      return fail(request, reply, { detail: 'state: no such cookie', redirect, page })
    }
    const arrival = await sessions.handOver.open(encrypted, attempt, headers.cookie)
    if (arrival.kind !== 'checked') return fail(request, reply, { detail: arrival.kind, redirect })
    const { check, setCookies } = arrival
    if (check.kind === 'unavailable') throw check.fault
    if (check.kind !== 'signed-in' || !countsAt(authRequest, attempt, check.session))
      return fail(request, reply, { detail: `session: ${check.kind}`, redirect })
    // Arrivals without a session when the attempt began, but with one now, are many tabs opening at once.
    const counts =
      known.beginning === 'with-session' || sessions.at(origin).cookie.read(headers.cookie).kind === 'absent'
    const counted = counts ? countRedirect(counter.read(request), redirect) : null
    if (counted?.kind === 'loop') {
      const fix = `name ${new URL(redirect, origin).pathname} in access.crossSitePosts`
      const cause =
        known.beginning === 'by-form'
          ? { detail: `loop: ${fix}`, page: foreignFormPage(home) }
          : { detail: 'loop', page: failurePage(redirect, true) }
      return fail(request, reply, { ...cause, redirect, statusCode: LOOP_DETECTED })
    }
    if (counted !== null) counter.set(reply, counted.count, WINDOW_SECONDS)
    await replaceSessions(reply, check.session, sessions.at(origin).checker.identifyEach(headers.cookie), end)
    request.record.owner = check.session
    const facts = { ...describeRequest(authRequest), ...accountLogFields(check.session) }
    request.log.info(facts, 'session handed over to this origin')
    const { devices } = sessions.at(origin)
    reply.header('set-cookie', [...setCookies, known.forget])
    // Browsers register nothing with the cookies of a request that another site has sent: only once a page of this origin asks.
    if (devices !== null && headers['sec-fetch-site'] === 'cross-site') {
      const next = devices.offerAt(redirect)
      const page = onwardPage(origin, (label) => ({ links: [{ label, href: next }] }))
      const response = responses.page(authRequest, 200, page)
      return sendOwnResponse(request, reply, {
        ...response,
        headers: { ...response.headers, refresh: `0; url=${next}` }
      })
    }
    return markOwnResponse(request, reply)
      .headers(devices?.offer(check.session) ?? {})
      .redirect(redirect, 303)
  }

  return {
    accept,
    explain: async (request: FastifyRequest, reply: FastifyReply) =>
      fail(request, reply, { detail: 'GET', redirect: home })
  }
}

/** Old browsers may not state the origin of a cross-site form. The attempt’s secret is always required, so another site cannot forge an arrival. */
function isFromSignInOrigin(headers: AuthRequest['headers'], publicOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  return origin === publicOrigin || (origin === undefined && site === undefined)
}

/** `isWithoutCookies`: the browser sent no attempt cookie at all. */
function failurePage(redirect: string, isWithoutCookies = false): WritePage {
  const why = isWithoutCookies ? 'gateway.not-handed-over.without-cookies' : 'gateway.not-handed-over.late'
  return (texts) => ({
    icon: 'warning',
    title: texts['gateway.not-handed-over.title'],
    text: texts[why],
    links: [{ label: texts['gateway.not-handed-over.retry'], href: redirect }]
  })
}
