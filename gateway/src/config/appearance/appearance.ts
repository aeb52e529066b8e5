import type { Config } from '../schema/schema.ts'
import { type Grounds, OWN_COLOURS, type Scheme } from './contrast.ts'
import { PRESETS, type Preset } from './presets.ts'

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

type Theme = Config['login']['theme']

/** What a page looks like once a preset and our own looks have filled in what the configuration leaves out. */
export interface Looks
  extends Omit<Preset, 'accent' | 'surfaces'>,
    Pick<Theme, 'mode' | 'font' | 'fontFile' | 'cssFile'> {
  /** Null: ours. */
  accent: string | null
  /** Null: ours. */
  surfaces: Preset['surfaces'] | null
}

/** Our own, as in `login-ui/src/styles/tokens.css`; a test holds the two together. */
export const OWN_LOOKS = {
  accent: null,
  accentDark: null,
  radius: 10,
  layout: 'card',
  alignment: 'center',
  buttons: 'rounded',
  surfaces: null
} as const

/** Single keys win over the preset. An accent of its own comes without the dark one of the preset, which belongs to another. */
export function looksOf(theme: Theme): Looks {
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

/** What the text of a page stands on. */
export function groundsOf({ surfaces, layout }: Pick<Looks, 'surfaces' | 'layout'>, scheme: Scheme): Grounds {
  const { card } = surfaces?.[scheme] ?? OWN_COLOURS[scheme]
  const page = surfaces?.[scheme].bg ?? OWN_COLOURS[scheme].page
  return { page: layout === 'plain' ? card : page, card }
}

/** Names that mean something to browsers only without quotes. */
const KEYWORDS =
  /^(serif|sans-serif|monospace|cursive|fantasy|math|emoji|system-ui|ui-serif|ui-sans-serif|ui-monospace|ui-rounded|-apple-system|BlinkMacSystemFont)$/i

/**
 * A list of font families as CSS takes it, every family quoted that is no keyword. Null when a family is empty, a quote
 * is left open, or a name holds other characters than letters, digits, blanks, `_` and `-`.
 */
export function quoteFontFamilies(list: string): string | null {
  const families = list.split(',').map(quoteFamily)
  return families.includes(null) ? null : families.join(', ')
}

function quoteFamily(family: string): string | null {
  const [, quote, name] = /^(["']?)([A-Za-z0-9_-]+(?: +[A-Za-z0-9_-]+)*)\1$/.exec(family.trim()) ?? []
  if (name === undefined) return null
  return quote === '' && KEYWORDS.test(name) ? name : `"${name}"`
}
