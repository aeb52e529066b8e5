import { coversHost } from './access-rules.ts'
import { isHttps, normalizeHost, parseUrl } from './addresses/urls.ts'
import { listApplicationHosts } from './applications.ts'
import type { Config } from './schema/schema.ts'

/** At an origin with a session cookie of its own: takes a session that is handed over. */
export const ARRIVE_PATH = '/_auth/arrive'

/** What tells how sessions get to a host. */
export type HandOverConfig = Pick<Config, 'publicUrl' | 'applications' | 'cookie'>

/**
 * Has this host a session cookie of its own, so that sessions are handed over to it? So has every host of an application where the
 * cookie of the sign-in origin does not go. Takes a name without a port, in any spelling; of configured ones also `*.example.com`.
 */
export type IsHandOver = (hostname: string) => boolean

/** Which hosts of a configuration these are. Nothing of it need be checked yet. */
export function createHandOverTest({ publicUrl, applications, cookie }: HandOverConfig): IsHandOver {
  const publicHost = normalizeHost(parseUrl(publicUrl)?.hostname ?? '')
  const domain = cookie.domain?.toLowerCase().replace(/^\./, '') ?? null
  const hosts = listApplicationHosts({ applications })
  return (hostname) => {
    const host = normalizeHost(hostname)
    if (host === publicHost) return false
    if (domain !== null && (host === domain || host.endsWith(`.${domain}`))) return false
    return hosts.some((own) => coversHost(own, host))
  }
}

/** Has any host a session cookie of its own? */
export function handsOver(config: HandOverConfig): boolean {
  return listApplicationHosts(config).some(createHandOverTest(config))
}

/** Names of the session cookie. */
export interface CookieNames {
  /** At the sign-in origin, and where its cookie goes. */
  shared: string
  /** At origins that have their own. */
  own: string
}

const PREFIX = /^__(?:Host|Secure)-/

/**
 * The names of the session cookies. A host's own one is `__Host-` on https whatever the configuration says of the other: no
 * sibling can plant it. Browsers take `__Host-` on https without a domain only, `__Secure-` on https only (RFC 6265bis, 4.1.3).
 */
export function cookieNamesOf(config: Pick<Config, 'publicUrl' | 'cookie'>): CookieNames {
  const { name, domain } = config.cookie
  const secure = isHttps(config)
  const plain = 'gatehouse'
  const bare = (name ?? plain).replace(PREFIX, '')
  const prefixed = domain === null ? `__Host-${plain}` : `__Secure-${plain}`
  return { shared: name ?? (secure ? prefixed : plain), own: secure ? `__Host-${bare}` : bare }
}
