import type { FastifyRequest } from 'fastify'
import type { ErrorCode, Fault } from '../errors.ts'
import type { SessionChecker } from '../session/check.ts'
import type { Session } from '../session/session.ts'
import type { Refusal } from './outcome.ts'
import { describeOrigin, describeOwner, isSecurityCode } from './security-events.ts'

/** Who or what ended a session. */
type Ending = 'limit' | 'provider'

/** A fault that a request ends with: a sign-in that is refused, whatever the code, or a refusal that concerns protection. */
export function noteFault(request: FastifyRequest, fault: Fault): void {
  // Requests that no route could be found for have no configuration of one.
  const isSignIn = request.routeOptions?.config?.signsIn === true
  if (!isSignIn && !isSecurityCode(fault.code)) return
  request.server.securityEvents.write(isSignIn ? 'session.refused' : 'access.refused', {
    ...describeOrigin(request),
    ...describeOwner(request.refusedOwner ?? request.session),
    code: fault.code,
    detail: fault.detail
  })
}

/** An outcome that lets nobody pass. */
export function noteOutcome(
  request: FastifyRequest,
  outcome: Refusal,
  checker: Pick<SessionChecker, 'identify'>
): void {
  const session = 'session' in outcome ? outcome.session : null
  const { code, detail } = causeOf(outcome)
  noteRefusal(request, { code, detail, session }, checker)
}

function causeOf(outcome: Refusal): Pick<Fault, 'code' | 'detail'> {
  if ('fault' in outcome) return outcome.fault
  const lacking = 'lacking' in outcome ? outcome.lacking : undefined
  return lacking ?? { code: outcome.code, detail: undefined }
}

/** A session that has ended or may not do what is asked. `session`: null when the cookie of the request has to tell. */
export function noteRefusal(
  request: FastifyRequest,
  refusal: { code: ErrorCode; session: Session | null; detail?: string | undefined },
  checker: Pick<SessionChecker, 'identify'>
): void {
  const { code, detail } = refusal
  if (!isSecurityCode(code)) return
  const session = refusal.session ?? checker.identify(request.headers.cookie)
  const fields = { ...describeOrigin(request), ...describeOwner(session), code, detail }
  const by = endingOf(code)
  const { securityEvents } = request.server
  if (by === null) securityEvents.write('access.refused', fields)
  else securityEvents.write('session.ended', { ...fields, by })
}

/** What a session ends by whose request is refused with this code; null: it goes on, or had ended before. */
function endingOf(code: ErrorCode): Ending | null {
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
