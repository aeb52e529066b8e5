/** What a decision leaves behind: the fields of the request's log line, its metric, and its security event. */

import type { ErrorCode } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import type { EventSink } from '../operations/events.ts'
import { accountLogFields } from '../operations/requests/request-logger.ts'
import type { DecisionNote, RequestRecord } from '../operations/requests/request-record.ts'
import type { SessionChecker } from '../session/check.ts'
import type { Session } from '../session/session.ts'
import type { Decision } from './decision.ts'
import { faultOf, type Outcome, type OwnOutcome } from './outcome.ts'
import { describeOrigin, isSecurityCode, MAX_PATH_CHARS, noteMismatch } from './security-events.ts'

/** The addresses of the guide, "What is fetched without cookies". */
const COOKIELESS =
  /^\/(?:\.well-known\/(?:acme-challenge\/|(?:apple-app-site-association|assetlinks\.json|security\.txt)$)|(?:favicon\.ico|robots\.txt)$)|\/(?:manifest\.json|[^/]*\.webmanifest)$/

const ANONYMOUS: ReadonlySet<ErrorCode> = new Set(['MISSING_CREDENTIALS', 'MALFORMED_CREDENTIALS'])

/** How a refusal with this code ends the session. Others end none, or it had ended before. */
const ENDINGS: Readonly<Partial<Record<ErrorCode, 'limit' | 'provider'>>> = {
  SESSION_EXPIRED: 'limit',
  USER_NOT_FOUND: 'provider',
  USER_DISABLED: 'provider',
  INVALID_CREDENTIALS: 'provider',
  TOKEN_REVOKED: 'provider'
}

/** Receives the events of decisions. */
export interface DecisionSink {
  report: EventSink
  /** Identifies the account of a refused cookie. */
  sessions: { at(origin: string): { checker: Pick<SessionChecker, 'identify'> } }
}

/** Records and reports a decision by access rules. `durationMs`: the decision only. `isRepeated`: its refusal was reported a moment ago. */
export function noteDecision(
  record: RequestRecord,
  { authRequest, outcome, cost, application }: Decision,
  sink: DecisionSink,
  { durationMs, isRepeated = false }: { durationMs: number; isRepeated?: boolean }
): void {
  const name = application?.name ?? null
  record.application = name
  const noted = recordOutcome(record, outcome)
  noted.cost = cost
  noted.durationMs = durationMs
  // The code of an allowed request is why an optional session is missing.
  const code = outcome.kind === 'allow' ? null : noted.code
  sink.report({ kind: 'request.decided', cost, outcome: noted.outcome, code, application: name, durationMs })
  if (!isRepeated && (outcome.kind !== 'allow' || noted.code !== null))
    reportOutcome(authRequest, outcome, sink, name)
}

/** Records and reports an outcome of the gateway's own endpoints, where no access rules apply. */
export function noteOutcome(
  record: RequestRecord,
  authRequest: AuthRequest,
  outcome: Outcome,
  sink: DecisionSink
): void {
  recordOutcome(record, outcome)
  reportOutcome(authRequest, outcome, sink)
}

/** Records an outcome for the log. */
export function recordOutcome(record: RequestRecord, outcome: Outcome): DecisionNote {
  const { kind, rule = null } = outcome
  const noted: DecisionNote = {
    cost: null,
    durationMs: null,
    outcome: kind === 'preflight' ? 'allow' : kind,
    rule,
    code: null,
    fault: null,
    expiredForSeconds: undefined
  }
  record.decision = noted
  record.owner = null
  record.specialResponse = kind === 'preflight' ? 'preflight' : null
  if (outcome.kind === 'allow') {
    record.owner = outcome.session
    noted.code = outcome.anonymousBecause ?? null
    noted.fault = outcome.outage
    // An expired session that is still accepted is logged by its error, not by a code.
    if (outcome.outage !== null) noted.expiredForSeconds = outcome.session?.expiredForSeconds
  } else if (outcome.kind !== 'preflight') {
    noted.code = 'fault' in outcome ? outcome.fault.code : outcome.code
    noted.fault = faultOf(outcome)
    if ('session' in outcome) record.owner = outcome.session
    if (outcome.kind === 'unavailable') record.owner = outcome.owner
  }
  return noted
}

/** True if the request was decided by a bearer token, valid or not. Such clients get no pages and no sign-in. */
export function isOfToken(outcome: Outcome): boolean {
  if (outcome.kind === 'failed') return outcome.hasToken === true
  if ('refusedToken' in outcome && outcome.refusedToken !== undefined) return true
  return 'session' in outcome && outcome.session?.bearer !== undefined
}

/** True if refused for missing credentials or a cookie that is not the gateway's. */
export function isAnonymous(outcome: OwnOutcome): boolean {
  return 'code' in outcome && ANONYMOUS.has(outcome.code) && outcome.session === null
}

/**
 * Reports a refusal, or an optional session that has ended. Anonymous page loads are not reported: they go to the login page.
 * `application`: null if unknown or the only one.
 */
function reportOutcome(
  authRequest: AuthRequest,
  outcome: Outcome,
  sink: DecisionSink,
  application: string | null = null
): void {
  if (outcome.kind === 'allow') {
    const { anonymousBecause: code } = outcome
    if (code != null && ENDINGS[code] !== undefined)
      noteRefusal(authRequest, { code, session: null, application }, sink)
    return
  }
  if (outcome.kind === 'preflight' || (outcome.kind === 'login' && isAnonymous(outcome))) return
  const session = 'session' in outcome ? outcome.session : null
  const code = 'fault' in outcome ? outcome.fault.code : outcome.code
  const rule = outcome.rule ?? undefined
  if (ANONYMOUS.has(code)) {
    const { client, headers, target } = authRequest
    const describe = () => ({
      ...describeOrigin(authRequest),
      application: application ?? undefined,
      code,
      rule
    })
    sink.report({ kind: 'request.refused', code, client, describe })
    const path = target?.path ?? ''
    if (headers.cookie === undefined && COOKIELESS.test(path))
      sink.report({ kind: 'cookieless.refused', path: path.slice(0, MAX_PATH_CHARS) })
    return
  }
  const detail = faultOf(outcome)?.detail
  const refusal = { code, detail, session, ofToken: isOfToken(outcome), rule, application }
  noteRefusal(authRequest, refusal, sink)
}

interface RefusedSession {
  code: ErrorCode
  /** Null if it must be identified by the request's cookie. */
  session: Session | null
  ofToken?: boolean
  rule?: number | undefined
  detail?: string | undefined
  application?: string | null
}

/**
 * Reports a session that has ended or lacks access. `ofToken`: a bearer token was refused, so no session ends and the cookie does not
 * matter. `application`: null or omitted: unknown or the only one.
 */
export function noteRefusal(
  authRequest: AuthRequest,
  { code, detail, rule, ofToken = false, application, ...refusal }: RefusedSession,
  { sessions, report }: DecisionSink
): void {
  if (!isSecurityCode(code)) return
  if (code === 'ORIGIN_MISMATCH') noteMismatch(authRequest, report)
  const { client, origin, headers } = authRequest
  const session = refusal.session ?? (ofToken ? null : sessions.at(origin).checker.identify(headers.cookie))
  const owner = accountLogFields(session)
  const facts = { application: application ?? undefined, ...owner, code, detail }
  const by = ofToken ? undefined : ENDINGS[code]
  if (by !== undefined) {
    report({ kind: 'session.ended', ...describeOrigin(authRequest), ...facts, by })
    return
  }
  const describe = () => ({ ...describeOrigin(authRequest), ...facts, rule })
  report({ kind: 'request.refused', code, client, sessionId: owner.sessionId, describe })
}
