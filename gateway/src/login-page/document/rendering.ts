import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { LRUCache } from 'lru-cache'
import { yieldToRequests } from '../../async.ts'
import { packagePath } from '../../config/package-files.ts'
import { compress, type Encoding } from '../../http/encoding.ts'
import { escapeHtml, renderStyle, toScriptJson } from '../../http/page.ts'
import type { HostAppearance } from '../appearance/appearance.ts'
import type { LoginAssets } from '../assets/assets.ts'
import type { Address, PageConfig } from '../contract.ts'
import type { View } from './page-config.ts'
import { pickTexts } from './texts.ts'

/** Cache limit in characters: some hundreds of pages. */
const KEPT_CHARS = 16 * 1024 * 1024

/** Exports of the server build of `login-ui`. */
export interface ServerBundle {
  /** HTML of the screen, without its root element. */
  renderPage(config: PageConfig): string
  /** `extras`: whether the page needs that script before hydration. */
  headOf(config: PageConfig): { title: string; extras: boolean }
  /** Previewable states by name, as in `PageConfig.preview`. `state`, `patch`: all that is rendered. */
  previews: readonly { name: string; state: unknown; patch: unknown }[]
}

export type LoginRenderer = ReturnType<typeof createLoginRenderer>

interface SharedPage {
  document: Document
  /** Compressed with empty slots, the most common case. */
  compressed: Map<Encoding, Promise<Buffer>>
}

/**
 * Renders each variant of the page once and fills its slots per visitor. `load`: returns the server bundle;
 * called on first use rather than at startup.
 */
export function createLoginRenderer(
  assets: LoginAssets,
  load: () => Promise<ServerBundle> = findServerBundle()
) {
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
      preloads: [
        ...(isOfAccount
          ? assets.accountPage.scriptHrefs
          : assets.scriptHrefsOf(firstScreenOf(pageConfig), extras)),
        ...(pageConfig.provider.appCheck === null ? [] : assets.appCheckHrefs)
      ],
      stylesheets: stylesheetsOf(pageConfig),
      earlyScript: mayComeEarly(pageConfig) ? assets.earlyScriptHref : null
    })
  }

  /** Login pages never start with a lazy part that has its own styles; previews may. */
  function stylesheetsOf({ preview, accountPage }: PageConfig): readonly string[] {
    if (preview !== null) return assets.lazyStylesheetHrefs
    return accountPage === null ? [] : [assets.accountPage.stylesheetHref]
  }

  /** `view`: with marks for its slots. */
  async function findPage(view: View): Promise<SharedPage> {
    const key = keyOf(view)
    const known = pages.get(key)
    if (known !== undefined) return known
    const page: SharedPage = { document: await renderDocument(view), compressed: new Map() }
    pages.set(key, page)
    return page
  }

  return {
    /**
     * Renders the page in `encoding`; null: uncompressed. A page that names the account is rendered for this response only and
     * never compressed: its length could reveal the account to an attacker who controls other parts (BREACH).
     */
    async render(view: View, encoding: Encoding | null) {
      const { slots, marked } = markSlots(view.pageConfig)
      const markedView = { ...view, pageConfig: marked }
      if (marked.account !== null)
        return { body: (await renderDocument(markedView)).fill(slots), encoding: null }
      const page = await findPage(markedView)
      const html = page.document.fill(slots)
      if (encoding === null) return { body: html, encoding }
      if (slots.query !== '' || slots.reference !== '')
        return { body: await compress(html, encoding), encoding }
      const body = page.compressed.get(encoding) ?? compress(html, encoding)
      page.compressed.set(encoding, body)
      return { body: await body, encoding }
    },

    /** Prerenders pages until `isOver` returns true. Each takes 10 to 20 ms, so requests get time in between. */
    async renderAhead(views: readonly View[], isOver: () => boolean): Promise<void> {
      for (const view of views) {
        await yieldToRequests()
        if (isOver()) return
        await findPage({ ...view, pageConfig: markSlots(view.pageConfig).marked })
      }
    }
  }
}

/** Visitors who must choose a tenant see that screen first; it is in the same module as `account`. */
function firstScreenOf({ address, tenant }: PageConfig): Address {
  const mustChoose = tenant.id === null && tenant.choose.length > 0
  return mustChoose && address !== 'action' ? 'account' : address
}

function mayComeEarly(config: PageConfig): boolean {
  if (config.accountPage !== null || config.preview !== null) return false
  return config.methods.password && firstScreenOf(config) === 'sign-in'
}

/** Everything the rendered page depends on. Texts follow from the locale, the rest of the appearance from these. */
function keyOf({ pageConfig, origin, appearance }: View): string {
  const { texts: _texts, locales: _locales, ...facts } = pageConfig
  return JSON.stringify([origin, appearance.stylesheetHrefs, appearance.faviconHref, facts])
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

const SLOT_NAMES = ['query', 'redirectTarget', 'reference'] as const

type SlotName = (typeof SLOT_NAMES)[number]

/** Per-visitor values in a rendered page. `reference`: number of a problem; empty: none. */
type Slots = Readonly<Record<SlotName, string>>

type Piece = string | { slot: SlotName; write: (value: string) => string }

type Document = ReturnType<typeof buildDocument>

/** Placeholders for the slots during rendering. Each starts like its value would, and no escaping changes it. */
const MARKS: Slots = {
  query: '?~gatehouse-query~',
  redirectTarget: '/~gatehouse-redirectTarget~',
  reference: '.~gatehouse-reference~'
}
const MARK = new RegExp(`[?/.]~gatehouse-(${SLOT_NAMES.join('|')})~`)
const PLACEHOLDER = /__GATEHOUSE_([A-Z]+)__/

interface Parts {
  title: string
  page: string
  /** The largest script, fetched with the document and run after the first paint. */
  framework: string
  /** Other scripts, fetched after the first paint. */
  preloads: readonly string[]
  /** Stylesheets beyond those of the appearance. */
  stylesheets: readonly string[]
  /** A script that does not wait for the others; null: none. */
  earlyScript: string | null
}

/** Replaces the slots' values by marks. Empty values stay empty, since the page may depend on it. */
function markSlots(config: PageConfig): { slots: Slots; marked: PageConfig } {
  const { query, redirectTarget, problem } = config
  const reference = problem?.reference ?? null
  const marked = {
    ...config,
    query: query === '' ? '' : MARKS.query,
    redirectTarget: MARKS.redirectTarget,
    problem: problem === null || reference === null ? problem : { ...problem, reference: MARKS.reference }
  }
  return { slots: { query, redirectTarget, reference: reference ?? '' }, marked }
}

/**
 * Inserts the parts into the built template. The JSON block comes last, so the browser finds what to fetch
 * first. `config`: with marks, as rendered.
 */
function buildDocument(template: string, config: PageConfig, appearance: HostAppearance, parts: Parts) {
  const values: Readonly<Record<string, Piece[]>> = {
    LANG: [escapeHtml(config.locale)],
    DIR: [config.direction],
    TITLE: [escapeHtml(parts.title)],
    HEAD: [renderHead(appearance, parts)],
    PAGE: cut(parts.page, escapeHtml),
    CONFIG: cut(toScriptJson({ ...config, texts: pickTexts(config) }), (value) =>
      toScriptJson(value).slice(1, -1)
    )
  }
  const pieces = template
    .split(PLACEHOLDER)
    .flatMap((text, index): Piece[] => (index % 2 === 0 ? [text] : (values[text] ?? [])))
  const size = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 0), 0)
  return {
    /** Characters, excluding slots. */
    size,
    /** The complete HTML, with each value escaped for its context. */
    fill: (slots: Slots): string =>
      pieces.map((piece) => (typeof piece === 'string' ? piece : piece.write(slots[piece.slot]))).join('')
  }
}

/** Splits a rendered text at its marks. `write`: escapes a value for its context. */
function cut(text: string, write: (value: string) => string): Piece[] {
  return text.split(MARK).map((part, index) => {
    const slot = index % 2 === 0 ? undefined : SLOT_NAMES.find((name) => name === part)
    return slot === undefined ? part : { slot, write }
  })
}

function renderHead(appearance: HostAppearance, { earlyScript, framework, preloads, stylesheets }: Parts) {
  const { colorScheme, faviconHref, fontHref, stylesheetHrefs, theme } = appearance
  const linked = stylesheetHrefs.filter((href) => href !== theme?.href)
  return [
    `<meta name="color-scheme" content="${colorScheme}">`,
    ...themeColours(appearance),
    `<link rel="icon" href="${escapeHtml(faviconHref)}">`,
    ...(fontHref === null
      ? []
      : [`<link rel="preload" href="${escapeHtml(fontHref)}" as="font" type="font/woff2" crossorigin>`]),
    ...(theme === null ? [] : [renderStyle(theme.style)]),
    ...stylesheets.concat(linked).map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    ...(earlyScript === null
      ? []
      : [`<script type="module" async fetchpriority="high" src="${escapeHtml(earlyScript)}"></script>`]),
    // Not `modulepreload`, which would compile it before the first paint.
    `<link rel="preload" as="script" crossorigin fetchpriority="low" href="${escapeHtml(framework)}">`,
    // The template's script loads them after its own.
    ...preloads.map((href) => `<link rel="after-paint" href="${escapeHtml(href)}">`)
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
