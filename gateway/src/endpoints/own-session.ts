import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApplicationCookies } from '../access/applications/application-cookies.ts'
import type { Applications, Origins } from '../access/applications/applications.ts'
import type { Tenancy, TenantScope } from '../access/applications/tenancy.ts'
import { noteDecision } from '../access/decision.ts'
import { applyStepUp, decideOutcome, isAnonymous } from '../access/outcome.ts'
import type { Responses } from '../access/responses/responses.ts'
import type { Requirement } from '../access/rules/policy.ts'
import { noteRefresh, noteRefusal } from '../access/security-events.ts'
import type { Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { type AuthRequest, authRequestOf } from '../http/auth-request.ts'
import type { CorsAt } from '../http/cors.ts'
import { clearSiteDataOf, sendOwnResponse } from '../http/own-response.ts'
import type { IdentityPlatform } from '../identity-platform/identity-platform.ts'
import type { RouteName } from '../operations/events.ts'
import type { SessionCheck } from '../session/check-result.ts'
import type { Session } from '../session/session.ts'
import type { Sessions } from '../session/sessions.ts'
import type { SharedState } from '../shared-state/shared-state.ts'

const ANY_SESSION: Requirement = { level: 'signed-in', conditions: [], needsAppCheck: false, rule: null }
const ANY_TENANT: TenantScope = { kind: 'any' }

/** Maps a request to the one to return to after sign-in. */
export type ReturnRequest = (authRequest: AuthRequest) => AuthRequest

interface AdmissionOptions {
  /** Where page loads return after sign-in. Default: page loads get JSON like other requests. */
  returnRequest?: ReturnRequest | undefined
  /** Clients only ask whether there is a session, so a missing one is no security event. Default: false. */
  isStatusCheck?: boolean
  /** Default: any session. */
  requirement?: Requirement
}

/** Returns a function that admits sessions of any tenant of the host, and adds the check’s headers to the response. Null: refused, and the response has been sent. */
export function createSessionGuard(
  app: Pick<FastifyInstance, 'reportEvent'>,
  { responses, sessions, tenancy, now }: Pick<EndpointOptions, 'responses' | 'sessions' | 'tenancy' | 'now'>,
  { returnRequest, isStatusCheck = false, requirement = ANY_SESSION }: AdmissionOptions = {}
): (request: FastifyRequest, reply: FastifyReply, check: SessionCheck) => Session | null {
  return (request, reply, check) => {
    const authRequest = authRequestOf(request)
    const isPageLoad = returnRequest !== undefined && authRequest.isPageLoad
    noteRefresh(authRequest, check, app.reportEvent)
    const scope: TenantScope = { kind: 'one-of', tenantIds: tenancy.tenantsAt(request.hostname) }
    const decided = decideOutcome(check, { isPageLoad, client: request.ip }, requirement, scope)
    const outcome = applyStepUp(decided, requirement, { isPageLoad, mayLoop: false, nowSeconds: now() })
    const isStatus = isStatusCheck && outcome.kind !== 'allow' && isAnonymous(outcome)
    const sink = isStatus ? null : { sessions, report: app.reportEvent }
    noteDecision(request.record, { authRequest, outcome, cost: null, application: null }, sink)
    if (outcome.kind !== 'allow') {
      const asked =
        outcome.kind === 'login' && returnRequest !== undefined ? returnRequest(authRequest) : authRequest
      sendOwnResponse(request, reply, responses.refuse(asked, outcome))
      return null
    }
    if (outcome.session === null) throw new Fault('INTERNAL_ERROR', { detail: 'allowed without a session' })
    reply.header('set-cookie', outcome.setCookies)
    return outcome.session
  }
}

/**
 * Returns a function that finds the session, null if there is none or it cannot be checked, and adds the check’s headers and
 * `Clear-Site-Data` to the response. With null it may have sent the response (`reply.sent`), by which the device proves itself first.
 */
export function createSessionLookup({
  config,
  sessions,
  responses
}: Pick<EndpointOptions, 'config' | 'sessions' | 'responses'>) {
  const clearSiteData = clearSiteDataOf(config)
  return async function findSession(request: FastifyRequest, reply: FastifyReply): Promise<Session | null> {
    const authRequest = authRequestOf(request)
    const check = await sessions.at(authRequest.origin).checker.check(request.headers.cookie, authRequest)
    const report = request.server.reportEvent
    if (check.kind === 'unproven' && check.passes !== 'final') {
      const { isPageLoad, client } = authRequest
      const outcome = decideOutcome(check, { isPageLoad, client }, ANY_SESSION, ANY_TENANT)
      noteDecision(request.record, { authRequest, outcome, cost: null, application: null }, null)
      if (outcome.kind !== 'allow') sendOwnResponse(request, reply, responses.refuse(authRequest, outcome))
      return null
    }
    noteRefresh(authRequest, check, report)
    if ('setCookies' in check) reply.header('set-cookie', check.setCookies)
    if (check.kind === 'ended') {
      noteRefusal(authRequest, { code: check.code, session: null }, { sessions, report })
      // This response clears the cookie, so later ones cannot detect that a session ended.
      reply.headers(clearSiteData)
    }
    return check.kind === 'signed-in' ? check.session : null
  }
}

/** Adds a scope whose routes have a name for log and metrics. `isOnSignInSite`: only on the host of the login page; default: on all. */
export type AddRoutes = (
  name: RouteName,
  register: (scope: FastifyInstance) => void | Promise<void>,
  where?: { isOnSignInSite?: boolean }
) => void

/** Dependencies common to all endpoints. */
export interface EndpointOptions {
  config: Config
  sessions: Sessions
  responses: Responses
  tenancy: Tenancy
  corsAt: CorsAt | null
  /** Null: no application names its session cookies. */
  applicationCookies: ApplicationCookies | null
  origins: Origins
  /** With `areByHost`, the login page is only on the host of `publicUrl`. */
  applications: Applications
  platform: IdentityPlatform
  /** State that all processes share. */
  shared: SharedState
  /** Epoch seconds. */
  now: () => number
}

/** Most calls of one caller within `windowMs` milliseconds. Limits are keyed by name. */
export interface CallLimit {
  name: string
  most: number
  windowMs: number
}

/** Counts a call across processes; with `reply`, states the limit in its headers. Throws `RATE_LIMITED` beyond the limit. */
export async function limitCalls(
  { countCall }: Pick<SharedState, 'countCall'>,
  { name, most, windowMs }: CallLimit,
  caller: string,
  reply?: FastifyReply
): Promise<void> {
  const { calls, endsInMs } = await countCall(name, caller, windowMs)
  const retryAfterSeconds = Math.ceil(endsInMs / 1000)
  reply?.headers({
    'x-ratelimit-limit': most,
    'x-ratelimit-remaining': Math.max(0, most - calls),
    'x-ratelimit-reset': retryAfterSeconds
  })
  if (calls > most) throw new Fault('RATE_LIMITED', { retryAfterSeconds })
}
