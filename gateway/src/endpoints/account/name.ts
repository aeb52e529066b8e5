const MOST_CHARS = 128
/** Control characters, ends of lines, and what turns the direction of the text around it. */
const UNFIT = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/**
 * What a name is kept as; null takes it away. Undefined: it is no name, or one that cannot be shown and sent in a header: it has more than
 * 128 characters, none that can be seen, or one that ends a line.
 */
export function readName(value: unknown): string | null | undefined {
  if (value === null) return null
  if (typeof value !== 'string') return undefined
  const name = value.trim()
  const isFit =
    name !== '' && [...name].length <= MOST_CHARS && !UNFIT.test(name) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(name)
  // Half of a pair of surrogates is no character.
  return isFit && !/\p{Cs}/u.test(name) ? name : undefined
}
