import { type ErrorCode, Fault } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import type { CorsHeaders } from '../http/cors.ts'
import type { Attestation } from '../machines/app-check.ts'
import type { MachineCheck } from '../machines/machines.ts'
import type { RefusedToken } from '../machines/token-claims.ts'
import type { Unproven } from '../session/device-binding.ts'
import type { AccountId, Session } from '../session/session.ts'
import { isInScope, type TenantScope } from './applications/tenancy.ts'
import { type Caller, satisfies, scopesOfToken } from './rules/conditions.ts'
import type { Requirement } from './rules/policy.ts'
import { findShortfall, type StepUp, type StepUpRequirement } from './rules/step-up.ts'

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

export interface Denial extends OutcomeOfRule {
  code: ErrorCode
  /** A session that is not accepted here. */
  session: Session | null
  setCookies: readonly string[]
  /** The sign-in rule that the session does not meet, if that is the reason. */
  unmetRule?: Fault
  /** The sign-in requirement, if that is the reason. */
  stepUp?: StepUp
  /** Set if a bearer token is the reason. */
  refusedToken?: RefusedToken
  /** Set if the session's device must prove itself first, and how the request then passes. */
  proof?: Pick<Unproven, 'passes' | 'headers'>
  /** Scopes that the rule asks of an access token; omitted if none. */
  scopes?: readonly string[]
}

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
  /** Like `login`, for anything but a page load. */
  | (Denial & { kind: 'unauthenticated' })
  /**
   * `session` is null if the account is disabled or the rule is `deny`. `unmetRule`, `stepUp`: set if another
   * sign-in of this kind could not meet the rule.
   */
  | (Denial & { kind: 'forbidden' })
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
  const { rule, conditions } = requirement
  const isOptional = requirement.level === 'optional' && request.hasToken !== true
  if (
    check.kind === 'signed-in' &&
    isInScope(scope, check.session.tenantId) &&
    (conditions.length === 0 || satisfies(callerOf(check.session, request), conditions))
  ) {
    const { session, setCookies, outage } = check
    const allowed: RuledOutcome = { kind: 'allow', session, setCookies, outage, rule }
    return isOptional ? { ...allowed, anonymousBecause: null } : allowed
  }
  const refusal = refuse(check, request, requirement, scope)
  // A visitor who is about to be recognized is not shown the page of a stranger.
  const isRecognized = check.kind === 'unproven' && check.passes !== 'final'
  if (isOptional && !isRecognized) return passWithout(refusal)
  return refusal.kind === 'unauthenticated' ? { ...refusal, ...scopesOf(conditions) } : refusal
}

function callerOf(session: Session, { client, attestation }: RequestFacts): Caller {
  const isAttested = attestation?.kind === 'unavailable' ? null : attestation?.kind === 'valid'
  return { session, client, isAttested }
}

/** Lets a refused request pass as anonymous. Cookies change as if it were refused. */
function passWithout(refusal: Refusal): RuledOutcome {
  return {
    kind: 'allow',
    session: null,
    setCookies: 'setCookies' in refusal ? refusal.setCookies : NO_COOKIES,
    outage: 'fault' in refusal ? refusal.fault : null,
    anonymousBecause: codeOf(refusal),
    rule: refusal.rule ?? null
  }
}

/** `session`: its scopes come first, as a client that asks for the others alone would lose them. */
function scopesOf(conditions: Requirement['conditions'], session?: Session): Pick<Denial, 'scopes'> {
  const named = conditions.flatMap((one) => one.scopes)
  const scopes =
    named.length === 0 || session === undefined
      ? named
      : [...scopesOfToken(session).filter((one) => SCOPE.test(one)), ...named]
  return scopes.length === 0 ? {} : { scopes }
}

function refuse(
  check: MachineCheck,
  request: RequestFacts,
  requirement: Requirement,
  scope: TenantScope
): Refusal {
  const { isPageLoad, hasToken = false } = request
  const { rule } = requirement
  if (scope.kind === 'ambiguous') {
    // No sign-in would help, so do not ask for one.
    const fault = new Fault('INVALID_REQUEST', { detail: AMBIGUOUS })
    return { kind: 'failed', fault, setCookies: NO_COOKIES, hasToken, rule }
  }
  switch (check.kind) {
    case 'signed-in': {
      const { session, setCookies } = check
      // The session is valid elsewhere: keep it until another replaces it.
      return isInScope(scope, session.tenantId)
        ? forbid(session, setCookies, request, requirement)
        : askToSignIn(isPageLoad, null, { code: 'TENANT_MISMATCH', session, setCookies, rule })
    }
    case 'insufficient': {
      // Keep the session: a refresh may add what is missing, and other gateways of this origin may require
      // less.
      const { fault: unmetRule, session, setCookies } = check
      const { code } = unmetRule
      return askToSignIn(isPageLoad, 'step-up', { code, session, setCookies, unmetRule, rule })
    }
    case 'signed-out':
      return askToSignIn(isPageLoad, null, { code: check.code, session: null, setCookies: NO_COOKIES, rule })
    case 'unproven': {
      const { fault: unmetRule, session, setCookies } = check
      const facts = { code: unmetRule.code, session, setCookies, unmetRule, rule }
      // No sign-in page: the session is valid, and its browser can prove it.
      return unmetRule.code === 'DEVICE_BINDING_REQUIRED'
        ? { kind: 'forbidden', ...facts }
        : { kind: 'unauthenticated', ...facts, proof: check }
    }
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

/** A session that does not meet the conditions. */
function forbid(
  session: Session,
  setCookies: readonly string[],
  request: RequestFacts,
  requirement: Requirement
): Refusal {
  const { rule, conditions } = requirement
  const { attestation = null } = request
  const caller = callerOf(session, request)
  const would = (isAttested: boolean) => satisfies({ ...caller, isAttested }, conditions)
  if (attestation?.kind === 'unavailable' && (would(true) || would(false)))
    return { kind: 'unavailable', fault: attestation.fault, owner: session, rule }
  if (attestation?.kind === 'refused' && would(true)) {
    const { fault: unmetRule } = attestation
    return { kind: 'forbidden', code: unmetRule.code, session, setCookies, unmetRule, rule }
  }
  const more = { ...scopesOf(conditions, session), ...reasonOf(requirement) }
  return { kind: 'forbidden', code: 'FORBIDDEN', session, setCookies, rule, ...more }
}

/** Page loads go to the login page. */
function askToSignIn(isPageLoad: boolean, reason: LoginReason | null, facts: Denial): Refusal {
  return isPageLoad ? { kind: 'login', reason, ...facts } : { kind: 'unauthenticated', ...facts }
}

/** The code of a refusal. */
export function codeOf(refusal: Refusal): ErrorCode {
  return 'fault' in refusal ? refusal.fault.code : refusal.code
}

/** The error behind a refusal; null if its code says it all. */
export function faultOf(refusal: Refusal): Fault | null {
  if ('fault' in refusal) return refusal.fault
  return refusal.unmetRule ?? refusal.refusedToken?.fault ?? null
}

/** True if the session has ended and the browser still has its cookies. */
export function isEndOfSession(outcome: Outcome): boolean {
  return 'session' in outcome && outcome.session === null && outcome.setCookies.length > 0
}

/**
 * Applies a rule's step-up requirement (RFC 9470) to an allowed request. Refusals keep the session. Page loads go to the login page
 * unless that could not help. `mayLoop`: it cannot add what is missing after a recent sign-in, or would redirect straight back.
 */
export function applyStepUp(
  outcome: RuledOutcome,
  { stepUp }: StepUpRequirement,
  { isPageLoad, mayLoop, nowSeconds }: { isPageLoad: boolean; mayLoop: boolean; nowSeconds: number }
): RuledOutcome {
  if (stepUp === undefined || outcome.kind !== 'allow') return outcome
  const { session, setCookies } = outcome
  const { rule } = stepUp
  if (session === null)
    return askToSignIn(isPageLoad, null, { code: 'MISSING_CREDENTIALS', session, setCookies, rule })
  const shortfall = findShortfall(session, stepUp, nowSeconds)
  if (shortfall === null) return outcome
  const { code = 'STEP_UP_REQUIRED', detail } = shortfall
  const unmetRule = new Fault(code, { detail })
  if (code !== 'STEP_UP_REQUIRED') return { kind: 'forbidden', code, session, setCookies, unmetRule, rule }
  const refused: Denial = { code, session, setCookies, unmetRule, stepUp, rule }
  const isInVain = isPageLoad && (shortfall.isFinal || (shortfall.isJustNow && mayLoop))
  return isInVain ? { kind: 'forbidden', ...refused } : askToSignIn(isPageLoad, 'step-up', refused)
}

/** True if the request was decided by a bearer token, valid or not. Such clients get no pages and no sign-in. */
export function isOfToken(outcome: Outcome): boolean {
  if (outcome.kind === 'failed') return outcome.hasToken === true
  if ('refusedToken' in outcome && outcome.refusedToken !== undefined) return true
  return 'session' in outcome && outcome.session?.bearer !== undefined
}

const ANONYMOUS: ReadonlySet<ErrorCode> = new Set(['MISSING_CREDENTIALS', 'MALFORMED_CREDENTIALS'])

/** True if refused for missing credentials or a cookie that is not the gateway's. */
export function isAnonymous(outcome: OwnOutcome): boolean {
  return 'code' in outcome && ANONYMOUS.has(outcome.code) && outcome.session === null
}
