import { createRequire } from 'node:module'
import { once } from '../../async.ts'
import type { Config } from '../../config/schema/schema.ts'

type Login = Config['login']
type Theme = Login['theme']

export type Scheme = 'light' | 'dark'

/** Colors of a scheme as `#rrggbb`, named as in `tokens.css`. */
type Surfaces = Record<'bg' | 'card' | 'text' | 'muted' | 'line', string>

/** A matching set of looks. All keys but the surfaces can be overridden by config. */
interface Preset {
  accent: string
  /** Null: the nearest readable shade of `accent`. */
  accentDark: string | null
  radius: number
  layout: NonNullable<Theme['layout']>
  alignment: NonNullable<Theme['alignment']>
  buttons: NonNullable<Theme['buttons']>
  surfaces: Readonly<Record<Scheme, Surfaces>>
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

/** Tests verify their WCAG 2.2 contrasts. */
export const PRESETS: Readonly<Record<NonNullable<Theme['preset']>, Preset>> = {
  graphite: {
    ...OWN_LOOKS,
    accent: '#18181b',
    accentDark: '#f4f4f5',
    radius: 8,
    surfaces: {
      light: { bg: '#f4f4f5', card: '#ffffff', text: '#18181b', muted: '#5f5f68', line: '#8a8a93' },
      dark: { bg: '#09090b', card: '#151518', text: '#ededef', muted: '#a1a1aa', line: '#71717a' }
    }
  },
  evergreen: {
    ...OWN_LOOKS,
    accent: '#1b6b4a',
    radius: 14,
    buttons: 'pill',
    surfaces: {
      light: { bg: '#f1f4ef', card: '#ffffff', text: '#17211b', muted: '#55625a', line: '#838f87' },
      dark: { bg: '#0c120e', card: '#151d18', text: '#e6ede8', muted: '#9fada4', line: '#6d7b72' }
    }
  },
  iris: {
    ...OWN_LOOKS,
    accent: '#5b4bdb',
    radius: 12,
    layout: 'split',
    alignment: 'start',
    surfaces: {
      light: { bg: '#f4f3fb', card: '#ffffff', text: '#1c1a2e', muted: '#5d5a72', line: '#8b88a0' },
      dark: { bg: '#0f0e17', card: '#181722', text: '#eae9f2', muted: '#a5a3b8', line: '#747289' }
    }
  },
  sandstone: {
    ...OWN_LOOKS,
    accent: '#a8431f',
    radius: 16,
    layout: 'plain',
    buttons: 'pill',
    surfaces: {
      light: { bg: '#f6f1ea', card: '#fbf8f4', text: '#2a211a', muted: '#66594d', line: '#948678' },
      dark: { bg: '#14100c', card: '#1b1612', text: '#f0e9e1', muted: '#b3a596', line: '#807365' }
    }
  },
  ledger: {
    ...OWN_LOOKS,
    accent: '#143f6b',
    radius: 4,
    alignment: 'start',
    buttons: 'square',
    surfaces: {
      light: { bg: '#e9edf2', card: '#ffffff', text: '#16202b', muted: '#52606e', line: '#7d8996' },
      dark: { bg: '#0b1016', card: '#141b23', text: '#e5ebf1', muted: '#9eabb8', line: '#6b7886' }
    }
  }
}

type Overrides = Login['hosts'][string]

export type Appearance = Pick<Login, 'brand' | 'theme' | 'links' | 'destinations'>

/** Appearance on a host: `login.hosts` over the general settings. Null or an unlisted host: the general settings. */
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

/** Effective looks: config over preset over our defaults. Null as accent or surfaces: ours. */
export type Looks = ReturnType<typeof looksOf>

/** Single keys override the preset. A custom accent drops the preset's dark accent. */
export function looksOf({ preset, ...theme }: Theme) {
  const base = preset === null ? OWN_LOOKS : PRESETS[preset]
  return {
    ...theme,
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

/** WCAG 2.2 level AA for text (1.4.3), including links and button labels. */
export const MIN_TEXT_CONTRAST = 4.5
/** Of a derived accent: tints of its backgrounds take up to a unit of it. */
const DERIVED_TEXT_CONTRAST = 5.5
/** Of a button's fill against a dark background. Its label identifies it, so 1.4.11 does not require 3:1. */
const MIN_FILL_CONTRAST = 1.5

/** Mirrors `login-ui/src/styles/tokens.css`; a test keeps them in sync. */
export const OWN_COLOURS = {
  light: { page: '#f3f4f7', card: '#ffffff', accent: '#1f5eff', onAccent: '#ffffff' },
  dark: { page: '#0f1115', card: '#181b21', accent: '#86a8ff' }
} as const

/** Backgrounds for accents, as `#rrggbb`. */
export interface Grounds {
  page: string
  card: string
}

const WHITE = '#ffffff'
const BLACK = '#000000'
const NEAR_BLACK = '#0b1330'
/** Bisection steps: finer than 256 color levels. */
const SEARCH_STEPS = 12

/** Lazy, since it slows down startup. The bundle loads faster than single modules. */
const colours = once((): typeof import('culori') => createRequire(import.meta.url)('culori'))

/** WCAG 2.2 contrast of two colors, 1 to 21. Takes `#rgb` and `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  return colours().wcagContrast(one, other)
}

/** The lowest contrast of an accent, and its nearest readable shade as `#rrggbb`; null if it is sufficient. */
export function findLowContrast(accent: string, scheme: Scheme, grounds: Grounds) {
  const [lowest] = measureContrasts(accent, grounds).sort((one, other) => one.ratio - other.ratio)
  if (lowest === undefined || lowest.ratio >= MIN_TEXT_CONTRAST) return null
  const nearest = findNearestShade(accent, scheme, (shade) =>
    measureContrasts(shade, grounds).every(({ ratio }) => ratio >= MIN_TEXT_CONTRAST)
  )
  return { ...lowest, nearest }
}

/** The accent if it stays readable on dark backgrounds and tints of them, otherwise the closest shade that does, as `#rrggbb`. */
export function nearestDarkAccent(accent: string, grounds: Grounds): string {
  return nearestOnDark(accent, grounds, DERIVED_TEXT_CONTRAST)
}

/** The accent if visible as a button's fill on dark backgrounds, otherwise the closest shade that is, as `#rrggbb`. */
export function nearestDarkFill(accent: string, grounds: Grounds): string {
  return nearestOnDark(accent, grounds, MIN_FILL_CONTRAST)
}

function nearestOnDark(accent: string, { page, card }: Grounds, ratio: number): string {
  const standsOut = (shade: string) => [page, card].every((ground) => contrastOf(shade, ground) >= ratio)
  return standsOut(accent) ? accent : findNearestShade(accent, 'dark', standsOut)
}

/** White or near-black, whichever contrasts more with the accent. */
export function chooseOnAccent(accent: string): string {
  return contrastOf(accent, WHITE) >= contrastOf(accent, NEAR_BLACK) ? WHITE : NEAR_BLACK
}

/** Share of black or white in a pressed button; half of it when hovered. Mirrors `controls.css`. */
export const PRESSED_SHARE = 0.24

/** Black or white, to mix into a fill while pressed: rather towards the card's opposite, but the label stays readable. */
export function chooseAway(fill: string, scheme: Scheme): string {
  const label = chooseOnAccent(fill)
  const [first, other] = scheme === 'dark' && label === WHITE ? [WHITE, BLACK] : [BLACK, WHITE]
  const pressed = colours().formatHex(colours().interpolate([fill, first])(PRESSED_SHARE))
  return contrastOf(pressed, label) >= MIN_TEXT_CONTRAST ? first : other
}

function measureContrasts(accent: string, { page, card }: Grounds) {
  return [
    { against: 'the page' as const, ratio: contrastOf(accent, page) },
    { against: 'the card' as const, ratio: contrastOf(accent, card) },
    { against: 'the words on it' as const, ratio: contrastOf(accent, chooseOnAccent(accent)) }
  ]
}

/** Keeps hue and, within the gamut, chroma; darkens for light, lightens for dark. `isEnough` changes once on the way to black or white. */
function findNearestShade(accent: string, scheme: Scheme, isEnough: (shade: string) => boolean): string {
  const { converter, clampChroma, formatHex } = colours()
  const start = converter('oklch')(accent) ?? { mode: 'oklch', l: 0, c: 0 }
  const shade = (l: number) => formatHex(clampChroma({ ...start, l }, 'oklch'))
  let tooNear = start.l
  let enough = scheme === 'light' ? 0 : 1
  for (let step = 0; step < SEARCH_STEPS; step++) {
    const middle = (tooNear + enough) / 2
    if (isEnough(shade(middle))) enough = middle
    else tooNear = middle
  }
  return shade(enough)
}
