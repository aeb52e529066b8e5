import { type ErrorCode, Fault } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import type { CorsHeaders } from '../http/cors.ts'
import type { Attestation } from '../machines/app-check.ts'
import type { MachineCheck } from '../machines/machines.ts'
import type { RefusedToken } from '../machines/token-claims.ts'
import type { AccountId, Session } from '../session/session.ts'
import type { TenantScope } from './applications/tenancy.ts'
import { satisfies, scopesOfToken, type Truth } from './rules/conditions.ts'
import type { Requirement } from './rules/policy.ts'
import type { StepUp } from './rules/step-up.ts'

/** Why a visitor is sent to the login page, which has a message for each, except for the lost form of another site. */
export type LoginReason = 'expired' | 'replaced' | 'step-up' | 'lost-form'

/** RFC 6749, 3.3; another issuer may have other ones. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** What happens to a request. `setCookies`: `Set-Cookie` values for the response. */
export type Outcome = OutcomeOfRule & OutcomeKind

interface OutcomeOfRule {
  /** Number of the deciding rule, null for the default. Omitted if rules were not evaluated. */
  rule?: number | null
}

interface Denial {
  code: ErrorCode
  /** A session that is not accepted here. */
  session: Session | null
  setCookies: readonly string[]
  /** The sign-in rule that the session does not meet, if that is the reason. */
  unmetRule?: Fault
  /** The sign-in requirement, if that is the reason. */
  stepUp?: StepUp
}

/** Scopes that the rule asks of an access token; omitted if none. */
type Scopes = readonly string[]

type OutcomeKind =
  | {
      kind: 'allow'
      session: Session | null
      setCookies: readonly string[]
      /** The `Cookie` header without cookies of another account. Omitted: as it is. */
      applicationCookie?: string
      /** Why an expired session is accepted or an optional one could not be checked; otherwise null. */
      outage: Fault | null
      /** Optional sessions only: why the visitor passes without one; null if there is one. */
      anonymousBecause?: ErrorCode | null
    }
  /** A page load that must sign in. */
  | (Denial & { kind: 'login'; reason: LoginReason | null })
  /** Like `login`, for anything but a page load. `refusedToken`: set if a bearer token is the reason. */
  | (Denial & { kind: 'unauthenticated'; refusedToken?: RefusedToken; scopes?: Scopes })
  /**
   * `session` is null if the account is disabled or the rule is `deny`. `unmetRule`, `stepUp`: set if another
   * sign-in of this kind could not meet the rule.
   */
  | (Denial & { kind: 'forbidden'; scopes?: Scopes })
  /** A CORS preflight that the gateway handles in place of the application. */
  | { kind: 'preflight'; headers: CorsHeaders }
  /** The session cannot be checked at the moment. `owner`: of that session. */
  | { kind: 'unavailable'; fault: Fault; owner: AccountId }
  /** `hasToken`: the request has a bearer token. */
  | { kind: 'failed'; fault: Fault; setCookies: readonly string[]; hasToken?: boolean }

/** An outcome that the gateway itself responds to. */
export type OwnOutcome = Exclude<Outcome, { kind: 'allow' }>

/** An outcome of session and rules. */
export type RuledOutcome = Exclude<Outcome, { kind: 'preflight' }>

/** An outcome that denies access. */
export type Refusal = Exclude<RuledOutcome, { kind: 'allow' }>

const NO_COOKIES: readonly string[] = []
const AMBIGUOUS = 'request target: has readings in places that are for accounts of different tenants'

/** Outcome of a public rule, without checking the session. */
export function publicOutcome({ rule }: Requirement): Outcome {
  return { kind: 'allow', session: null, setCookies: NO_COOKIES, outage: null, rule }
}

/** Outcome of a `deny` rule, without checking the session. */
export function deniedOutcome(requirement: Requirement): Outcome {
  const { rule } = requirement
  const denial = { session: null, setCookies: NO_COOKIES, rule, ...reasonOf(requirement) }
  return { kind: 'forbidden', code: 'FORBIDDEN', ...denial }
}

function reasonOf({ reason }: Requirement): { unmetRule?: Fault } {
  return reason === undefined ? {} : { unmetRule: new Fault('FORBIDDEN', { detail: reason }) }
}

/** Request facts that an outcome depends on. */
export interface RequestFacts extends Pick<AuthRequest, 'isPageLoad' | 'client'> {
  /** The check is of a bearer token: its client is never treated as anonymous. */
  hasToken?: boolean
  /** Of the request's App Check token; null: no condition is about it, or there is no session. */
  attestation?: Attestation | null
}

/** The access decision. Pure. `scope`: tenants whose sessions are accepted here. */
export function decideOutcome(
  check: MachineCheck,
  request: RequestFacts,
  requirement: Requirement,
  scope: TenantScope
): RuledOutcome {
  const decided = decideForSession(check, request, requirement, scope)
  const outcome =
    decided.kind === 'unauthenticated' ? { ...decided, ...scopesOf(requirement.conditions) } : decided
  return requirement.level === 'optional' && request.hasToken !== true ? passWithout(outcome) : outcome
}

/** Lets a refused request pass as anonymous. Cookies change as if it were refused. */
function passWithout(outcome: RuledOutcome): RuledOutcome {
  const { rule = null } = outcome
  if (outcome.kind === 'allow') return { ...outcome, anonymousBecause: null }
  const fault = 'fault' in outcome ? outcome.fault : null
  return {
    kind: 'allow',
    session: null,
    setCookies: 'setCookies' in outcome ? outcome.setCookies : NO_COOKIES,
    outage: fault,
    anonymousBecause: 'fault' in outcome ? outcome.fault.code : outcome.code,
    rule
  }
}

/** `session`: its scopes come first, as a client that asks for the others alone would lose them. */
function scopesOf(conditions: Requirement['conditions'], session?: Session): { scopes?: readonly string[] } {
  const named = conditions.flatMap((one) => one.scopes)
  const scopes =
    named.length === 0 || session === undefined
      ? named
      : [...scopesOfToken(session).filter((one) => SCOPE.test(one)), ...named]
  return scopes.length === 0 ? {} : { scopes }
}

function decideForSession(
  check: MachineCheck,
  { isPageLoad, client, hasToken = false, attestation = null }: RequestFacts,
  requirement: Requirement,
  scope: TenantScope
): RuledOutcome {
  const { rule } = requirement
  if (scope.kind === 'ambiguous') {
    // No sign-in would help, so do not ask for one.
    const fault = new Fault('INVALID_REQUEST', { detail: AMBIGUOUS })
    return { kind: 'failed', fault, setCookies: NO_COOKIES, hasToken, rule }
  }
  switch (check.kind) {
    case 'signed-in': {
      const { session, setCookies, outage } = check
      const { conditions } = requirement
      if (scope.kind === 'one-of' && !scope.tenantIds.includes(session.tenantId)) {
        // The session is valid elsewhere: keep it until another replaces it.
        return askToSignIn(isPageLoad, null, { code: 'TENANT_MISMATCH', session, setCookies, rule })
      }
      const allowed: RuledOutcome = { kind: 'allow', session, setCookies, outage, rule }
      if (conditions.length === 0) return allowed
      const caller = { session, client, isAttested: truthOf(attestation) }
      if (satisfies(caller, conditions)) return allowed
      const would = (isAttested: boolean) => satisfies({ ...caller, isAttested }, conditions)
      if (attestation?.kind === 'unavailable' && (would(true) || would(false)))
        return { kind: 'unavailable', fault: attestation.fault, owner: session, rule }
      if (attestation?.kind === 'refused' && would(true)) {
        const { fault: unmetRule } = attestation
        return { kind: 'forbidden', code: unmetRule.code, session, setCookies, unmetRule, rule }
      }
      const code = 'FORBIDDEN'
      const more = { ...scopesOf(conditions, session), ...reasonOf(requirement) }
      return { kind: 'forbidden', code, session, setCookies, rule, ...more }
    }
    case 'insufficient': {
      // Keep the session: a refresh may add what is missing, and other gateways of this origin may require
      // less.
      const { fault: unmetRule, session, setCookies } = check
      return askToSignIn(isPageLoad, 'step-up', {
        code: unmetRule.code,
        session,
        setCookies,
        unmetRule,
        rule
      })
    }
    case 'signed-out':
      return askToSignIn(isPageLoad, null, { code: check.code, session: null, setCookies: NO_COOKIES, rule })
    case 'ended': {
      const { code, setCookies } = check
      if (code === 'USER_DISABLED') return { kind: 'forbidden', code, session: null, setCookies, rule }
      const reason = code === 'SESSION_REPLACED' ? 'replaced' : 'expired'
      return askToSignIn(isPageLoad, reason, { code, session: null, setCookies, rule })
    }
    case 'token-refused': {
      const { code } = check.fault
      const refused = { code, session: null, setCookies: NO_COOKIES, refusedToken: check, rule }
      return { kind: 'unauthenticated', ...refused }
    }
    case 'unavailable':
      return { ...check, rule }
    case 'failed':
      return { ...check, hasToken, rule }
  }
}

/** Page loads go to the login page. */
export function askToSignIn(
  isPageLoad: boolean,
  reason: LoginReason | null,
  facts: Denial & OutcomeOfRule
): RuledOutcome {
  return isPageLoad ? { kind: 'login', reason, ...facts } : { kind: 'unauthenticated', ...facts }
}

/** The error behind a refusal; null if its code says it all. */
export function faultOf(outcome: Refusal): Fault | null {
  if ('fault' in outcome) return outcome.fault
  const refusedToken = 'refusedToken' in outcome ? outcome.refusedToken?.fault : undefined
  return outcome.unmetRule ?? refusedToken ?? null
}

/** True if the session has ended and the browser still has its cookies. */
export function isEndOfSession(outcome: Outcome): boolean {
  return 'session' in outcome && outcome.session === null && outcome.setCookies.length > 0
}

/** Null: the token cannot be verified now. */
function truthOf(attestation: Attestation | null): Truth {
  return attestation?.kind === 'unavailable' ? null : attestation?.kind === 'valid'
}
