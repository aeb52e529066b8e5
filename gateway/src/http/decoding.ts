/** So often a text may be percent-encoded; what is still encoded after that is refused. */
export const MAX_DECODINGS = 5

/** The text with its percent-encoding taken away once; null: it is broken. */
export function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
