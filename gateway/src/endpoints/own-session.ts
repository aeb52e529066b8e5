import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteOwnOutcome } from '../access/decision.ts'
import type { Origins } from '../access/origins.ts'
import { decideOutcome } from '../access/outcome.ts'
import type { Demand } from '../access/policy.ts'
import type { Responses } from '../access/responses.ts'
import { isAnonymous, noteOutcome, noteRefresh } from '../access/security-events.ts'
import type { Tenancy, TenantScope } from '../access/tenancy.ts'
import type { Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { type AuthRequest, authRequestOf } from '../http/auth-request.ts'
import type { CorsAt } from '../http/cors.ts'
import { sendOwnResponse } from '../http/own-response.ts'
import type { SessionCheck } from '../session/check-result.ts'
import type { Session } from '../session/session.ts'
import type { Sessions } from '../session/sessions.ts'

const NO_DEMAND: Demand = { level: 'signed-in', conditions: [], rule: null }

/** Whose request it is, or the answer that was sent to somebody who is nobody here. */
export type Admission = { kind: 'admitted'; session: Session } | { kind: 'answered'; reply: FastifyReply }

/** The request that somebody who has signed in for this one makes. */
export type WayBack = (authRequest: AuthRequest) => AuthRequest

export interface AdmissionOptions {
  /** What page loads come back to from the login page; undefined: they get the same JSON as programs. */
  wayBack?: WayBack | undefined
  /** Do clients only ask whether there is a session? Then requests without one are no security event. Default false. */
  isForwardAuth?: boolean
}

/**
 * Gives the function that lets sessions of any tenant of the host pass, whatever the path; others are no session on this host.
 * What the check asks for, such as renewed cookies, is put on the answer.
 */
export function createAdmission(
  app: Pick<FastifyInstance, 'reportEvent'>,
  { responses, sessions, tenancy }: Pick<EndpointOptions, 'responses' | 'sessions' | 'tenancy'>,
  { wayBack, isForwardAuth = false }: AdmissionOptions = {}
): (request: FastifyRequest, reply: FastifyReply, check: SessionCheck) => Admission {
  return (request, reply, check) => {
    const authRequest = authRequestOf(request)
    const isPageLoad = wayBack !== undefined && authRequest.isPageLoad
    noteRefresh(authRequest, check, app.reportEvent)
    const scope: TenantScope = { kind: 'one-of', tenantIds: tenancy.tenantsAt(request.hostname) }
    const outcome = decideOutcome(check, { isPageLoad, client: request.ip }, NO_DEMAND, scope)
    noteOwnOutcome(request.record, outcome)
    if (outcome.kind !== 'allow') {
      if (!isForwardAuth || !isAnonymous(outcome))
        noteOutcome(authRequest, outcome, { sessions, report: app.reportEvent })
      const asked = outcome.kind === 'login' && wayBack !== undefined ? wayBack(authRequest) : authRequest
      return { kind: 'answered', reply: sendOwnResponse(request, reply, responses.refuse(asked, outcome)) }
    }
    if (outcome.session === null) throw new Fault('INTERNAL_ERROR', { detail: 'allowed without a session' })
    if (outcome.setCookies.length > 0) reply.header('set-cookie', outcome.setCookies)
    return { kind: 'admitted', session: outcome.session }
  }
}

/** What every endpoint works with. */
export interface EndpointOptions {
  config: Config
  sessions: Sessions
  responses: Responses
  tenancy: Tenancy
  corsAt: CorsAt
  origins: Origins
  /** Are applications on hosts of their own? Then the login page is on that of `publicUrl` alone. */
  areByHost: boolean
}
