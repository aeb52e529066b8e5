import { Fault } from '../errors.ts'
import { decodeClaims, type VerifyIdToken } from '../identity-platform/tokens/id-token.ts'
import { type EventSink, ignoreEvents } from '../operations/events.ts'
import { NO_SPANS, type Spans } from '../operations/tracing/spans.ts'
import type { NoteActivity } from './activity.ts'
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
import type { Limits } from './limits.ts'
import { createPassing } from './passing.ts'
import type { Refresh } from './refresh.ts'
import { type CheckMode, createRenewal } from './renewal.ts'
import type { RevocationCheck } from './revocation/revocation.ts'
import { buildSession, deriveSessionId, ownerOf, type Session } from './session.ts'
import { copyText, type SessionCache } from './session-cache.ts'
import type { SignInRules } from './sign-in/rules.ts'

const CHECK = { name: 'session.check', call: null } as const

/** Checks sessions; see `createSessionCheck`. */
export interface SessionChecker {
  /** Takes the `Cookie` header. Answers at once, without a promise, when the session is remembered. */
  check(cookieHeader: string | undefined): SessionCheck | Promise<SessionCheck>
  /** The session of a `Cookie` header if it is remembered, whether or not it still stands; costs no look at anything. */
  recall(cookieHeader: string | undefined): Session | undefined
  /** Whose session a `Cookie` header holds, whether or not it stands: our signature vouches for it. Null: nobody's. */
  identify(cookieHeader: string | undefined): Session | null
  /** The same for every session of the header, also where the cookie came twice, which lets nobody pass. Each one once. */
  identifyEach(cookieHeader: string | undefined): Session[]
  /** Like `check`, but a session that stands is refreshed whether or not its id token has expired. */
  checkAndRefresh(cookieHeader: string | undefined): Promise<SessionCheck>
  /** Like `check`, for a connection that goes on: no request of the visitor, and no activity. */
  recheck(cookieHeader: string): Promise<SessionCheck>
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
  cached: SessionCache
  noteActivity: NoteActivity
  /** Those of the sessions that are checked: they follow what a check finds out. */
  connections: Pick<Connections, 'follow' | 'noteActivity' | 'refuse'>
  /** Records checks that take more than a look into memory; nobody does when left out. */
  spans?: Spans
  /** Takes `session.seen`; nobody does when left out. */
  report?: EventSink
  /** Epoch seconds. */
  now: () => number
}

/**
 * The session check: signature of the cookie, then the id token, then a refresh where it is due, then the rules for sign-ins.
 * A verified session that meets them is remembered under its exact cookie value until its id token expires.
 */
export function createSessionCheck(options: SessionCheckOptions): SessionChecker {
  const { cookie, verifyIdToken, revocation, limits, cached, connections, now } = options
  const { spans = NO_SPANS, report = ignoreEvents } = options
  const { lookups } = cached
  const passing = createPassing(options)
  const { renew, checkRules } = createRenewal({ ...options, passing })

  function check(cookieHeader: string | undefined): SessionCheck | Promise<SessionCheck> {
    const reading = cookie.read(cookieHeader)
    if (reading.kind !== 'present') return signedOut(reading)
    const session = cached.recall(reading)
    if (session === undefined) lookups.misses += 1
    else lookups.hits += 1
    if (session === undefined || now() >= session.idTokenExpiresAtSeconds || limits.isOver(session))
      return recorded(() => checkClosely(reading, 'ordinary'))
    return revocation.isDue(session)
      ? recorded(() => checkRevocation(session, reading))
      : passing.pass(session, reading)
  }

  function recorded(work: () => Promise<SessionCheck>): Promise<SessionCheck> {
    return spans.run(CHECK, async (notes) => {
      const checked = await work()
      notes.set('gatehouse.session', checked.kind)
      if (checked.kind === 'unavailable') notes.failed(checked.fault.code)
      return checked
    })
  }

  async function checkClosely(reading: PresentCookie, mode: CheckMode): Promise<SessionCheck> {
    const opened = cookie.open(reading)
    if (opened.kind === 'malformed') return { kind: 'signed-out', code: 'MALFORMED_CREDENTIALS' }
    if (opened.kind === 'foreign') return { kind: 'signed-out', code: 'INVALID_COOKIE_SIGNATURE' }
    const { state } = opened
    if (mode !== 'doubtful' && cached.recall(reading) === undefined)
      report({ kind: 'session.seen', key: opened.key })
    if (limits.isOver(state)) return ended(cookie, 'SESSION_EXPIRED', reading)

    const result = await verifyIdToken(state.idToken)
    if (result.kind === 'refused') {
      // It was good when we signed it: the configuration changed, and the token will never be good again.
      const fault = new Fault(result.code, { detail: result.detail, doctor: result.doctor })
      return { kind: 'failed', fault, setCookies: cookie.clear(reading.names) }
    }
    // Without any certificates the token of a refresh could not be verified either.
    if (result.kind === 'unavailable' && !result.hasCertificates)
      return unavailable(providerFault(result.failure), ownerOf(result.claims))
    const mark = { ...state, id: state.id === null ? null : copyText(state.id) }
    const encrypted = buildSession(copyText(state.idToken), result.claims, mark)
    // By the id in its cookie too: it may have been signed out before ids were no longer kept.
    const endedHere = revocation.endedHere(encrypted)
    if (endedHere !== null) return ended(cookie, endedHere, reading)
    const session = withKeptId(encrypted)
    if (result.kind === 'valid' && mode === 'ordinary') return await passFirst(session, reading)
    const renewed = await renew({ reading, mode, state, session, verified: result })
    return renewed.kind === 'doubtful' ? await checkClosely(reading, 'doubtful') : renewed
  }

  /** A session with a good id token that is not remembered yet. */
  async function passFirst(session: Session, reading: PresentCookie): Promise<SessionCheck> {
    const insufficient = checkRules(session, NO_COOKIES)
    if (insufficient !== null) return insufficient
    cached.remember(reading, session)
    return revocation.isDue(session)
      ? await checkRevocation(session, reading)
      : passing.pass(session, reading)
  }

  async function checkRevocation(session: Session, reading: PresentCookie): Promise<SessionCheck> {
    const result = await revocation.check(session)
    switch (result.kind) {
      case 'stands':
        return { ...passing.pass(session, reading), hasAsked: true }
      case 'ended':
        return { ...ended(cookie, result.code, reading), hasAsked: true }
      case 'doubtful':
        return await checkClosely(reading, 'doubtful')
    }
  }

  /** A session as its cookie says; the signature vouches for it, its id token may not be verified. */
  function identify(reading: PresentCookie): Session | null {
    const known = cached.recall(reading)
    if (known !== undefined) return known
    const opened = cookie.open(reading)
    const claims = opened.kind === 'open' ? decodeClaims(opened.state.idToken) : null
    return opened.kind === 'open' && claims !== null
      ? withKeptId(buildSession(opened.state.idToken, claims, opened.state))
      : null
  }

  function withKeptId(session: Session): Session {
    return cookie.keepsIds ? session : { ...session, id: deriveSessionId(session) }
  }

  /** A new cookie says that this request was noted. */
  function noteActivity(checked: SessionCheck): SessionCheck {
    if (checked.kind === 'signed-in' && checked.setCookies.length > 0)
      connections.noteActivity(checked.session)
    return checked
  }

  return {
    check(cookieHeader) {
      const checked = check(cookieHeader)
      return checked instanceof Promise ? checked.then(noteActivity) : noteActivity(checked)
    },
    recheck: async (cookieHeader) => await check(cookieHeader),
    identify(cookieHeader) {
      const reading = cookie.read(cookieHeader)
      return reading.kind === 'present' ? identify(reading) : null
    },
    identifyEach(cookieHeader) {
      const sessions = cookie.readEach(cookieHeader).flatMap((reading) => identify(reading) ?? [])
      return [...new Map(sessions.map((session) => [session.id, session])).values()]
    },
    recall(cookieHeader) {
      const reading = cookie.read(cookieHeader)
      return reading.kind === 'present' ? cached.recall(reading) : undefined
    },
    async checkAndRefresh(cookieHeader) {
      const reading = cookie.read(cookieHeader)
      return reading.kind === 'present'
        ? noteActivity(await recorded(() => checkClosely(reading, 'forced')))
        : signedOut(reading)
    }
  }
}
