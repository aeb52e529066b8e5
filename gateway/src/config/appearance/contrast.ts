import { createRequire } from 'node:module'
import { once } from '../package-files.ts'

export type Scheme = 'light' | 'dark'

/** What WCAG 2.2 asks of text at level AA (1.4.3); links and the words on buttons are text. */
export const MIN_TEXT_CONTRAST = 4.5
/** Of a button with what it stands on in the dark. Its words are read, so no 3:1 is asked of its edge (1.4.11); below this it is hardly seen. */
const MIN_FILL_CONTRAST = 1.5

/** As in `login-ui/src/styles/tokens.css`; a test holds the two together. */
export const OWN_COLOURS = {
  light: { page: '#f3f4f7', card: '#ffffff', accent: '#1f5eff' },
  dark: { page: '#0f1115', card: '#181b21', accent: '#86a8ff' }
} as const

/** What accents stand on, as `#rrggbb`. */
export interface Grounds {
  page: string
  card: string
}

const WHITE = '#ffffff'
const NEAR_BLACK = '#0b1330'
/** Halvings of the way to black or white: finer than the 256 steps that a colour can take. */
const SEARCH_STEPS = 12

/** Whether an accent can be read as a link, and what stands on it as the words of a button. */
type AccentContrast =
  | { kind: 'readable' }
  /** `ratio`: the lowest that was found. `nearest`: the closest shade of the same hue that can be read, as `#rrggbb`. */
  | { kind: 'too-low'; ratio: number; against: 'the page' | 'the card' | 'the words on it'; nearest: string }

/** Loaded when a colour is configured, not before: it is a good part of a start. The bundle loads faster than modules. */
const colours = once((): typeof import('culori') => createRequire(import.meta.url)('culori'))

/** Contrast of two colours by WCAG 2.2, from 1 to 21. Takes `#rgb` and `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  return colours().wcagContrast(one, other)
}

/** Can an accent be read on the backgrounds of one colour scheme? `grounds`: ours when left out. */
export function contrastOfAccent(
  accent: string,
  scheme: Scheme,
  grounds: Grounds = OWN_COLOURS[scheme]
): AccentContrast {
  const lowest = measureContrasts(accent, grounds).reduce((least, one) =>
    one.ratio < least.ratio ? one : least
  )
  if (lowest.ratio >= MIN_TEXT_CONTRAST) return { kind: 'readable' }
  return { kind: 'too-low', ...lowest, nearest: findNearestReadable(accent, scheme, grounds) }
}

/** The accent itself where it can be read, else the closest shade that can, as `#rrggbb`. `grounds`: ours when left out. */
export function nearestReadable(
  accent: string,
  scheme: Scheme,
  grounds: Grounds = OWN_COLOURS[scheme]
): string {
  const contrast = contrastOfAccent(accent, scheme, grounds)
  return contrast.kind === 'too-low' ? contrast.nearest : accent
}

/**
 * The accent itself where a button of that colour stands out from dark backgrounds, else the closest shade that does, as
 * `#rrggbb`. Words on it can be read wherever they can be read on the accent. `grounds`: ours when left out.
 */
export function nearestDarkFill(accent: string, grounds: Grounds = OWN_COLOURS.dark): string {
  const standsOut = (shade: string) =>
    [grounds.page, grounds.card].every((ground) => contrastOf(shade, ground) >= MIN_FILL_CONTRAST)
  return standsOut(accent) ? accent : findNearestShade(accent, 'dark', standsOut)
}

/** White or near-black, whichever can be read better on an accent. */
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

function findNearestReadable(accent: string, scheme: Scheme, grounds: Grounds): string {
  return findNearestShade(accent, scheme, (shade) =>
    measureContrasts(shade, grounds).every(({ ratio }) => ratio >= MIN_TEXT_CONTRAST)
  )
}

/**
 * Keeps hue and, as far as a screen can show it, chroma; darkens on light backgrounds, lightens on dark ones. `isEnough`: no
 * for the accent, yes for black or white, and changes once on the way.
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
