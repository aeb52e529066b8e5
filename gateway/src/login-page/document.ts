import { OWN_COLOURS } from '../config/appearance/contrast.ts'
import { escapeHtml } from '../http/page.ts'
import type { PageConfig } from './contract.ts'
import type { Look } from './looks.ts'
import { pickTexts } from './texts.ts'

/** What differs from visitor to visitor within one rendered page. */
export interface Slots {
  query: string
  redirectTarget: string
  /** Empty: the page says nothing of a problem. */
  reference: string
}

type SlotName = keyof Slots
type Piece = string | { slot: SlotName; write: (value: string) => string }

/** A rendered page with gaps; `fill` closes them. Values are escaped for the place where they stand. */
export interface Document {
  fill(slots: Slots): string
  /** Characters without the slots. */
  size: number
}

/**
 * What stands for a slot while a page is rendered: it begins as the value would, and no encoding changes any of its
 * characters.
 */
const MARKS: Readonly<Slots> = {
  query: '?~gatehouse-query~',
  redirectTarget: '/~gatehouse-redirectTarget~',
  reference: '.~gatehouse-reference~'
}
const MARK = /[?/.]~gatehouse-(query|redirectTarget|reference)~/
const PLACEHOLDER = /__GATEHOUSE_([A-Z]+)__/

/** The rendered parts of a page. */
export interface Parts {
  title: string
  /** HTML of the screen. */
  page: string
  /** Scripts to fetch early. */
  preloads: readonly string[]
}

/** The slots of a page, and the page with marks in their places. What is empty stays so: the page may tell. */
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
 * Puts the parts of a page into the template that was built; its JSON block stands last, so that the browser sees before
 * it what there is to fetch. `config`: with marks, as the parts were rendered from.
 */
export function buildDocument(template: string, config: PageConfig, look: Look, parts: Parts): Document {
  const values: Readonly<Record<string, Piece[]>> = {
    LANG: [escapeHtml(config.locale)],
    DIR: [config.direction],
    TITLE: [escapeHtml(parts.title)],
    HEAD: [renderHead(look, parts.preloads)],
    PAGE: cut(parts.page, escapeHtml),
    NOSCRIPT: [renderNoscript(config)],
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
  return text
    .split(MARK)
    .map((part, index): Piece => (index % 2 === 0 ? part : { slot: part as SlotName, write }))
}

function renderHead(look: Look, preloads: readonly string[]): string {
  const { colorScheme, faviconHref, stylesheetHrefs } = look
  return [
    `<meta name="color-scheme" content="${colorScheme}">`,
    ...themeColours(colorScheme),
    // Without one, browsers ask the application for /favicon.ico.
    `<link rel="icon" href="${escapeHtml(faviconHref ?? 'data:,')}">`,
    ...stylesheetHrefs.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    ...preloads.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}">`)
  ].join('\n    ')
}

/** The frame of the browser continues the page behind the card. */
function themeColours(colorScheme: Look['colorScheme']): string[] {
  const { light, dark } = OWN_COLOURS
  switch (colorScheme) {
    case 'light':
      return [`<meta name="theme-color" content="${light.page}">`]
    case 'dark':
      return [`<meta name="theme-color" content="${dark.page}">`]
    case 'light dark':
      return [
        `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light.page}">`,
        `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark.page}">`
      ]
  }
}

/** Phrasing content. */
function renderNoscript({ texts, links }: PageConfig): string {
  const help = links.help ?? links.contact
  const label = links.help === null ? texts['footer.contact'] : texts['footer.help']
  return [
    `<strong>${escapeHtml(texts['noscript.heading'])}</strong>`,
    escapeHtml(texts['noscript.text']),
    ...(help === null ? [] : [`<a href="${escapeHtml(help)}">${escapeHtml(label)}</a>`])
  ].join(' ')
}

/** JSON that cannot end the script element it stands in. */
function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}
