/**
 * Sessions: begins them at sign-in, checks, refreshes, revokes and ends them. Owns the session cookie, its format and keys, and
 * the connections tied to sessions. Knows no routes, no applications and no access rules.
 */

import { LRUCache } from 'lru-cache'
import { isHttps } from '../config/addresses/urls.ts'
import { fingerprintOf } from '../config/changes.ts'
import {
  clearsCookies,
  cookieNamesOf,
  createHandOverTest,
  type HandOverConfig,
  handsOver,
  hasOneCookie,
  oauthCookieName
} from '../config/hand-over.ts'
import type { Config } from '../config/schema/schema.ts'
import type { IdentityPlatform } from '../identity-platform/identity-platform.ts'
import { type EventSink, ignoreEvents } from '../operations/events.ts'
import { NO_SPANS, type Spans } from '../operations/spans.ts'
import { createAccountSessions } from './account-sessions.ts'
import { createSessionCheck } from './check.ts'
import { providerFault } from './check-result.ts'
import { createSessionWatch } from './connections/watch.ts'
import { createOwnCookies, createSessionCookie, type SessionCookie } from './cookie/cookie.ts'
import { deriveSessionKey, type SessionKey } from './cookie/cookie-value.ts'
import { createHandOver } from './hand-over.ts'
import { createRefresher } from './refresh.ts'
import { createRevocationCheck } from './revocation/revocation.ts'
import { createLimits, type Session } from './session.ts'
import {
  createSessionLimit,
  createSessionList,
  type ListedSession,
  type SessionBegin,
  type SessionListing
} from './session-list.ts'
import { createSessionState, type SessionState } from './session-state.ts'
import { type AcquireMode, createAcquirer } from './sign-in/acquire.ts'
import { createBearerSessions } from './sign-in/bearer-sessions.ts'
import {
  createDescribeRefused,
  createSignInAge,
  createSignInRules,
  type SignInRules
} from './sign-in/rules.ts'

export type Sessions = ReturnType<typeof createSessions>

export interface SessionsOptions {
  config: Config
  platform: IdentityPlatform
  /** State that survives a config reload; default: its own. */
  state?: SessionState
  spans?: Spans | undefined
  report?: EventSink
  /** Epoch seconds. */
  now: () => number
}

export function createSessions(options: SessionsOptions) {
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
  const known = createSessionList({ shared, ended, revocations })
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
  const { lookUp, revocationCodeOf } = revocation
  const mode = acquireMode(config, platform)
  const age = createSignInAge({ maxSignInAgeSeconds, limits, now })
  const isOver = (session: Session) => revocationCodeOf(session) !== null
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
        onRefreshed: (session) => void known.noteUse(session, now(), limits.endsAtSeconds(session)),
        spans,
        report,
        now
      }),
      revocation,
      limits,
      rules,
      expiredGraceSeconds,
      cached,
      notes,
      connections,
      spans,
      report,
      ...(shared.syncAfterPause === undefined ? {} : { syncAfterPause: shared.syncAfterPause }),
      now
    })
  const keys = config.cookie.signatureKeys.map(deriveSessionKey)
  const cookies = createCookies(config, keys)
  /** The checks for requests to an origin. A cookie of one origin is not a session at another. */
  const at = createByOrigin(config, (origin) => {
    const cookie = cookies.of(origin)
    return { cookie, checker: checkerOf(cookie) }
  })
  const { refuse, release, makeRoom, inTurn } = createSessionLimit({
    ...config.session,
    list: (owner) => known.list(revocation.dated(owner), true),
    keepPlace: (session, seconds) =>
      known.keepPlace({ ...session, ...revocation.dated(session) }, seconds && now() + seconds, now()),
    alone: shared.alone,
    replace: (session) => ended.end({ ...session, isReplaced: true }, limits.endsAtSeconds(session))
  })
  return {
    acquire: createAcquirer({
      platform,
      lookUp,
      mode,
      rules,
      keepClaims: config.session.keepClaims,
      age,
      beginSession,
      refuse,
      release,
      revocationCodeOf
    }),
    /**
     * Lists a new session, and ends those of the account beyond `session.maxPerAccount`, which are returned.
     * `ownIds`: sessions that it replaces in its browser.
     */
    async noteBegin(
      session: Session,
      begin: SessionBegin,
      ownIds: readonly string[]
    ): Promise<readonly ListedSession[]> {
      const { createdAtMs } = revocation.dated(session)
      return await inTurn(session, async () => {
        const added = known.add(session, { ...begin, createdAtMs }, limits.endsAtSeconds(session))
        // Without a limit, a sign-in takes no longer than without a store.
        if (config.session.maxPerAccount > 0) await added
        return await makeRoom(session, ownIds)
      })
    },
    /** The sessions of an account, for its owner. Throws while it is unknown when the account was made. */
    async listOf(session: Session): Promise<SessionListing> {
      const account = await revocation.date(session)
      if ('failure' in account) throw providerFault(account.failure)
      return await known.list(account)
    },
    describeRefused: createDescribeRefused(verifyIdToken),
    mode,
    at,
    handOver: createHandOver({ at, keys, limits, taken: state.handedOver, now }),
    /** The gateway's cookies, of all origins. */
    ownCookies: cookies.own,
    limits,
    revocation,
    /** For operators. */
    ofAccounts: createAccountSessions({ ...config.session, shared, ended, revocations, now }),
    connections,
    /** Makes this configuration check open connections, including those of earlier configurations. */
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
    /** Closes everything but the `state` it was given. */
    close: async (): Promise<void> => {
      if (options.state === undefined) await state.close()
    }
  }
}

/**
 * Covers everything but the keys that a verified session or an encrypted cookie depends on, rather too much than too little.
 */
function fingerprintOfSessions(config: Config, rules: SignInRules): string {
  const { publicUrl, session, identityPlatform, login } = config
  const { signatureKeys: _keys, signatureKeysFile: _file, ...cookie } = config.cookie
  // JSON drops sets.
  const providers = [...rules.providers]
  return fingerprintOf(publicUrl, cookie, session, identityPlatform, login.tenants, rules, providers)
}

function acquireMode({ session }: Config, { canSign }: IdentityPlatform): AcquireMode {
  if (session.acquire !== 'auto') return session.acquire
  return canSign ? 'exchange' : 'handover'
}

/** Clients can make up any number of origins for a pattern such as `*.example.org`. */
const MAX_ORIGINS = 1000

/**
 * One value per origin; origins that share the sign-in origin's cookie share one. LRU: an evicted value is
 * made again. `make` gets null for the shared one.
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

/** The session cookie that several hosts may share, and those of single hosts: without a domain, bound to one origin. */
function createCookies(
  config: Pick<Config, 'publicUrl' | 'applications' | 'clearCookies' | 'cookie' | 'authorizationServer'>,
  keys: readonly SessionKey[]
) {
  const { cookie, publicUrl } = config
  const names = cookieNamesOf(config)
  const same = {
    secure: isHttps(config),
    sameSite: cookie.sameSite,
    keys
  }
  return {
    /** `origin`: null for the sign-in origin and all that share its cookie, otherwise one with its own. */
    of: (origin: string | null): SessionCookie =>
      origin === null
        ? createSessionCookie({
            ...same,
            name: names.shared,
            origin: new URL(publicUrl).origin,
            domain: cookie.domain,
            ...(hasOneCookie(config) ? { maxParts: 1 } : {})
          })
        : createSessionCookie({ ...same, name: names.own, origin, domain: null }),
    own: createOwnCookies([
      ...new Set([
        ...(handsOver(config) || clearsCookies(config) ? Object.values(names) : [names.shared]),
        ...(config.authorizationServer.enabled ? [oauthCookieName(config)] : [])
      ])
    ])
  }
}
