import { normalizeHost } from '../config/addresses/urls.ts'
import { type Appearance, appearanceAt } from '../config/appearance/appearance.ts'
import type { Config } from '../config/schema/schema.ts'
import { nameProvider } from '../config/sign-in-providers.ts'
import type { Asset } from './assets.ts'
import { type BrandAssets, createBrandAssets } from './brand-assets.ts'
import { buildThemeStylesheet, type ColorScheme, chooseColorScheme } from './theme.ts'

type Login = Config['login']

/** Sizes are in CSS pixels and left out where they are not known. */
export interface Logo {
  src: string
  /** Null: `src` on dark backgrounds too. */
  darkSrc: string | null
  width?: number
  height?: number
}

/** How the page looks on one host. Every address is a path below `ASSETS_PATH`. */
export interface Look {
  brandName: string
  logo: Logo | null
  faviconHref: string | null
  backgroundSrc: string | null
  links: Login['links']
  /** Those of the configuration: theme, then the operator's own stylesheet. They come after that of the page. */
  stylesheetHrefs: readonly string[]
  colorScheme: ColorScheme
  providers: readonly { id: string; name: string; iconSrc: string | null }[]
  /** What a path leads to, by the longest entry that it is or is below; null: nobody says. Ignores query and fragment. */
  destinationFor(path: string): string | null
}

export interface Looks {
  /** Takes a host name without a port, in any case. A host without an entry looks as everywhere. */
  at(hostname: string): Look
  /** File name -> file, to be served below `ASSETS_PATH`. */
  files: ReadonlyMap<string, Asset>
}

/**
 * The looks of all hosts, with the files they need held in memory. Takes a checked configuration; throws when a file
 * changed since the check and can no longer be used.
 */
export function createLooks(login: Login): Looks {
  const assets = createBrandAssets()
  const everywhere = buildLook(login, null, assets)
  const byHost = new Map(Object.keys(login.hosts).map((host) => [host, buildLook(login, host, assets)]))
  return {
    at: (hostname) => byHost.get(normalizeHost(hostname)) ?? everywhere,
    files: assets.files
  }
}

function buildLook(login: Login, host: string | null, assets: BrandAssets): Look {
  const appearance = appearanceAt(login, host)
  const { brand, theme, links, destinations } = appearance
  const srcOf = (name: string, file: string | null | undefined) =>
    file === null || file === undefined ? null : assets.addImage(name, file).src
  const backgroundSrc = srcOf('background', brand.background)
  return {
    brandName: brand.name,
    logo: buildLogo(appearance, assets),
    faviconHref: srcOf('favicon', brand.favicon),
    backgroundSrc,
    links,
    stylesheetHrefs: listStylesheets(appearance, backgroundSrc, assets),
    colorScheme: chooseColorScheme(theme.mode),
    providers: login.providers.map((provider) => ({
      id: provider.id,
      name: nameProvider(provider) ?? provider.id,
      iconSrc: srcOf('icon', provider.icon)
    })),
    destinationFor: buildDestinations(destinations)
  }
}

/**
 * A logo for one background alone is a logo too. A page that is always light or always dark shows one, whatever the
 * visitor prefers.
 */
function buildLogo({ brand, theme }: Appearance, assets: BrandAssets): Logo | null {
  const [usual, dark] = theme.mode === 'dark' ? [brand.logoDark, brand.logo] : [brand.logo, brand.logoDark]
  const file = usual ?? dark
  if (file === null) return null
  const { src, size } = assets.addImage('logo', file)
  const hasBoth = theme.mode === 'auto' && usual !== null && dark !== null
  const darkSrc = hasBoth ? assets.addImage('logo-dark', dark).src : null
  return { src, darkSrc, ...size }
}

function listStylesheets(
  appearance: Appearance,
  backgroundSrc: string | null,
  assets: BrandAssets
): string[] {
  const theme = buildThemeStylesheet(appearance, backgroundSrc)
  const { cssFile } = appearance.theme
  return [
    ...(theme === null ? [] : [assets.addCss('theme', theme)]),
    ...(cssFile === null ? [] : [assets.addStylesheet('own', cssFile)])
  ]
}

function buildDestinations(destinations: Login['destinations']): Look['destinationFor'] {
  const places = Object.entries(destinations)
    .map(([place, name]) => ({ folder: place.replace(/\/?$/, '/'), name }))
    .sort((a, b) => b.folder.length - a.folder.length)
  return (path) => {
    const folder = path.replace(/[?#].*$/s, '').replace(/\/?$/, '/')
    return places.find((place) => folder.startsWith(place.folder))?.name ?? null
  }
}
