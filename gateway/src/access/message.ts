const ONCE_ONLY = new Set(['host', 'authorization', 'origin'])

/**
 * A header that decides something and came more than once, which RFC 9110 (5.3) forbids; null when there is none.
 * Node keeps the first `Host` and the first `Authorization`; an upstream might take the last.
 * `rawHeaders`: names and values in turn, as Node gives them.
 */
export function findRepeatedHeader(rawHeaders: readonly string[]): string | null {
  let seen: string | null = null
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    // Lengths first: lower-casing every name of every request would cost more than the check.
    if (name.length !== 4 && name.length !== 6 && name.length !== 13) continue
    const lower = name.toLowerCase()
    if (!ONCE_ONLY.has(lower)) continue
    if (seen?.includes(`${lower};`)) return lower
    seen = `${seen ?? ''}${lower};`
  }
  return null
}
