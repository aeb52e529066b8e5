import { createHash } from 'node:crypto'
import {
  type BrandFile,
  type FontFacts,
  readFont,
  readImage,
  readStylesheet,
  readWoff2
} from '../../config/appearance/brand-files.ts'
import { ASSETS_PATH, type Asset, buildTextAsset } from '../assets/assets.ts'

export interface ServedImage {
  src: string
  /** For inlining: a `data:` URL, or `src` if the picture is too large. */
  inlineSrc: string
  /** Null if unknown. */
  size: ImageSize | null
}

export interface ServedFont {
  href: string
  facts: FontFacts
}

export type BrandAssets = ReturnType<typeof createBrandAssets>

type ReadFile = Extract<BrandFile, { kind: 'file' }>

/** Images run no scripts, but can be opened as pages; this disables scripts there too. */
const SVG_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; sandbox"
}
/** Fonts always use CORS, and the gateway's pages on other hosts load them from the login page's origin. */
const FONT_HEADERS = { 'access-control-allow-origin': '*' }

/**
 * The operator's files, served beside the page's own. Stores duplicates once. `name`: prefix of the served name. Adding throws if
 * a file has changed since the check.
 */
export function createBrandAssets() {
  const files = new Map<string, Asset>()

  function add(name: string, { content, ending, type }: ReadFile): string {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
    const fileName = `${name}-${hash}${ending}`
    if (!files.has(fileName)) files.set(fileName, buildAsset(content, ending, type))
    return `${ASSETS_PATH}/${fileName}`
  }

  return {
    /** File name with a content hash -> file. */
    files,
    addImage(name: string, file: string): ServedImage {
      const image = expectFile(file, readImage(file, file))
      const src = add(name, image)
      const inlineSrc = dataUrlOf(image.content, image.type) ?? src
      return { src, inlineSrc, size: readImageSize(image.content, image.ending) }
    },
    addFont(name: string, file: string): ServedFont {
      const font = expectFile(file, readFont(file, file))
      const facts = readWoff2(font.content)
      if (facts === null) throw new Error(`${file}: no whole WOFF2 font`)
      return { href: add(name, font), facts }
    },
    addStylesheet(name: string, file: string): string {
      return add(name, expectFile(file, readStylesheet(file, file)))
    },
    /** Takes the text of a stylesheet. */
    addCss(name: string, css: string): string {
      const type = 'text/css; charset=utf-8'
      return add(name, { kind: 'file', content: Buffer.from(css), ending: '.css', type })
    }
  }
}

function buildAsset(content: Buffer, ending: string, type: string): Asset {
  const isText = ending === '.css' || ending === '.svg'
  return {
    ...(isText ? buildTextAsset(content, type) : { type, plain: content, brotli: null, gzip: null }),
    ...(ending === '.svg' && { headers: SVG_HEADERS }),
    ...(ending === '.woff2' && { headers: FONT_HEADERS })
  }
}

function expectFile(file: string, read: BrandFile): ReadFile {
  if (read.kind === 'file') return read
  const [problem] = read.problems
  throw new Error(`${file}: the configuration ${problem?.message ?? 'names a file that cannot be used'}`)
}

/** Inlining larger pictures would delay the form. */
const MAX_BYTES = 1536

/**
 * A small picture as a `data:` URL, valid in `src`, `srcset` and a double-quoted `url()`; null: too large.
 * `type`: its media type. An SVG (UTF-8) stays text, which compresses well; the rest is base64.
 */
function dataUrlOf(content: Buffer, type: string): string | null {
  if (content.length > MAX_BYTES) return null
  if (type !== 'image/svg+xml') return `data:${type};base64,${content.toString('base64')}`
  const text = encodeURIComponent(content.toString('utf8'))
  return `data:${type},${text.replace(/%(?:2F|3A|3D)/g, decodeURIComponent)}`
}

/** In CSS pixels. */
interface ImageSize {
  width: number
  height: number
}

/** The size stated in an SVG or PNG; null for other images, or if there is none. */
export function readImageSize(content: Buffer, ending: string): ImageSize | null {
  if (ending === '.png') return readPngSize(content)
  return ending === '.svg' ? readSvgSize(content.toString('utf8')) : null
}

/** Both are in the first chunk of a PNG. See https://www.w3.org/TR/png-3/#11IHDR */
function readPngSize(content: Buffer): ImageSize | null {
  return content.length < 24 ? null : sizeOf(content.readUInt32BE(16), content.readUInt32BE(20))
}

/** From attributes in plain numbers or pixels, otherwise the view box. */
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
