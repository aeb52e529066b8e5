/** Known values in the address; the first of each is the default. `show`: the state shown large. */
export type Choices = Readonly<Record<'show' | 'lang' | 'scheme' | 'preset', readonly string[]>>

/** What the gallery shows. `state`: words in the names of states. */
export type Filters = Readonly<Record<keyof Choices | 'state', string>>

export const schemes = ['system', 'light', 'dark'] as const

/** Parses the filters from the query. Unknown values count as missing. */
export function readFilters(query: string, choices: Choices): Filters {
  const asked = new URLSearchParams(query)
  const oneOf = (name: keyof Choices) =>
    choices[name].find((value) => value === asked.get(name)) ?? choices[name][0] ?? ''
  return {
    show: oneOf('show'),
    state: asked.get('state') ?? '',
    lang: oneOf('lang'),
    scheme: oneOf('scheme'),
    preset: oneOf('preset')
  }
}

/** The query for the address with the differences from the defaults; empty or `?…`. */
export function writeFilters(filters: Filters, choices: Choices): string {
  const initial = new Map(Object.entries(readFilters('', choices)))
  const said = Object.entries(filters).filter(([name, value]) => initial.get(name) !== value)
  return said.length === 0 ? '' : `?${new URLSearchParams(said)}`
}

/** A state in the gallery. */
export interface ListedState {
  name: string
  screen: string
}

/** The states with all these words in their names, by screen, in their original order. */
export function groupStates(
  states: readonly ListedState[],
  words: string
): ReadonlyMap<string, readonly ListedState[]> {
  const wanted = words.toLowerCase().split(/[\s-]+/)
  const groups = new Map<string, readonly ListedState[]>()
  for (const one of states)
    if (wanted.every((word) => one.name.includes(word)))
      groups.set(one.screen, [...(groups.get(one.screen) ?? []), one])
  return groups
}

/** `sign-in` -> `Sign in`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The query of a preview. */
export function previewQuery(name: string, { lang, scheme, preset }: Filters): string {
  const query = new URLSearchParams({ preview: name, lang })
  if (scheme !== 'system') query.set('scheme', scheme)
  if (preset !== '') query.set('preset', preset)
  return `?${query}`
}
