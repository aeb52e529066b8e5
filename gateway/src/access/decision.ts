import type { IncomingHttpHeaders } from 'node:http'
import type { Application } from '../config/applications.ts'
import { Fault } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import type { CorsAt } from '../http/cors.ts'
import { isFromOwnSite, isSafeMethod } from '../http/origin.ts'
import type { RequestTarget } from '../http/target.ts'
import type { MachineCheck, Machines } from '../machines/machines.ts'
import {
  type DecisionCost,
  type DecisionOutcome,
  type EventSink,
  ignoreEvents
} from '../operations/events.ts'
import type { LoggedOwner } from '../operations/log-fields.ts'
import type { SessionChecker } from '../session/check.ts'
import type { RequestRecord } from '../traffic/record.ts'
import { type Applications, placeFault } from './applications.ts'
import { decideOutcome, deniedOutcome, type Outcome, publicOutcome } from './outcome.ts'
import type { Demand } from './policy.ts'
import { noteRefresh } from './security-events.ts'
import { findShortfall, type StepUpDemand } from './step-up.ts'
import type { Tenancy } from './tenancy.ts'

export interface DecisionOptions {
  sessions: { at(origin: string): { checker: Pick<SessionChecker, 'check'> } }
  applications: Applications
  tenancy: Tenancy
  /** Nobody's preflights are answered when left out. */
  corsAt?: CorsAt
  /** Callers with bearer tokens; there are none when left out. */
  machines?: Pick<Machines, 'check' | 'isAuthorized'> | null
  /** Does the login page set up a second factor for whoever has none? */
  enrols: boolean
  /** Takes `session.refreshed`; nobody does when left out. */
  report?: EventSink
  /** Epoch seconds. */
  now: () => number
}

/** What happens to a request, and what it took to find out. */
export interface Decision {
  outcome: Outcome
  cost: DecisionCost
  /** Whose request it is; null: nobody's. */
  application: Application | null
}

/** Decides about a request; without a promise where the session is remembered. */
export type Decide = (authRequest: AuthRequest) => Decision | Promise<Decision>

/**
 * The decision about requests for the application, also those that another proxy asks about. Its functions take what they need, since
 * each request would leave a closure to the garbage collector.
 */
export function createDecide(options: DecisionOptions): Decide {
  const { sessions, applications, tenancy, corsAt = () => null, machines = null } = options
  const { enrols, report = ignoreEvents, now } = options

  /** A page of another site could open a socket with the visitor's cookies (CWE-1385). No page can send a token. */
  function mayOpenSocket(authRequest: AuthRequest, application: Application): boolean {
    return (
      isFromOwnSite(authRequest.headers, authRequest.origin) ||
      machines?.isAuthorized(authRequest, application.name) === true
    )
  }

  function conclude(
    authRequest: AuthRequest,
    target: RequestTarget,
    application: Application,
    demand: Demand,
    check: MachineCheck,
    cost: DecisionCost,
    hasToken: boolean
  ): Decision {
    const isPageLoad = authRequest.isPageLoad && !hasToken
    const scope = tenancy.scopeAt(authRequest.hostname, target.readings)
    const proxy = hasToken ? { isPageLoad, client: authRequest.client, hasToken } : authRequest
    const outcome = decideOutcome(check, proxy, demand, scope)
    if (demand.stepUp === undefined) return { outcome, cost, application }
    // From the login page browsers come back by GET; a form is sent again by its visitor alone.
    const mayLoop = !enrols || isSafeMethod(authRequest.method)
    const facts = { isPageLoad, mayLoop, nowSeconds: now() }
    return { outcome: applyStepUp(outcome, demand, facts), cost, application }
  }

  async function concludeLater(
    authRequest: AuthRequest,
    target: RequestTarget,
    application: Application,
    demand: Demand,
    check: Promise<MachineCheck>,
    hasToken: boolean
  ): Promise<Decision> {
    const checked = await check
    noteRefresh(authRequest, checked, report)
    const cost = checked.hasAsked === true ? 'refresh' : 'cold'
    return conclude(authRequest, target, application, demand, checked, cost, hasToken)
  }

  return (authRequest) => {
    const { hostname, target, headers } = authRequest
    if (target === null) return refuse(new Fault('INVALID_REQUEST', { detail: 'no request target' }))
    const found = applications.at(hostname, target)
    if (found.kind !== 'application') return refuse(placeFault(found))
    const { application, policy } = found
    const preflight =
      authRequest.successIsPass === true ? null : corsAt(authRequest, application)?.preflight(authRequest)
    if (preflight != null)
      return { outcome: { kind: 'preflight', headers: preflight }, cost: 'public', application }
    if (asksForSocket(headers) && !mayOpenSocket(authRequest, application))
      return refuse(new Fault('ORIGIN_MISMATCH'), application)
    const demand = policy(authRequest.method, target, hostname)
    if (demand.level === 'public') return { outcome: publicOutcome(demand), cost: 'public', application }
    if (demand.level === 'deny') return { outcome: deniedOutcome(demand), cost: 'public', application }
    // A token that counts speaks for the caller alone: the cookie is not looked at.
    const ofToken = machines?.check(authRequest, application.name) ?? null
    const check = ofToken ?? sessions.at(authRequest.origin).checker.check(headers.cookie)
    return check instanceof Promise
      ? concludeLater(authRequest, target, application, demand, check, ofToken !== null)
      : conclude(authRequest, target, application, demand, check, 'warm', ofToken !== null)
  }
}

/** Proxies that ask about an upgrade may keep `Upgrade` to themselves. */
function asksForSocket(headers: IncomingHttpHeaders): boolean {
  return headers.upgrade !== undefined || headers['sec-fetch-mode'] === 'websocket'
}

function refuse(fault: Fault, application: Application | null = null): Decision {
  return { outcome: { kind: 'failed', fault, setCookies: [] }, cost: 'public', application }
}

/** What of a request and of the configuration a step-up depends on. */
export interface StepUpFacts {
  isPageLoad: boolean
  /**
   * Would a sign-in that has just been made be asked for again in vain? Not where the login page sets up what is missing, and does not
   * lead back here by itself.
   */
  mayLoop: boolean
  nowSeconds: number
}

/**
 * The outcome of a request that passes everything else (RFC 9470): the same where its sign-in is strong and recent enough,
 * else a refusal that keeps the session. Page loads go to the login page, but not when that would lead back here with no more.
 */
export function applyStepUp(
  outcome: Outcome,
  { stepUp }: StepUpDemand,
  { isPageLoad, mayLoop, nowSeconds }: StepUpFacts
): Outcome {
  if (stepUp === undefined || outcome.kind !== 'allow') return outcome
  const { session, setCookies } = outcome
  const { rule } = stepUp
  if (session === null) {
    const nobody = { code: 'MISSING_CREDENTIALS', session, setCookies, rule } as const
    return isPageLoad ? { kind: 'login', reason: null, ...nobody } : { kind: 'unauthenticated', ...nobody }
  }
  const shortfall = findShortfall(session, stepUp, nowSeconds)
  if (shortfall === null) return outcome
  const lacking = new Fault('STEP_UP_REQUIRED', { detail: shortfall.detail })
  const told = { code: lacking.code, session, setCookies, lacking, stepUp, rule }
  if (!isPageLoad) return { kind: 'unauthenticated', ...told }
  const isInVain = shortfall.isFinal || (shortfall.isJustNow && mayLoop)
  return isInVain ? { kind: 'forbidden', ...told } : { kind: 'login', reason: 'step-up', ...told }
}

/** Writes a decision into the record of its request, and reports it. `durationMs`: of the decision alone. */
export function noteDecision(
  record: RequestRecord,
  { outcome, cost, application }: Decision,
  durationMs: number,
  report: EventSink
): void {
  const code = codeOf(outcome)
  record.application = application?.name ?? null
  writeOutcome(record, outcome, { cost, durationMs })
  report({ kind: 'request.decided', cost, outcome: labelOf(outcome), code, durationMs })
}

/** Writes an outcome into the record, where no access rule was asked: at the gateway's own endpoints. */
export function noteOwnOutcome(record: RequestRecord, outcome: Outcome): void {
  writeOutcome(record, outcome, { cost: null, durationMs: null })
}

function writeOutcome(
  record: RequestRecord,
  outcome: Outcome,
  { cost, durationMs }: Pick<NonNullable<RequestRecord['decision']>, 'cost' | 'durationMs'>
): void {
  record.owner = ownerOf(outcome)
  record.specialResponse = outcome.kind === 'preflight' ? 'preflight' : null
  record.decision = {
    cost,
    durationMs,
    outcome: labelOf(outcome),
    rule: outcome.rule ?? null,
    code: outcome.kind === 'allow' ? (outcome.passedOver ?? null) : codeOf(outcome),
    fault: faultOf(outcome),
    expiredForSeconds:
      outcome.kind === 'allow' && outcome.outage !== null ? outcome.session?.expiredForSeconds : undefined
  }
}

/** Nobody is refused by the answer to a preflight. */
function labelOf({ kind }: Outcome): DecisionOutcome {
  return kind === 'preflight' ? 'allow' : kind
}

/** An expired session that passes has the code of what keeps it from being refreshed in its line, by its fault. */
function codeOf(outcome: Outcome) {
  if (outcome.kind === 'allow' || outcome.kind === 'preflight') return null
  return 'fault' in outcome ? outcome.fault.code : outcome.code
}

function faultOf(outcome: Outcome) {
  if (outcome.kind === 'allow') return outcome.outage
  if ('fault' in outcome) return outcome.fault
  if ('refusedToken' in outcome && outcome.refusedToken !== undefined) return outcome.refusedToken.fault
  return 'lacking' in outcome ? (outcome.lacking ?? null) : null
}

function ownerOf(outcome: Outcome): LoggedOwner | null {
  if (outcome.kind === 'unavailable') return outcome.owner
  return outcome.kind === 'failed' || outcome.kind === 'preflight' ? null : outcome.session
}
