import { isHttps } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'

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

/**
 * `Clear-Site-Data` (https://www.w3.org/TR/clear-site-data/) of ended sessions; empty if disabled or over http. `kinds`: of those
 * that are configured.
 */
export function clearSiteDataOf(
  config: Pick<Config, 'logout' | 'publicUrl'>,
  kinds: readonly string[] = ['storage', 'cache']
): { 'clear-site-data'?: string } {
  const cleared = config.logout.clearSiteData.filter((kind) => kinds.includes(kind))
  if (cleared.length === 0 || !isHttps(config)) return {}
  return { 'clear-site-data': cleared.map((kind) => `"${kind}"`).join(', ') }
}
