import { Fault } from '../errors.ts'
import { decodeClaims, type VerifyIdToken } from '../identity-platform/tokens/id-token.ts'
import { type EventSink, ignoreEvents } from '../operations/events.ts'
import { NO_SPANS, type Spans } from '../operations/spans.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import {
  ended,
  NO_COOKIES,
  providerFault,
  type SessionCheck,
  signedOut,
  unavailable
} from './check-result.ts'
import type { Connections } from './connections/connections.ts'
import type { PresentCookie, SessionCookie } from './cookie/cookie.ts'
import type { SessionState } from './cookie/cookie-value.ts'
import type { Refresh } from './refresh.ts'
import { type CheckMode, createRenewal } from './renewal.ts'
import type { RevocationCheck } from './revocation/revocation.ts'
import { accountIdOf, buildSession, type Limits, type Session } from './session.ts'
import {
  type ActivityCookies,
  detachString,
  type RewrittenCookie,
  type SessionCache,
  type SplitValue,
  signatureOf
} from './session-cache.ts'
import type { SignInRules } from './sign-in/rules.ts'

const CHECK = { name: 'session.check', call: null } as const

export type SessionChecker = ReturnType<typeof createSessionCheck>

export interface SessionCheckOptions {
  cookie: SessionCookie
  verifyIdToken: VerifyIdToken
  refresh: Refresh
  revocation: RevocationCheck
  limits: Limits
  rules: SignInRules
  /** How long a session with an expired id token may pass while the provider is unavailable. */
  expiredGraceSeconds: number
  cached: SessionCache
  notes: ActivityCookies
  /** Connections of the checked sessions, updated with the results. */
  connections: Pick<Connections, 'follow' | 'recordActivity' | 'refuse'>
  /** Traces checks that miss the cache; optional. */
  spans?: Spans
  /** Receives `session.seen`; optional. */
  report?: EventSink
  /** Learns first what other processes said while this one had no processor. Default: nothing was said. */
  syncAfterPause?: SharedState['syncAfterPause']
  /** Epoch seconds. */
  now: () => number
}

/**
 * Checks the cookie's signature, then the id token, then refreshes if due, then applies the sign-in rules. A
 * session that passes is cached under its exact cookie value until its id token expires.
 */
export function createSessionCheck(options: SessionCheckOptions) {
  const { cookie, verifyIdToken, revocation, limits, cached, notes, connections, now } = options
  const { spans = NO_SPANS, report = ignoreEvents, syncAfterPause } = options
  const { lookups } = cached
  const { renew, checkRules } = createRenewal({ ...options, pass, replaceCookie, rememberEncrypted })

  function check(cookieHeader: string | undefined): SessionCheck | Promise<SessionCheck> {
    const reading = cookie.read(cookieHeader)
    if (reading.kind !== 'present') return signedOut(reading)
    const missed = syncAfterPause?.() ?? null
    return missed === null ? checkReading(reading) : missed.then(() => checkReading(reading))
  }

  function checkReading(reading: PresentCookie): SessionCheck | Promise<SessionCheck> {
    const session = cached.recall(reading)
    if (session === undefined) lookups.misses += 1
    else lookups.hits += 1
    if (session === undefined || now() >= session.idTokenExpiresAtSeconds || limits.isOver(session))
      return recorded(() => verifySession(reading, 'ordinary'))
    return revocation.isDue(session)
      ? recorded(() => checkRevocation(session, reading))
      : pass(session, reading)
  }

  /** Admits a valid session; about once a minute its cookie is renewed to record activity. */
  function pass(session: Session, reading: PresentCookie): SessionCheck {
    if (!limits.isActivityUpdateDue(session))
      return { kind: 'signed-in', session, setCookies: NO_COOKIES, outage: null }
    const opened = cookie.open(reading)
    if (opened.kind !== 'open') return { kind: 'signed-out', code: 'INVALID_COOKIE_SIGNATURE' }
    const { activeAtSeconds, cookieValue } = recordActivity(signatureOf(reading.value), opened.state)
    const renewed = splitEncrypted(cookieValue)
    const known = cached.recall(renewed)
    const active = known ?? { ...session, activeAtSeconds }
    if (known === undefined) cached.remember(renewed, active)
    connections.follow(active, { origin: cookie.origin, value: cookieValue })
    const setCookies = replaceCookie(cookieValue, active, reading)
    return { kind: 'signed-in', session: active, setCookies, outage: null }
  }

  /** Notes activity at most once a minute per session; all holders of an old cookie get the same new one. */
  function recordActivity(key: string, state: SessionState): RewrittenCookie {
    const known = notes.get(key)
    if (known !== undefined) return known
    const activeAtSeconds = Math.floor(now())
    const noted = { activeAtSeconds, cookieValue: cookie.encrypt({ ...state, activeAtSeconds }) }
    notes.set(key, noted)
    return noted
  }

  /** `Set-Cookie` values that replace what the browser sent. */
  function replaceCookie(value: string, session: Session, { names }: PresentCookie): readonly string[] {
    return cookie.set(value, names, limits.maxAgeSeconds(session))
  }

  /** Caches the session of a value of our own. */
  function rememberEncrypted(value: string, session: Session): void {
    cached.remember(splitEncrypted(value), session)
  }

  /** As browsers will send it. */
  function splitEncrypted(value: string): SplitValue {
    return { origin: cookie.origin, value, parts: cookie.set(value, [], 1).length }
  }

  function recorded(work: () => Promise<SessionCheck>): Promise<SessionCheck> {
    return spans.run(CHECK, async (span) => {
      const checked = await work()
      span.set('gatehouse.session', checked.kind)
      if (checked.kind === 'unavailable') span.failed(checked.fault.code)
      return checked
    })
  }

  async function verifySession(reading: PresentCookie, mode: CheckMode): Promise<SessionCheck> {
    const opened = cookie.open(reading)
    if (opened.kind === 'malformed') return { kind: 'signed-out', code: 'MALFORMED_CREDENTIALS' }
    if (opened.kind === 'foreign') return { kind: 'signed-out', code: 'INVALID_COOKIE_SIGNATURE' }
    const { state } = opened
    if (mode !== 'doubtful' && cached.recall(reading) === undefined)
      report({ kind: 'session.seen', key: opened.key })
    if (limits.isOver(state)) return ended(cookie, 'SESSION_EXPIRED', reading)

    const result = await verifyIdToken(state.idToken)
    if (result.kind === 'refused') {
      // It was valid when we signed it: the configuration changed, and the token will never be valid again.
      const fault = new Fault(result.code, { detail: result.detail, doctor: result.doctor })
      return { kind: 'failed', fault, setCookies: cookie.clear(reading.names) }
    }
    // Without certificates a refreshed token could not be verified either.
    if (result.kind === 'unavailable' && !result.hasCertificates)
      return unavailable(providerFault(result.failure), accountIdOf(result.claims))
    const mark = { ...state, id: detachString(state.id) }
    const session = buildSession(detachString(state.idToken), result.claims, mark)
    const revokedAs = revocation.revocationCodeOf(session)
    if (revokedAs !== null) return ended(cookie, revokedAs, reading)
    if (result.kind === 'valid' && mode === 'ordinary') return await passFirst(session, reading)
    const renewed = await renew({ reading, mode, state, session, verified: result })
    return renewed.kind === 'doubtful' ? await verifySession(reading, 'doubtful') : renewed
  }

  /** First pass of a session with a valid id token. */
  async function passFirst(session: Session, reading: PresentCookie): Promise<SessionCheck> {
    const insufficient = checkRules(session, NO_COOKIES)
    if (insufficient !== null) return insufficient
    cached.remember(reading, session)
    return revocation.isDue(session) ? await checkRevocation(session, reading) : pass(session, reading)
  }

  async function checkRevocation(session: Session, reading: PresentCookie): Promise<SessionCheck> {
    const result = await revocation.check(session)
    switch (result.kind) {
      case 'stands':
        return { ...pass(session, reading), calledProvider: true }
      case 'ended':
        return { ...ended(cookie, result.code, reading), calledProvider: true }
      case 'doubtful':
        return await verifySession(reading, 'doubtful')
    }
  }

  async function confirm(
    checked: SessionCheck,
    reading: PresentCookie,
    isRefreshed = false
  ): Promise<SessionCheck> {
    if (checked.kind !== 'signed-in') return checked
    const { session, outage } = checked
    if (outage !== null) return unavailable(outage, session)
    const result = await revocation.checkNow(session)
    switch (result.kind) {
      case 'stands':
        return { ...checked, calledProvider: true }
      case 'ended':
        return { ...ended(cookie, result.code, reading), calledProvider: true }
      case 'failed':
        return unavailable(providerFault(result.failure), session)
      case 'doubtful':
        // The provider refuses the id token of a refresh a moment ago.
        if (isRefreshed) return { ...ended(cookie, 'TOKEN_REVOKED', reading), calledProvider: true }
        return await confirm(await recorded(() => verifySession(reading, 'forced')), reading, true)
    }
  }

  /** The session as the signed cookie states it; its id token may be unverified. */
  function identify(reading: PresentCookie): Session | null {
    const known = cached.recall(reading)
    if (known !== undefined) return known
    const opened = cookie.open(reading)
    const claims = opened.kind === 'open' ? decodeClaims(opened.state.idToken) : null
    return opened.kind === 'open' && claims !== null
      ? buildSession(opened.state.idToken, claims, opened.state)
      : null
  }

  /** A new cookie means that this request was noted. */
  function noteRequest(checked: SessionCheck): SessionCheck {
    if (checked.kind === 'signed-in' && checked.setCookies.length > 0)
      connections.recordActivity(checked.session)
    return checked
  }

  return {
    /** Checks a `Cookie` header. Synchronous if the session is cached. */
    check(cookieHeader: string | undefined): SessionCheck | Promise<SessionCheck> {
      const checked = check(cookieHeader)
      return checked instanceof Promise ? checked.then(noteRequest) : noteRequest(checked)
    },

    /** Like `check`, for an open connection: it counts as neither request nor activity. */
    recheck: async (cookieHeader: string): Promise<SessionCheck> => await check(cookieHeader),

    /** Like `check`, but refreshes a valid session even if its id token has not expired. */
    async checkAndRefresh(cookieHeader: string | undefined): Promise<SessionCheck> {
      const reading = cookie.read(cookieHeader)
      return reading.kind === 'present'
        ? noteRequest(await recorded(() => verifySession(reading, 'forced')))
        : signedOut(reading)
    },

    /**
     * Makes sure of a session that has just passed: its account is looked up at once. One that passes only because
     * the provider is unavailable does not.
     */
    async confirm(checked: SessionCheck, cookieHeader: string | undefined): Promise<SessionCheck> {
      const reading = cookie.read(cookieHeader)
      return reading.kind === 'present' ? await confirm(checked, reading) : checked
    },

    /** The cached session of a `Cookie` header, valid or not. Cheap: verifies nothing. */
    recall(cookieHeader: string | undefined): Session | undefined {
      const reading = cookie.read(cookieHeader)
      return reading.kind === 'present' ? cached.recall(reading) : undefined
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
