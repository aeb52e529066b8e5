import { hash } from 'node:crypto'
import type { Applications } from '../../access/applications/applications.ts'
import { normalizeHost } from '../../config/addresses/urls.ts'
import { nameOfApplication } from '../../config/applications.ts'
import type { Config } from '../../config/schema/schema.ts'
import { escapeHtml, inlineStyle } from '../../http/html.ts'
import { monogramOf } from '../../http/page.ts'
import { nameProvider } from '../../session/sign-in/rules.ts'
import { ASSETS_PATH, type Asset, buildTextAsset } from '../assets/assets.ts'
import { type BrandFile, isVariableFont, readFont, readImage, readStylesheet } from './brand-files.ts'
import {
  type Appearance,
  appearanceAt,
  chooseOnAccent,
  groundsOf,
  type Looks,
  looksOf,
  OWN_COLOURS,
  overlayAppearance
} from './looks.ts'
import { buildThemeStylesheet, chooseColorScheme, type ServedFont } from './theme.ts'

type Login = Config['login']

/** Brand, colors and links of the page on one host. Addresses are below `ASSETS_PATH`. */
export type HostAppearance = ReturnType<typeof resolveAppearance>

export type Appearances = ReturnType<typeof createAppearances>

/** Resolves the appearance of each host of a checked configuration. Throws if a file became unusable. */
export function createAppearances({ login, publicUrl }: Config, applications: Applications) {
  const around = { assets: createBrandAssets(), host: new URL(publicUrl).hostname }
  const resolve = (configured: Appearance, providers = login.providers, name: string | null = null) =>
    resolveAppearance(configured, providers, name, around)
  const fallback = resolve(appearanceAt(login, null))
  const byHost = new Map(Object.keys(login.hosts).map((host) => [host, resolve(appearanceAt(login, host))]))
  const named = applications.all.filter(({ name }) => name !== null)
  const byApplication = new Map(
    named.map((one) => {
      const own = overlayAppearance(appearanceAt(login, one.host), one.login ?? {})
      const offered = one.login?.providers
      const providers = login.providers.filter(({ id }) => offered?.includes(id) ?? true)
      return [one, resolve(own, providers, nameOfApplication(one))]
    })
  )

  function ofApplication(hostname: string, readings: readonly string[]): HostAppearance | null {
    const application = byApplication.size === 0 ? null : applications.of(hostname, readings)
    return application === null ? null : (byApplication.get(application) ?? null)
  }

  return {
    ofApplication,
    /** Of the application that all these readings belong to, if it has one, otherwise of the host, or the default. `hostname`: in any case. */
    at(hostname: string, readings: readonly string[] = []): HostAppearance {
      return ofApplication(hostname, readings) ?? byHost.get(normalizeHost(hostname)) ?? fallback
    },
    files: around.assets.files
  }
}

function resolveAppearance(
  configured: Appearance,
  providers: Login['providers'],
  name: string | null,
  { assets, host }: { assets: BrandAssets; host: string }
) {
  const { brand, links, destinations } = configured
  const looks = looksOf(configured.theme)
  const [light, dark] = [groundsOf(looks, 'light'), groundsOf(looks, 'dark')]
  const imageOf = (name: string, file: string | null | undefined) =>
    file === null || file === undefined ? null : assets.addImage(name, file)
  const background = imageOf('background', brand.background)
  const font = looks.fontFile === null ? null : assets.addFont('font', looks.fontFile)
  const ownTheme = addTheme(looks, background, font, assets)
  const own = looks.cssFile === null ? [] : [assets.addStylesheet('own', looks.cssFile)]
  return {
    brandName: brand.name ?? host,
    logo: buildLogo(configured, assets, ({ src }) => src),
    /** For the login page, whose small pictures are inlined to save a request before the first paint. */
    inlineLogo: buildLogo(configured, assets, ({ inlineSrc }) => inlineSrc),
    faviconHref: imageOf('favicon', brand.favicon)?.src ?? drawMonogram(brand.name ?? host, looks),
    links,
    /** After the page's own: the theme, then the operator's. */
    stylesheetHrefs: ownTheme === null ? own : [ownTheme.href, ...own],
    /** For inlining, with a small background included; null: no changes. */
    theme: ownTheme,
    colorScheme: chooseColorScheme(looks.mode),
    fontHref: font?.href ?? null,
    /** Behind the card, as `#rrggbb`. */
    pageColours: { light: light.page, dark: dark.page },
    cardColours: { light: light.card, dark: dark.card },
    providers: providers.map((provider) => ({
      id: provider.id,
      name: nameProvider(provider) ?? provider.id,
      iconSrc: imageOf('icon', provider.icon)?.inlineSrc ?? null
    })),
    destinationFor: buildDestinations(destinations, name)
  }
}

/** A logo configured for only one background is used on both. A page that is always light or always dark shows one logo. */
function buildLogo({ brand, theme }: Appearance, assets: BrandAssets, srcOf: (image: ServedImage) => string) {
  const [usual, dark] = theme.mode === 'dark' ? [brand.logoDark, brand.logo] : [brand.logo, brand.logoDark]
  const file = usual ?? dark
  if (file === null) return null
  const image = assets.addImage('logo', file)
  const hasBoth = theme.mode === 'auto' && usual !== null && dark !== null
  const darkSrc = hasBoth ? srcOf(assets.addImage('logo-dark', dark)) : null
  return { src: srcOf(image), darkSrc, ...image.size }
}

function addTheme(
  looks: Looks,
  background: ServedImage | null,
  font: ServedFont | null,
  assets: BrandAssets
) {
  const cssWith = (backgroundHref: string | null) => buildThemeStylesheet(looks, backgroundHref, font)
  const css = cssWith(background?.src ?? null)
  const inHtml = cssWith(background?.inlineSrc ?? null)
  if (css === null || inHtml === null) return null
  return { href: assets.addCss('theme', css), style: inlineStyle(inHtml.replace(/\n\s*/g, '')) }
}

function drawMonogram(name: string, { accent }: Looks): string {
  const fill = accent ?? OWN_COLOURS.light.accent
  // Computing it for our own would load what does.
  const label = accent === null ? OWN_COLOURS.light.onAccent : chooseOnAccent(accent)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-size="20" font-weight="600" fill="${label}">${escapeHtml(monogramOf(name))}</text></svg>`
  return svgUrlOf(svg)
}

function buildDestinations(destinations: Login['destinations'], otherwise: string | null) {
  const places = Object.entries(destinations)
    .map(([place, name]) => ({ folder: place.replace(/\/?$/, '/'), name }))
    .sort((a, b) => b.folder.length - a.folder.length)
  return (path: string) => {
    const folder = path.replace(/[?#].*$/s, '').replace(/\/?$/, '/')
    return places.find((place) => folder.startsWith(place.folder))?.name ?? otherwise
  }
}

type BrandAssets = ReturnType<typeof createBrandAssets>
type ServedImage = ReturnType<BrandAssets['addImage']>

type ReadFile = Extract<BrandFile, { kind: 'file' }>

/** Images run no scripts, but can be opened as pages; this disables scripts there too. */
const SVG_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; sandbox"
}
/** Fonts always use CORS, and the gateway's pages on other hosts load them from the login page's origin. */
const FONT_HEADERS = { 'access-control-allow-origin': '*' }

/** The operator's files, duplicates once. `name`: prefix of the served name. Adding throws if a file has changed since the check. */
function createBrandAssets() {
  const files = new Map<string, Asset>()

  function add(name: string, { content, ending, type }: ReadFile): string {
    const digest = hash('sha256', content, 'hex').slice(0, 12)
    const fileName = `${name}-${digest}${ending}`
    if (!files.has(fileName)) files.set(fileName, buildAsset(content, ending, type))
    return `${ASSETS_PATH}/${fileName}`
  }

  return {
    files,
    /** `inlineSrc`: a `data:` URL, or `src` if the picture is too large. */
    addImage(name: string, file: string) {
      const image = expectFile(file, readImage(file, file))
      const src = add(name, image)
      const inlineSrc = dataUrlOf(image.content, image.type) ?? src
      return { src, inlineSrc, size: readImageSize(image.content, image.ending) }
    },
    addFont(name: string, file: string) {
      const font = expectFile(file, readFont(file, file))
      return { href: add(name, font), isVariable: isVariableFont(font.content) }
    },
    addStylesheet(name: string, file: string): string {
      return add(name, expectFile(file, readStylesheet(file, file)))
    },
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

/** A small picture as a `data:` URL for `src`, `srcset` and a double-quoted `url()`; null: too large. SVG stays text, which compresses well. */
function dataUrlOf(content: Buffer, type: string): string | null {
  if (content.length > MAX_BYTES) return null
  if (type !== 'image/svg+xml') return `data:${type};base64,${content.toString('base64')}`
  const svg = content.toString('utf8').trim()
  // Indentation shows in text alone.
  return svgUrlOf(/<text|<style/.test(svg) ? svg : svg.replace(/>\s+</g, '><'))
}

const svgUrlOf = (svg: string) =>
  `data:image/svg+xml,${encodeURIComponent(svg).replace(/%(?:2F|3A|3D)/g, decodeURIComponent)}`

interface ImageSize {
  width: number
  height: number
}

/** The size stated in an SVG or PNG; null for other images, or if there is none. */
export function readImageSize(content: Buffer, ending: string): ImageSize | null {
  // Both are in the first chunk of a PNG: https://www.w3.org/TR/png-3/#11IHDR
  if (ending === '.png')
    return content.length < 24 ? null : sizeOf(content.readUInt32BE(16), content.readUInt32BE(20))
  return ending === '.svg' ? readSvgSize(content.toString('utf8')) : null
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
