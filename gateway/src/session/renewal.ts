import type { Fault } from '../errors.ts'
import type { IdTokenResult } from '../identity-platform/tokens/id-token.ts'
import { ended, NO_COOKIES, providerFault, type SessionCheck, unavailable } from './check-result.ts'
import type { Connections } from './connections/connections.ts'
import { endingBy } from './connections/stream-registry.ts'
import type { PresentCookie, SessionCookie } from './cookie/cookie.ts'
import type { SessionState } from './cookie/cookie-value.ts'
import type { Refresh, RefreshReason, RefreshResult } from './refresh.ts'
import type { RevocationCheck } from './revocation/revocation.ts'
import type { Session } from './session.ts'
import { checkSignIn, type SignInRules } from './sign-in/rules.ts'

/** `ordinary`: a valid id token passes. `forced`: refresh anyway. `doubtful`: rejected, so only a refresh can decide. */
export type CheckMode = 'ordinary' | 'forced' | 'doubtful'

/** `doubtful`: the provider rejects the refreshed id token too; another refresh has to decide. */
type Renewed = SessionCheck | { kind: 'doubtful' }

/** A session whose id token is expired, unverifiable, or to be replaced. */
interface StaleSession {
  reading: PresentCookie
  mode: CheckMode
  state: SessionState
  session: Session
  verified: Exclude<IdTokenResult, { kind: 'refused' }>
}

/** Refreshes stale sessions, and admits them during an outage within the grace time. */
export function createRenewal(options: {
  cookie: SessionCookie
  refresh: Refresh
  revocation: RevocationCheck
  /** Admits a valid session. */
  pass(session: Session, reading: PresentCookie): SessionCheck
  /** `Set-Cookie` values that replace what the browser sent. */
  replaceCookie(value: string, session: Session, reading: PresentCookie): readonly string[]
  /** Caches the session of a value of our own. */
  rememberEncrypted(value: string, session: Session): void
  /** They follow the session to its new tokens, and end with it. */
  connections: Pick<Connections, 'follow' | 'refuse'>
  rules: SignInRules
  /** How long a session with an expired id token may pass while the provider is unavailable. */
  expiredGraceSeconds: number
  /** Epoch seconds. */
  now: () => number
}) {
  const { cookie, refresh, revocation, connections, rules, expiredGraceSeconds, now } = options
  const { pass, replaceCookie, rememberEncrypted } = options

  /** Null: the sign-in meets the rules. Needed once per id token: neither claims nor rules change. */
  function checkRules(session: Session, setCookies: readonly string[]): SessionCheck | null {
    const fault = checkSignIn(session.claims, rules)
    return fault === null ? null : { kind: 'insufficient', fault, session, setCookies }
  }

  /** The result may be a minute old; the session may have ended since. */
  async function passRefreshed(
    { session, cookieValue }: Extract<RefreshResult, { kind: 'refreshed' }>,
    { reading, mode }: StaleSession
  ): Promise<Renewed> {
    if (revocation.isDue(session)) {
      const standing = await revocation.check(session)
      if (standing.kind === 'ended') return ended(cookie, standing.code, reading)
      if (standing.kind === 'doubtful' && mode === 'ordinary') return standing
    }
    connections.follow(session, { origin: cookie.origin, value: cookieValue })
    const setCookies = replaceCookie(cookieValue, session, reading)
    const insufficient = checkRules(session, setCookies)
    if (insufficient !== null) return insufficient
    rememberEncrypted(cookieValue, session)
    return { kind: 'signed-in', session, setCookies, outage: null }
  }

  async function passInGrace({ session, reading }: StaleSession, outage: Fault): Promise<SessionCheck> {
    const expiredForSeconds = Math.floor(now() - session.idTokenExpiresAtSeconds) + 1
    if (expiredForSeconds > expiredGraceSeconds) return unavailable(outage, session)
    const insufficient = checkRules(session, NO_COOKIES)
    if (insufficient !== null) return insufficient
    if (revocation.isDue(session)) {
      const standing = await revocation.check(session)
      if (standing.kind === 'ended') return ended(cookie, standing.code, reading)
    }
    // Requests count as activity during an outage, or the session would become idle through no fault of the visitor.
    const passed = pass(session, reading)
    return passed.kind === 'signed-in'
      ? { ...passed, session: { ...passed.session, expiredForSeconds }, outage }
      : passed
  }

  /** The consequence of the provider's response, or its absence, for the session. */
  async function evaluate(result: RefreshResult, stale: StaleSession): Promise<Renewed> {
    const { reading, mode, session, verified } = stale
    if (result.kind === 'ended') {
      connections.refuse(session, endingBy(result.code))
      return ended(cookie, result.code, reading)
    }
    if (result.kind === 'refreshed') return await passRefreshed(result, stale)
    const outage = providerFault(result.failure)
    if (verified.kind === 'expired') return await passInGrace(stale, outage)
    // An outage says nothing about a session within its lifetime.
    if (verified.kind === 'valid' && mode === 'doubtful')
      return checkRules(session, NO_COOKIES) ?? pass(session, reading)
    return unavailable(outage, session)
  }

  return {
    checkRules,

    async renew(stale: StaleSession): Promise<Renewed> {
      const { mode, state, session, verified } = stale
      if (state.refreshToken === '')
        return verified.kind === 'unavailable'
          ? unavailable(providerFault(verified.failure), session)
          : { kind: 'signed-out', code: 'MISSING_REFRESH_TOKEN' }
      const lastConfirmedAtSeconds = revocation.lastConfirmedAtSeconds(session)
      const reason = reasonOf(stale)
      let isRefreshed = false
      const result = await refresh({ ...state, id: session.id }, session, {
        reason,
        force: mode !== 'ordinary',
        lastConfirmedAtSeconds,
        onRefreshed() {
          isRefreshed = true
        }
      })
      const checked = await evaluate(result, stale)
      if (checked.kind === 'doubtful') return checked
      return { ...checked, calledProvider: true, ...(isRefreshed ? { refreshed: reason } : {}) }
    }
  }
}

/** A token that needs newer certificates has an unknown key too. */
function reasonOf({ mode, verified }: StaleSession): RefreshReason {
  if (mode !== 'ordinary') return 'forced'
  return verified.kind === 'expired' ? 'expired' : 'unknown_key'
}
