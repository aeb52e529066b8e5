import { isHttps } from './addresses/urls.ts'
import type { Config } from './schema/schema.ts'

/** `Strict-Transport-Security` (RFC 6797, 6.1); null if disabled or over http, where browsers ignore it (8.1). */
export function strictTransportSecurityOf(config: Pick<Config, 'hsts' | 'publicUrl'>): string | null {
  const { hsts } = config
  if (hsts === null || !isHttps(config)) return null
  const directives = [
    `max-age=${hsts.maxAgeSeconds}`,
    ...(hsts.includeSubDomains ? ['includeSubDomains'] : []),
    ...(hsts.preload ? ['preload'] : [])
  ]
  return directives.join('; ')
}

/** `Clear-Site-Data` (https://www.w3.org/TR/clear-site-data/) of ended sessions; null if disabled or over http. */
export function clearSiteDataOf(config: Pick<Config, 'logout' | 'publicUrl'>): string | null {
  const { logout } = config
  if (logout.clearSiteData.length === 0 || !isHttps(config)) return null
  return logout.clearSiteData.map((kind) => `"${kind}"`).join(', ')
}

/** The same where a session follows that of another account: what its page stores meanwhile is kept. */
export function clearCacheOf(config: Pick<Config, 'logout' | 'publicUrl'>): string | null {
  return isHttps(config) && config.logout.clearSiteData.includes('cache') ? '"cache"' : null
}
