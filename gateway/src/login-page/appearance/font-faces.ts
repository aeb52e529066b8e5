import type { FontFacts } from '../../config/appearance/woff2.ts'
import type { ServedFont } from './brand-assets.ts'

/** The configured font, then a font of the system that takes the same room until it is there. */
export const FONT_FAMILIES = '"brand font", "brand font until loaded"'

/** Of a Latin letter in English text, in em: Arial, and Liberation Sans and Arimo, which have its metrics. */
const ARIAL_WIDTH = 0.4563
const SIMILAR = 'local("Arial"), local("Liberation Sans"), local("Arimo")'

/**
 * `@font-face` rules for a served font. Text is drawn in a system font until it is there (`swap`), stretched to the same
 * lengths and lines, so that lines break alike and nothing moves but single letters.
 */
export function renderFontFaces({ href, facts }: ServedFont): string {
  return `@font-face {
  font-family: "brand font";
  src: url("${href}") format("woff2");
  font-weight: ${facts.isVariable ? '100 900' : 'normal'};
  font-display: swap;
}
${renderFallback(facts)}`
}

/** Empty where the widths are not known. */
function renderFallback({ averageWidth, ascent, descent, lineGap }: FontFacts): string {
  if (averageWidth === null) return ''
  const adjust = averageWidth / ARIAL_WIDTH
  const percent = (value: number) => `${(value * 100).toFixed(1)}%`
  return `@font-face {
  font-family: "brand font until loaded";
  src: ${SIMILAR};
  size-adjust: ${percent(adjust)};
  ascent-override: ${percent(ascent / adjust)};
  descent-override: ${percent(descent / adjust)};
  line-gap-override: ${percent(lineGap / adjust)};
}
`
}
