import { isHttps } from '../../config/addresses/urls.ts'
import { cookieNamesOf, handsOver } from '../../config/hand-over.ts'
import type { Config } from '../../config/schema/schema.ts'
import { createSessionCookie, type SessionCookie, type SessionCookieOptions } from './cookie.ts'
import type { SessionKey } from './keys.ts'
import { createOwnCookies, type OwnCookies } from './own-cookies.ts'

/** The session cookies of a configuration; see `createCookies`. */
export interface Cookies {
  /** `origin`: null for the sign-in origin and all where its cookie goes, else one that has its own. */
  of(origin: string | null): SessionCookie
  own: OwnCookies
}

/** The session cookie that several hosts may share, and those that hosts have for themselves: without a domain, sealed for one origin. */
export function createCookies(
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
