import type { FastifyRequest } from 'fastify'
import { describeOrigin } from '../access/security-events.ts'
import { authRequestOf } from '../http/auth-request.ts'
import { describeOwner } from '../operations/log-fields.ts'
import type { Sessions } from '../session/sessions.ts'

export interface EndingOptions {
  /** The visitor's own doing: of this session, or of every sign-in of the account. */
  by: 'visitor' | 'everywhere'
  /** Id of a session that goes on. */
  exceptId?: string
}

/**
 * Ends the session of a request's cookie for every copy of it, also where nobody can be asked whether it still stands, and
 * writes the event if it had not ended so before. A cookie that came twice lets nobody pass, but each of its sessions would without
 * the other: all of them end. Gives whether one ended now.
 */
export async function endSession(
  request: FastifyRequest,
  { at, revocation }: Pick<Sessions, 'at' | 'revocation'>,
  { by, exceptId }: EndingOptions
): Promise<boolean> {
  const { checker } = at(authRequestOf(request).origin)
  let hasEnded = false
  for (const session of checker.identifyEach(request.headers.cookie)) {
    if (session.id === exceptId) continue
    // Signing out everywhere has made it `TOKEN_REVOKED` a moment ago.
    const hadEnded = revocation.endedHere(session) === 'SESSION_ENDED'
    await revocation.endSession(session)
    if (hadEnded) continue
    hasEnded = true
    request.server.reportEvent({
      kind: 'session.ended',
      ...describeOrigin(authRequestOf(request)),
      ...describeOwner(session),
      code: 'SESSION_ENDED',
      by
    })
  }
  return hasEnded
}
