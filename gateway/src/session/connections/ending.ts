import type { ErrorCode } from '../../errors.ts'
import type { EndReason } from '../../http/connections/open-streams.ts'

/** Why connections end. `by`: who reports the end of the session; null: already reported. */
export interface SessionEnding {
  reason: EndReason
  code: ErrorCode
  by: 'limit' | 'provider' | null
}

/** The ending for a session rejected for good with this code. */
export function endingBy(code: ErrorCode): SessionEnding {
  if (code === 'SESSION_ENDED') return { reason: 'signed-out', code, by: null }
  if (code === 'SESSION_EXPIRED') return { reason: 'session-over', code, by: 'limit' }
  return { reason: 'revoked', code, by: 'provider' }
}
