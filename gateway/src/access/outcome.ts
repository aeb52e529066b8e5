import type { ErrorCode, Fault } from '../errors.ts'
import type { SessionCheck } from '../session/check.ts'
import type { Session } from '../session/session.ts'
import { type Demand, satisfies } from './policy.ts'

/** Why a visitor is sent to the login page; the page has words for each. */
export type LoginReason = 'expired'

/** What happens to a request. `setCookies`: `Set-Cookie` values that the answer must carry. */
export type Outcome =
  | { kind: 'allow'; session: Session | null; setCookies: readonly string[] }
  /** A page load of somebody who is not signed in. */
  | { kind: 'login'; code: ErrorCode; reason: LoginReason | null; setCookies: readonly string[] }
  /** The same for everything that is no page load. */
  | { kind: 'unauthenticated'; code: ErrorCode; setCookies: readonly string[] }
  /** Known, but not welcome. `session`: null when the account itself is out. */
  | { kind: 'forbidden'; code: ErrorCode; session: Session | null; setCookies: readonly string[] }
  | { kind: 'unavailable'; fault: Fault }
  | { kind: 'failed'; fault: Fault; setCookies: readonly string[] }

const NO_COOKIES: readonly string[] = []

/** The outcome for a path that needs no session; nobody is looked at. */
export const PUBLIC_OUTCOME: Outcome = { kind: 'allow', session: null, setCookies: NO_COOKIES }

/**
 * The one decision of the gateway. Pure: the same check, facts and demand give the same outcome.
 * `pageLoad`: would a person see the answer as a page?
 */
export function decideOutcome(check: SessionCheck, pageLoad: boolean, demand: Demand): Outcome {
  switch (check.kind) {
    case 'signed-in': {
      const { session, setCookies } = check
      if (satisfies(session.claims, demand.conditions)) return { kind: 'allow', session, setCookies }
      return { kind: 'forbidden', code: 'FORBIDDEN', session, setCookies }
    }
    case 'signed-out':
      return pageLoad
        ? { kind: 'login', code: check.code, reason: null, setCookies: NO_COOKIES }
        : { kind: 'unauthenticated', code: check.code, setCookies: NO_COOKIES }
    case 'ended': {
      const { code, setCookies } = check
      if (code === 'USER_DISABLED') return { kind: 'forbidden', code, session: null, setCookies }
      return pageLoad
        ? { kind: 'login', code, reason: 'expired', setCookies }
        : { kind: 'unauthenticated', code, setCookies }
    }
    case 'unavailable':
      return check
    case 'failed':
      return check
  }
}
