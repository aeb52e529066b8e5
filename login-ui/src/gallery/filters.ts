/** Preview widths in CSS pixels, and their heights. */
const sizes = { '320': 640, '390': 844, '1280': 800 } as const

type Size = keyof typeof sizes

export interface Filters {
  /** Name of a screen; empty: all. */
  screen: string
  /** Words contained in the name of a state. */
  state: string
  /** Language tag. */
  lang: string
  scheme: 'system' | 'light' | 'dark'
  size: Size
  /** `auto`: the language's. */
  dir: 'auto' | 'ltr' | 'rtl'
}

export const schemes = ['system', 'light', 'dark'] as const
export const directions = ['auto', 'ltr', 'rtl'] as const
export const sizeNames: readonly Size[] = ['320', '390', '1280']

/** Defaults for missing or unknown values in the address. */
function initialFilters(lang: string): Filters {
  return { screen: '', state: '', lang, scheme: 'system', size: '1280', dir: 'auto' }
}

/** Available screens and languages; the first language is the default. */
export interface Choices {
  screens: readonly string[]
  languages: readonly string[]
}

/** Parses the filters from the query. Ignores unknown values. */
export function readFilters(query: string, { screens, languages }: Choices): Filters {
  const asked = new URLSearchParams(query)
  const initial = initialFilters(languages[0] ?? 'en')
  const oneOf = <V extends string>(name: keyof Filters, known: readonly V[], otherwise: V): V =>
    known.find((value) => value === asked.get(name)) ?? otherwise
  return {
    screen: oneOf('screen', screens, initial.screen),
    state: asked.get('state') ?? initial.state,
    lang: oneOf('lang', languages, initial.lang),
    scheme: oneOf('scheme', schemes, initial.scheme),
    size: oneOf('size', sizeNames, initial.size),
    dir: oneOf('dir', directions, initial.dir)
  }
}

/** The query for the address with the differences from the defaults; empty or `?…`. */
export function writeFilters(filters: Filters, { languages }: Choices): string {
  const initial = new Map(Object.entries(initialFilters(languages[0] ?? 'en')))
  const said = Object.entries(filters).filter(([name, value]) => initial.get(name) !== value)
  return said.length === 0 ? '' : `?${new URLSearchParams(said)}`
}

/** A state in the gallery. */
export interface ListedState {
  name: string
  screen: string
}

/** The filtered states by screen, in their original order. */
export function groupStates(
  states: readonly ListedState[],
  { screen, state }: Pick<Filters, 'screen' | 'state'>
): ReadonlyMap<string, readonly ListedState[]> {
  const words = state.toLowerCase().split(/[\s-]+/)
  const groups = new Map<string, ListedState[]>()
  for (const one of states) {
    const isWanted =
      (screen === '' || one.screen === screen) && words.every((word) => one.name.includes(word))
    if (!isWanted) continue
    const group = groups.get(one.screen) ?? []
    groups.set(one.screen, group)
    group.push(one)
  }
  return groups
}

/** `sign-in` -> `Sign in`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The query of a preview. */
export function previewQuery(name: string, { lang, scheme, dir }: Filters): string {
  const query = new URLSearchParams({ preview: name, lang })
  if (scheme !== 'system') query.set('scheme', scheme)
  if (dir !== 'auto') query.set('dir', dir)
  return `?${query}`
}
