import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { packagePath } from '../../config/package-files.ts'
import { escapeHtml, renderStyle, toScriptJson } from '../../http/page.ts'
import type { HostAppearance } from '../appearance/appearance.ts'
import type { LoginAssets } from '../assets/assets.ts'
import type { Address, PageConfig } from '../contract.ts'
import type { View } from './page-config.ts'
import { pickTexts } from './texts.ts'

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
  let bundle: Promise<ServerBundle> | undefined
  /** Inserts the parts into the built template. The JSON block comes last, so the browser finds what to fetch first. */
  return async ({ pageConfig, appearance }: View): Promise<string> => {
    bundle ??= load()
    const { renderPage, headOf } = await bundle
    const { title, extras } = headOf(pageConfig)
    const values: Readonly<Record<string, string>> = {
      LANG: escapeHtml(pageConfig.locale),
      DIR: pageConfig.direction,
      TITLE: escapeHtml(title),
      HEAD: renderHead(appearance, pageConfig, assets, extras),
      PAGE: renderPage(pageConfig),
      CONFIG: toScriptJson({ ...pageConfig, texts: pickTexts(pageConfig) })
    }
    return assets.html.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '')
  }
}

/** Visitors who must choose a tenant see that screen first; it is in the same module as `account`. */
function firstScreenOf({ address, tenant }: PageConfig): Address {
  const mustChoose = tenant.id === null && tenant.choose.length > 0
  return mustChoose && address !== 'action' ? 'account' : address
}

/** Returns a loader for `dist/login-ui-server`. Throws if it was not built. */
function findServerBundle(): () => Promise<ServerBundle> {
  const file = packagePath('dist', 'login-ui-server', 'entry-server.js')
  if (!existsSync(file)) throw new Error(`the login page is not built (no ${file}): run \`npm run build\``)
  return () => import(pathToFileURL(file).href)
}

/** Rejects if it was not built. */
export async function loadServerBundle(): Promise<ServerBundle> {
  return await findServerBundle()()
}

function renderHead(appearance: HostAppearance, config: PageConfig, assets: LoginAssets, extras: boolean) {
  const { accountPage, preview, methods, provider } = config
  const { colorScheme, faviconHref, fontHref, stylesheetHrefs, theme } = appearance
  const screen = firstScreenOf(config)
  // Login pages never start with a lazy part that has its own styles; previews may.
  const ofAccount = accountPage === null ? [] : [assets.accountPage.stylesheetHref]
  const stylesheets = [
    ...(preview === null ? ofAccount : assets.lazyStylesheetHrefs),
    ...stylesheetHrefs.filter((href) => href !== theme?.href)
  ]
  const scripts = [
    ...(accountPage === null ? assets.scriptHrefsOf(screen, extras) : assets.accountPage.scriptHrefs),
    ...(provider.appCheck === null ? [] : assets.appCheckHrefs)
  ]
  const isEarly = accountPage === null && preview === null && methods.password && screen === 'sign-in'
  return [
    `<meta name="color-scheme" content="${colorScheme}">`,
    ...themeColours(appearance),
    `<link rel="icon" href="${escapeHtml(faviconHref)}">`,
    ...(fontHref === null
      ? []
      : [`<link rel="preload" href="${escapeHtml(fontHref)}" as="font" type="font/woff2" crossorigin>`]),
    ...(theme === null ? [] : [renderStyle(theme.style)]),
    ...stylesheets.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    ...(isEarly
      ? [
          `<script type="module" async fetchpriority="high" src="${escapeHtml(assets.earlyScriptHref)}"></script>`
        ]
      : []),
    // Not `modulepreload`, which would compile it before the first paint.
    `<link rel="preload" as="script" crossorigin fetchpriority="low" href="${escapeHtml(assets.frameworkHref)}">`,
    // The template's script loads them after its own.
    ...scripts.map((href) => `<link rel="after-paint" href="${escapeHtml(href)}">`)
  ].join('\n    ')
}

/** Browsers color their frame to match, phones to the card: the first that applies counts. */
function themeColours({ colorScheme, pageColours, cardColours }: HostAppearance): string[] {
  const schemes = colorScheme === 'light dark' ? (['light', 'dark'] as const) : [colorScheme]
  return [cardColours, pageColours].flatMap((colours, place) =>
    schemes.map((scheme) => {
      const ofScheme = schemes.length > 1 && `(prefers-color-scheme: ${scheme})`
      const media = [place === 0 && '(max-width: 30rem)', ofScheme].filter(Boolean).join(' and ')
      return `<meta name="theme-color"${media && ` media="${media}"`} content="${colours[scheme]}">`
    })
  )
}
