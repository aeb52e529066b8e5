import { renderStyle } from '../../http/inline-style.ts'
import { escapeHtml, toScriptJson } from '../../http/page.ts'
import type { HostAppearance } from '../appearance/appearance.ts'
import type { PageConfig } from '../contract.ts'
import { pickTexts } from './texts.ts'

/** The values of one visitor that a rendered page leaves open. */
export interface Slots {
  query: string
  redirectTarget: string
  /** Reference number of a problem; empty: the page shows none. */
  reference: string
}

type SlotName = keyof Slots
type Piece = string | { slot: SlotName; write: (value: string) => string }

/** A rendered page with open slots. */
export interface Document {
  /** The complete HTML. Each value is escaped for the place where it stands. */
  fill(slots: Slots): string
  /** Characters without the values of the slots. */
  size: number
}

/**
 * Placeholders for the slots while a page is rendered. Each begins as its value would, and no encoding changes any of its
 * characters.
 */
const MARKS: Readonly<Slots> = {
  query: '?~gatehouse-query~',
  redirectTarget: '/~gatehouse-redirectTarget~',
  reference: '.~gatehouse-reference~'
}
const SLOT_NAMES: readonly SlotName[] = ['query', 'redirectTarget', 'reference']
const MARK = new RegExp(`[?/.]~gatehouse-(${SLOT_NAMES.join('|')})~`)
const PLACEHOLDER = /__GATEHOUSE_([A-Z]+)__/

/** The rendered parts of a page. */
export interface Parts {
  title: string
  /** HTML of the screen. */
  page: string
  /** The largest script that the page needs: fetched beside the document, run after it is painted. */
  framework: string
  /** Other scripts that the page needs at once, to be fetched when it is painted. */
  preloads: readonly string[]
  /** Stylesheets beside those of the appearance. */
  stylesheets: readonly string[]
  /** A script that does not wait for the others; null: the page needs none. */
  earlyScript: string | null
}

/** The values of a page's slots, and the page with marks in their places. Empty values stay empty: the page may depend on it. */
export function markSlots(config: PageConfig): { slots: Slots; marked: PageConfig } {
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
 * Puts the parts of a page into the built template. The JSON block stands last, so that the browser finds what it has to
 * fetch first. `config`: with marks, as the parts were rendered from.
 */
export function buildDocument(
  template: string,
  config: PageConfig,
  appearance: HostAppearance,
  parts: Parts
): Document {
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
    size,
    fill: (slots) =>
      pieces.map((piece) => (typeof piece === 'string' ? piece : piece.write(slots[piece.slot]))).join('')
  }
}

/** Splits a rendered text at its marks; `write` makes a value safe for where it stands. */
function cut(text: string, write: (value: string) => string): Piece[] {
  return text.split(MARK).map((part, index) => {
    const slot = index % 2 === 0 ? undefined : SLOT_NAMES.find((name) => name === part)
    return slot === undefined ? part : { slot, write }
  })
}

function renderHead(
  appearance: HostAppearance,
  { earlyScript, framework, preloads, stylesheets }: Parts
): string {
  const { colorScheme, faviconHref, fontHref, stylesheetHrefs, theme } = appearance
  const linked = stylesheetHrefs.filter((href) => href !== theme?.href)
  return [
    `<meta name="color-scheme" content="${colorScheme}">`,
    ...themeColours(appearance),
    // Without one, browsers ask the application for /favicon.ico.
    `<link rel="icon" href="${escapeHtml(faviconHref ?? 'data:,')}">`,
    ...(fontHref === null
      ? []
      : [`<link rel="preload" href="${escapeHtml(fontHref)}" as="font" type="font/woff2" crossorigin>`]),
    ...(theme === null ? [] : [renderStyle(theme.style)]),
    ...stylesheets.concat(linked).map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    ...(earlyScript === null
      ? []
      : [`<script type="module" async fetchpriority="high" src="${escapeHtml(earlyScript)}"></script>`]),
    // No `modulepreload`: that would compile it before the first paint.
    `<link rel="preload" as="script" crossorigin fetchpriority="low" href="${escapeHtml(framework)}">`,
    // The script in the template loads them, after the one that the template names.
    ...preloads.map((href) => `<link rel="after-paint" href="${escapeHtml(href)}">`)
  ].join('\n    ')
}

/** Browsers colour their own frame like the page behind the card. */
function themeColours({ colorScheme, pageColours: { light, dark } }: HostAppearance): string[] {
  switch (colorScheme) {
    case 'light':
      return [`<meta name="theme-color" content="${light}">`]
    case 'dark':
      return [`<meta name="theme-color" content="${dark}">`]
    case 'light dark':
      return [
        `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light}">`,
        `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark}">`
      ]
  }
}
