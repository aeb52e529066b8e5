import { Fault } from '../../errors.ts'
import { CLOCK_SKEW_SECONDS, type Claims } from '../../identity-platform/tokens/id-token.ts'
import type { Limits } from '../limits.ts'
import type { SessionTimes } from '../session.ts'

export type SignInAge = ReturnType<typeof createSignInAge>

export interface SignInAgeOptions {
  /** Maximum time between the sign-in and the session. */
  maxSignInAgeSeconds: number
  limits: Pick<Limits, 'isOver' | 'notesActivity'>
  /** Epoch seconds. */
  now: () => number
}

/**
 * The age of sign-ins by `auth_time` of the page's id token: a refreshed id token is as old as its sign-in.
 * Allows the usual clock skew. Session limits count from `auth_time` too, exactly: a sign-in past one of them
 * is rejected, since its session would be over.
 */
export function createSignInAge({ maxSignInAgeSeconds, limits, now }: SignInAgeOptions) {
  const freshSeconds = maxSignInAgeSeconds + CLOCK_SKEW_SECONDS

  /** Times of a session of this sign-in, which begins at the sign-in itself and never later than now. */
  function timesOf({ auth_time }: Claims): SessionTimes {
    const startedAtSeconds = Math.floor(Math.min(now(), auth_time))
    return { startedAtSeconds, activeAtSeconds: limits.notesActivity ? startedAtSeconds : null }
  }

  return {
    /** When a sign-in is too old to begin a session, clock skew included; epoch seconds. */
    // Ages are whole seconds: fresh until the last one is over.
    staleAtSeconds: ({ auth_time }: Pick<Claims, 'auth_time'>): number => auth_time + freshSeconds + 1,
    timesOf,
    /** Why the sign-in is too old for a session; null: it is not. */
    check(claims: Claims): Fault | null {
      const ageSeconds = Math.floor(now() - claims.auth_time)
      const detail = `auth_time is ${ageSeconds} s ago`
      if (ageSeconds > freshSeconds) return new Fault('SIGN_IN_TOO_OLD', { detail })
      return limits.isOver(timesOf(claims))
        ? new Fault('SIGN_IN_TOO_OLD', { detail: `${detail}: a session that begins there is over` })
        : null
    }
  }
}
