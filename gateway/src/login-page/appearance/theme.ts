import type { Appearance } from '../../config/appearance/appearance.ts'
import { chooseOnAccent, nearestReadable, OWN_COLOURS } from '../../config/appearance/contrast.ts'
import { quoteFontFamilies } from '../../config/appearance/font-families.ts'

/** As in `login-ui/src/styles/tokens.css`. */
const OWN_RADIUS = 10

/** Which colour schemes a page has, as the CSS property `color-scheme` takes it. */
export type ColorScheme = 'light dark' | 'light' | 'dark'

/** `auto` is both, as the visitor prefers. */
export function chooseColorScheme(mode: Appearance['theme']['mode']): ColorScheme {
  return mode === 'auto' ? 'light dark' : mode
}

/**
 * Custom properties that stand above those of `tokens.css`; null when nothing differs. `backgroundHref`: where the
 * picture behind the card is served, a path without quotes; null: there is none. Takes a checked configuration.
 */
export function buildThemeStylesheet({ theme }: Appearance, backgroundHref: string | null): string | null {
  const declarations = [
    ...(theme.mode === 'auto' ? [] : [`color-scheme: ${chooseColorScheme(theme.mode)}`]),
    ...declareAccent(theme),
    ...(theme.radius === OWN_RADIUS ? [] : [`--radius: ${theme.radius}px`]),
    ...declareFont(theme.font),
    ...(backgroundHref === null ? [] : [`--background: url("${backgroundHref}")`])
  ]
  return declarations.length === 0 ? null : `:root {\n${declarations.map((one) => `  ${one};\n`).join('')}}\n`
}

/** Where one of the two is not configured: the light one is ours, the dark one follows from the light one. */
function declareAccent({ accent, accentDark }: Appearance['theme']): string[] {
  if (accent === null && accentDark === null) return []
  const light = accent ?? OWN_COLOURS.light.accent
  const dark = accentDark ?? nearestReadable(light, 'dark')
  return [
    `--accent: light-dark(${light}, ${dark})`,
    `--on-accent: light-dark(${chooseOnAccent(light)}, ${chooseOnAccent(dark)})`
  ]
}

/** Families of the system follow: a configured one may not be installed. */
function declareFont(font: string): string[] {
  const families = font === 'system' ? null : quoteFontFamilies(font)
  return families === null ? [] : [`--font: ${families}, system-ui, sans-serif`]
}
