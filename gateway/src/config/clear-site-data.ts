import { isHttps } from './addresses/url.ts'
import type { Config } from './schema/schema.ts'

/**
 * `Clear-Site-Data` (https://www.w3.org/TR/clear-site-data/) for answers that end a session; null: none is configured, or
 * visitors come by http, where browsers ignore it.
 */
export function clearSiteDataOf(config: Pick<Config, 'logout' | 'publicUrl'>): string | null {
  const { logout } = config
  if (logout.clearSiteData.length === 0 || !isHttps(config)) return null
  return logout.clearSiteData.map((kind) => `"${kind}"`).join(', ')
}
