import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { once } from '../../async.ts'
import { packagePath } from '../../config/package-files.ts'
import { escapeHtml, type InlineStyle, renderStyle, toScriptJson } from '../../http/html.ts'
import type { Locale, Locales } from '../../http/locales.ts'
import type { Address, PageConfig } from '../../page-contract.ts'
import type { HostAppearance } from '../appearance/appearance.ts'
import { ASSETS_PATH, type Asset, buildTextAsset, type LoginAssets } from '../assets/assets.ts'
import type { View } from './page-config.ts'

/** Exports of the server build of `login-ui`. */
export interface ServerBundle {
  /** HTML of the screen, without its root element. */
  renderPage(config: PageConfig): string
  /** `extras`: whether the page needs that script before hydration. */
  headOf(config: PageConfig): { title: string; extras: boolean }
  /** Previewable states by name, as in `PageConfig.preview`. `state`, `patch`: all that is rendered. */
  previews: readonly { name: string; state: unknown; patch: unknown }[]
}

export type RenderDocument = ReturnType<typeof createDocumentRenderer>

const PLACEHOLDER = /__GATEHOUSE_([A-Z]+)__/g

/** Returns the function that renders the HTML of a page. `load`: called on first use, since it takes 30 ms. */
export function createDocumentRenderer(
  assets: LoginAssets,
  load: () => Promise<ServerBundle> = findServerBundle()
) {
  const loadOnce = once(load)
  /** Inserts the parts into the built template. The JSON block comes last, so the browser finds what to fetch first. */
  return async ({ pageConfig, appearance }: View): Promise<string> => {
    const { renderPage, headOf } = await loadOnce()
    const { watched, drawn } = watchTexts(pageConfig.texts)
    const shown = { ...pageConfig, texts: watched }
    const { title, extras } = headOf(shown)
    const values: Readonly<Record<string, string>> = {
      LANG: escapeHtml(pageConfig.locale),
      DIR: pageConfig.direction,
      TITLE: escapeHtml(title),
      STYLE: renderStyle(styleOf(pageConfig, assets)),
      HEAD: renderHead(appearance, pageConfig, assets, extras),
      PAGE: renderPage(shown),
      CONFIG: toScriptJson({ ...pageConfig, texts: pickTexts(pageConfig, drawn), locales: undefined })
    }
    return assets.html.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '')
  }
}

/** Visitors who must choose a tenant see that screen first; it is in the same module as `account`. */
function firstScreenOf({ address, tenant }: PageConfig): Address {
  const mustChoose = tenant.id === null && tenant.choose.length > 0
  return mustChoose && address !== 'action' ? 'account' : address
}

/** The inlined stylesheet, without the theme. */
export function styleOf(config: PageConfig, { styleFor }: Pick<LoginAssets, 'styleFor'>): InlineStyle {
  const mayBeAny = config.preview !== null || config.accountPage !== null
  return styleFor(mayBeAny ? null : firstScreenOf(config))
}

/** Returns a loader for `dist/login-ui-server`. Throws if it was not built. */
export function findServerBundle(): () => Promise<ServerBundle> {
  const file = packagePath('dist', 'login-ui-server', 'entry-server.js')
  if (!existsSync(file)) throw new Error(`the login page is not built (no ${file}): run \`npm run build\``)
  return () => import(pathToFileURL(file).href)
}

function renderHead(appearance: HostAppearance, config: PageConfig, assets: LoginAssets, extras: boolean) {
  const { accountPage, preview, methods, provider } = config
  const { colorScheme, faviconHref, fontHref, stylesheetHrefs, theme } = appearance
  const screen = firstScreenOf(config)
  const mayBeAccount = accountPage !== null || preview !== null
  const stylesheets = [
    ...(mayBeAccount ? [assets.accountPage.stylesheetHref] : []),
    ...stylesheetHrefs.filter((href) => href !== theme?.href)
  ]
  const scripts = [
    ...(accountPage === null ? assets.scriptHrefsOf(screen, extras) : assets.accountPage.scriptHrefs),
    ...(provider.appCheck === null ? [] : assets.appCheckHrefs)
  ]
  const isEarly = accountPage === null && preview === null && methods.password && screen === 'sign-in'
  const parts = [
    `<meta name="color-scheme" content="${colorScheme}">`,
    ...themeColours(appearance),
    `<link rel="icon" href="${escapeHtml(faviconHref)}">`,
    fontHref !== null &&
      `<link rel="preload" href="${escapeHtml(fontHref)}" as="font" type="font/woff2" crossorigin>`,
    theme !== null && renderStyle(theme.style),
    ...stylesheets.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    isEarly &&
      `<script type="module" async fetchpriority="high" src="${escapeHtml(assets.earlyScriptHref)}"></script>`,
    // Parsed on another thread while it arrives; as `preload`, it would be parsed again on that of the page.
    `<link rel="modulepreload" fetchpriority="low" href="${escapeHtml(assets.frameworkHref)}">`,
    // The template's script loads them after its own.
    ...scripts.map((href) => `<link rel="after-paint" href="${escapeHtml(href)}">`)
  ]
  return parts.filter((part) => part !== false).join('\n')
}

/** Browsers color their frame to match, phones to the card: the first that applies counts. */
function themeColours({ colorScheme, pageColours, cardColours }: HostAppearance): string[] {
  const schemes = colorScheme === 'light dark' ? (['light', 'dark'] as const) : [colorScheme]
  const tags: string[] = []
  for (const [width, colours] of [['(max-width: 30rem)', cardColours] as const, ['', pageColours] as const])
    for (const scheme of schemes) {
      const ofScheme = schemes.length > 1 && `(prefers-color-scheme: ${scheme})`
      const media = [width, ofScheme].filter(Boolean).join(' and ')
      tags.push(`<meta name="theme-color"${media && ` media="${media}"`} content="${colours[scheme]}">`)
    }
  return tags
}

/** Shown before the file of texts has arrived, or if it cannot be loaded; the last one by the script that signs in early. */
const BEFORE_LATER = /^(field\.caps-lock|page\.title-error|problem\.network\.\w+|sign-in\.submitting)$/
/** Of the account page, and of browsers without script. */
const NEVER_LATER = /^(noscript|account-[\w-]+|proof)\./
const NEVER_IN_ACCOUNT =
  /^((noscript|account|signed-out|terms|tenant|action\.\w+)\.|notice\.(?!offline|elsewhere))/

/** Texts in the document: those `drawn` and what may be shown at once, since the others are loaded after it. All for a preview. */
function pickTexts(config: PageConfig, drawn: ReadonlySet<string>): Partial<PageConfig['texts']> {
  const { accountPage, preview, texts } = config
  if (preview !== null) return texts
  if (accountPage !== null) return keep(texts, (key) => !NEVER_IN_ACCOUNT.test(key))
  return keep(texts, (key) => BEFORE_LATER.test(key) || (drawn.has(key) && !NEVER_LATER.test(key)))
}

/** `texts`, and the keys of those that have been read. */
function watchTexts(texts: PageConfig['texts']): { watched: PageConfig['texts']; drawn: Set<string> } {
  const drawn = new Set<string>()
  const get: ProxyHandler<PageConfig['texts']>['get'] = (all, key) => {
    drawn.add(String(key))
    return Reflect.get(all, key)
  }
  return { watched: new Proxy(texts, { get }), drawn }
}

function keep(texts: PageConfig['texts'], isWanted: (key: string) => boolean): Partial<PageConfig['texts']> {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isWanted(key)))
}

const LATER_FILE = /^texts-([\w-]+)-[0-9a-f]{12}\.json$/

/** Texts that pages load later: a file per language, built on first request. */
export function createLaterTexts(locales: Pick<Locales, 'of'>) {
  const files = new Map<string, { name: string; asset: Asset }>()

  function fileOf(language: string) {
    const locale = locales.of(language)
    const file = files.get(locale.id) ?? buildLaterFile(locale)
    files.set(locale.id, file)
    return file
  }

  return {
    hrefOf: (language: string): string => `${ASSETS_PATH}/${fileOf(language).name}`,
    /** The file of that name below `ASSETS_PATH`; undefined: unknown. */
    file(name: string): Asset | undefined {
      const [, language] = LATER_FILE.exec(name) ?? []
      const file = language === undefined ? undefined : fileOf(language)
      return file?.name === name ? file.asset : undefined
    }
  }
}

function buildLaterFile({ id, texts }: Locale): { name: string; asset: Asset } {
  const later = keep(texts, (key) => !NEVER_LATER.test(key) && !BEFORE_LATER.test(key))
  const content = Buffer.from(JSON.stringify(later))
  const digest = hash('sha256', content, 'hex').slice(0, 12)
  return {
    name: `texts-${id}-${digest}.json`,
    asset: buildTextAsset(content, 'application/json; charset=utf-8')
  }
}
