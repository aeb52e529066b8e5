import { createRequire } from 'node:module'
import { once } from '../package-files.ts'

export type Scheme = 'light' | 'dark'

/** WCAG 2.2 level AA for text (1.4.3), including links and button labels. */
export const MIN_TEXT_CONTRAST = 4.5
/** Of a derived accent: tints of its backgrounds take up to a unit of it. */
const DERIVED_TEXT_CONTRAST = 5.5
/** Of a button's fill against a dark background. Its label identifies it, so 1.4.11 does not require 3:1. */
const MIN_FILL_CONTRAST = 1.5

/** Mirrors `login-ui/src/styles/tokens.css`; a test keeps them in sync. */
export const OWN_COLOURS = {
  light: { page: '#f3f4f7', card: '#ffffff', accent: '#1f5eff' },
  dark: { page: '#0f1115', card: '#181b21', accent: '#86a8ff' }
} as const

/** Backgrounds for accents, as `#rrggbb`. */
export interface Grounds {
  page: string
  card: string
}

const WHITE = '#ffffff'
const NEAR_BLACK = '#0b1330'
/** Bisection steps: finer than 256 color levels. */
const SEARCH_STEPS = 12

interface LowContrast {
  /** The lowest one. */
  ratio: number
  against: 'the page' | 'the card' | 'the words on it'
  /** The closest readable shade of the same hue, as `#rrggbb`. */
  nearest: string
}

/** Lazy, since it slows down startup. The bundle loads faster than single modules. */
const colours = once((): typeof import('culori') => createRequire(import.meta.url)('culori'))

/** WCAG 2.2 contrast of two colors, 1 to 21. Takes `#rgb` and `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  return colours().wcagContrast(one, other)
}

/** The contrast of an accent with these backgrounds; null if it is sufficient. */
export function findLowContrast(accent: string, scheme: Scheme, grounds: Grounds): LowContrast | null {
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

function measureContrasts(accent: string, { page, card }: Grounds) {
  return [
    { against: 'the page' as const, ratio: contrastOf(accent, page) },
    { against: 'the card' as const, ratio: contrastOf(accent, card) },
    { against: 'the words on it' as const, ratio: contrastOf(accent, chooseOnAccent(accent)) }
  ]
}

/**
 * Keeps hue and, within the gamut, chroma; darkens for light backgrounds, lightens for dark ones. `isEnough`
 * is false for the accent, true for black or white, and changes once in between.
 */
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
