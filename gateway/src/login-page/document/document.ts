import { renderStyle } from '../../http/inline-style.ts'
import { escapeHtml, toScriptJson } from '../../http/page.ts'
import type { HostAppearance } from '../appearance/appearance.ts'
import type { PageConfig } from '../contract.ts'
import { pickTexts } from './texts.ts'

const SLOT_NAMES = ['query', 'redirectTarget', 'reference'] as const

type SlotName = (typeof SLOT_NAMES)[number]

/** Per-visitor values in a rendered page. `reference`: number of a problem; empty: none. */
type Slots = Readonly<Record<SlotName, string>>

type Piece = string | { slot: SlotName; write: (value: string) => string }

export type Document = ReturnType<typeof buildDocument>

/** Placeholders for the slots during rendering. Each starts like its value would, and no escaping changes it. */
const MARKS: Slots = {
  query: '?~gatehouse-query~',
  redirectTarget: '/~gatehouse-redirectTarget~',
  reference: '.~gatehouse-reference~'
}
const MARK = new RegExp(`[?/.]~gatehouse-(${SLOT_NAMES.join('|')})~`)
const PLACEHOLDER = /__GATEHOUSE_([A-Z]+)__/

export interface Parts {
  title: string
  /** HTML of the screen. */
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
 * Inserts the parts into the built template. The JSON block comes last, so the browser finds what to fetch
 * first. `config`: with marks, as rendered.
 */
export function buildDocument(
  template: string,
  config: PageConfig,
  appearance: HostAppearance,
  parts: Parts
) {
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

function renderHead(
  appearance: HostAppearance,
  { earlyScript, framework, preloads, stylesheets }: Parts
): string {
  const { colorScheme, faviconHref, fontHref, stylesheetHrefs, theme } = appearance
  const linked = stylesheetHrefs.filter((href) => href !== theme?.href)
  return [
    `<meta name="color-scheme" content="${colorScheme}">`,
    ...themeColours(appearance),
    // Without one, browsers request /favicon.ico from the application.
    `<link rel="icon" href="${escapeHtml(faviconHref ?? 'data:,')}">`,
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

/** Browsers color their frame to match. */
function themeColours({ colorScheme, pageColours }: HostAppearance): string[] {
  if (colorScheme !== 'light dark') return [`<meta name="theme-color" content="${pageColours[colorScheme]}">`]
  return (['light', 'dark'] as const).map(
    (scheme) =>
      `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${pageColours[scheme]}">`
  )
}
