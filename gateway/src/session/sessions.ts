/**
 * Sessions: begins them at sign-in, checks, refreshes, revokes and ends them. Owns the session cookie, its format and keys, and
 * the connections tied to sessions. Knows no routes, no applications and no access rules.
 */

import { isHttps } from '../config/addresses/urls.ts'
import { fingerprintOf } from '../config/changes.ts'
import type { Config } from '../config/schema/schema.ts'
import type { IdentityPlatform } from '../identity-platform/identity-platform.ts'
import type { Runtime } from '../operations/runtime.ts'
import { createSessionChecker } from './check.ts'
import { providerFault } from './check-result.ts'
import { createSessionWatch } from './connections/watch.ts'
import { createOwnCookies, createSessionCookie, type SessionCookie } from './cookie/cookie.ts'
import { deriveSessionKey, type SessionKey } from './cookie/cookie-value.ts'
import {
  clearsCookies,
  cookieNamesOf,
  createHandOverTest,
  handsOver,
  hasOneCookie,
  oauthCookieName
} from './cookie/names.ts'
import type { DeviceBinding } from './device-binding.ts'
import { createHandOver } from './hand-over.ts'
import { createRefresher } from './refresh.ts'
import { createRevocationCheck } from './revocation/revocation.ts'
import { createLimits, type Session } from './session.ts'
import { createByOrigin } from './session-cache.ts'
import {
  createSessionLimit,
  createSessionList,
  type SessionBegin,
  type SessionListing
} from './session-list.ts'
import { createSessionState, type SessionState } from './session-state.ts'
import { type AcquireMode, createAcquirer } from './sign-in/acquire.ts'
import { createIdTokenReplayGuard } from './sign-in/replay-guard.ts'
import {
  createDescribeRefused,
  createSignInAge,
  createSignInRules,
  type SignInRules
} from './sign-in/rules.ts'

export type Sessions = ReturnType<typeof createSessions>

/** `state`: survives a config reload; default: its own. `devices`: null, the default: sessions are bound to none. */
export function createSessions(
  runtime: Runtime,
  {
    config,
    platform,
    state: given,
    devices: binding = null
  }: { config: Config; platform: IdentityPlatform; state?: SessionState; devices?: DeviceBinding | null }
) {
  const { now } = runtime
  const state = given ?? createSessionState(runtime)
  const { connections, shared } = state
  const { verifyIdToken, tokens, accountsOf } = platform
  const { revocationCheckSeconds: intervalSeconds, maxPerAccount, maxSignInAgeSeconds } = config.session
  const rules = createSignInRules(config)
  const { cached, refreshes, activityCookies, repeatable } = state.verifiedBy({
    fingerprint: fingerprintOfSessions(config, rules),
    keyDigests: config.cookie.signatureKeys.map((key) => fingerprintOf(key)),
    cacheBytes: config.session.cacheBytes
  })
  const limits = createLimits({
    ...config.session,
    keepsCookies: config.login.remember !== 'never',
    lastStreamAtSeconds: config.session.streamsCountAsActivity ? connections.lastOpenAtSeconds : undefined,
    now
  })
  const list = createSessionList(runtime, shared, state.revocations)
  const revocation = createRevocationCheck(runtime, { accountsOf, state, limits, intervalSeconds })
  const keys = config.cookie.signatureKeys.map(deriveSessionKey)
  const cookies = createCookies(config, keys)
  /** The checks for requests to an origin. A cookie of one origin is not a session at another. */
  const publicOrigin = new URL(config.publicUrl).origin
  const at = createByOrigin({ publicOrigin, isApart: createHandOverTest(config) }, (origin) => {
    const cookie = cookies.of(origin)
    const devices = binding?.at(cookie) ?? null
    const refresh = createRefresher(runtime, {
      tokens,
      verifyIdToken,
      cookie,
      recordsActivity: limits.recordsActivity,
      memory: refreshes,
      shared,
      onRefreshed: (session) => void list.recordUse(session, limits.endsAtSeconds(session))
    })
    const checker = createSessionChecker(runtime, {
      cookie,
      verifyIdToken,
      refresh,
      revocation,
      limits,
      rules,
      expiredGraceSeconds: config.session.expiredGraceSeconds,
      cached,
      activityCookies,
      connections,
      devices,
      syncAfterPause: shared.syncAfterPause
    })
    return { cookie, checker, devices }
  })
  const limit = createSessionLimit(config.session, { list, revocation, alone: shared.alone })
  const mode = acquireMode(config, platform)
  const age = createSignInAge({ maxSignInAgeSeconds, limits, now })
  const guard = createIdTokenReplayGuard({
    used: state.usedSignIns,
    repeatable,
    shared,
    age,
    isOver: (session, origin) =>
      revocation.revocationCodeOf(session) !== null ||
      (binding !== null && state.bound().boundAtSeconds(session, origin) !== undefined)
  })
  return {
    acquire: createAcquirer({
      platform,
      revocation,
      mode,
      rules,
      keepClaims: config.session.keepClaims,
      age,
      guard,
      limit,
      devices: binding
    }),
    /** Lists a new session; ends and returns those beyond `session.maxPerAccount`. `ownIds`: sessions that it replaces in its browser. */
    async listNew(session: Session, begin: SessionBegin, ownIds: readonly string[]) {
      const { createdAtMs } = revocation.dated(session)
      return await limit.inTurn(session, async () => {
        const added = list.add(session, { ...begin, createdAtMs }, limits.endsAtSeconds(session))
        // Without a limit, a sign-in takes no longer than without a store.
        if (maxPerAccount > 0) await added
        return await limit.makeRoom(session, ownIds)
      })
    },
    /** The sessions of an account, for its owner. Throws while it is unknown when the account was made. */
    async listOf(session: Session): Promise<SessionListing> {
      const account = await revocation.date(session)
      if ('failure' in account) throw providerFault(account.failure)
      return await list.read(account)
    },
    describeRefused: createDescribeRefused(verifyIdToken),
    mode,
    at,
    handOver: createHandOver({
      at,
      keys,
      limits,
      completed: state.completedHandOvers,
      devices: binding,
      now
    }),
    /** The gateway's cookies, of all origins. */
    ownCookies: cookies.own,
    limits,
    revocation,
    /** Active sessions of an account, for operators. */
    list,
    /** Whether sessions are listed and ended at all replicas. */
    isShared: () => shared.condition() !== null,
    connections,
    bound: state.bound,
    /** Makes this configuration check open connections, including those of earlier configurations. */
    watchConnections: () =>
      connections.watchBy(createSessionWatch({ at, limits, revocation, intervalSeconds, now })),
    /** Closes everything but the `state` it was given. */
    close: async (): Promise<void> => {
      if (given === undefined) await state.close()
    }
  }
}

/** Covers everything but the keys that a verified session or an encrypted cookie depends on, rather too much than too little. */
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

/** The session cookie that several hosts may share, and those of single hosts: without a domain, bound to one origin. */
function createCookies(
  config: Pick<
    Config,
    'publicUrl' | 'applications' | 'clearCookies' | 'identityHeaders' | 'cookie' | 'authorizationServer'
  >,
  keys: readonly SessionKey[]
) {
  const { cookie, publicUrl } = config
  const names = cookieNamesOf(config)
  const same = { secure: isHttps(config), sameSite: cookie.sameSite, keys }
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
        ...(config.authorizationServer?.enabled ? [oauthCookieName(config)] : [])
      ])
    ])
  }
}
