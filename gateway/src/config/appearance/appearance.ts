import type { Config } from '../schema/schema.ts'

type Login = Config['login']
/** What a host or an application says differently. */
type Overrides = Login['hosts'][string]

/** What a page looks like and points to. */
export type Appearance = Pick<Login, 'brand' | 'theme' | 'links' | 'destinations'>

/**
 * What holds on a host: what `login.hosts` says of it, over what holds everywhere. A logo or an accent of its own comes
 * without the dark one of everywhere, which belongs to another, and a preset without any looks of everywhere. Null, or a host without an entry: as everywhere.
 */
export function appearanceAt(login: Login, host: string | null): Appearance {
  const own = host !== null && Object.hasOwn(login.hosts, host) ? login.hosts[host] : undefined
  return overlayAppearance(login, own ?? {})
}

/** What a preset of its own replaces: the looks of everywhere would not fit it. */
const LEFT_TO_PRESET = {
  accent: null,
  accentDark: null,
  radius: null,
  layout: null,
  alignment: null,
  buttons: null
} as const

/** What is said differently, over what holds otherwise. */
export function overlayAppearance(under: Appearance, own: Overrides): Appearance {
  return {
    brand: { ...under.brand, ...(own.brand?.logo !== undefined && { logoDark: null }), ...own.brand },
    theme: {
      ...under.theme,
      ...(own.theme?.preset !== undefined && LEFT_TO_PRESET),
      ...(own.theme?.accent !== undefined && { accentDark: null }),
      ...own.theme
    },
    links: { ...under.links, ...own.links },
    destinations: { ...under.destinations, ...own.destinations }
  }
}
