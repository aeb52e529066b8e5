import { brotliDecompressSync } from 'node:zlib'

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
