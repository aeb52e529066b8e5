import {
  chooseOnAccent,
  nearestDarkFill,
  nearestReadable,
  OWN_COLOURS
} from '../../config/appearance/contrast.ts'
import { quoteFontFamilies } from '../../config/appearance/font-families.ts'
import { groundsOf, type Looks, OWN_LOOKS } from '../../config/appearance/looks.ts'
import type { ServedFont } from './brand-assets.ts'
import { FONT_FAMILIES, renderFontFaces } from './font-faces.ts'
import { rulesOf } from './layouts.ts'

/** Which colour schemes a page has, as the CSS property `color-scheme` takes it. */
export type ColorScheme = 'light dark' | 'light' | 'dark'

/** `auto` is both, as the visitor prefers. */
export function chooseColorScheme(mode: Looks['mode']): ColorScheme {
  return mode === 'auto' ? 'light dark' : mode
}

/** Where the files of a theme are served: paths, or a `data:` URL, without quotes. Null: there is none. */
export interface ThemeFiles {
  backgroundHref: string | null
  font: ServedFont | null
}

/**
 * Custom properties that stand above those of `tokens.css`, then the rules of the layout; null when nothing differs.
 * Takes a
 * checked configuration.
 */
export function buildThemeStylesheet(looks: Looks, { backgroundHref, font }: ThemeFiles): string | null {
  const declarations = [
    ...(looks.mode === 'auto' ? [] : [`color-scheme: ${chooseColorScheme(looks.mode)}`]),
    ...declareSurfaces(looks),
    ...declareAccent(looks),
    ...(looks.radius === OWN_LOOKS.radius ? [] : [`--radius: ${looks.radius}px`]),
    ...declareFont(looks.font, font !== null),
    ...(backgroundHref === null ? [] : [`--background: url("${backgroundHref}")`])
  ]
  const root =
    declarations.length === 0 ? '' : `:root {\n${declarations.map((one) => `  ${one};\n`).join('')}}\n`
  const css = `${font === null ? '' : renderFontFaces(font)}${root}${rulesOf(looks, backgroundHref !== null)}`
  return css === '' ? null : css
}

function declareSurfaces({ surfaces }: Looks): string[] {
  if (surfaces === null) return []
  const { light, dark } = surfaces
  const names = ['bg', 'card', 'text', 'muted', 'line'] as const
  return names.map((name) => `--${name}: light-dark(${light[name]}, ${dark[name]})`)
}

/**
 * Where one of the two is not configured: the light one is ours, the dark one follows from the light one. Buttons keep the
 * light one on dark backgrounds, because words on it can be read there too; one that is as dark as the card is lightened
 * until it is seen.
 */
function declareAccent(looks: Looks): string[] {
  const { accent, accentDark } = looks
  if (accent === null && accentDark === null) return []
  const light = accent ?? OWN_COLOURS.light.accent
  const grounds = groundsOf(looks, 'dark')
  const dark = accentDark ?? nearestReadable(light, 'dark', grounds)
  const darkFill = accentDark ?? nearestDarkFill(light, grounds)
  return [
    `--accent: light-dark(${light}, ${dark})`,
    `--fill: light-dark(${light}, ${darkFill})`,
    `--on-accent: light-dark(${chooseOnAccent(light)}, ${chooseOnAccent(darkFill)})`
  ]
}

/** Families of the system follow: a configured one may not be installed, and a file may not hold a visitor's script. */
function declareFont(font: string, hasFile: boolean): string[] {
  const configured = font === 'system' ? null : quoteFontFamilies(font)
  if (configured === null && !hasFile) return []
  const families = [hasFile ? FONT_FAMILIES : null, configured, 'system-ui', 'sans-serif']
  return [`--font: ${families.filter((one) => one !== null).join(', ')}`]
}
