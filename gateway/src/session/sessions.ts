import type { Config } from '../config/schema.ts'
import type { ServiceAccount } from '../config/service-account.ts'
import type { IdentityPlatform } from '../identity-platform/identity-platform.ts'
import { type AcquireMode, type AcquireSession, createAcquirer } from './acquire.ts'
import { createSessionCheck, type SessionChecker } from './check.ts'
import { createSessionCookie, type SessionCookie } from './cookie.ts'
import { deriveSessionKey } from './keys.ts'
import { createRefresher } from './refresh.ts'
import { createRevocationCheck, type RevocationCheck } from './revocation.ts'

/** The session room: makes sessions, checks them, and knows their cookie. */
export interface Sessions {
  acquire: AcquireSession
  /** How sessions get their tokens: in `handover` mode the login page sends its refresh token along. */
  mode: AcquireMode
  checker: SessionChecker
  cookie: SessionCookie
  revocation: RevocationCheck
}

export interface SessionsOptions {
  config: Config
  serviceAccount: ServiceAccount | null
  platform: IdentityPlatform
  /** Epoch seconds. */
  now: () => number
}

/** Wires the session room. */
export function createSessions({ config, serviceAccount, platform, now }: SessionsOptions): Sessions {
  const { verifyIdToken, tokens, accounts } = platform
  const cookie = createConfiguredCookie(config)
  const refresh = createRefresher({ tokens, verifyIdToken, cookie, now })
  const { absoluteSeconds, cacheBytes, revocationCheckSeconds } = config.session
  const revocation = createRevocationCheck({ accounts, intervalSeconds: revocationCheckSeconds, now })
  const mode = acquireMode(config, serviceAccount)
  const { tenantId } = config.identityPlatform
  return {
    acquire: createAcquirer({ platform, cookie, mode, tenantId, now }),
    mode,
    checker: createSessionCheck({
      cookie,
      verifyIdToken,
      refresh,
      revocation,
      absoluteSeconds,
      cacheBytes,
      now
    }),
    cookie,
    revocation
  }
}

function acquireMode({ session }: Config, serviceAccount: ServiceAccount | null): AcquireMode {
  if (session.acquire !== 'auto') return session.acquire
  return serviceAccount === null ? 'handover' : 'exchange'
}

function createConfiguredCookie({ cookie, publicUrl }: Config): SessionCookie {
  const secure = publicUrl.startsWith('https://')
  return createSessionCookie({
    name: cookie.name ?? defaultCookieName(secure, cookie.domain),
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
