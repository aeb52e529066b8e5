import { LRUCache } from 'lru-cache'
import { isHttps } from '../config/addresses/urls.ts'
import { cookieNamesOf, createHandOverTest, type HandOverConfig, handsOver } from '../config/hand-over.ts'
import { fingerprintOf } from '../config/reuse.ts'
import type { Config } from '../config/schema/schema.ts'
import type { IdentityPlatform } from '../identity-platform/identity-platform.ts'
import { type EventSink, ignoreEvents } from '../operations/events.ts'
import { NO_SPANS, type Spans } from '../operations/tracing/spans.ts'
import { type AccountSessions, createAccountSessions, createSessionList } from './account-sessions.ts'
import { createActivityNotes } from './activity.ts'
import { createSessionCheck, type SessionChecker } from './check.ts'
import type { Connections } from './connections/connections.ts'
import { createSessionWatch } from './connections/watch.ts'
import { createSessionCookie, type SessionCookie, type SessionCookieOptions } from './cookie/cookie.ts'
import { deriveSessionKey, type SessionKey } from './cookie/cookie-value.ts'
import { createOwnCookies, type OwnCookies } from './cookie/own-cookies.ts'
import { createHandOver, type HandOver } from './hand-over.ts'
import { createLimits, type Limits } from './limits.ts'
import { createRefresher } from './refresh.ts'
import { createRevocationCheck, type RevocationCheck } from './revocation/revocation.ts'
import type { Session } from './session.ts'
import { createSessionState, type SessionState } from './session-state.ts'
import { type AcquireMode, type AcquireSession, createAcquirer } from './sign-in/acquire.ts'
import { createSignInAge } from './sign-in/age.ts'
import { createBearerSessions } from './sign-in/bearer-sessions.ts'
import { createDescribeRefused, type DescribeRefused } from './sign-in/refused-sign-in.ts'
import { createSignInRules, type SignInRules } from './sign-in/rules.ts'

/** The session room: makes sessions, checks them, and knows their cookie. */
export interface Sessions {
  acquire: AcquireSession
  describeRefused: DescribeRefused
  /** How sessions get their tokens: in `handover` mode the login page sends its refresh token along. */
  mode: AcquireMode
  /** What the requests to an origin of ours are checked with. A cookie of one origin is no session at another. */
  at(origin: string): OriginSessions
  /** Gets sessions from the sign-in origin to origins that have cookies of their own. */
  handOver: HandOver
  /** The gateway's cookies, whatever origin they are for. */
  ownCookies: OwnCookies
  limits: Limits
  revocation: RevocationCheck
  /** For operators. */
  ofAccounts: AccountSessions
  /** Answers under way, tied to their sessions. */
  connections: Connections
  /** From now on this configuration judges the sessions of connections, those of former configurations too. */
  watchConnections(): void
  /** Ends what it made itself: not the `state` that it was given. */
  close(): Promise<void>
}

/** The sessions of one origin: its cookie, and the check of that. */
export interface OriginSessions {
  readonly checker: SessionChecker
  readonly cookie: SessionCookie
}

export interface SessionsOptions {
  config: Config
  platform: IdentityPlatform
  /** What outlives a configuration; left out: its own. */
  state?: SessionState
  /** Records checks and refreshes; nobody does when left out. */
  spans?: Spans | undefined
  /** Takes what goes wrong behind the scenes; nobody does when left out. */
  report?: EventSink
  /** Epoch seconds. */
  now: () => number
}

/** Wires the session room. */
export function createSessions(options: SessionsOptions): Sessions {
  const { config, platform, spans = NO_SPANS, report = ignoreEvents, now } = options
  const state = options.state ?? createSessionState({ report, now })
  const { ended, revocations, findings, used, connections, shared } = state
  const { verifyIdToken, tokens, accountsOf } = platform
  const {
    revocationCheckSeconds,
    streamsCountAsActivity,
    expiredGraceSeconds,
    cacheBytes,
    maxSignInAgeSeconds
  } = config.session
  const rules = createSignInRules(config)
  const { cached, refreshes, notes, begun } = state.verifiedBy({
    fingerprint: fingerprintOfSessions(config, rules),
    keyDigests: config.cookie.signatureKeys.map((key) => fingerprintOf(key)),
    cacheBytes
  })
  const limits = createLimits({
    ...config.session,
    keepsCookies: config.login.remember !== 'never',
    lastStreamAtSeconds: streamsCountAsActivity ? connections.lastOpenAtSeconds : undefined,
    now
  })
  const { notesActivity } = limits
  const revocation = createRevocationCheck({
    accountsOf,
    ended,
    revocations,
    findings,
    limits,
    connections,
    intervalSeconds: revocationCheckSeconds,
    report,
    now
  })
  const { lookUp, endedHere } = revocation
  const mode = acquireMode(config, platform)
  const age = createSignInAge({ maxSignInAgeSeconds, limits, now })
  const isOver = (session: Session) => endedHere(session) !== null
  const beginSession = createBearerSessions({ used, shared, begun, age, isOver })
  const checkerOf = (cookie: SessionCookie) =>
    createSessionCheck({
      cookie,
      verifyIdToken,
      refresh: createRefresher({
        tokens,
        verifyIdToken,
        cookie,
        notesActivity,
        memory: refreshes,
        shared,
        spans,
        report,
        now
      }),
      revocation,
      limits,
      rules,
      expiredGraceSeconds,
      cached,
      noteActivity: createActivityNotes({ notes, cookie, notesActivity, now }),
      connections,
      spans,
      report,
      now
    })
  const keys = config.cookie.signatureKeys.map(deriveSessionKey)
  const cookies = createCookies(config, keys)
  const at = createByOrigin(config, (origin): OriginSessions => {
    const cookie = cookies.of(origin)
    return { cookie, checker: checkerOf(cookie) }
  })
  const acquire = createAcquirer({ platform, lookUp, mode, rules, age, beginSession, endedHere })
  const list = createSessionList({ shared, ended, revocations })
  return {
    async acquire(signIn) {
      const acquired = await acquire(signIn)
      // Nobody waits for it: a sign-in takes as long as without a store.
      if (acquired.kind === 'acquired') {
        const { session } = acquired
        void list.add(session, signIn.cookie.origin, limits.endsAtSeconds(session))
      }
      return acquired
    },
    describeRefused: createDescribeRefused(verifyIdToken),
    mode,
    at,
    handOver: createHandOver({ at, keys, limits, taken: state.handedOver, now }),
    ownCookies: cookies.own,
    limits,
    revocation,
    ofAccounts: createAccountSessions({ ...config.session, shared, ended, revocations, now }),
    connections,
    watchConnections: () =>
      connections.watchBy(
        createSessionWatch({
          at,
          limits,
          revocation,
          intervalSeconds: revocationCheckSeconds,
          now
        })
      ),
    close: async () => {
      if (options.state === undefined) await state.close()
    }
  }
}

/** Of everything but the keys that a verified session or a sealed cookie depends on; rather too much than too little. */
function fingerprintOfSessions(config: Config, rules: SignInRules): string {
  const { publicUrl, session, identityPlatform, login } = config
  const { signatureKeys: _keys, signatureKeysFile: _file, ...cookie } = config.cookie
  // A set is nothing in JSON.
  const providers = [...rules.providers]
  return fingerprintOf(publicUrl, cookie, session, identityPlatform, login.tenants, rules, providers)
}

function acquireMode({ session }: Config, { canSign }: IdentityPlatform): AcquireMode {
  if (session.acquire !== 'auto') return session.acquire
  return canSign ? 'exchange' : 'handover'
}

/** Patterns such as `*.example.org` have as many origins as somebody likes to ask for. */
const MAX_ORIGINS = 1000

/**
 * Gives what belongs to an origin: the same thing for all origins that share the session cookie of the sign-in origin, one for each
 * that has its own. What was used least recently is made anew when there are too many. `make`: gets null for the shared one.
 */
function createByOrigin<Value extends object>(
  config: HandOverConfig,
  make: (origin: string | null) => Value
): (origin: string) => Value {
  const publicOrigin = new URL(config.publicUrl).origin
  const isHandOver = createHandOverTest(config)
  const shared = make(null)
  const known = new LRUCache<string, Value>({ max: MAX_ORIGINS })
  return (origin) => {
    if (origin === publicOrigin) return shared
    const kept = known.get(origin)
    if (kept !== undefined) return kept
    const value = isHandOver(new URL(origin).hostname) ? make(origin) : shared
    known.set(origin, value)
    return value
  }
}

/** The session cookies of a configuration; see `createCookies`. */
export interface Cookies {
  /** `origin`: null for the sign-in origin and all where its cookie goes, else one that has its own. */
  of(origin: string | null): SessionCookie
  own: OwnCookies
}

/** The session cookie that several hosts may share, and those that hosts have for themselves: without a domain, sealed for one origin. */
function createCookies(
  config: Pick<Config, 'publicUrl' | 'applications' | 'cookie'>,
  keys: readonly SessionKey[]
): Cookies {
  const { cookie, publicUrl } = config
  const names = cookieNamesOf(config)
  const writesPrevious = cookie.format === 'previous'
  const same: Pick<SessionCookieOptions, 'secure' | 'sameSite' | 'keys' | 'keepsIds'> = {
    secure: isHttps(config),
    sameSite: cookie.sameSite,
    keys,
    keepsIds: !writesPrevious
  }
  return {
    of: (origin) =>
      origin === null
        ? createSessionCookie({
            ...same,
            name: names.shared,
            origin: new URL(publicUrl).origin,
            domain: cookie.domain,
            writesPrevious
          })
        : createSessionCookie({ ...same, name: names.own, origin, domain: null, readsPrevious: false }),
    own: createOwnCookies(handsOver(config) ? [...new Set(Object.values(names))] : [names.shared])
  }
}
