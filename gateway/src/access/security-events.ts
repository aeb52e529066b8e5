/** Security events: what refused requests, refreshed and ended sessions, and changes to accounts leave in the log. */

import type { FastifyRequest } from 'fastify'
import { ERROR_CATALOGUE, type ErrorCode, type Fault } from '../errors.ts'
import { type AuthRequest, authRequestOf, describeRequest } from '../http/auth-request.ts'
import { foreignOriginOf, withOtherScheme } from '../http/origin.ts'
import type { MachineCheck } from '../machines/machines.ts'
import type { AccountChangeKind, EventSink, RequestFacts } from '../operations/events.ts'
import { accountLogFields } from '../operations/requests/request-line.ts'
import type { SessionChecker } from '../session/check.ts'
import type { EndedSession } from '../session/revocation/revocations.ts'
import type { Session } from '../session/session.ts'
import { codeOf, faultOf, isAnonymous, isOfToken, type Outcome } from './outcome.ts'

declare module 'fastify' {
  interface FastifyInstance {
    reportEvent: EventSink
  }
  interface FastifyContextConfig {
    /** Whether this route begins sessions, so that its refusals are refused sign-ins. */
    signsIn?: boolean
  }
}

/** Of a client's path in events. */
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

/** Whether a refusal with this code is reported. Unlisted codes are. */
export function isSecurityCode(code: ErrorCode): boolean {
  const { status } = ERROR_CATALOGUE[code]
  return status < 500 && !UNREMARKABLE_STATUSES.has(status) && !UNREMARKABLE.has(code)
}

/** @public Request facts of an event. Client-controlled values are truncated to bound the log line. */
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
    ...accountLogFields(request.record.refusedSignIn?.owner ?? request.admitted.outcome.session),
    code: fault.code,
    detail: fault.detail
  }
  request.server.reportEvent(
    isSignIn
      ? { kind: 'session.refused', ...facts, provider: request.record.refusedSignIn?.provider }
      : { kind: 'access.refused', ...facts }
  )
}

/** The addresses of the guide, "What is fetched without cookies". */
const COOKIELESS =
  /^\/(?:\.well-known\/(?:acme-challenge\/|(?:apple-app-site-association|assetlinks\.json|security\.txt)$)|(?:favicon\.ico|robots\.txt)$)|\/(?:manifest\.json|[^/]*\.webmanifest)$/

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

/**
 * Reports a refusal, or an optional session that has ended. Anonymous page loads are not reported: they go to the login page.
 * `application`: null if unknown or the only one.
 */
export function reportOutcome(
  authRequest: AuthRequest,
  outcome: Outcome,
  sink: DecisionSink,
  application: string | null
): void {
  if (outcome.kind === 'preflight') return
  if (outcome.kind === 'allow') {
    const { anonymousBecause: code } = outcome
    if (code != null && ENDINGS[code] !== undefined)
      noteRefusal(authRequest, { code, session: null, application }, sink)
    return
  }
  const code = codeOf(outcome)
  const rule = outcome.rule ?? undefined
  if (!isAnonymous(outcome)) {
    const session = 'session' in outcome ? outcome.session : null
    const detail = faultOf(outcome)?.detail
    const refusal = { code, detail, session, ofToken: isOfToken(outcome), rule, application }
    noteRefusal(authRequest, refusal, sink)
    return
  }
  if (outcome.kind === 'login') return
  const { client, headers, target } = authRequest
  const facts = { application: application ?? undefined, code, rule }
  const describe = () => ({ ...describeOrigin(authRequest), ...facts })
  sink.report({ kind: 'request.refused', code, client, describe })
  const path = target?.path ?? ''
  if (headers.cookie === undefined && COOKIELESS.test(path))
    sink.report({ kind: 'cookieless.refused', path: path.slice(0, MAX_PATH_CHARS) })
}

interface RefusedSession {
  code: ErrorCode
  /** Null if it must be identified by the request's cookie. */
  session: Session | null
  /** A bearer token was refused, so no session ends and the cookie does not matter. Default: false. */
  ofToken?: boolean
  rule?: number | undefined
  detail?: string | undefined
  /** Default: unknown or the only one. */
  application?: string | null
}

/** Reports a session that has ended or lacks access. */
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

/** Reports a request from an address of this site that is not configured. */
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
