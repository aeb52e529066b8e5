import type { ErrorCode } from '../../errors.ts'
import type { EndReason } from '../../http/connections/open-streams.ts'

/** Why connections end. `by`: who tells of the end of the session by an event; null: somebody has done so. */
export interface SessionEnding {
  reason: EndReason
  code: ErrorCode
  by: 'limit' | 'provider' | null
}

/** How connections end when their session was refused for good with this code. */
export function endingBy(code: ErrorCode): SessionEnding {
  if (code === 'SESSION_ENDED') return { reason: 'signed-out', code, by: null }
  if (code === 'SESSION_EXPIRED') return { reason: 'session-over', code, by: 'limit' }
  return { reason: 'revoked', code, by: 'provider' }
}
