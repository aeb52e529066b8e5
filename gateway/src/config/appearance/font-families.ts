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
