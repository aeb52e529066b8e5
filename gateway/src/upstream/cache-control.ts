/** Directives that only shared caches obey, or that let them store (RFC 9111, 5.2.2). */
const FOR_SHARED_CACHES = new Set(['public', 's-maxage', 'proxy-revalidate'])
/** One member of the list; it may be empty. Groups: name, argument (RFC 9111, 5.2; RFC 9110, 5.6.1). */
const DIRECTIVE =
  /[\t ]*(?:([\w!#$%&'*+.^`|~-]+)(?:=([\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))?[\t ]*)?(?:,|$)/y
/** Header fields by which an answer speaks to the caches of one vendor, past `Cache-Control`. */
const TARGETED = new Set([
  'akamai-cache-control',
  'cdn-cache-control',
  'edge-control',
  'surrogate-control',
  'x-accel-expires',
  'x-litespeed-cache-control'
])

/** Does a header of this lower-case name tell shared caches to store, whatever `Cache-Control` says? (RFC 9213) */
export function isForSharedCaches(name: string): boolean {
  return TARGETED.has(name) || name.endsWith('-cdn-cache-control')
}

/**
 * A `Cache-Control` value that keeps an answer out of shared caches and means the same to a browser as before. What
 * cannot be read is stored by nobody. `value`: undefined: the answer has none, so that caches would choose by themselves.
 */
export function makePrivate(value: string | string[] | undefined): string {
  const text = typeof value === 'object' ? value.join(', ') : (value ?? '')
  const directives = parseDirectives(text)
  if (directives === null) return 'private, no-store'
  const kept = directives.filter(({ name, argument }) => {
    // With an argument, `private` is about single header fields and lets caches store the rest.
    return !FOR_SHARED_CACHES.has(name) && !(name === 'private' && argument !== undefined)
  })
  const isKeptOut = kept.some(({ name }) => name === 'private' || name === 'no-store')
  return [...(isKeptOut ? [] : ['private']), ...kept.map((directive) => directive.text)].join(', ')
}

/** A `Vary` value that names `Cookie` beside what it named (RFC 9110, 12.5.5). */
export function addCookieToVary(value: string | string[] | undefined): string {
  const text = [value ?? ''].flat().join(', ').trim()
  const named = text.split(',').map((name) => name.trim().toLowerCase())
  if (named.includes('*') || named.includes('cookie')) return text
  return text === '' ? 'Cookie' : `${text}, Cookie`
}

/** Applications send few different values, the same with every answer. */
const MAX_CACHED = 200

/** A `makePrivate` that works out each value once. */
export function createMakePrivate(): typeof makePrivate {
  const known = new Map<string, string>()
  return (value) => {
    if (typeof value === 'object') return makePrivate(value)
    const text = value ?? ''
    const cached = known.get(text)
    if (cached !== undefined) return cached
    const made = makePrivate(text)
    if (known.size < MAX_CACHED) known.set(text, made)
    return made
  }
}

interface Directive {
  /** In lower case. */
  name: string
  argument: string | undefined
  /** As it came. */
  text: string
}

/** Null: the text is no list of directives. */
function parseDirectives(text: string): Directive[] | null {
  const directives: Directive[] = []
  DIRECTIVE.lastIndex = 0
  while (DIRECTIVE.lastIndex < text.length) {
    const match = DIRECTIVE.exec(text)
    if (match === null) return null
    const [, name, argument] = match
    if (name === undefined) continue
    const directive = argument === undefined ? name : `${name}=${argument}`
    directives.push({ name: name.toLowerCase(), argument, text: directive })
  }
  return directives
}
