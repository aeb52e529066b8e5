import type { FastifyRequest } from 'fastify'
import type { ErrorCode, Fault } from '../errors.ts'
import { type AuthRequest, authRequestOf } from '../http/auth-request.ts'
import { describeRequest } from '../http/request-log.ts'
import type { MachineCheck } from '../machines/machines.ts'
import type { AccountChangeKind, EventSink, RequestFacts } from '../operations/events.ts'
import { describeOwner } from '../operations/log-fields.ts'
import type { SessionChecker } from '../session/check.ts'
import type { Session } from '../session/session.ts'
import type { RefusedSignIn } from '../session/sign-in/refused-sign-in.ts'
import { isOfToken } from './bearer-challenge.ts'
import type { Outcome, OwnOutcome, Refusal } from './outcome.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Takes what happened; see operations/events.ts. */
    reportEvent: EventSink
  }
  interface FastifyRequest {
    /** What the good id token of a sign-in tells that is refused; null: there was none, or it is no sign-in. */
    refusedSignIn: RefusedSignIn | null
  }
  interface FastifyContextConfig {
    /** Does this route begin sessions? Whatever it refuses is a sign-in then. */
    signsIn?: boolean
  }
}

const MAX_PATH_CHARS = 500
const MAX_HOST_CHARS = 255

/** Codes that say nothing about protection: there is no such thing, or something else has failed. */
const UNREMARKABLE: ReadonlySet<ErrorCode> = new Set([
  'MISSING_REFRESH_TOKEN',
  'MISSING_TOKEN',
  'NOT_FOUND',
  'UNKNOWN_HOST',
  'METHOD_NOT_ALLOWED',
  'NO_SERVICE_ACCOUNT',
  'HTTPS_REQUIRED',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'HEADERS_TOO_LARGE',
  'SESSION_TOO_LARGE',
  'INTERNAL_ERROR',
  'PROVIDER_UNAVAILABLE',
  'STORE_UNAVAILABLE',
  'VERDICT_CHANGED',
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_BUSY',
  'UPSTREAM_TIMEOUT'
])

/** Codes of requests that have no session. */
const ANONYMOUS: ReadonlySet<ErrorCode> = new Set(['MISSING_CREDENTIALS', 'MALFORMED_CREDENTIALS'])

/** Is a refusal with this code an event of its own? Codes that are not known to be harmless are. */
export function isSecurityCode(code: ErrorCode): boolean {
  return !UNREMARKABLE.has(code)
}

/** Where an event comes from. Paths, hosts and user agents are cut: a line that strangers cause has a bounded length. */
export function describeOrigin(authRequest: AuthRequest): RequestFacts {
  const line = describeRequest(authRequest)
  return {
    requestId: authRequest.id,
    ...line,
    path: line.path?.slice(0, MAX_PATH_CHARS),
    host: authRequest.hostname?.slice(0, MAX_HOST_CHARS)
  }
}

/** A fault that a request ends with: a sign-in that is refused, whatever the code, or a refusal that concerns protection. */
export function noteFault(request: FastifyRequest, fault: Fault): void {
  // Requests that no route could be found for have no configuration of one.
  const isSignIn = request.routeOptions?.config?.signsIn === true
  if (!isSignIn && !isSecurityCode(fault.code)) return
  const facts = {
    ...describeOrigin(authRequestOf(request)),
    application: request.record.application ?? undefined,
    ...describeOwner(request.refusedSignIn?.owner ?? request.session),
    code: fault.code,
    detail: fault.detail
  }
  request.server.reportEvent(
    isSignIn
      ? { kind: 'session.refused', ...facts, provider: request.refusedSignIn?.provider }
      : { kind: 'access.refused', ...facts }
  )
}

/** A session that a request has refreshed, and that goes on. */
export function noteRefresh(authRequest: AuthRequest, check: MachineCheck, report: EventSink): void {
  const { refreshed: reason } = check
  if (reason === undefined || !('session' in check)) return
  report({
    kind: 'session.refreshed',
    ...describeOrigin(authRequest),
    ...describeOwner(check.session),
    reason
  })
}

/** Something that people did with their own account, by its session. */
export function noteAccountChange(
  authRequest: AuthRequest,
  session: Session,
  change: { what: AccountChangeKind; outcome: 'done' | 'failed' },
  report: EventSink
): void {
  report({ kind: 'account.changed', ...describeOrigin(authRequest), ...describeOwner(session), ...change })
}

/** Tells whose cookies come to an origin. */
export interface IdentifiesSessions {
  at(origin: string): { checker: Pick<SessionChecker, 'identify'> }
}

/** What the events of refusals need beside the request. */
export interface RefusalSink {
  sessions: IdentifiesSessions
  report: EventSink
  /** Name of the application that was asked for; null or left out: not known, or the only one. */
  application?: string | null
}

/** Is it refused because it has no credentials, or a cookie that is none of ours? */
export function isAnonymous(outcome: OwnOutcome): boolean {
  return 'code' in outcome && ANONYMOUS.has(outcome.code) && outcome.session === null
}

/** An outcome that the gateway answers itself. Anonymous page loads are no event: they go to the login page. */
export function noteOutcome(authRequest: AuthRequest, outcome: OwnOutcome, sink: RefusalSink): void {
  if (outcome.kind === 'preflight' || (outcome.kind === 'login' && isAnonymous(outcome))) return
  const session = 'session' in outcome ? outcome.session : null
  const { code, detail } = causeOf(outcome)
  if (ANONYMOUS.has(code)) {
    const { client } = authRequest
    const rule = outcome.rule ?? undefined
    const application = sink.application ?? undefined
    const describe = () => ({ ...describeOrigin(authRequest), application, code, rule })
    sink.report({ kind: 'request.refused', code, client, describe })
    return
  }
  const ofToken = isOfToken(outcome)
  noteRefusal(authRequest, { code, detail, session, ofToken, rule: outcome.rule }, sink)
}

/** A session that was optional and has ended: its visitor passes without. Nothing else of that is an event. */
export function notePassedOver(
  authRequest: AuthRequest,
  { passedOver: code }: Extract<Outcome, { kind: 'allow' }>,
  sink: RefusalSink
): void {
  if (code != null && endingOf(code) !== null) noteRefusal(authRequest, { code, session: null }, sink)
}

function causeOf(outcome: Refusal): Pick<Fault, 'code' | 'detail'> {
  if ('fault' in outcome) return outcome.fault
  const lacking = 'lacking' in outcome ? outcome.lacking : undefined
  const refusedToken = 'refusedToken' in outcome ? outcome.refusedToken?.fault : undefined
  return lacking ?? refusedToken ?? { code: outcome.code, detail: undefined }
}

/** What was refused. */
interface RefusedSession {
  code: ErrorCode
  /** Null when the cookie of the request has to tell. */
  session: Session | null
  /** Is it about a bearer token? Then the cookie says nothing, and no session ends. */
  ofToken?: boolean
  rule?: number | null | undefined
  detail?: string | undefined
}

/** A session that has ended or may not do what is asked. */
export function noteRefusal(
  authRequest: AuthRequest,
  { code, detail, rule, ofToken = false, ...refusal }: RefusedSession,
  { sessions, report, application }: RefusalSink
): void {
  if (!isSecurityCode(code)) return
  const session =
    refusal.session ??
    (ofToken ? null : sessions.at(authRequest.origin).checker.identify(authRequest.headers.cookie))
  const owner = describeOwner(session)
  const describe = () => ({
    ...describeOrigin(authRequest),
    application: application ?? undefined,
    ...owner,
    code,
    detail
  })
  const by = ofToken ? null : endingOf(code)
  if (by !== null) {
    report({ kind: 'session.ended', ...describe(), by })
    return
  }
  const { client } = authRequest
  const { sessionId } = owner
  report({
    kind: 'request.refused',
    code,
    client,
    sessionId,
    describe: () => ({ ...describe(), rule: rule ?? undefined })
  })
}

/** What a session ends by whose request is refused with this code; null: it goes on, or had ended before. */
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
