/** Providers that need no name in the configuration. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['google.com', 'Google'],
  ['github.com', 'GitHub'],
  ['microsoft.com', 'Microsoft'],
  ['apple.com', 'Apple'],
  ['facebook.com', 'Facebook'],
  ['twitter.com', 'X'],
  ['yahoo.com', 'Yahoo']
])

export const KNOWN_PROVIDERS: readonly string[] = [...NAMES.keys()]

/** What visitors know a provider by: the configured name, else the usual one; null when there is neither. */
export function nameProvider({ id, name }: { id: string; name?: string }): string | null {
  return name ?? NAMES.get(id) ?? null
}
