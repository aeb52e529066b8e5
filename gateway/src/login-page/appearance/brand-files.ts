import { extname } from 'node:path'
import { type Invalid, invalid, readBytes } from '../../config/sources/files.ts'

const MAX_IMAGE_BYTES = 256 * 1024
const MAX_STYLESHEET_BYTES = 64 * 1024
const MAX_FONT_BYTES = 200 * 1024

/** Image formats by file extension, with their signatures. */
const IMAGES: Readonly<Record<string, { type: string; name: string; isOne: (content: Buffer) => boolean }>> =
  {
    '.svg': { type: 'image/svg+xml', name: 'an SVG', isOne: isSvg },
    // https://www.w3.org/TR/png-3/#5PNG-file-signature
    '.png': { type: 'image/png', name: 'a PNG', isOne: startsWith('\x89PNG\r\n\x1a\n') },
    '.jpg': { type: 'image/jpeg', name: 'a JPEG', isOne: startsWith('\xff\xd8\xff') },
    // https://developers.google.com/speed/webp/docs/riff_container: RIFF, four bytes of size, WEBP
    '.webp': {
      type: 'image/webp',
      name: 'a WebP',
      isOne: (content) => startsWith('RIFF')(content) && startsWith('WEBP')(content.subarray(8))
    },
    '.ico': { type: 'image/x-icon', name: 'an ICO', isOne: startsWith('\x00\x00\x01\x00') }
  }

/** External requests of a stylesheet. Strings matter for `image-set`. */
const ELSEWHERE =
  /\b(?:url|src|image|(?:-webkit-)?image-set)\((?:[^)]*[\s"'])?(?:(?!data:)[a-z][a-z0-9+.-]*:|\/\/)/i
// `data:` precedes the lookbehind to avoid quadratic time on blanks.
const DATA_URL = /"data:[^"]*"|'data:[^']*'|data:(?<=\(\s*data:)[^)]*/gi

export type BrandFile =
  | { kind: 'file'; content: Buffer /** Such as `.svg`, in lower case. */; ending: string; type: string }
  | Invalid

/** Reads an image and checks its signature against its extension. Not checked further: an SVG may contain scripts. `path`: key path for problems. */
export function readImage(file: string, path: string): BrandFile {
  const ending = extname(file).toLowerCase().replace('.jpeg', '.jpg')
  const image = IMAGES[ending]
  if (image === undefined)
    return invalid(
      path,
      'is not an image type that browsers support',
      'Use an SVG, PNG, JPEG, WebP or ICO file.'
    )
  const read = readBounded(file, MAX_IMAGE_BYTES, path)
  if (read.kind === 'invalid') return read
  if (!image.isOne(read.content))
    return invalid(
      path,
      `is a file whose content is not ${image.name}`,
      'Export the image again, or fix the file extension.'
    )
  return { kind: 'file', content: read.content, ending, type: image.type }
}

/** Reads a stylesheet of at most 64 kB without external requests. Does not validate its rules. */
export function readStylesheet(file: string, path: string): BrandFile {
  const read = readBounded(file, MAX_STYLESHEET_BYTES, path)
  if (read.kind === 'invalid') return read
  const css = decodeUtf8(read.content)
  if (css === null) return invalid(path, 'is a file that is not UTF-8 text', 'Save the stylesheet as UTF-8.')
  const plain = readPlainly(css)
  if (/@import\b/i.test(plain))
    return invalid(
      path,
      'is a stylesheet with `@import`',
      'Copy the imported rules into it: only one file is served.'
    )
  if (ELSEWHERE.test(plain.replaceAll(DATA_URL, 'data:')))
    return invalid(
      path,
      'is a stylesheet that loads something from another site',
      'The Content-Security-Policy blocks it: use a `data:` URL, or `login.brand` for images.'
    )
  return { kind: 'file', content: read.content, ending: '.css', type: 'text/css; charset=utf-8' }
}

/** Reads a WOFF2 font of at most 200 kB and checks its signature and length, not its tables. */
export function readFont(file: string, path: string): BrandFile {
  const read = readBounded(file, MAX_FONT_BYTES, path)
  if (read.kind === 'invalid') return read
  if (!isWoff2(read.content))
    return invalid(
      path,
      'is a file that is not a complete WOFF2 font',
      'Convert the font: `pyftsubset FONT.ttf --unicodes=U+0020-024F --flavor=woff2` also removes unneeded glyphs.'
    )
  return { kind: 'file', content: read.content, ending: '.woff2', type: 'font/woff2' }
}

function readBounded(file: string, most: number, path: string): ReturnType<typeof readBytes> {
  const read = readBytes(file, path, most)
  const isEmpty = read.kind === 'read' && read.content.length === 0
  return isEmpty ? invalid(path, 'is an empty file', `File: ${file}.`) : read
}

function startsWith(bytes: string): (content: Buffer) => boolean {
  const expected = Buffer.from(bytes, 'latin1')
  return (content) => content.subarray(0, expected.length).equals(expected)
}

/** https://www.w3.org/TR/WOFF2/#woff20Header */
const WOFF2_HEADER_BYTES = 48

function isWoff2(content: Buffer): boolean {
  return (
    startsWith('wOF2')(content) &&
    content.length > WOFF2_HEADER_BYTES &&
    content.readUInt32BE(8) === content.length
  )
}

/** True for an `svg` element, optionally after an XML declaration, comments and a doctype. */
function isSvg(content: Buffer): boolean {
  const text = decodeUtf8(content)?.replaceAll(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, '')
  return text !== undefined && /^\s*(?:<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>\s*)?<svg[\s>/]/i.test(text)
}

/** Strips a byte order mark; null if not UTF-8. */
function decodeUtf8(content: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return null
  }
}

/** Removes comments and escapes: browsers read `@\69mport` as `@import`. */
function readPlainly(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_escape, digits: string) => {
      const point = Number.parseInt(digits, 16)
      return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point)
    })
    .replaceAll(/\\(.)/g, '$1')
}

/** `fvar` among the known tables, and the mark of a table that is named instead: https://www.w3.org/TR/WOFF2/#table_dir_format */
const [FVAR, NAMED] = [47, 0x3f]
const GLYPHS = new Set([10, 11])

/** Whether the table directory of a WOFF2 font lists variations, such as its weights. */
export function isVariableFont(content: Buffer): boolean {
  let at = WOFF2_HEADER_BYTES
  const next = () => content[at++] ?? 0
  const skipLength = () => {
    while (next() & 0x80);
  }
  for (let left = content.readUInt16BE(12); left > 0; left--) {
    const flags = next()
    const tag = flags & 0x3f
    if (tag === FVAR) return true
    if (tag === NAMED) at += 4
    skipLength()
    if (flags >> 6 !== (GLYPHS.has(tag) ? 3 : 0)) skipLength()
  }
  return false
}
