import { coversHost, hostOf, isHttps, isInDomain, normalizeHost } from '../../config/addresses/urls.ts'
import { listApplicationHosts } from '../../config/applications.ts'
import { listSessionCookies } from '../../config/defaults.ts'
import type { Config } from '../../config/schema/schema.ts'

/** At an origin with its own session cookie: accepts a session that is handed over. */
export const ARRIVE_PATH = '/_auth/arrive'

export type HandOverConfig = Pick<Config, 'publicUrl' | 'applications' | 'cookie'>

/** A test for hosts with a session cookie of their own, of a name in any spelling or a `*.example.com`. Works on an unvalidated config. */
export function createHandOverTest({
  publicUrl,
  applications,
  cookie
}: HandOverConfig): (hostname: string) => boolean {
  const publicHost = hostOf(publicUrl)
  const domain = cookie.domain?.toLowerCase().replace(/^\./, '') ?? null
  const hosts = listApplicationHosts({ applications })
  return (hostname) => {
    const host = normalizeHost(hostname)
    if (host === publicHost) return false
    if (domain !== null && isInDomain(host, domain)) return false
    return hosts.some((own) => coversHost(own, host))
  }
}

/** True if any host has its own session cookie. */
export function handsOver(config: HandOverConfig): boolean {
  return listApplicationHosts(config).some(createHandOverTest(config))
}

/** True if the gateway keeps a cookie that says whose an application's session cookies are. */
export function clearsCookies({
  applications,
  ...general
}: Pick<Config, 'applications' | 'clearCookies' | 'identityHeaders'>): boolean {
  return [general, ...applications.map((one) => ({ ...general, ...one }))].some(
    (one) => listSessionCookies(one).length > 0
  )
}

export interface CookieNames {
  /** At the sign-in origin and wherever its cookie is sent. */
  shared: string
  /** At origins with their own. */
  own: string
}

/** Browsers accept such names over https only, `__Host-` only without a domain (RFC 6265bis, 4.1.3). */
export const COOKIE_PREFIX = /^__(?:Host|Secure)-/

/** A host's own cookie always has `__Host-` on https, so that sibling hosts cannot plant it. */
export function cookieNamesOf(config: Pick<Config, 'publicUrl' | 'cookie'>): CookieNames {
  const { name, domain } = config.cookie
  const secure = isHttps(config)
  const plain = 'gatehouse'
  const bare = (name ?? plain).replace(COOKIE_PREFIX, '')
  const prefixed = domain === null ? `__Host-${plain}` : `__Secure-${plain}`
  return { shared: name ?? (secure ? prefixed : plain), own: secure ? `__Host-${bare}` : bare }
}

/** What the names of the authorization server's cookies begin with; they have paths, which `__Host-` does not allow. */
export function oauthCookieName(config: Pick<Config, 'publicUrl' | 'cookie'>): string {
  return `${cookieNamesOf(config).shared.replace(/^__Host-/, '__Secure-')}-oauth`
}

/** The only cookie that Firebase Hosting passes on: https://firebase.google.com/docs/hosting/manage-cache#using_cookies */
export const HOSTING_COOKIE = '__session'

/** True if the session cookie is the only one that reaches the gateway, so that others would be set in vain. */
export function hasOneCookie({ cookie }: Pick<Config, 'cookie'>): boolean {
  return cookie.name === HOSTING_COOKIE
}
