import type { Config } from '../schema/schema.ts'
import { type Grounds, OWN_COLOURS, type Scheme } from './contrast.ts'
import { PRESETS } from './presets.ts'

type Login = Config['login']
type Overrides = Login['hosts'][string]

export type Appearance = Pick<Login, 'brand' | 'theme' | 'links' | 'destinations'>

/**
 * Appearance on a host: `login.hosts` over the general settings. A logo or accent of its own drops the
 * general dark variant, and a preset drops all general looks. Null or an unlisted host: the general settings.
 */
export function appearanceAt(login: Login, host: string | null): Appearance {
  const own = host !== null && Object.hasOwn(login.hosts, host) ? login.hosts[host] : undefined
  return overlayAppearance(login, own ?? {})
}

/** General settings that a host's own preset replaces. */
const LEFT_TO_PRESET = {
  accent: null,
  accentDark: null,
  radius: null,
  layout: null,
  alignment: null,
  buttons: null
} as const

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

/** Mirrors `login-ui/src/styles/tokens.css`; a test keeps them in sync. */
export const OWN_LOOKS = {
  accent: null,
  accentDark: null,
  radius: 10,
  layout: 'card',
  alignment: 'center',
  buttons: 'rounded',
  surfaces: null
} as const

/** Effective looks: config over preset over our defaults. Null as accent or surfaces: ours. */
export type Looks = ReturnType<typeof looksOf>

/** Single keys override the preset. A custom accent drops the preset's dark accent. */
export function looksOf(theme: Login['theme']) {
  const base = theme.preset === null ? OWN_LOOKS : PRESETS[theme.preset]
  return {
    mode: theme.mode,
    font: theme.font,
    fontFile: theme.fontFile,
    cssFile: theme.cssFile,
    accent: theme.accent ?? base.accent,
    accentDark: theme.accentDark ?? (theme.accent === null ? base.accentDark : null),
    radius: theme.radius ?? base.radius,
    layout: theme.layout ?? base.layout,
    alignment: theme.alignment ?? base.alignment,
    buttons: theme.buttons ?? base.buttons,
    surfaces: base.surfaces
  }
}

/** Backgrounds of text. */
export function groundsOf({ surfaces, layout }: Pick<Looks, 'surfaces' | 'layout'>, scheme: Scheme): Grounds {
  const { card } = surfaces?.[scheme] ?? OWN_COLOURS[scheme]
  const page = surfaces?.[scheme].bg ?? OWN_COLOURS[scheme].page
  return { page: layout === 'plain' ? card : page, card }
}

/** Generic families, which work only unquoted. */
const KEYWORDS =
  /^(serif|sans-serif|monospace|cursive|fantasy|math|emoji|system-ui|ui-serif|ui-sans-serif|ui-monospace|ui-rounded|-apple-system|BlinkMacSystemFont)$/i

/** Quotes a CSS list of font families, except keywords. Null for an empty family, an unclosed quote, or other characters. */
export function quoteFontFamilies(list: string): string | null {
  const families = list.split(',').map(quoteFamily)
  return families.includes(null) ? null : families.join(', ')
}

function quoteFamily(family: string): string | null {
  const [, quote, name] = /^(["']?)([A-Za-z0-9_-]+(?: +[A-Za-z0-9_-]+)*)\1$/.exec(family.trim()) ?? []
  if (name === undefined) return null
  return quote === '' && KEYWORDS.test(name) ? name : `"${name}"`
}
