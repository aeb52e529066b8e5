import { existsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { LRUCache } from 'lru-cache'
import { packagePath } from '../../config/package-files.ts'
import type { LoginAssets } from '../assets/assets.ts'
import { compress, type Encoding } from '../assets/encoding.ts'
import type { Address, PageConfig } from '../contract.ts'
import { buildDocument, type Document, markSlots } from './document.ts'
import type { View } from './page-config.ts'

/** Rendered pages that are kept, in characters: some hundreds. */
const KEPT_CHARS = 16 * 1024 * 1024

/** What the build of `login-ui` for servers exports. */
export interface ServerBundle {
  /** HTML of the screen, without the element around it. */
  renderPage(config: PageConfig): string
  headOf(config: PageConfig): { title: string }
  /** States to look at, by name; `PageConfig.preview` takes one. */
  previews: readonly { name: string }[]
}

/** A page, ready to be sent. */
export interface Rendered {
  body: string | Buffer
  /** Null: not compressed. */
  encoding: Encoding | null
}

export interface LoginRenderer {
  /**
   * The page in the best encoding that the visitor takes. One that names the account is made for this answer alone and
   * not compressed: its length would tell what it says to somebody who can have the rest of it chosen (BREACH).
   */
  render(view: View, encoding: Encoding | null): Promise<Rendered>
  /** Renders pages ahead, one in each turn of the event loop. Stops when `isOver` says so. */
  warm(views: readonly View[], isOver: () => boolean): Promise<void>
}

interface Variant {
  document: Document
  /** Compressed, for visitors who ask for nothing in particular. */
  plain: Map<Encoding, Promise<Buffer>>
}

/**
 * Renders the page once for each way it can look, and fills in the rest for each visitor. The renderer is loaded when it
 * is first needed, not while the gateway starts. `load`: gives the server bundle.
 */
export function createLoginRenderer(
  assets: LoginAssets,
  load: () => Promise<ServerBundle> = findServerBundle()
): LoginRenderer {
  const variants = new LRUCache<string, Variant>({
    maxSize: KEPT_CHARS,
    sizeCalculation: ({ document }) => document.size
  })
  let bundle: Promise<ServerBundle> | undefined

  async function renderDocument({ pageConfig, look }: View): Promise<Document> {
    bundle ??= load()
    const { renderPage, headOf } = await bundle
    return buildDocument(assets.html, pageConfig, look, {
      title: headOf(pageConfig).title,
      page: renderPage(pageConfig),
      preloads: assets.scriptHrefsOf(firstScreenOf(pageConfig))
    })
  }

  async function variantOf(view: View): Promise<Variant> {
    const key = keyOf(view)
    const known = variants.get(key)
    if (known !== undefined) return known
    const variant: Variant = { document: await renderDocument(view), plain: new Map() }
    variants.set(key, variant)
    return variant
  }

  return {
    async render(view, encoding) {
      const { slots, marked } = markSlots(view.pageConfig)
      const markedView = { ...view, pageConfig: marked }
      if (marked.account !== null)
        return { body: (await renderDocument(markedView)).fill(slots), encoding: null }
      const { document, plain } = await variantOf(markedView)
      const html = document.fill(slots)
      if (encoding === null) return { body: html, encoding }
      if (slots.query !== '' || slots.reference !== '')
        return { body: await compress(html, encoding), encoding }
      const compressed = plain.get(encoding) ?? compress(html, encoding)
      plain.set(encoding, compressed)
      return { body: await compressed, encoding }
    },

    async warm(views, isOver) {
      for (const view of views) {
        await nextTurn()
        if (isOver()) return
        await variantOf({ ...view, pageConfig: markSlots(view.pageConfig).marked })
      }
    }
  }
}

/** Visitors who must choose a tenant do that first; it is in the same module as `account`. */
function firstScreenOf({ address, tenant }: PageConfig): Address {
  const mustChoose = tenant.id === null && tenant.choose.length > 0
  return mustChoose && address !== 'action' ? 'account' : address
}

/** Everything that the page is rendered from; the texts follow from the locale, the look from the host. */
function keyOf({ pageConfig, origin }: View): string {
  const { texts: _texts, locales: _locales, ...facts } = pageConfig
  return `${origin} ${JSON.stringify(facts)}`
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
