/** Larger pictures are files: in the HTML they would hold up the form. */
const LARGEST_BYTES = 1536

/**
 * A small picture as a `data:` URL, which can stand in `src`, `srcset` and between the double quotes of a `url()`; null: it is
 * too large. `type`: its media type. An SVG, which is UTF-8, stays text that compresses well; the rest is base64.
 */
export function dataUrlOf(content: Buffer, type: string): string | null {
  if (content.length > LARGEST_BYTES) return null
  if (type !== 'image/svg+xml') return `data:${type};base64,${content.toString('base64')}`
  const text = encodeURIComponent(content.toString('utf8'))
  return `data:${type},${text.replace(/%(?:2F|3A|3D)/g, decodeURIComponent)}`
}
