/**
 * The access decision for one request: who the client is, which application and rule apply, and whether the
 * request passes. Shared by the proxy and forward auth. It owns the order of the checks. It must not know how a response is rendered or sent.
 */

import type { Application } from '../config/applications.ts'
import { Fault } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import type { CorsAt } from '../http/cors.ts'
import { isFromOwnSite, isSafeMethod, originMismatch } from '../http/origin.ts'
import { type RequestTarget, readDestination } from '../http/target.ts'
import type { Attestation, CheckAttestation } from '../machines/app-check.ts'
import type { MachineCheck, Machines } from '../machines/machines.ts'
import { type DecisionCost, type EventSink, ignoreEvents } from '../operations/events.ts'
import type { DecisionNote, RequestRecord } from '../operations/requests/request-record.ts'
import type { SessionChecker } from '../session/check.ts'
import { type Applications, type FoundApplication, locationFault } from './applications/applications.ts'
import type { Tenancy } from './applications/tenancy.ts'
import {
  applyStepUp,
  codeOf,
  decideOutcome,
  deniedOutcome,
  faultOf,
  type Outcome,
  publicOutcome,
  type RequestFacts
} from './outcome.ts'
import { COPYING, combine, type Requirement } from './rules/policy.ts'
import { type DecisionSink, noteRefresh, reportOutcome } from './security-events.ts'

export interface DecisionOptions {
  sessions: { at(origin: string): { checker: Pick<SessionChecker, 'check'> } }
  applications: Applications
  tenancy: Tenancy
  /** Null, the default: preflights are treated like other requests. */
  corsAt?: CorsAt | null
  /** Clients with bearer tokens. Default: none. */
  machines?: Pick<Machines, 'check' | 'isAuthorized'> | null
  /** App Check tokens. Null, the default: no app is accepted. */
  attest?: CheckAttestation | null
  /** Whether the login page offers second factor enrolment. */
  enrols: boolean
  report?: EventSink
  /** Epoch seconds. */
  now: () => number
}

/** A request and what was decided about it. */
export interface Decision {
  authRequest: AuthRequest
  outcome: Outcome
  /** Null: access rules were not evaluated, as at the gateway's own endpoints. */
  cost: DecisionCost | null
  /** Null if the request belongs to no application. */
  application: Application | null
}

/** An allowed request. */
export interface Admitted extends Pick<Decision, 'application'> {
  outcome: Extract<Outcome, { kind: 'allow' }>
}

/** Of requests that no decision has let pass. */
export const NOT_ADMITTED: Admitted = {
  application: null,
  outcome: { kind: 'allow', session: null, setCookies: [], outage: null }
}

/** Decides a request, synchronously if its session is cached. */
export type Decide = (authRequest: AuthRequest) => Decision | Promise<Decision>

/** A request whose caller decides, with what its address says. */
interface Asked extends RequestFacts {
  authRequest: AuthRequest
  application: Application
  requirement: Requirement
  readings: RequestTarget['readings']
}

export function createDecide(options: DecisionOptions): Decide {
  const { sessions, applications, tenancy, corsAt = null, machines = null, attest = null } = options
  const { enrols, report = ignoreEvents, now } = options

  /** Blocks cross-site WebSocket hijacking (CWE-1385). Pages cannot send a bearer token with an upgrade. */
  function mayOpenSocket(authRequest: AuthRequest, application: Application, isPublic: boolean): boolean {
    return (
      isFromOwnSite(authRequest.headers, authRequest.origin) ||
      machines?.isAuthorized(authRequest, application.name) === true ||
      corsAt?.(authRequest, application)?.opensSockets(authRequest.headers, isPublic) === true
    )
  }

  function reachesOthers(
    { hostname }: AuthRequest,
    found: FoundApplication,
    targets: readonly RequestTarget[]
  ): boolean {
    return targets.some(
      (one) => applications.at(hostname, one) !== found || applications.isAbove(hostname, one)
    )
  }

  function conclude(asked: Asked, check: MachineCheck, cost: DecisionCost): Decision {
    const { authRequest, application, requirement, isPageLoad } = asked
    const scope = tenancy.scopeAt(authRequest.hostname, asked.readings, authRequest.target?.further)
    const outcome = decideOutcome(check, asked, requirement, scope)
    if (requirement.stepUp === undefined) return { authRequest, outcome, cost, application }
    // The login page redirects back by GET, so a form submission cannot loop.
    const mayLoop = !enrols || isSafeMethod(authRequest.method)
    const facts = { isPageLoad, mayLoop, nowSeconds: now() }
    return { authRequest, outcome: applyStepUp(outcome, requirement, facts), cost, application }
  }

  /** Verified only for a signed-in caller: others are refused whatever they send. */
  function attestationOf({ authRequest, requirement }: Asked, { kind }: MachineCheck) {
    return requirement.needsAppCheck && kind === 'signed-in' ? (attest?.(authRequest) ?? null) : null
  }

  async function concludeLater(
    asked: Asked,
    check: MachineCheck | Promise<MachineCheck>,
    attesting: Promise<Attestation> | null = null
  ): Promise<Decision> {
    const checked = await check
    asked.attestation = await (attesting ?? attestationOf(asked, checked))
    noteRefresh(asked.authRequest, checked, report)
    return conclude(asked, checked, checked.calledProvider === true ? 'refresh' : 'cold')
  }

  return (authRequest) => {
    const { hostname, target, headers } = authRequest
    if (target === null)
      return refuse(authRequest, new Fault('INVALID_REQUEST', { detail: 'no request target' }))
    const found = applications.at(hostname, target)
    if (found.kind !== 'application') return refuse(authRequest, locationFault(found))
    const { application, policy, readByFramework } = found
    const preflight =
      authRequest.successIsPass === true ? null : corsAt?.(authRequest, application)?.preflight(authRequest)
    if (preflight != null)
      return { authRequest, outcome: { kind: 'preflight', headers: preflight }, cost: 'public', application }
    const byFramework = readByFramework === null ? null : readByFramework(authRequest, target)
    // The application serves these pages too, whatever another one's rules are.
    if (byFramework?.targets.some((page) => applications.at(hostname, page) !== found) === true)
      return refuse(authRequest, locationFault({ kind: 'ambiguous' }), application)
    const isCopy = COPYING.has(authRequest.method)
    const to = isCopy ? readDestination(headers.destination, authRequest.origin) : null
    if (to?.kind === 'refused') return refuse(authRequest, to.fault, application)
    // What is copied, or overwritten, is of this application alone.
    if (isCopy && reachesOthers(authRequest, found, to === null ? [target] : [target, to]))
      return refuse(authRequest, locationFault({ kind: 'ambiguous' }), application)
    const own = byFramework ?? target
    const readings = to === null ? own.readings : [...own.readings, ...to.readings]
    const ofPath = byFramework?.requirement ?? policy(authRequest.method, target, hostname)
    const requirement = to === null ? ofPath : combine([ofPath, policy(authRequest.method, to, hostname)])
    // Proxies may not forward `Upgrade` in auth requests.
    const asksForSocket = headers.upgrade !== undefined || headers['sec-fetch-mode'] === 'websocket'
    if (asksForSocket && !mayOpenSocket(authRequest, application, requirement.level === 'public'))
      return refuse(authRequest, originMismatch(headers, authRequest.origin), application)
    if (requirement.level === 'public')
      return { authRequest, outcome: publicOutcome(requirement), cost: 'public', application }
    if (requirement.level === 'deny')
      return { authRequest, outcome: deniedOutcome(requirement), cost: 'public', application }
    // A bearer token is authoritative: the cookie is ignored.
    const ofToken = machines?.check(authRequest, application.name) ?? null
    const check =
      ofToken ??
      sessions.at(authRequest.origin).checker.check(headers.cookie, authRequest.askedBy ?? authRequest)
    const hasToken = ofToken !== null
    const { client } = authRequest
    const isPageLoad = authRequest.isPageLoad && !hasToken
    const asked: Asked = { authRequest, application, requirement, readings, isPageLoad, client, hasToken }
    if (check instanceof Promise) return concludeLater(asked, check)
    if (!requirement.needsAppCheck) return conclude(asked, check, 'warm')
    const attestation = attestationOf(asked, check)
    if (attestation instanceof Promise) return concludeLater(asked, check, attestation)
    asked.attestation = attestation
    return conclude(asked, check, 'warm')
  }
}

/** A request that no rule decides. */
export function refuse(
  authRequest: AuthRequest,
  fault: Fault,
  application: Application | null = null,
  cost: DecisionCost = 'public'
): Decision {
  return { authRequest, outcome: { kind: 'failed', fault, setCookies: [] }, cost, application }
}

/**
 * Writes a decision in the request's record, and reports it with its security event. `sink`: null: it is only recorded.
 * `durationMs`: of the decision alone; default: not measured. `isRepeated`: its refusal was reported a moment ago.
 */
export function noteDecision(
  record: RequestRecord,
  { authRequest, outcome, cost, application }: Decision,
  sink: DecisionSink | null,
  { durationMs = null, isRepeated = false }: { durationMs?: number | null; isRepeated?: boolean } = {}
): void {
  const { kind, rule = null } = outcome
  const decided = kind === 'preflight' ? 'allow' : kind
  const note: DecisionNote = {
    cost,
    durationMs,
    outcome: decided,
    rule,
    code: null,
    fault: null,
    expiredForSeconds: undefined
  }
  record.decision = note
  record.owner = null
  record.specialResponse = kind === 'preflight' ? kind : null
  if (outcome.kind === 'allow') {
    record.owner = outcome.session
    note.code = outcome.anonymousBecause ?? null
    note.fault = outcome.outage
    // An expired session that is still accepted is logged by its error, not by a code.
    if (outcome.outage !== null) note.expiredForSeconds = outcome.session?.expiredForSeconds
  } else if (outcome.kind !== 'preflight') {
    note.code = codeOf(outcome)
    note.fault = faultOf(outcome)
    if ('session' in outcome) record.owner = outcome.session
    if (outcome.kind === 'unavailable') record.owner = outcome.owner
  }
  if (sink === null) return
  const name = application?.name ?? null
  if (cost !== null && durationMs !== null) {
    record.application = name
    // The code of an allowed request is why an optional session is missing.
    const code = decided === 'allow' ? null : note.code
    sink.report({ kind: 'request.decided', cost, outcome: decided, code, application: name, durationMs })
  }
  if (!isRepeated && note.code !== null) reportOutcome(authRequest, outcome, sink, name)
}
