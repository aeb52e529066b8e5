import type { SessionChecker } from '../check.ts'
import type { SessionCheck } from '../check-result.ts'
import type { SessionCookie } from '../cookie/cookie.ts'
import type { Limits } from '../limits.ts'
import type { RevocationCheck } from '../revocation/revocation.ts'
import type { Session } from '../session.ts'
import type { SessionWatch } from './connections.ts'
import { endingBy, type SessionEnding } from './ending.ts'
import { endsWithAccount, type SessionTie } from './stream-registry.ts'

export interface SessionWatchOptions {
  /** What an origin's cookies are checked with. */
  at(origin: string): {
    checker: Pick<SessionChecker, 'recheck' | 'identify'>
    cookie: Pick<SessionCookie, 'read' | 'headerOf'>
  }
  limits: Limits
  revocation: RevocationCheck
  /** How often accounts are looked up; 0: never. */
  intervalSeconds: number
  /** Epoch seconds. */
  now: () => number
}

/** After an answer that says nothing the provider is not asked again before, in seconds. */
const ASK_AGAIN_SECONDS = 30

/**
 * The rules by which connections live. Accounts are looked up as for requests, once for each account and interval. Where
 * that needs no id token, it tells all that a refresh would, and connections refresh nothing. Otherwise the end of the id
 * token makes a refresh due, by the cookie: the same call, memory and single flight as for a request. A bearer token of the
 * project is looked up in the same way, and its connections end with it at the latest.
 */
export function createSessionWatch(options: SessionWatchOptions): SessionWatch {
  const { at, limits, revocation, intervalSeconds, now } = options

  /** Null: look-ups tell as much. */
  function refreshAtSeconds(session: Session): number {
    return revocation.needsIdToken(session) ? session.idTokenExpiresAtSeconds : Number.POSITIVE_INFINITY
  }

  function endsAtSeconds({ session, cookieHeader }: SessionTie): number {
    return cookieHeader === null
      ? session.idTokenExpiresAtSeconds
      : Math.min(limits.endsAtSeconds(session), limits.idleEndsAtSeconds(session))
  }

  return {
    endsAtSeconds,
    askAgainSeconds: intervalSeconds === 0 ? ASK_AGAIN_SECONDS : Math.min(ASK_AGAIN_SECONDS, intervalSeconds),
    cookieHeaderOf: ({ origin, value }) => at(origin).cookie.headerOf(value),

    evaluate(tie) {
      const { session, cookieHeader } = tie
      if (endsWithAccount(tie)) {
        const here = revocation.endedHere(session)
        if (here !== null) return { reason: 'signed-out', code: here, by: null }
        const standing = revocation.standing(session)
        // No session ends with a token, so no event tells of one.
        const by = cookieHeader === null ? null : 'provider'
        if (standing.kind === 'ended') return { reason: 'revoked', code: standing.code, by }
      }
      if (now() < endsAtSeconds(tie)) return null
      if (cookieHeader === null) return { reason: 'session-over', code: 'TOKEN_EXPIRED', by: null }
      const reason = now() < limits.endsAtSeconds(session) ? 'session-idle' : 'session-over'
      return { reason, code: 'SESSION_EXPIRED', by: 'limit' }
    },

    askAtSeconds(tie) {
      if (!endsWithAccount(tie)) return Number.POSITIVE_INFINITY
      const { session, cookieHeader } = tie
      const dueAtSeconds = revocation.dueAtSeconds(session)
      return cookieHeader === null ? dueAtSeconds : Math.min(dueAtSeconds, refreshAtSeconds(session))
    },

    async ask({ session, cookieHeader, origin }) {
      if (cookieHeader === null) {
        // A token is never refreshed, so an account that could not be looked up with it ends it, as at a request.
        const { kind } = await revocation.check(session)
        return kind === 'doubtful' ? { reason: 'revoked', code: 'TOKEN_REVOKED', by: null } : null
      }
      if (now() < refreshAtSeconds(session)) {
        const result = await revocation.check(session)
        // What it says of the account is noted by then, and has taken effect.
        if (result.kind !== 'doubtful') return null
      }
      return endingOf(await at(origin).checker.recheck(cookieHeader))
    },

    ownCookie(session, { origin, cookieHeader }) {
      // A cookie that came beside a token counts for nothing.
      if (session.bearer !== undefined) return null
      const { checker, cookie } = at(origin)
      const reading = cookie.read(cookieHeader)
      if (reading.kind !== 'present' || checker.identify(cookieHeader)?.id !== session.id) return null
      return cookie.headerOf(reading.value)
    }
  }
}

/** What the check of a session without a request means for its connections. */
function endingOf(check: SessionCheck): SessionEnding | null {
  switch (check.kind) {
    case 'signed-in':
    case 'unavailable':
      return null
    case 'ended':
      return endingBy(check.code)
    case 'signed-out':
      return { reason: 'session-over', code: check.code, by: null }
    case 'failed':
    case 'insufficient':
      return { reason: 'not-admitted', code: check.fault.code, by: null }
  }
}
