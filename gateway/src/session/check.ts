import { Fault } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import { decodeClaims, type IdTokenResult, type VerifyIdToken } from '../identity-platform/tokens/id-token.ts'
import type { Runtime } from '../operations/runtime.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import {
  type AdmissionOptions,
  createAdmission,
  ended,
  NO_COOKIES,
  providerFault,
  type SessionCheck,
  signedOut,
  unavailable
} from './check-result.ts'
import type { Connections } from './connections/connections.ts'
import { endingBy } from './connections/stream-registry.ts'
import type { PresentCookie } from './cookie/cookie.ts'
import type { OpenedSession, SessionState } from './cookie/cookie-value.ts'
import { isBound } from './device.ts'
import type { DevicesAtOrigin } from './device-binding.ts'
import type { Refresh, RefreshReason, RefreshResult } from './refresh.ts'
import type { RevocationCheck } from './revocation/revocation.ts'
import { accountIdOf, buildSession, type Session } from './session.ts'
import { detachString } from './session-cache.ts'

const CHECK = { name: 'session.check', call: null } as const

export type SessionChecker = ReturnType<typeof createSessionChecker>

/** `ordinary`: a valid id token passes. `forced`: refresh anyway. `token-rejected`: only a refresh can decide. */
type CheckMode = 'ordinary' | 'forced' | 'token-rejected'

interface StaleSession {
  reading: PresentCookie
  mode: CheckMode
  state: SessionState
  session: Session
  verified: Exclude<IdTokenResult, { kind: 'refused' }>
}

/** Checks the sessions of one cookie. One that passes is cached under its exact value until its id token expires. */
export function createSessionChecker(
  runtime: Runtime,
  options: AdmissionOptions & {
    verifyIdToken: VerifyIdToken
    refresh: Refresh
    revocation: RevocationCheck
    /** How long a session with an expired id token may pass while the provider is unavailable. */
    expiredGraceSeconds: number
    connections: Pick<Connections, 'recordActivity' | 'refuse'>
    /** Null, the default: sessions are bound to no device. */
    devices?: DevicesAtOrigin | null
    /** Learns first what other processes said while this one had no processor. */
    syncAfterPause: SharedState['syncAfterPause']
  }
) {
  const { now, report, spans } = runtime
  const { cookie, verifyIdToken, refresh, revocation, limits, cached, connections } = options
  const { expiredGraceSeconds, devices = null, syncAfterPause } = options
  const { passRecorded, passRefreshed, checkRules } = createAdmission(runtime, options)

  /** Admits a session that meets the rules; about once a minute its cookie is renewed to record activity. */
  function pass(session: Session, reading: PresentCookie): SessionCheck {
    if (limits.isActivityUpdateDue(session)) return passRecorded(session, reading)
    return { kind: 'signed-in', session, setCookies: NO_COOKIES, outage: null }
  }

  /** `from`: null: not of a request. */
  function checkHeader(
    cookieHeader: string | undefined,
    from: AuthRequest | null | undefined
  ): SessionCheck | Promise<SessionCheck> {
    const reading = cookie.read(cookieHeader)
    if (reading.kind !== 'present') return signedOut(reading)
    const missed = syncAfterPause?.() ?? null
    return missed === null
      ? checkPresent(reading, cookieHeader, from)
      : missed.then(() => checkPresent(reading, cookieHeader, from))
  }

  function checkPresent(
    reading: PresentCookie,
    cookieHeader: string | undefined,
    from: AuthRequest | null | undefined
  ): SessionCheck | Promise<SessionCheck> {
    if (devices === null || from === null) return checkReading(reading)
    const known = cached.get(reading)
    const opened = known === undefined ? cookie.open(reading) : undefined
    const session = opened === undefined ? known : describeOpened(opened)
    const unproven = session == null ? null : checkDevice(session, cookieHeader, from)
    if (unproven !== null) return unproven
    const checked = checkReading(reading, known, opened)
    return checked instanceof Promise ? unlessReplaced(checked, cookieHeader, from) : checked
  }

  /** While the provider was asked, a bound cookie may have replaced this one, whose successor would take its place in the browser. */
  async function unlessReplaced(
    checking: Promise<SessionCheck>,
    cookieHeader: string | undefined,
    from: AuthRequest | undefined
  ): Promise<SessionCheck> {
    const checked = await checking
    const isUnbound =
      (checked.kind === 'signed-in' || checked.kind === 'insufficient') && !isBound(checked.session)
    return (isUnbound ? checkDevice(checked.session, cookieHeader, from) : null) ?? checked
  }

  /** First of all: a copied cookie causes no call to the provider. Null: nothing is missing, or the session is over anyway. */
  function checkDevice(
    session: Session,
    cookieHeader: string | undefined,
    from: AuthRequest | undefined
  ): SessionCheck | null {
    if (devices === null || devices.passesAgain(session, cookieHeader, from)) return null
    return limits.isExpired(session) || revocation.revocationCodeOf(session) !== null
      ? null
      : devices.check(session, cookieHeader, from)
  }

  /** `session`: as cached. `opened`: the cookie, if it has been opened. */
  function checkReading(
    reading: PresentCookie,
    session = cached.get(reading),
    opened?: OpenedSession
  ): SessionCheck | Promise<SessionCheck> {
    if (session === undefined) cached.lookups.misses += 1
    else cached.lookups.hits += 1
    if (session === undefined || now() >= session.idTokenExpiresAtSeconds || limits.isExpired(session))
      return recorded(() => verifySession(reading, 'ordinary', opened))
    return revocation.isDue(session)
      ? recorded(() => checkRevocation(session, reading))
      : pass(session, reading)
  }

  function recorded(work: () => Promise<SessionCheck>): Promise<SessionCheck> {
    return spans.run(CHECK, async (span) => {
      const checked = await work()
      span.set('gatehouse.session', checked.kind)
      if (checked.kind === 'unavailable') span.failed(checked.fault.code)
      return checked
    })
  }

  async function verifySession(
    reading: PresentCookie,
    mode: CheckMode,
    opened = cookie.open(reading)
  ): Promise<SessionCheck> {
    if (opened.kind === 'malformed') return { kind: 'signed-out', code: 'MALFORMED_CREDENTIALS' }
    if (opened.kind === 'foreign') return { kind: 'signed-out', code: 'INVALID_COOKIE_SIGNATURE' }
    const { state } = opened
    if (mode !== 'token-rejected' && cached.get(reading) === undefined)
      report({ kind: 'session.seen', key: opened.key })
    if (limits.isExpired(state)) return ended(cookie, 'SESSION_EXPIRED', reading)

    const verified = await verifyIdToken(state.idToken)
    if (verified.kind === 'refused') {
      // It was valid when we signed it: the configuration changed, and the token will never be valid again.
      const fault = new Fault(verified.code, { detail: verified.detail, doctor: verified.doctor })
      return { kind: 'failed', fault, setCookies: cookie.clear(reading.names) }
    }
    // Without certificates a refreshed token could not be verified either.
    if (verified.kind === 'unavailable' && !verified.hasCertificates)
      return unavailable(providerFault(verified.failure), accountIdOf(verified.claims))
    const metadata = { ...state, id: detachString(state.id) }
    const session = buildSession(detachString(state.idToken), verified.claims, metadata)
    const revokedAs = revocation.revocationCodeOf(session)
    if (revokedAs !== null) return ended(cookie, revokedAs, reading)
    return verified.kind === 'valid' && mode === 'ordinary'
      ? await passFirst(session, reading)
      : await renew({ reading, mode, state, session, verified })
  }

  async function passFirst(session: Session, reading: PresentCookie): Promise<SessionCheck> {
    const insufficient = checkRules(session, NO_COOKIES)
    if (insufficient !== null) return insufficient
    cached.set(reading, session)
    return revocation.isDue(session) ? await checkRevocation(session, reading) : pass(session, reading)
  }

  async function checkRevocation(session: Session, reading: PresentCookie): Promise<SessionCheck> {
    const result = await revocation.check(session)
    if (result.kind === 'token-rejected') return await verifySession(reading, 'token-rejected')
    const checked = result.kind === 'active' ? pass(session, reading) : ended(cookie, result.code, reading)
    return { ...checked, calledProvider: true }
  }

  async function renew(stale: StaleSession): Promise<SessionCheck> {
    const { mode, state, session, verified } = stale
    if (state.refreshToken === '')
      return verified.kind === 'unavailable'
        ? unavailable(providerFault(verified.failure), session)
        : { kind: 'signed-out', code: 'MISSING_REFRESH_TOKEN' }
    const reason = reasonOf(stale)
    let isRefreshed = false
    const result = await refresh({ ...state, id: session.id }, session, {
      reason,
      force: mode !== 'ordinary',
      lastConfirmedAtSeconds: revocation.lastConfirmedAtSeconds(session),
      onRefreshed() {
        isRefreshed = true
      }
    })
    const checked = await checkRefreshed(result, stale)
    // The provider rejects the refreshed id token too: another refresh has to decide.
    if (checked === null) return await verifySession(stale.reading, 'token-rejected')
    return { ...checked, calledProvider: true, ...(isRefreshed ? { refreshed: reason } : {}) }
  }

  /** The consequence of the provider's response, or its absence. Null: the id token of a cached response is rejected. */
  async function checkRefreshed(result: RefreshResult, stale: StaleSession): Promise<SessionCheck | null> {
    const { reading, mode, session, verified } = stale
    if (result.kind === 'ended') {
      connections.refuse(session, endingBy(result.code))
      return ended(cookie, result.code, reading)
    }
    if (result.kind === 'refreshed') {
      // The result may be a minute old; the session may have ended since.
      const revoked = await checkIfDue(result.session)
      if (revoked?.kind === 'ended') return ended(cookie, revoked.code, reading)
      const isDoubted = revoked?.kind === 'token-rejected' && mode === 'ordinary'
      return isDoubted ? null : passRefreshed(result, reading)
    }
    const outage = providerFault(result.failure)
    if (verified.kind === 'expired') return await passInGrace(stale, outage)
    // An outage says nothing about a session within its lifetime.
    if (verified.kind === 'valid' && mode === 'token-rejected')
      return checkRules(session, NO_COOKIES) ?? pass(session, reading)
    return unavailable(outage, session)
  }

  async function passInGrace({ session, reading }: StaleSession, outage: Fault): Promise<SessionCheck> {
    const expiredForSeconds = Math.floor(now() - session.idTokenExpiresAtSeconds) + 1
    if (expiredForSeconds > expiredGraceSeconds) return unavailable(outage, session)
    const insufficient = checkRules(session, NO_COOKIES)
    if (insufficient !== null) return insufficient
    const revoked = await checkIfDue(session)
    if (revoked?.kind === 'ended') return ended(cookie, revoked.code, reading)
    // Requests count as activity during an outage, or the session would become idle through no fault of the visitor.
    const passed = pass(session, reading)
    return passed.kind === 'signed-in'
      ? { ...passed, session: { ...passed.session, expiredForSeconds }, outage }
      : passed
  }

  const checkIfDue = async (session: Session) =>
    revocation.isDue(session) ? await revocation.check(session) : null

  async function confirm(
    checked: SessionCheck,
    reading: PresentCookie,
    isRefreshed = false
  ): Promise<SessionCheck> {
    if (checked.kind !== 'signed-in') return checked
    const { session, outage } = checked
    if (outage !== null) return unavailable(outage, session)
    const result = await revocation.checkNow(session)
    if (result.kind === 'active') return { ...checked, calledProvider: true }
    if (result.kind === 'failed') return unavailable(providerFault(result.failure), session)
    if (result.kind === 'token-rejected' && !isRefreshed)
      return await confirm(await recorded(() => verifySession(reading, 'forced')), reading, true)
    // The provider may reject even the id token of a refresh a moment ago.
    const code = result.kind === 'ended' ? result.code : 'TOKEN_REVOKED'
    return { ...ended(cookie, code, reading), calledProvider: true }
  }

  /** The session as the signed cookie states it; its id token may be unverified. */
  const identify = (reading: PresentCookie): Session | null =>
    cached.get(reading) ?? describeOpened(cookie.open(reading))

  function describeOpened(opened: OpenedSession): Session | null {
    if (opened.kind !== 'open') return null
    const claims = decodeClaims(opened.state.idToken)
    return claims === null ? null : buildSession(opened.state.idToken, claims, opened.state)
  }

  /** A new cookie means that this request was recorded in it. */
  function recordActivity(checked: SessionCheck): SessionCheck {
    if (checked.kind === 'signed-in' && checked.setCookies.length > 0)
      connections.recordActivity(checked.session)
    return checked
  }

  return {
    /** Checks a `Cookie` header. Synchronous if the session is cached. `from`: the request that it came with; null: it is no browser's. */
    check(cookieHeader: string | undefined, from?: AuthRequest | null): SessionCheck | Promise<SessionCheck> {
      const checked = checkHeader(cookieHeader, from)
      return checked instanceof Promise ? checked.then(recordActivity) : recordActivity(checked)
    },

    /** Like `check`, for an open connection: it counts as neither request nor activity. */
    recheck: async (cookieHeader: string): Promise<SessionCheck> => await checkHeader(cookieHeader, null),

    /** Like `check`, but refreshes a valid session even if its id token has not expired. */
    async checkAndRefresh(cookieHeader: string | undefined, from?: AuthRequest): Promise<SessionCheck> {
      const reading = cookie.read(cookieHeader)
      if (reading.kind !== 'present') return signedOut(reading)
      const session = devices === null ? null : identify(reading)
      const unproven = session === null ? null : checkDevice(session, cookieHeader, from)
      if (unproven !== null) return unproven
      const checking = recorded(() => verifySession(reading, 'forced'))
      return recordActivity(await unlessReplaced(checking, cookieHeader, from))
    },

    /** Looks up the account of a session that has just passed. One that passes only because of an outage is not confirmed. */
    async confirm(checked: SessionCheck, cookieHeader: string | undefined): Promise<SessionCheck> {
      const reading = cookie.read(cookieHeader)
      return reading.kind === 'present' ? await confirm(checked, reading) : checked
    },

    /** The cached session of a `Cookie` header, valid or not. Cheap: verifies nothing. */
    getCached(cookieHeader: string | undefined): Session | undefined {
      const reading = cookie.read(cookieHeader)
      return reading.kind === 'present' ? cached.get(reading) : undefined
    },

    /** The session of a correctly signed cookie, valid or not; null: none. */
    identify(cookieHeader: string | undefined): Session | null {
      const reading = cookie.read(cookieHeader)
      return reading.kind === 'present' ? identify(reading) : null
    },

    /** Like `identify`, for every session of the header, once each, and for cookies that came twice, which never pass. */
    identifyEach(cookieHeader: string | undefined): Session[] {
      const sessions = cookie.readEach(cookieHeader).flatMap((reading) => identify(reading) ?? [])
      return [...new Map(sessions.map((session) => [session.id, session])).values()]
    }
  }
}

/** A token that needs newer certificates has an unknown key too. */
function reasonOf({ mode, verified }: StaleSession): RefreshReason {
  if (mode !== 'ordinary') return 'forced'
  return verified.kind === 'expired' ? 'expired' : 'unknown_key'
}
