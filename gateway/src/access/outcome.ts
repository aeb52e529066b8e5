import { type ErrorCode, Fault } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import type { CorsHeaders } from '../http/cors.ts'
import type { MachineCheck } from '../machines/machines.ts'
import type { RefusedToken } from '../machines/token-claims.ts'
import type { Owner, Session } from '../session/session.ts'
import { satisfies } from './conditions.ts'
import type { Demand } from './policy.ts'
import type { StepUp } from './step-up.ts'
import { isInScope, type TenantScope } from './tenancy.ts'

/** Why a visitor is sent to the login page; the page has words for each. */
export type LoginReason = 'expired' | 'step-up'

/** What happens to a request. `setCookies`: `Set-Cookie` values that the answer must carry. */
export type Outcome = OutcomeOfRule & OutcomeKind

interface OutcomeOfRule {
  /** The `rule` of the demand; left out: the request ended before the rules were looked at. */
  rule?: number | null
}

type OutcomeKind =
  | {
      kind: 'allow'
      session: Session | null
      setCookies: readonly string[]
      /** Why an expired session is accepted, or an optional one could not be checked; null: it has not expired. */
      outage: Fault | null
      /** Where a session is optional: why the visitor passes without; null: there is one. Left out: it is not optional. */
      passedOver?: ErrorCode | null
    }
  /**
   * A page load of somebody who is not signed in. `lacking`: the rule for sign-ins that the session does not meet; left out:
   * there is no session, or it is not about such a rule.
   */
  | {
      kind: 'login'
      code: ErrorCode
      reason: LoginReason | null
      /** One that does not count here; null: there is none. */
      session: Session | null
      setCookies: readonly string[]
      lacking?: Fault
      /** What the rule asks of the sign-in; left out: it is not about that. */
      stepUp?: StepUp
    }
  /** The same for everything that is no page load. `refusedToken`: the bearer token of the request is the reason. */
  | {
      kind: 'unauthenticated'
      code: ErrorCode
      session: Session | null
      setCookies: readonly string[]
      lacking?: Fault
      stepUp?: StepUp
      refusedToken?: RefusedToken
    }
  /**
   * Not allowed. `session`: null when the account itself is disabled, and where nobody is allowed. `lacking`, `stepUp`:
   * another sign-in of this kind would not give what the rule asks of it.
   */
  | {
      kind: 'forbidden'
      code: ErrorCode
      session: Session | null
      setCookies: readonly string[]
      lacking?: Fault
      stepUp?: StepUp
    }
  /** A CORS preflight that the gateway answers, with these headers; the application does not see it. */
  | { kind: 'preflight'; headers: CorsHeaders }
  /** `owner`: whose session it is that cannot be checked now. */
  | { kind: 'unavailable'; fault: Fault; owner: Owner }
  /** `hasToken`: of a request with a bearer token. */
  | { kind: 'failed'; fault: Fault; setCookies: readonly string[]; hasToken?: boolean }

/** An outcome that the gateway answers itself. */
export type OwnOutcome = Exclude<Outcome, { kind: 'allow' }>

/** What session and rules come to. */
export type RuledOutcome = Exclude<Outcome, { kind: 'preflight' }>

/** An outcome that lets nobody pass. */
export type Refusal = Exclude<RuledOutcome, { kind: 'allow' }>

const NO_COOKIES: readonly string[] = []
const AMBIGUOUS = 'request target: has readings in places that are for accounts of different tenants'

/** The outcome for a demand that needs no session; cookies are not looked at. */
export function publicOutcome({ rule }: Demand): Outcome {
  return { kind: 'allow', session: null, setCookies: NO_COOKIES, outage: null, rule }
}

/** The outcome for a demand that nobody meets; cookies are not looked at. */
export function deniedOutcome({ rule }: Demand): Outcome {
  return { kind: 'forbidden', code: 'FORBIDDEN', session: null, setCookies: NO_COOKIES, rule }
}

/** What of a request an outcome depends on, beside its session check and its demand. */
export interface AskedBy extends Pick<AuthRequest, 'isPageLoad' | 'client'> {
  /** Does the check come from a bearer token? Its caller is never taken for nobody. */
  hasToken?: boolean
}

/**
 * The one decision of the gateway. Pure: the same check, facts and demand give the same outcome.
 * `scope`: the tenants whose sessions are accepted at this place.
 */
export function decideOutcome(
  check: MachineCheck,
  proxy: AskedBy,
  demand: Demand,
  scope: TenantScope
): RuledOutcome {
  const outcome = decideForSession(check, proxy, demand, scope)
  return demand.level === 'optional' && proxy.hasToken !== true ? passWithout(outcome) : outcome
}

/** What would be refused passes as nobody's; cookies change as they would have. */
function passWithout(outcome: RuledOutcome): RuledOutcome {
  const { rule = null } = outcome
  if (outcome.kind === 'allow') return { ...outcome, passedOver: null }
  const fault = 'fault' in outcome ? outcome.fault : null
  return {
    kind: 'allow',
    session: null,
    setCookies: 'setCookies' in outcome ? outcome.setCookies : NO_COOKIES,
    outage: fault,
    passedOver: 'fault' in outcome ? outcome.fault.code : outcome.code,
    rule
  }
}

function decideForSession(
  check: MachineCheck,
  { isPageLoad: pageLoad, client, hasToken = false }: AskedBy,
  demand: Demand,
  scope: TenantScope
): RuledOutcome {
  const { rule } = demand
  if (scope.kind === 'ambiguous') {
    // No sign-in would help, so not even those who are signed out are asked for one.
    const fault = new Fault('INVALID_REQUEST', { detail: AMBIGUOUS })
    return { kind: 'failed', fault, setCookies: NO_COOKIES, hasToken, rule }
  }
  switch (check.kind) {
    case 'signed-in': {
      const { session, setCookies, outage } = check
      if (!isInScope(scope, session.tenantId)) {
        // The session is good elsewhere, so it is kept until another takes its place.
        const code = 'TENANT_MISMATCH'
        return pageLoad
          ? { kind: 'login', code, reason: null, session, setCookies, rule }
          : { kind: 'unauthenticated', code, session, setCookies, rule }
      }
      if (satisfies({ session, client }, demand.conditions))
        return { kind: 'allow', session, setCookies, outage, rule }
      return { kind: 'forbidden', code: 'FORBIDDEN', session, setCookies, rule }
    }
    case 'insufficient': {
      // Kept: a refresh may bring what is missing, and other gateways of this origin may ask for less.
      const { fault: lacking, session, setCookies } = check
      const { code } = lacking
      return pageLoad
        ? { kind: 'login', code, reason: 'step-up', session, setCookies, lacking, rule }
        : { kind: 'unauthenticated', code, session, setCookies, lacking, rule }
    }
    case 'signed-out':
      return pageLoad
        ? { kind: 'login', code: check.code, reason: null, session: null, setCookies: NO_COOKIES, rule }
        : { kind: 'unauthenticated', code: check.code, session: null, setCookies: NO_COOKIES, rule }
    case 'ended': {
      const { code, setCookies } = check
      if (code === 'USER_DISABLED') return { kind: 'forbidden', code, session: null, setCookies, rule }
      return pageLoad
        ? { kind: 'login', code, reason: 'expired', session: null, setCookies, rule }
        : { kind: 'unauthenticated', code, session: null, setCookies, rule }
    }
    case 'token-refused': {
      const { code } = check.fault
      return {
        kind: 'unauthenticated',
        code,
        session: null,
        setCookies: NO_COOKIES,
        refusedToken: check,
        rule
      }
    }
    case 'unavailable':
      return { ...check, rule }
    case 'failed':
      return { ...check, hasToken, rule }
  }
}

/** Is there no session any more, of which the browser still has cookies? */
export function isEndOfSession(outcome: Outcome): boolean {
  return 'session' in outcome && outcome.session === null && outcome.setCookies.length > 0
}
