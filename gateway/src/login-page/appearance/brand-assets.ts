import { createHash } from 'node:crypto'
import { type BrandFile, readFont, readImage, readStylesheet } from '../../config/appearance/brand-files.ts'
import { type FontFacts, readWoff2 } from '../../config/appearance/woff2.ts'
import { ASSETS_PATH, type Asset, buildTextAsset } from '../assets/assets.ts'

/** A picture that is served. */
export interface ServedImage {
  src: string
  /** For pages that hold small pictures in their HTML: a `data:` URL, or `src` where the picture is too large. */
  inlineSrc: string
  /** Null where it is not known. */
  size: ImageSize | null
}

/** A font that is served. */
export interface ServedFont {
  href: string
  facts: FontFacts
}

/** Files of the operator, served beside those of the page. */
export interface BrandAssets {
  /** File name with a hash of the content -> file. */
  files: ReadonlyMap<string, Asset>
  /** Each takes the beginning of the name it is served under. Throws when the file no longer is what was checked. */
  addImage(name: string, file: string): ServedImage
  addFont(name: string, file: string): ServedFont
  addStylesheet(name: string, file: string): string
  /** Takes the text of a stylesheet. */
  addCss(name: string, css: string): string
}

type ReadFile = Extract<BrandFile, { kind: 'file' }>

/** Images run no scripts, but their addresses can be opened as pages; those that hold scripts get nowhere then. */
const SVG_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; sandbox"
}
/** Fonts are asked for by CORS always; the gateway's own pages on other hosts have theirs from the origin of the login page. */
const FONT_HEADERS = { 'access-control-allow-origin': '*' }

/** An empty collection. What is added twice is kept once. */
export function createBrandAssets(): BrandAssets {
  const files = new Map<string, Asset>()

  function add(name: string, { content, ending, type }: ReadFile): string {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
    const fileName = `${name}-${hash}${ending}`
    if (!files.has(fileName)) files.set(fileName, buildAsset(content, ending, type))
    return `${ASSETS_PATH}/${fileName}`
  }

  return {
    files,
    addImage(name, file) {
      const image = expectFile(file, readImage(file, file))
      const src = add(name, image)
      const inlineSrc = dataUrlOf(image.content, image.type) ?? src
      return { src, inlineSrc, size: readImageSize(image.content, image.ending) }
    },
    addFont(name, file) {
      const font = expectFile(file, readFont(file, file))
      const facts = readWoff2(font.content)
      if (facts === null) throw new Error(`${file}: no whole WOFF2 font`)
      return { href: add(name, font), facts }
    },
    addStylesheet: (name, file) => add(name, expectFile(file, readStylesheet(file, file))),
    addCss: (name, css) =>
      add(name, { kind: 'file', content: Buffer.from(css), ending: '.css', type: 'text/css; charset=utf-8' })
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

/** Larger pictures are files: in the HTML they would hold up the form. */
const MAX_BYTES = 1536

/**
 * A small picture as a `data:` URL, which can stand in `src`, `srcset` and between the double quotes of a `url()`; null: it is
 * too large. `type`: its media type. An SVG, which is UTF-8, stays text that compresses well; the rest is base64.
 */
function dataUrlOf(content: Buffer, type: string): string | null {
  if (content.length > MAX_BYTES) return null
  if (type !== 'image/svg+xml') return `data:${type};base64,${content.toString('base64')}`
  const text = encodeURIComponent(content.toString('utf8'))
  return `data:${type},${text.replace(/%(?:2F|3A|3D)/g, decodeURIComponent)}`
}

/** Width and height in CSS pixels. */
interface ImageSize {
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
