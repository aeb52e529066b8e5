import type { Config } from '../schema/schema.ts'

type Login = Config['login']
type HostOverrides = Login['hosts'][string]

/** What a page looks like and points to. */
export type Appearance = Pick<Login, 'brand' | 'theme' | 'links' | 'destinations'>

/**
 * What holds on a host: what `login.hosts` says of it, over what holds everywhere. A logo or an accent of its own comes
 * without the dark one of everywhere, which belongs to another. Null, or a host without an entry: as everywhere.
 */
export function appearanceAt(login: Login, host: string | null): Appearance {
  const own: HostOverrides =
    host !== null && Object.hasOwn(login.hosts, host) ? (login.hosts[host] ?? {}) : {}
  return {
    brand: { ...login.brand, ...(own.brand?.logo !== undefined && { logoDark: null }), ...own.brand },
    theme: { ...login.theme, ...(own.theme?.accent !== undefined && { accentDark: null }), ...own.theme },
    links: { ...login.links, ...own.links },
    destinations: { ...login.destinations, ...own.destinations }
  }
}
