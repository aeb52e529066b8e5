import { isHttps } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'
import type { Fault } from '../errors.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import type { IdentityPlatform } from '../identity-platform/identity-platform.ts'
import { type AcquireMode, type AcquireSession, createAcquirer } from './acquire.ts'
import { createBearerSessions } from './bearer-sessions.ts'
import { createSessionCheck, type SessionChecker } from './check.ts'
import { createSessionCookie, type SessionCookie } from './cookie/cookie.ts'
import { deriveSessionKey } from './cookie/keys.ts'
import { createEndedSessions } from './ended-sessions.ts'
import { createLimits, type Limits } from './limits.ts'
import { createRefresher } from './refresh.ts'
import { createRefusedOwner } from './refused-owner.ts'
import { createRevocationCheck, type RevocationCheck } from './revocation.ts'
import type { Owner } from './session.ts'
import { createSignInAge } from './sign-in-age.ts'
import { createSignInRules } from './sign-in-rules.ts'
import { createUsedBearers } from './used-bearers.ts'

/** The session room: makes sessions, checks them, and knows their cookie. */
export interface Sessions {
  acquire: AcquireSession
  /** Whose id token it is that `acquire` refused with this fault; null: its signature is not good, or cannot be judged. */
  ownerOfRefused(idToken: string, fault: Fault): Promise<Owner | null>
  /** How sessions get their tokens: in `handover` mode the login page sends its refresh token along. */
  mode: AcquireMode
  checker: SessionChecker
  limits: Limits
  cookie: SessionCookie
  revocation: RevocationCheck
}

export interface SessionsOptions {
  config: Config
  platform: IdentityPlatform
  /** Told when accounts cannot be looked up, once until they can be again. */
  onRevocationTrouble?: (failure: ProviderFailure) => void
  /** Told when there was no room for more ended sessions; see `createEndedSessions`. */
  onEndedFull?: (beganUntilSeconds: number) => void
  /** Told when there was no room for more used bearers; see `createUsedBearers`. */
  onUsedFull?: (signedInUntilSeconds: number) => void
  /** Epoch seconds. */
  now: () => number
}

/** Wires the session room. */
export function createSessions(options: SessionsOptions): Sessions {
  const { config, platform, onRevocationTrouble, onEndedFull, onUsedFull, now } = options
  const { verifyIdToken, tokens, accountsOf } = platform
  const cookie = createConfiguredCookie(config)
  const limits = createLimits({ ...config.session, now })
  const { notesActivity } = limits
  const refresh = createRefresher({ tokens, verifyIdToken, cookie, notesActivity, now })
  const { revocationCheckSeconds: intervalSeconds, expiredGraceSeconds, cacheBytes } = config.session
  const { absoluteSeconds } = config.session
  const revocation = createRevocationCheck({
    accountsOf,
    ended: createEndedSessions({
      absoluteSeconds,
      now,
      ...(onEndedFull === undefined ? {} : { onFull: onEndedFull })
    }),
    intervalSeconds,
    onTrouble: onRevocationTrouble,
    now
  })
  const mode = acquireMode(config, platform)
  const age = createSignInAge({ maxSignInAgeSeconds: config.session.maxSignInAgeSeconds, limits, now })
  const { freshSeconds } = age
  const { lookUp, endedHere } = revocation
  const beginSession = createBearerSessions({
    used: createUsedBearers({ freshSeconds, onFull: onUsedFull, now }),
    isOver: (session) => endedHere(session) !== null,
    now
  })
  const rules = createSignInRules(config)
  return {
    acquire: createAcquirer({ platform, lookUp, cookie, mode, rules, age, beginSession, endedHere }),
    ownerOfRefused: createRefusedOwner(verifyIdToken),
    mode,
    checker: createSessionCheck({
      cookie,
      verifyIdToken,
      refresh,
      revocation,
      limits,
      rules,
      expiredGraceSeconds,
      cacheBytes,
      now
    }),
    limits,
    cookie,
    revocation
  }
}

function acquireMode({ session }: Config, { canSign }: IdentityPlatform): AcquireMode {
  if (session.acquire !== 'auto') return session.acquire
  return canSign ? 'exchange' : 'handover'
}

function createConfiguredCookie(config: Config): SessionCookie {
  const { cookie, publicUrl } = config
  const secure = isHttps(config)
  return createSessionCookie({
    name: cookie.name ?? defaultCookieName(secure, cookie.domain),
    origin: new URL(publicUrl).origin,
    domain: cookie.domain,
    secure,
    sameSite: cookie.sameSite,
    keys: cookie.signatureKeys.map(deriveSessionKey)
  })
}

/** Browsers take `__Host-` on https without a domain only, `__Secure-` on https only (RFC 6265bis, 4.1.3). */
function defaultCookieName(secure: boolean, domain: string | null): string {
  if (!secure) return 'gatehouse'
  return domain === null ? '__Host-gatehouse' : '__Secure-gatehouse'
}
