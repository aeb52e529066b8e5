import {
  chooseAway,
  chooseOnAccent,
  groundsOf,
  type Looks,
  nearestDarkAccent,
  nearestDarkFill,
  OWN_COLOURS,
  OWN_LOOKS,
  quoteFontFamilies
} from './looks.ts'

export interface ServedFont {
  href: string
  isVariable: boolean
}

/** Values of the CSS property `color-scheme`. */
export type ColorScheme = 'light dark' | 'light' | 'dark'

export function chooseColorScheme(mode: Looks['mode']): ColorScheme {
  return mode === 'auto' ? 'light dark' : mode
}

/** Overrides of `tokens.css`, then layout rules; null if nothing differs. `backgroundHref`: a path, or a `data:` URL without quotes. */
export function buildThemeStylesheet(looks: Looks, backgroundHref: string | null, font: ServedFont | null) {
  const colours = [...listSurfaces(looks), ...listAccents(looks)]
  const declarations = [
    ...(looks.mode === 'auto' ? [] : [`color-scheme: ${chooseColorScheme(looks.mode)}`]),
    ...colours.map(([name, light]) => `--${name}: ${light}`),
    ...(looks.radius === OWN_LOOKS.radius ? [] : [`--radius: ${looks.radius}px`]),
    ...declareFont(looks.font, font !== null),
    ...(backgroundHref === null ? [] : [`--background: url("${backgroundHref}")`])
  ]
  const pairs = colours.map(([name, light, dark]) => `--${name}: light-dark(${light}, ${dark})`)
  const newer =
    pairs.length === 0 ? '' : `@supports (color: light-dark(#000, #fff)) {\n${renderRoot(pairs)}}\n`
  const css = `${font === null ? '' : renderFontFace(font)}${renderRoot(declarations)}${newer}${rulesOf(looks, backgroundHref !== null)}`
  return css === '' ? null : css
}

function renderRoot(declarations: readonly string[]): string {
  return declarations.length === 0 ? '' : `:root {\n${declarations.map((one) => `  ${one};\n`).join('')}}\n`
}

/** A property of `tokens.css`; older browsers know the light one only. */
type Colours = readonly [name: string, light: string, dark: string]

function listSurfaces({ surfaces }: Looks): Colours[] {
  if (surfaces === null) return []
  const { light, dark } = surfaces
  const names = ['bg', 'card', 'text', 'muted', 'line'] as const
  return names.map((name) => [name, light[name], dark[name]])
}

/** The missing accent colors. Buttons keep the light one on dark backgrounds, where their text is readable; one as dark as the card is lightened. */
function listAccents(looks: Looks): Colours[] {
  const { accent, accentDark } = looks
  if (accent === null && accentDark === null) return []
  const light = accent ?? OWN_COLOURS.light.accent
  const grounds = groundsOf(looks, 'dark')
  const dark = accentDark ?? nearestDarkAccent(light, grounds)
  const darkFill = accentDark ?? nearestDarkFill(light, grounds)
  return [
    ['accent', light, dark],
    ['fill', light, darkFill],
    ['on-accent', chooseOnAccent(light), chooseOnAccent(darkFill)],
    ['away', chooseAway(light, 'light'), chooseAway(darkFill, 'dark')]
  ]
}

/** System fonts follow, in case a font is not installed or lacks a script. */
function declareFont(font: string, hasFile: boolean): string[] {
  const configured = font === 'system' ? null : quoteFontFamilies(font)
  if (configured === null && !hasFile) return []
  const families = [hasFile ? '"brand font"' : null, configured, 'system-ui', 'sans-serif']
  return [`--font: ${families.filter((one) => one !== null).join(', ')}`]
}

/** Text is drawn in the next font of the list until this one is loaded (`swap`). */
function renderFontFace({ href, isVariable }: ServedFont): string {
  return `@font-face {
  font-family: "brand font";
  src: url("${href}") format("woff2");
  font-weight: ${isVariable ? '100 900' : 'normal'};
  font-display: swap;
}
`
}

/** Behind the card, which on phones is the whole page. */
const PICTURE = `
@media (min-width: 30.0625rem) {
  html { background: var(--bg) center / cover no-repeat fixed; background-image: var(--background) }
  .footer { color: var(--text); text-shadow: 0 0 2px var(--bg), 0 0 4px var(--bg), 0 0 8px var(--bg), 0 0 12px var(--bg) }
}
`

const PLAIN = `
:root { --bg: var(--card) }
.card { border-color: transparent; box-shadow: none }
`

/** The form alone; from 900 px, a brand panel beside it. A picture is only loaded with the panel. */
const SPLIT = `
@media (min-width: 56.25rem) {
  html { background-color: var(--card) }
  #page { position: relative; grid-template-columns: repeat(2, minmax(0, 1fr)) }
  #page > * { grid-column: 2 }
  #page::before {
    grid-area: 1 / 1 / -1;
    position: sticky;
    inset-block-start: 0;
    justify-self: stretch;
    block-size: 100svh;
    background: var(--fill) var(--background, none) center / cover no-repeat;
    content: "";
  }
  @supports (color: light-dark(#000, #fff)) {
    #page::before {
      background:
        var(--background, none) center / cover no-repeat,
        radial-gradient(90% 70% at 0% 100%, color-mix(in srgb, var(--fill) 42%, transparent), transparent),
        radial-gradient(80% 60% at 100% 0%, color-mix(in srgb, var(--accent) 22%, transparent), transparent),
        color-mix(in srgb, var(--fill) 8%, var(--bg));
    }
  }
  .card { border-color: transparent; box-shadow: none }
  .brand { position: absolute; inset-block-start: 2.5rem; inset-inline-start: 2.5rem; margin: 0 }
}
`

const BRAND_ON_PICTURE = `
@media (min-width: 56.25rem) {
  .brand { padding: 0.625rem 1rem; border-radius: var(--radius); background: var(--card) }
}
`

const START = `
.card > :is(header, p, noscript) { text-align: start }
.brand, .ways { justify-content: start }
.badge { margin-inline: 0 }
`

const BUTTON_RADIUS = { pill: '100vmax', square: '0' } as const

function rulesOf({ layout, alignment, buttons }: Looks, hasPicture: boolean): string {
  return [
    layout === 'plain' ? PLAIN : '',
    layout === 'split' ? SPLIT : '',
    hasPicture ? (layout === 'split' ? BRAND_ON_PICTURE : PICTURE) : '',
    alignment === 'start' ? START : '',
    buttons === 'rounded' ? '' : `\n.button { border-radius: ${BUTTON_RADIUS[buttons]} }\n`
  ].join('')
}
