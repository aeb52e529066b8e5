import { statSync } from 'node:fs'
import { extname } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { codeOf, type Invalid, invalid, noteFile, readBytes } from '../sources/files.ts'

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

/**
 * Reads an image of at most 256 kB and checks its signature against the extension. Relative paths start at
 * the working directory. `path`: key path for problems. The content is otherwise unchecked: an SVG may
 * contain scripts, so never serve it as a document.
 */
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

/** Reads a WOFF2 font of at most 200 kB and checks that it is complete, ignoring glyphs. */
export function readFont(file: string, path: string): BrandFile {
  const read = readBounded(file, MAX_FONT_BYTES, path)
  if (read.kind === 'invalid') return read
  if (readWoff2(read.content) === null)
    return invalid(
      path,
      'is a file that is not a complete WOFF2 font',
      'Convert the font: `pyftsubset FONT.ttf --unicodes=U+0020-024F --flavor=woff2` also removes unneeded glyphs.'
    )
  return { kind: 'file', content: read.content, ending: '.woff2', type: 'font/woff2' }
}

function readBounded(file: string, most: number, path: string): { kind: 'read'; content: Buffer } | Invalid {
  noteFile(file)
  try {
    const stats = statSync(file)
    if (!stats.isFile()) return invalid(path, 'is not a file', `File: ${file}.`)
    if (stats.size > most)
      return invalid(
        path,
        `names a file of more than ${most / 1024} kB`,
        'Make it smaller: visitors have to download it.'
      )
    if (stats.size === 0) return invalid(path, 'is an empty file', `File: ${file}.`)
    return { kind: 'read', content: readBytes(file) }
  } catch (err) {
    return invalid(path, `names a file that cannot be read (${codeOf(err)})`, `Looked for ${file}.`)
  }
}

function startsWith(bytes: string): (content: Buffer) => boolean {
  const expected = Buffer.from(bytes, 'latin1')
  return (content) => content.subarray(0, expected.length).equals(expected)
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

/** Metrics needed for a page. Lengths in em. */
export interface FontFacts {
  /** Whether it is a variable font. */
  isVariable: boolean
  ascent: number
  descent: number
  lineGap: number
  /** Average letter width in English text; null if unavailable. */
  averageWidth: number | null
}

/** https://www.w3.org/TR/WOFF2/#woff20Header */
const HEADER_BYTES = 48
const SIGNATURE = 'wOF2'
/** Caps decompression, well above the tables of any accepted font. */
const MAX_BYTES = 4 * 1024 * 1024
const MAX_TABLES = 64
/** Indices of the known tables used here: https://www.w3.org/TR/WOFF2/#table_dir_format */
const KNOWN_TAGS = new Map([
  [0, 'cmap'],
  [1, 'head'],
  [2, 'hhea'],
  [3, 'hmtx'],
  [10, 'glyf'],
  [11, 'loca'],
  [47, 'fvar']
])
/** Letters by English frequency. */
const SAMPLE = 'aaabcdeeeefghiijklmnnoopqrrssttuvwxyz      '

interface Table {
  tag: string
  /** Stored in a transformed form. */
  isTransformed: boolean
  start: number
  bytes: number
}

/** Reads the metrics of a WOFF2 file; null if invalid or incomplete. Ignores glyphs. */
export function readWoff2(content: Buffer): FontFacts | null {
  if (content.subarray(0, 4).toString('latin1') !== SIGNATURE) return null
  try {
    return readFacts(content)
  } catch (err) {
    // An offset beyond the end, or corrupt compressed data.
    if (err instanceof RangeError || (err instanceof Error && 'code' in err)) return null
    throw err
  }
}

function readFacts(content: Buffer): FontFacts | null {
  const { tables, end } = readDirectory(content)
  const compressed = content.readUInt32BE(20)
  if (content.readUInt32BE(8) !== content.length || end + compressed > content.length) return null
  const data = brotliDecompressSync(content.subarray(end, end + compressed), { maxOutputLength: MAX_BYTES })
  const find = (tag: string) => {
    const table = tables.find((one) => one.tag === tag && !one.isTransformed)
    return table === undefined ? null : data.subarray(table.start, table.start + table.bytes)
  }
  const [head, hhea] = [find('head'), find('hhea')]
  if (head === null || hhea === null) return null
  const unitsPerEm = head.readUInt16BE(18)
  if (unitsPerEm === 0) return null
  const width = measureSample(find('cmap'), find('hmtx'), hhea.readUInt16BE(34))
  return {
    isVariable: tables.some(({ tag }) => tag === 'fvar'),
    ascent: hhea.readInt16BE(4) / unitsPerEm,
    descent: -hhea.readInt16BE(6) / unitsPerEm,
    lineGap: hhea.readInt16BE(8) / unitsPerEm,
    averageWidth: width === null ? null : width / unitsPerEm
  }
}

/** Tables with their offsets in the decompressed data. `end`: where that data begins in the file. */
function readDirectory(content: Buffer): { tables: readonly Table[]; end: number } {
  const count = content.readUInt16BE(12)
  if (count > MAX_TABLES) throw new RangeError('more tables than fonts have')
  const tables: Table[] = []
  let at = HEADER_BYTES
  let start = 0
  const readLength = () => {
    const { value, next } = readBase128(content, at)
    at = next
    return value
  }
  for (let index = 0; index < count; index++) {
    const flags = content.readUInt8(at++)
    const known = flags & 0x3f
    const isNamed = known === 0x3f
    const tag = isNamed ? content.subarray(at, at + 4).toString('latin1') : (KNOWN_TAGS.get(known) ?? '')
    if (isNamed) at += 4
    const isOutline = tag === 'glyf' || tag === 'loca'
    const isTransformed = isOutline ? flags >> 6 !== 3 : flags >> 6 !== 0
    const original = readLength()
    const bytes = isTransformed ? readLength() : original
    tables.push({ tag, isTransformed, start, bytes })
    start += bytes
  }
  return { tables, end: at }
}

/** https://www.w3.org/TR/WOFF2/#DataTypes, UIntBase128 */
function readBase128(content: Buffer, start: number): { value: number; next: number } {
  let value = 0
  for (let next = start; next < start + 5; ) {
    const byte = content.readUInt8(next++)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, next }
  }
  throw new RangeError('a length of more than five bytes')
}

/** Average advance of the sample in font units. `fullCount`: number of glyphs with their own advance. */
function measureSample(cmap: Buffer | null, hmtx: Buffer | null, fullCount: number): number | null {
  const glyphs = cmap === null ? null : findSegments(cmap)
  if (glyphs === null || hmtx === null || fullCount === 0) return null
  const widths = [...SAMPLE].map((letter) => {
    const glyph = findGlyph(glyphs, letter.charCodeAt(0))
    return glyph === 0 ? null : hmtx.readUInt16BE(4 * Math.min(glyph, fullCount - 1))
  })
  const known = widths.filter((width) => width !== null)
  return known.length < widths.length ? null : known.reduce((sum, width) => sum + width, 0) / known.length
}

/** The first format 4 subtable, present in every Latin font. https://learn.microsoft.com/typography/opentype/spec/cmap */
function findSegments(cmap: Buffer): Buffer | null {
  const count = Math.min(cmap.readUInt16BE(2), MAX_TABLES)
  const offsets = Array.from({ length: count }, (_, index) => cmap.readUInt32BE(4 + 8 * index + 4))
  const offset = offsets.find((one) => cmap.readUInt16BE(one) === 4)
  return offset === undefined ? null : cmap.subarray(offset)
}

/** Glyph index of a character; 0 if there is none. */
function findGlyph(segments: Buffer, code: number): number {
  const doubled = segments.readUInt16BE(6)
  for (let at = 0; at < doubled; at += 2) {
    if (code > segments.readUInt16BE(14 + at)) continue
    const first = segments.readUInt16BE(16 + doubled + at)
    if (code < first) return 0
    const delta = segments.readUInt16BE(16 + 2 * doubled + at)
    const rangeAt = 16 + 3 * doubled + at
    const range = segments.readUInt16BE(rangeAt)
    const glyph = range === 0 ? code : segments.readUInt16BE(rangeAt + range + 2 * (code - first))
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
  return 0
}
