import type { FastifyReply, FastifyRequest } from 'fastify'
import { isInScope } from '../../access/applications/tenancy.ts'
import type { HandOverAttempts } from '../../access/responses/hand-over.ts'
import { destinationOf, resolveRedirectTarget } from '../../access/responses/redirect-target.ts'
import { foreignFormPage } from '../../access/responses/refusal-pages.ts'
import { noteFault } from '../../access/security-events.ts'
import type { Config } from '../../config/schema/schema.ts'
import { Fault } from '../../errors.ts'
import { type AuthRequest, authRequestOf, describeRequest } from '../../http/auth-request.ts'
import { markOwnResponse, sendOwnResponse } from '../../http/own-response.ts'
import type { WritePage } from '../../http/page.ts'
import { accountLogFields } from '../../operations/requests/request-line.ts'
import type { Attempt } from '../../session/hand-over.ts'
import type { Session } from '../../session/session.ts'
import { replaceSessions } from '../logout.ts'
import type { EndpointOptions } from '../own-session.ts'
import {
  createPageCookie,
  createRedirectCounter,
  LOOP_DETECTED,
  MAX_ARRIVALS,
  WINDOW_SECONDS
} from '../page-cookies.ts'

/** Shared by both sides of the hand-over. */
export interface HandOverEnd extends EndpointOptions {
  attempts: HandOverAttempts
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
export function createArrive(end: HandOverEnd) {
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
    const check = await sessions.at(attempt.to).checker.check(cookieHeader)
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
    await replaceSessions(reply, check.session, end)
    request.record.owner = check.session
    const facts = { ...describeRequest(authRequest), ...accountLogFields(check.session) }
    request.log.info(facts, 'session handed over to this origin')
    return markOwnResponse(request, reply)
      .header('set-cookie', [...setCookies, known.forget])
      .redirect(redirect, 303)
  }

  return {
    accept,
    async explain(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      return fail(request, reply, { detail: 'GET', redirect: home })
    }
  }
}

/** Old browsers may not state the origin of a cross-site form. The attempt’s secret is always required, so another site cannot forge an arrival. */
function isFromSignInOrigin(headers: AuthRequest['headers'], publicOrigin: string): boolean {
  const { origin } = headers
  return origin === publicOrigin || (origin === undefined && headers['sec-fetch-site'] === undefined)
}

/** `isWithoutCookies`: the browser sent no attempt cookie at all. */
function failurePage(redirect: string, isWithoutCookies = false): WritePage {
  return (texts) => ({
    icon: 'warning',
    title: texts['gateway.not-handed-over.title'],
    text: texts[
      isWithoutCookies ? 'gateway.not-handed-over.without-cookies' : 'gateway.not-handed-over.late'
    ],
    links: [{ label: texts['gateway.not-handed-over.retry'], href: redirect }]
  })
}
