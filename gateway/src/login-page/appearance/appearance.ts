import type { Applications } from '../../access/applications.ts'
import { normalizeHost } from '../../config/addresses/urls.ts'
import {
  type Appearance,
  appearanceAt,
  groundsOf,
  type Looks,
  looksOf,
  overlayAppearance
} from '../../config/appearance/appearance.ts'
import type { Application } from '../../config/applications.ts'
import type { Config } from '../../config/schema/schema.ts'
import { nameProvider } from '../../config/sign-in-providers.ts'
import { type InlineStyle, inlineStyle } from '../../http/page.ts'
import { type BrandAssets, createBrandAssets, type ServedFont, type ServedImage } from './brand-assets.ts'
import { buildThemeStylesheet, type ColorScheme, chooseColorScheme } from './theme.ts'

type Login = Config['login']

/** Sizes are in CSS pixels, omitted if unknown. */
export interface Logo {
  src: string
  /** Null: `src` on dark backgrounds too. */
  darkSrc: string | null
  width?: number
  height?: number
}

/**
 * Brand, colors and links of the page on one host. Addresses are paths below `ASSETS_PATH`, except where
 * small pictures are inlined to save a request before the first paint.
 */
export interface HostAppearance {
  brandName: string
  logo: Logo | null
  /** For the login page: a `data:` URL if the picture is small. */
  inlineLogo: Logo | null
  faviconHref: string | null
  links: Login['links']
  /** Configured stylesheets, after the page's own: the theme, then the operator's. */
  stylesheetHrefs: readonly string[]
  /** The theme for inlining, with a small background included; null: no changes. */
  theme: { href: string; style: InlineStyle } | null
  colorScheme: ColorScheme
  /** Address of the configured font, to preload; null: none. */
  fontHref: string | null
  /** Page colors behind the card, as `#rrggbb`. */
  pageColours: { light: string; dark: string }
  /** `iconSrc`: a `data:` URL if the picture is small. */
  providers: readonly { id: string; name: string; iconSrc: string | null }[]
  /** Name of the destination with the longest matching path prefix, or of the application; null: none. */
  destinationFor(path: string): string | null
}

export type Appearances = ReturnType<typeof createAppearances>

/** Resolves the appearance of each host of a checked configuration. Throws if a file became unusable. */
export function createAppearances(login: Login, applications: Pick<Applications, 'all' | 'of'>) {
  const assets = createBrandAssets()
  const resolve = (configured: Appearance, providers = login.providers, name: string | null = null) =>
    resolveAppearance(configured, providers, name, assets)
  const fallback = resolve(appearanceAt(login, null))
  const byHost = new Map(Object.keys(login.hosts).map((host) => [host, resolve(appearanceAt(login, host))]))
  const named = applications.all.filter(({ name }) => name !== null)
  const byApplication = new Map(
    named.map((one) => {
      const own = overlayAppearance(appearanceAt(login, one.host), one.login ?? {})
      const offered = one.login?.providers
      const providers = login.providers.filter(({ id }) => offered?.includes(id) ?? true)
      return [one, resolve(own, providers, nameOf(one))]
    })
  )

  /** The application's own appearance; null: none. */
  function ofApplication(hostname: string, readings: readonly string[]): HostAppearance | null {
    const application = byApplication.size === 0 ? null : applications.of(hostname, readings)
    return application === null ? null : (byApplication.get(application) ?? null)
  }

  return {
    ofApplication,
    /**
     * The appearance of the application that all these readings of a target belong to, if it has one, otherwise
     * that of the host, or the default. `hostname`: without a port, in any case.
     */
    at(hostname: string, readings: readonly string[] = []): HostAppearance {
      return ofApplication(hostname, readings) ?? byHost.get(normalizeHost(hostname)) ?? fallback
    },
    /** File name -> file, served below `ASSETS_PATH`. */
    files: assets.files
  }
}

/** Display name of an application. */
function nameOf({ name, login }: Application): string | null {
  return login?.brand?.name ?? (name === null ? null : name.replace(/^[a-z]/, (first) => first.toUpperCase()))
}

function resolveAppearance(
  configured: Appearance,
  providers: Login['providers'],
  name: string | null,
  assets: BrandAssets
): HostAppearance {
  const { brand, links, destinations } = configured
  const looks = looksOf(configured.theme)
  const imageOf = (name: string, file: string | null | undefined) =>
    file === null || file === undefined ? null : assets.addImage(name, file)
  const background = imageOf('background', brand.background)
  const font = looks.fontFile === null ? null : assets.addFont('font', looks.fontFile)
  const ownTheme = addTheme(looks, background, font, assets)
  const own = looks.cssFile === null ? [] : [assets.addStylesheet('own', looks.cssFile)]
  return {
    brandName: brand.name,
    logo: buildLogo(configured, assets, ({ src }) => src),
    inlineLogo: buildLogo(configured, assets, ({ inlineSrc }) => inlineSrc),
    faviconHref: imageOf('favicon', brand.favicon)?.src ?? null,
    links,
    stylesheetHrefs: ownTheme === null ? own : [ownTheme.href, ...own],
    theme: ownTheme,
    colorScheme: chooseColorScheme(looks.mode),
    fontHref: font?.href ?? null,
    pageColours: { light: groundsOf(looks, 'light').page, dark: groundsOf(looks, 'dark').page },
    providers: providers.map((provider) => ({
      id: provider.id,
      name: nameProvider(provider) ?? provider.id,
      iconSrc: imageOf('icon', provider.icon)?.inlineSrc ?? null
    })),
    destinationFor: buildDestinations(destinations, name)
  }
}

/** A logo configured for only one background is used on both. A page that is always light or always dark shows one logo. */
function buildLogo(
  { brand, theme }: Appearance,
  assets: BrandAssets,
  srcOf: (image: ServedImage) => string
): Logo | null {
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
): HostAppearance['theme'] {
  const cssWith = (backgroundHref: string | null) => buildThemeStylesheet(looks, backgroundHref, font)
  const css = cssWith(background?.src ?? null)
  const inHtml = cssWith(background?.inlineSrc ?? null)
  if (css === null || inHtml === null) return null
  return { href: assets.addCss('theme', css), style: inlineStyle(inHtml) }
}

function buildDestinations(
  destinations: Login['destinations'],
  otherwise: string | null
): HostAppearance['destinationFor'] {
  const places = Object.entries(destinations)
    .map(([place, name]) => ({ folder: place.replace(/\/?$/, '/'), name }))
    .sort((a, b) => b.folder.length - a.folder.length)
  return (path) => {
    const folder = path.replace(/[?#].*$/s, '').replace(/\/?$/, '/')
    return places.find((place) => folder.startsWith(place.folder))?.name ?? otherwise
  }
}
