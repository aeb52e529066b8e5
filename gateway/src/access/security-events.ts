import type { FastifyRequest } from 'fastify'
import { ERROR_CATALOGUE, type ErrorCode, type Fault } from '../errors.ts'
import { type AuthRequest, authRequestOf } from '../http/auth-request.ts'
import { foreignOriginOf, withOtherScheme } from '../http/origin.ts'
import { describeRequest } from '../http/request-log.ts'
import type { MachineCheck } from '../machines/machines.ts'
import type { AccountChangeKind, EventSink, RequestFacts } from '../operations/events.ts'
import { accountLogFields } from '../operations/request-logger.ts'
import type { SessionChecker } from '../session/check.ts'
import type { EndedSession } from '../session/revocation/revocations.ts'
import type { Session } from '../session/session.ts'
import type { RefusedSignIn } from '../session/sign-in/rules.ts'
import { faultOf, type Outcome, type OwnOutcome } from './outcome.ts'

declare module 'fastify' {
  interface FastifyInstance {
    reportEvent: EventSink
  }
  interface FastifyRequest {
    /** The verified id token of a refused sign-in; otherwise null. */
    refusedSignIn: RefusedSignIn | null
  }
  interface FastifyContextConfig {
    /** Whether this route begins sessions, so that its refusals are refused sign-ins. */
    signsIn?: boolean
  }
}

const MAX_PATH_CHARS = 500
const MAX_HOST_CHARS = 255

/** Statuses without security relevance, as are those from 500: not found, and limits. */
const UNREMARKABLE_STATUSES: ReadonlySet<number> = new Set([404, 405, 408, 413, 431])
const UNREMARKABLE: ReadonlySet<ErrorCode> = new Set([
  'MISSING_REFRESH_TOKEN',
  'MISSING_TOKEN',
  'NO_SERVICE_ACCOUNT',
  'HTTPS_REQUIRED'
])

/** The addresses of the guide, "What is fetched without cookies". */
const COOKIELESS =
  /^\/(?:\.well-known\/(?:acme-challenge\/|(?:apple-app-site-association|assetlinks\.json|security\.txt)$)|(?:favicon\.ico|robots\.txt)$)|\/(?:manifest\.json|[^/]*\.webmanifest)$/

const ANONYMOUS: ReadonlySet<ErrorCode> = new Set(['MISSING_CREDENTIALS', 'MALFORMED_CREDENTIALS'])

/** Whether a refusal with this code is reported. Unlisted codes are. */
export function isSecurityCode(code: ErrorCode): boolean {
  const { status } = ERROR_CATALOGUE[code]
  return status < 500 && !UNREMARKABLE_STATUSES.has(status) && !UNREMARKABLE.has(code)
}

/** Request facts of an event. Client-controlled values are truncated to bound the log line. */
export function describeOrigin(authRequest: AuthRequest): RequestFacts {
  const line = describeRequest(authRequest)
  return {
    requestId: authRequest.id,
    ...line,
    path: line.path?.slice(0, MAX_PATH_CHARS),
    host: authRequest.hostname?.slice(0, MAX_HOST_CHARS)
  }
}

/** Reports the error that a request ends with, if it is a refused sign-in or security-relevant. */
export function noteFault(request: FastifyRequest, fault: Fault): void {
  if (fault.code === 'ORIGIN_MISMATCH') noteMismatch(authRequestOf(request), request.server.reportEvent)
  // Requests without a route have no route config.
  const isSignIn = request.routeOptions?.config?.signsIn === true
  if (!isSignIn && !isSecurityCode(fault.code)) return
  const facts = {
    ...describeOrigin(authRequestOf(request)),
    application: request.record.application ?? undefined,
    ...accountLogFields(request.refusedSignIn?.owner ?? request.session),
    code: fault.code,
    detail: fault.detail
  }
  request.server.reportEvent(
    isSignIn
      ? { kind: 'session.refused', ...facts, provider: request.refusedSignIn?.provider }
      : { kind: 'access.refused', ...facts }
  )
}

function noteMismatch(authRequest: AuthRequest, report: EventSink): void {
  const { origin, hostname, headers } = authRequest
  noteForeignOrigin(authRequest, foreignOriginOf(headers, hostname, origin), report)
}

/** Reports this site at an address that is not configured. `asked`: that origin; null: it is another site. */
export function noteForeignOrigin(
  { origin }: Pick<AuthRequest, 'origin'>,
  asked: string | null,
  report: EventSink
): void {
  if (asked === null) return
  const cause = `the browser is at ${asked.slice(0, MAX_HOST_CHARS)}, and publicUrl or the application is at ${origin}`
  const fix =
    withOtherScheme(asked) === origin
      ? `the scheme differs: redirect to ${origin} in front of the gateway, or set publicUrl to what visitors use`
      : `open ${origin}, or set publicUrl to what visitors use`
  report({ kind: 'origin.unknown', code: 'ORIGIN_MISMATCH', cause, fix })
}

/** Reports a refreshed session. */
export function noteRefresh(authRequest: AuthRequest, check: MachineCheck, report: EventSink): void {
  const { refreshed: reason } = check
  if (reason === undefined || !('session' in check)) return
  report({
    kind: 'session.refreshed',
    ...describeOrigin(authRequest),
    ...accountLogFields(check.session),
    reason
  })
}

/** Facts of an event about a session. */
export function describeVisitor(request: FastifyRequest, session: Parameters<typeof accountLogFields>[0]) {
  return { ...describeOrigin(authRequestOf(request)), ...accountLogFields(session) }
}

/** Reports a session that this request ended. */
export function noteSessionEnd(
  request: FastifyRequest,
  session: EndedSession,
  end: { code: ErrorCode; by: 'visitor' | 'everywhere' | 'limit' }
): void {
  request.server.reportEvent({ kind: 'session.ended', ...describeVisitor(request, session), ...end })
}

/** Reports a change to the visitor's own account. */
export function noteAccountChange(
  request: FastifyRequest,
  session: Session,
  what: AccountChangeKind,
  outcome: 'done' | 'failed' = 'done'
): void {
  const change = { what, outcome }
  request.server.reportEvent({ kind: 'account.changed', ...describeVisitor(request, session), ...change })
}

/** Identifies the owner of the cookies of an origin. */
export interface IdentifiesSessions {
  at(origin: string): { checker: Pick<SessionChecker, 'identify'> }
}

interface RefusalSink {
  sessions: IdentifiesSessions
  report: EventSink
  /** Name of the application; null or omitted if unknown or the only one. */
  application?: string | null
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

/** Reports a refused request. Anonymous page loads are not reported: they go to the login page. */
export function noteOutcome(authRequest: AuthRequest, outcome: OwnOutcome, sink: RefusalSink): void {
  if (outcome.kind === 'preflight' || (outcome.kind === 'login' && isAnonymous(outcome))) return
  const session = 'session' in outcome ? outcome.session : null
  const code = 'fault' in outcome ? outcome.fault.code : outcome.code
  if (ANONYMOUS.has(code)) {
    const { client } = authRequest
    const rule = outcome.rule ?? undefined
    const application = sink.application ?? undefined
    const describe = () => ({ ...describeOrigin(authRequest), application, code, rule })
    sink.report({ kind: 'request.refused', code, client, describe })
    const path = authRequest.target?.path ?? ''
    if (authRequest.headers.cookie === undefined && COOKIELESS.test(path))
      sink.report({ kind: 'cookieless.refused', path: path.slice(0, MAX_PATH_CHARS) })
    return
  }
  const ofToken = isOfToken(outcome)
  const detail = faultOf(outcome)?.detail
  noteRefusal(authRequest, { code, detail, session, ofToken, rule: outcome.rule }, sink)
}

/** Reports an optional session that has ended. */
export function notePassedOver(
  authRequest: AuthRequest,
  { anonymousBecause: code }: Extract<Outcome, { kind: 'allow' }>,
  sink: RefusalSink
): void {
  if (code != null && endingOf(code) !== null) noteRefusal(authRequest, { code, session: null }, sink)
}

interface RefusedSession {
  code: ErrorCode
  /** Null if it must be identified by the request's cookie. */
  session: Session | null
  /** Whether a bearer token was refused: the cookie is irrelevant and no session ends. */
  ofToken?: boolean
  rule?: number | null | undefined
  detail?: string | undefined
}

/** Reports a session that has ended or lacks access. */
export function noteRefusal(
  authRequest: AuthRequest,
  { code, detail, rule, ofToken = false, ...refusal }: RefusedSession,
  { sessions, report, application }: RefusalSink
): void {
  if (!isSecurityCode(code)) return
  if (code === 'ORIGIN_MISMATCH') noteMismatch(authRequest, report)
  const session =
    refusal.session ??
    (ofToken ? null : sessions.at(authRequest.origin).checker.identify(authRequest.headers.cookie))
  const owner = accountLogFields(session)
  const facts = { application: application ?? undefined, ...owner, code, detail }
  const by = ofToken ? null : endingOf(code)
  if (by !== null) {
    report({ kind: 'session.ended', ...describeOrigin(authRequest), ...facts, by })
    return
  }
  const { client } = authRequest
  const describe = () => ({ ...describeOrigin(authRequest), ...facts, rule: rule ?? undefined })
  report({ kind: 'request.refused', code, client, sessionId: owner.sessionId, describe })
}

/** How a refusal with this code ends the session; null if it does not, or it had ended before. */
function endingOf(code: ErrorCode): 'limit' | 'provider' | null {
  switch (code) {
    case 'SESSION_EXPIRED':
      return 'limit'
    case 'USER_NOT_FOUND':
    case 'USER_DISABLED':
    case 'INVALID_CREDENTIALS':
    case 'TOKEN_REVOKED':
      return 'provider'
    default:
      return null
  }
}
