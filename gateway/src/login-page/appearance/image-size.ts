/** Width and height in CSS pixels. */
export interface ImageSize {
  width: number
  height: number
}

/** The size that an SVG or PNG says it has; null for other images, and where it says none. */
export function readImageSize(content: Buffer, ending: string): ImageSize | null {
  if (ending === '.png') return readPngSize(content)
  return ending === '.svg' ? readSvgSize(content.toString('utf8')) : null
}

/** The first chunk of a PNG begins with both. See https://www.w3.org/TR/png-3/#11IHDR */
function readPngSize(content: Buffer): ImageSize | null {
  return content.length < 24 ? null : sizeOf(content.readUInt32BE(16), content.readUInt32BE(20))
}

/** Its attributes in plain numbers or pixels, else the last two numbers of its view box. */
function readSvgSize(text: string): ImageSize | null {
  const tag = /<svg\s[^>]*/i.exec(text)?.[0] ?? ''
  const length = (name: string) =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`).exec(tag)?.[1])
  const [, , width, height] =
    /\sviewBox\s*=\s*["']([^"']*)["']/
      .exec(tag)?.[1]
      ?.trim()
      .split(/[\s,]+/) ?? []
  return sizeOf(length('width'), length('height')) ?? sizeOf(Number(width), Number(height))
}

function sizeOf(width: number, height: number): ImageSize | null {
  const isSize = (length: number) => Number.isFinite(length) && Math.round(length) > 0
  return isSize(width) && isSize(height) ? { width: Math.round(width), height: Math.round(height) } : null
}
