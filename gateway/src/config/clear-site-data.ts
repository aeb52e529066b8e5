import type { Config } from './schema/schema.ts'

/**
 * `Clear-Site-Data` (https://www.w3.org/TR/clear-site-data/) for answers that end a session; null: none is configured, or
 * visitors come by http, where browsers ignore it.
 */
export function clearSiteDataOf({ logout, publicUrl }: Pick<Config, 'logout' | 'publicUrl'>): string | null {
  if (logout.clearSiteData.length === 0 || !publicUrl.startsWith('https:')) return null
  return logout.clearSiteData.map((kind) => `"${kind}"`).join(', ')
}
