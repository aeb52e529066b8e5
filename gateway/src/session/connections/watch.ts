import type { SessionCheck } from '../check-result.ts'
import type { SessionCookie } from '../cookie/cookie.ts'
import type { RevocationCheck } from '../revocation/revocation.ts'
import type { Limits, Session } from '../session.ts'
import {
  type Connection,
  endingBy,
  endsWithAccount,
  type SessionEnding,
  type SessionSubscription
} from './stream-registry.ts'

/** Checks the sessions of open connections under one configuration. Times in epoch seconds. */
export type SessionWatch = ReturnType<typeof createSessionWatch>

/** Pause after an inconclusive response of the provider, in seconds. */
const ASK_AGAIN_SECONDS = 30

/**
 * The rules for open connections. Accounts are looked up as for requests: once per account and interval. If that needs an id token, an
 * expired one makes a refresh due, by the cookie, as for a request. Connections of a bearer token end with it at the latest.
 */
export function createSessionWatch(options: {
  at(origin: string): {
    /** Of type `SessionChecker`. */
    checker: {
      recheck(cookieHeader: string): Promise<SessionCheck>
      identify(cookieHeader: string | undefined): Session | null
    }
    cookie: Pick<SessionCookie, 'read' | 'headerOf'>
  }
  limits: Limits
  revocation: RevocationCheck
  /** Interval of account lookups; 0 disables them. */
  intervalSeconds: number
  now: () => number
}) {
  const { at, limits, revocation, intervalSeconds, now } = options

  /** Infinity: lookups reveal as much. */
  function refreshAtSeconds(session: Session): number {
    return revocation.needsIdToken(session) ? session.idTokenExpiresAtSeconds : Number.POSITIVE_INFINITY
  }

  /** When the session expires, barring further activity. */
  function endsAtSeconds({ session, cookieHeader }: SessionSubscription): number {
    return cookieHeader === null
      ? session.idTokenExpiresAtSeconds
      : Math.min(limits.endsAtSeconds(session), limits.idleEndsAtSeconds(session))
  }

  return {
    endsAtSeconds,
    /** Minimum interval between two provider calls for one session, in seconds. */
    askAgainSeconds: intervalSeconds === 0 ? ASK_AGAIN_SECONDS : Math.min(ASK_AGAIN_SECONDS, intervalSeconds),
    /** The `Cookie` header for an encrypted value. */
    cookieHeaderOf: ({ origin, value }: { origin: string; value: string }): string =>
      at(origin).cookie.headerOf(value),

    /** Why its connections have to end now; null: they may stay. Makes no calls. */
    evaluate(subscription: SessionSubscription): SessionEnding | null {
      const { session, cookieHeader } = subscription
      if (endsWithAccount(subscription)) {
        const here = revocation.revocationCodeOf(session)
        if (here !== null) return { reason: 'signed-out', code: here, by: null }
        const code = revocation.codeOf(session)
        // No session ends with a token, so there is none to report.
        if (code !== null) return { reason: 'revoked', code, by: cookieHeader === null ? null : 'provider' }
      }
      if (now() < endsAtSeconds(subscription)) return null
      if (cookieHeader === null) return { reason: 'session-over', code: 'TOKEN_EXPIRED', by: null }
      const reason = now() < limits.endsAtSeconds(session) ? 'session-idle' : 'session-over'
      return { reason, code: 'SESSION_EXPIRED', by: 'limit' }
    },

    /** When the provider has to be called; Infinity: never. */
    askAtSeconds(subscription: SessionSubscription): number {
      if (!endsWithAccount(subscription)) return Number.POSITIVE_INFINITY
      const { session, cookieHeader } = subscription
      const dueAtSeconds = revocation.dueAtSeconds(session)
      return cookieHeader === null ? dueAtSeconds : Math.min(dueAtSeconds, refreshAtSeconds(session))
    },

    /** Calls the provider. Findings about the account apply to all its sessions; null: this one continues. */
    async ask({ session, cookieHeader, origin }: SessionSubscription): Promise<SessionEnding | null> {
      if (cookieHeader === null || now() < refreshAtSeconds(session)) {
        const { kind } = await revocation.check(session)
        // Findings about the account have been applied by now.
        if (kind !== 'token-rejected') return null
      }
      // A bearer token is never refreshed, so its rejection ends the connection, as it would a request.
      if (cookieHeader === null) return { reason: 'revoked', code: 'TOKEN_REVOKED', by: null }
      return endingOf(await at(origin).checker.recheck(cookieHeader))
    },

    /** The `Cookie` header reduced to this session; null: the connection used no cookie. */
    ownCookie(
      session: Session,
      { origin, cookieHeader }: Pick<Connection, 'origin' | 'cookieHeader'>
    ): string | null {
      // A cookie sent beside a token does not count.
      if (session.bearer !== undefined) return null
      const { checker, cookie } = at(origin)
      const reading = cookie.read(cookieHeader)
      if (reading.kind !== 'present' || checker.identify(cookieHeader)?.id !== session.id) return null
      return cookie.headerOf(reading.value)
    }
  }
}

/** The consequence of a session check without a request for its connections. */
function endingOf(check: SessionCheck): SessionEnding | null {
  switch (check.kind) {
    case 'signed-in':
    case 'unavailable':
    // Without a request, no proof is asked for.
    case 'unproven':
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
