import { existsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { LRUCache } from 'lru-cache'
import { packagePath } from '../../config/package-files.ts'
import { compress, type Encoding } from '../../http/encoding.ts'
import type { LoginAssets } from '../assets/assets.ts'
import type { Address, PageConfig } from '../contract.ts'
import { buildDocument, type Document, markSlots } from './document.ts'
import type { View } from './page-config.ts'

/** Rendered pages are kept up to this many characters together: some hundreds of pages. */
const KEPT_CHARS = 16 * 1024 * 1024

/** What the build of `login-ui` for servers exports. */
export interface ServerBundle {
  /** HTML of the screen, without the element around it. */
  renderPage(config: PageConfig): string
  /** `extras`: does the page need the script of that name before it comes alive? */
  headOf(config: PageConfig): { title: string; extras: boolean }
  /** States to preview, by name; `PageConfig.preview` takes one. `state`, `patch`: all that is rendered of it. */
  previews: readonly { name: string; state: unknown; patch: unknown }[]
}

/** A page, ready to be sent. */
export interface Rendered {
  body: string | Buffer
  /** Null: not compressed. */
  encoding: Encoding | null
}

export interface LoginRenderer {
  /**
   * The page in `encoding`; null: not compressed. A page that names the account is rendered for this answer alone and
   * never compressed: to somebody who controls other parts of it, its length would reveal the account (BREACH).
   */
  render(view: View, encoding: Encoding | null): Promise<Rendered>
  /** Renders pages before they are asked for, one in each turn of the event loop. Stops when `isOver` says so. */
  renderAhead(views: readonly View[], isOver: () => boolean): Promise<void>
}

/** A rendered page that many visitors get. */
interface SharedPage {
  document: Document
  /** Compressed with empty slots, as most visitors get it. */
  compressed: Map<Encoding, Promise<Buffer>>
}

/**
 * Renders each variant of the page once and fills in the slots for each visitor. `load`: gives the server bundle; called when
 * it is first needed, not while the gateway starts.
 */
export function createLoginRenderer(
  assets: LoginAssets,
  load: () => Promise<ServerBundle> = findServerBundle()
): LoginRenderer {
  const pages = new LRUCache<string, SharedPage>({
    maxSize: KEPT_CHARS,
    sizeCalculation: ({ document }) => document.size
  })
  let bundle: Promise<ServerBundle> | undefined

  async function renderDocument({ pageConfig, appearance }: View): Promise<Document> {
    bundle ??= load()
    const { renderPage, headOf } = await bundle
    const { title, extras } = headOf(pageConfig)
    const isOfAccount = pageConfig.accountPage !== null
    return buildDocument(assets.html, pageConfig, appearance, {
      title,
      page: renderPage(pageConfig),
      framework: assets.frameworkHref,
      preloads: isOfAccount
        ? assets.accountPage.scriptHrefs
        : assets.scriptHrefsOf(firstScreenOf(pageConfig), extras),
      stylesheets: stylesheetsOf(pageConfig),
      earlyScript: mayComeEarly(pageConfig) ? assets.earlyScriptHref : null
    })
  }

  /** No page of the login page begins with a lazy part that has styles of its own; a preview may. */
  function stylesheetsOf({ preview, accountPage }: PageConfig): readonly string[] {
    if (preview !== null) return assets.lazyStylesheetHrefs
    return accountPage === null ? [] : [assets.accountPage.stylesheetHref]
  }

  /** `view`: with marks in place of its slots. */
  async function findPage(view: View): Promise<SharedPage> {
    const key = keyOf(view)
    const known = pages.get(key)
    if (known !== undefined) return known
    const page: SharedPage = { document: await renderDocument(view), compressed: new Map() }
    pages.set(key, page)
    return page
  }

  return {
    async render(view, encoding) {
      const { slots, marked } = markSlots(view.pageConfig)
      const markedView = { ...view, pageConfig: marked }
      if (marked.account !== null)
        return { body: (await renderDocument(markedView)).fill(slots), encoding: null }
      const page = await findPage(markedView)
      const html = page.document.fill(slots)
      if (encoding === null) return { body: html, encoding }
      if (slots.query !== '' || slots.reference !== '')
        return { body: await compress(html, encoding), encoding }
      return { body: await compressOnce(page, html, encoding), encoding }
    },

    async renderAhead(views, isOver) {
      for (const view of views) {
        await nextTurn()
        if (isOver()) return
        await findPage({ ...view, pageConfig: markSlots(view.pageConfig).marked })
      }
    }
  }
}

function compressOnce({ compressed }: SharedPage, html: string, encoding: Encoding): Promise<Buffer> {
  const body = compressed.get(encoding) ?? compress(html, encoding)
  compressed.set(encoding, body)
  return body
}

/** Visitors who must choose a tenant do that first; that screen is in the same module as `account`. */
function firstScreenOf({ address, tenant }: PageConfig): Address {
  const mustChoose = tenant.id === null && tenant.choose.length > 0
  return mustChoose && address !== 'action' ? 'account' : address
}

/** Does the page begin with a form for a password? */
function mayComeEarly(config: PageConfig): boolean {
  if (config.accountPage !== null || config.preview !== null) return false
  return config.methods.password && firstScreenOf(config) === 'sign-in'
}

/** All that the rendered page depends on. The texts follow from the locale, other parts of the appearance from these. */
function keyOf({ pageConfig, origin, appearance }: View): string {
  const { texts: _texts, locales: _locales, ...facts } = pageConfig
  return JSON.stringify([origin, appearance.stylesheetHrefs, appearance.faviconHref, facts])
}

/** How to load the server bundle from `dist/login-ui-server`. Throws when it was not built. */
function findServerBundle(): () => Promise<ServerBundle> {
  const file = packagePath('dist', 'login-ui-server', 'entry-server.js')
  if (!existsSync(file)) throw new Error(`the login page is not built (no ${file}): run \`npm run build\``)
  return () => import(pathToFileURL(file).href)
}

/** Loads the server bundle that was built. Rejects when there is none. */
export async function loadServerBundle(): Promise<ServerBundle> {
  return await findServerBundle()()
}
