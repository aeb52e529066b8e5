import { type ErrorCode, Fault } from '../errors.ts'
import {
  decodeClaims,
  type IdTokenVerdict,
  type VerifyIdToken
} from '../identity-platform/tokens/id-token.ts'
import { createActivityNotes } from './activity.ts'
import type { CookieReading, SessionCookie } from './cookie/cookie.ts'
import type { SessionState } from './cookie/cookie-value.ts'
import type { Limits } from './limits.ts'
import { certificatesFault, providerFault } from './provider-fault.ts'
import type { Refresh, RefreshResult } from './refresh.ts'
import { copyText, createRememberedSessions, type SplitValue, signatureOf } from './remembered.ts'
import type { RevocationCheck } from './revocation/revocation.ts'
import { buildSession, type Owner, ownerOf, type Session } from './session.ts'
import { complainAboutSignIn, type SignInRules } from './sign-in/rules.ts'

/** What the credentials of a request are worth. `setCookies`: `Set-Cookie` values that the answer must carry. */
export type SessionCheck =
  /** `trouble`: why an expired session still passes; null: it has not expired. */
  | { kind: 'signed-in'; session: Session; setCookies: readonly string[]; trouble: Fault | null }
  /** A session that stands, of a sign-in that does not meet the rules now; its cookies stay. `fault`: the rule. */
  | { kind: 'insufficient'; fault: Fault; session: Session; setCookies: readonly string[] }
  /** Credentials missing or malformed. */
  | { kind: 'signed-out'; code: ErrorCode }
  /** There was a session, and it is over for good. */
  | { kind: 'ended'; code: ErrorCode; setCookies: readonly string[] }
  /** The provider cannot be asked; says nothing about the session, whose cookies stay. `owner`: whose it is. */
  | { kind: 'unavailable'; fault: Fault; owner: Owner }
  /** Anything else: to the error handler. */
  | { kind: 'failed'; fault: Fault; setCookies: readonly string[] }

/** Checks sessions; see `createSessionCheck`. */
export interface SessionChecker {
  /** Takes the `Cookie` header. Answers at once, without a promise, when the session is remembered. */
  check(cookieHeader: string | undefined): SessionCheck | Promise<SessionCheck>
  /** The session of a `Cookie` header if it is remembered, whether or not it still stands; costs no look at anything. */
  recall(cookieHeader: string | undefined): Session | undefined
  /** Whose session a `Cookie` header holds, whether or not it stands: our signature vouches for it. Null: nobody's. */
  identify(cookieHeader: string | undefined): Session | null
  /** Like `check`, but a session that stands is refreshed whether or not its id token has expired. */
  checkAndRefresh(cookieHeader: string | undefined): Promise<SessionCheck>
}

export interface SessionCheckOptions {
  cookie: SessionCookie
  verifyIdToken: VerifyIdToken
  refresh: Refresh
  revocation: RevocationCheck
  limits: Limits
  /** What the sign-in of a session needs for it to pass. */
  rules: SignInRules
  /** How long a session may pass whose id token is over, while the provider is away. */
  expiredGraceSeconds: number
  /** Bound of the memory for verified sessions. */
  cacheBytes: number
  /** Epoch seconds. */
  now: () => number
}

type PresentCookie = Extract<CookieReading, { kind: 'present' }>

/** Why a session is looked at closely: new here or expired, refresh wanted, or the provider did not take its id token. */
type Reason = 'unseen' | 'forced' | 'doubtful'

/** A session whose token cannot serve as it is: expired, or not to be verified, or to be replaced for another reason. */
interface Seen {
  reading: PresentCookie
  reason: Reason
  state: SessionState
  session: Session
  verdict: Exclude<IdTokenVerdict, { kind: 'refused' }>
}

const NO_COOKIES: readonly string[] = []

/**
 * The session check: signature of the cookie, then the id token, then a refresh where it is due, then the rules for sign-ins.
 * A verified session that meets them is remembered under its exact cookie value until its id token expires.
 */
export function createSessionCheck(options: SessionCheckOptions): SessionChecker {
  const { cookie, verifyIdToken, refresh, revocation, limits, rules, expiredGraceSeconds, now } = options
  const noteActivity = createActivityNotes({ cookie, now })
  const { remember, recall } = createRememberedSessions(options.cacheBytes)

  function check(cookieHeader: string | undefined): SessionCheck | Promise<SessionCheck> {
    const reading = cookie.read(cookieHeader)
    if (reading.kind !== 'present') return signedOut(reading)
    const session = recall(reading)
    if (session === undefined || now() >= session.idTokenExpiresAtSeconds || limits.isOver(session))
      return checkClosely(reading, 'unseen')
    return revocation.isDue(session) ? checkRevocation(session, reading) : pass(session, reading)
  }

  async function checkClosely(reading: PresentCookie, reason: Reason): Promise<SessionCheck> {
    const opened = cookie.open(reading)
    if (opened.kind === 'malformed') return { kind: 'signed-out', code: 'MALFORMED_CREDENTIALS' }
    if (opened.kind === 'foreign') return { kind: 'signed-out', code: 'INVALID_COOKIE_SIGNATURE' }
    const { state } = opened
    if (limits.isOver(state)) return ended('SESSION_EXPIRED', reading.names)

    const verdict = await verifyIdToken(state.idToken)
    if (verdict.kind === 'refused') {
      // It was good when we signed it: the configuration changed, and the token will never be good again.
      const fault = new Fault(verdict.code, { detail: verdict.detail })
      return { kind: 'failed', fault, setCookies: cookie.clear(reading.names) }
    }
    // Without any certificates the token of a refresh could not be verified either.
    if (verdict.kind === 'unavailable' && !verdict.hasCertificates)
      return unavailable(certificatesFault(verdict.cause), ownerOf(verdict.claims))
    const mark = { ...state, id: state.id === null ? null : copyText(state.id) }
    const session = buildSession(copyText(state.idToken), verdict.claims, mark)
    const endedHere = revocation.endedHere(session)
    if (endedHere !== null) return ended(endedHere, reading.names)
    if (verdict.kind === 'valid' && reason === 'unseen') {
      const insufficient = judgeSignIn(session)
      if (insufficient !== null) return insufficient
      remember(reading, session)
      return revocation.isDue(session) ? await checkRevocation(session, reading) : pass(session, reading)
    }
    return await renew({ reading, reason, state, session, verdict })
  }

  /** Null: the sign-in meets the rules. For each id token once: neither its claims nor the rules change. */
  function judgeSignIn(session: Session, setCookies = NO_COOKIES): SessionCheck | null {
    const fault = complainAboutSignIn(session.claims, rules)
    return fault === null ? null : { kind: 'insufficient', fault, session, setCookies }
  }

  /** A session as its cookie says; the signature vouches for it, its id token is not verified. */
  function readUnverified(reading: PresentCookie): Session | null {
    const opened = cookie.open(reading)
    const claims = opened.kind === 'open' ? decodeClaims(opened.state.idToken) : null
    return opened.kind === 'open' && claims !== null
      ? buildSession(opened.state.idToken, claims, opened.state)
      : null
  }

  async function renew(seen: Seen): Promise<SessionCheck> {
    const { reading, reason, state, session, verdict } = seen
    if (state.refreshToken === '')
      return verdict.kind === 'unavailable'
        ? unavailable(certificatesFault(verdict.cause), session)
        : { kind: 'signed-out', code: 'MISSING_REFRESH_TOKEN' }
    const lastStoodAtSeconds = revocation.lastStoodAtSeconds(session)
    const result = await refresh(state, session, { force: reason !== 'unseen', lastStoodAtSeconds })
    if (result.kind === 'ended') return ended(result.code, reading.names)
    if (result.kind === 'refreshed') return await passRefreshed(result, seen)
    const trouble = providerFault(result.failure)
    if (verdict.kind === 'expired') return await passInGrace(session, reading, trouble)
    // The provider's trouble says nothing about a session within its time.
    if (verdict.kind === 'valid' && reason === 'doubtful')
      return judgeSignIn(session) ?? pass(session, reading)
    return unavailable(trouble, session)
  }

  /** The result may be a minute old: the session may have been ended since. */
  async function passRefreshed(
    { session, cookieValue }: Extract<RefreshResult, { kind: 'refreshed' }>,
    { reading, reason }: Seen
  ): Promise<SessionCheck> {
    if (revocation.isDue(session)) {
      const verdict = await revocation.check(session)
      if (verdict.kind === 'ended') return ended(verdict.code, reading.names)
      if (verdict.kind === 'doubtful' && reason === 'unseen') return await checkClosely(reading, 'doubtful')
    }
    const setCookies = setCookie(cookieValue, session, reading)
    const insufficient = judgeSignIn(session, setCookies)
    if (insufficient !== null) return insufficient
    remember(splitSealed(cookieValue), session)
    return signedIn(session, setCookies)
  }

  /** A session that stands. Once in a while its cookie is renewed to say that it is in use. */
  function pass(session: Session, reading: PresentCookie): SessionCheck {
    if (!limits.isNoteDue(session)) return signedIn(session, NO_COOKIES)
    const opened = cookie.open(reading)
    if (opened.kind !== 'open') return { kind: 'signed-out', code: 'INVALID_COOKIE_SIGNATURE' }
    const { state, cookieValue } = noteActivity(signatureOf(reading.value), {
      ...opened.state,
      id: session.id
    })
    const renewed = splitSealed(cookieValue)
    const known = recall(renewed)
    const active = known ?? { ...session, activeAtSeconds: state.activeAtSeconds }
    if (known === undefined) remember(renewed, active)
    return signedIn(active, setCookie(cookieValue, active, reading))
  }

  async function passInGrace(
    session: Session,
    reading: PresentCookie,
    trouble: Fault
  ): Promise<SessionCheck> {
    const expiredForSeconds = Math.floor(now() - session.idTokenExpiresAtSeconds) + 1
    if (expiredForSeconds > expiredGraceSeconds) return unavailable(trouble, session)
    const insufficient = judgeSignIn(session)
    if (insufficient !== null) return insufficient
    if (revocation.isDue(session)) {
      const verdict = await revocation.check(session)
      if (verdict.kind === 'ended') return ended(verdict.code, reading.names)
    }
    // Requests count although nobody can be refreshed: silence would be the provider's, not the visitor's.
    const passed = pass(session, reading)
    return passed.kind === 'signed-in'
      ? { ...passed, session: { ...passed.session, expiredForSeconds }, trouble }
      : passed
  }

  async function checkRevocation(session: Session, reading: PresentCookie): Promise<SessionCheck> {
    const verdict = await revocation.check(session)
    switch (verdict.kind) {
      case 'stands':
        return pass(session, reading)
      case 'ended':
        return ended(verdict.code, reading.names)
      case 'doubtful':
        return await checkClosely(reading, 'doubtful')
    }
  }

  /** A value of our own, split as browsers will send it. */
  const splitSealed = (value: string): SplitValue => ({ value, parts: cookie.set(value, [], 1).length })
  const setCookie = (value: string, session: Session, reading: PresentCookie) =>
    cookie.set(value, reading.names, limits.maxAgeSeconds(session))
  const ended = (code: ErrorCode, names: readonly string[]): SessionCheck => ({
    kind: 'ended',
    code,
    setCookies: cookie.clear(names)
  })

  return {
    check,
    identify(cookieHeader) {
      const reading = cookie.read(cookieHeader)
      return reading.kind === 'present' ? (recall(reading) ?? readUnverified(reading)) : null
    },
    recall(cookieHeader) {
      const reading = cookie.read(cookieHeader)
      return reading.kind === 'present' ? recall(reading) : undefined
    },
    async checkAndRefresh(cookieHeader) {
      const reading = cookie.read(cookieHeader)
      return reading.kind === 'present' ? await checkClosely(reading, 'forced') : signedOut(reading)
    }
  }
}

function unavailable(fault: Fault, { subject, tenantId }: Owner): SessionCheck {
  return { kind: 'unavailable', fault, owner: { subject, tenantId } }
}

function signedIn(session: Session, setCookies: readonly string[]): SessionCheck {
  return { kind: 'signed-in', session, setCookies, trouble: null }
}

function signedOut(reading: CookieReading): SessionCheck {
  return {
    kind: 'signed-out',
    code: reading.kind === 'absent' ? 'MISSING_CREDENTIALS' : 'MALFORMED_CREDENTIALS'
  }
}
