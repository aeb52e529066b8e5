import type { FastifyRequest } from 'fastify'
import { describeOrigin, describeOwner } from '../access/security-events.ts'
import type { Sessions } from '../session/sessions.ts'

export interface EndingOptions {
  /** The visitor's own doing: of this session, or of every sign-in of the account. */
  by: 'visitor' | 'everywhere'
  /** Id of a session that goes on. */
  exceptId?: string
}

/** Ends the session of a request's cookie for every copy of it, and writes the event if it had not ended so before. */
export function endSession(
  request: FastifyRequest,
  { checker, revocation }: Pick<Sessions, 'checker' | 'revocation'>,
  { by, exceptId }: EndingOptions
): void {
  const { cookie } = request.headers
  const found = checker.identify(cookie)
  // Signing out everywhere has made it `TOKEN_REVOKED` a moment ago.
  const hadEnded = found !== null && revocation.endedHere(found) === 'SESSION_ENDED'
  const session = checker.end(cookie, exceptId)
  if (session === null || hadEnded) return
  request.server.securityEvents.write('session.ended', {
    ...describeOrigin(request),
    ...describeOwner(session),
    code: 'SESSION_ENDED',
    by
  })
}
