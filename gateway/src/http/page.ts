import type { GatewayTexts, Locale } from './locales.ts'
import { shortReference } from './request-id.ts'

/** A plain page of the gateway, readable without script. All texts are plain text and get escaped here. */
export interface Page {
  icon: PageIcon
  title: string
  text: string
  /** Second paragraph, smaller. */
  note?: string
  /** The first is what most visitors want, unless there is a form that is not minor. */
  links?: readonly { label: string; href: string }[]
  /** A button that posts a form; `fields`: its hidden ones. `isMinor`: it looks like a link and stands last. */
  form?: { label: string; action: string; fields?: Readonly<Record<string, string>>; isMinor?: boolean }
  /** The request id, of which visitors tell the support a short form; null where nothing went wrong. */
  reference: string | null
  /** Left out: the page has none. */
  script?: PageScript
  /** Of all its texts; left out: English. */
  language?: PageLanguage
  /** Where the page comes in another language; null or left out: it would not come again. */
  languageHref?: ((language: string) => string) | null
}

/** What a page says, in these texts. */
export type WritePage = (texts: GatewayTexts) => Omit<Page, 'reference' | 'language'>

/** `reference`: what stands before the reference. */
interface PageLanguage extends Pick<Locale, 'id' | 'direction'> {
  reference: string
}

const ENGLISH: PageLanguage = { id: 'en', direction: 'ltr', reference: 'Reference' }

/** A script of a page. It finds its data as JSON in `#page-data`, and an empty place for what it shows in `#page-place`. */
export interface PageScript {
  /** Without `</script`. */
  source: string
  /** Of the source, as `Content-Security-Policy` writes it: `sha256-…`. */
  hash: string
  data: unknown
}

/** What all pages of a host share. */
export interface PageFrame {
  brandName: string
  /** Addresses of the logo on our own origin; `darkSrc`: for dark backgrounds, null: the same. Null: none. */
  logo: { src: string; darkSrc: string | null } | null
  /** As in CSS, such as `light dark`. */
  colorScheme: string
  /** Addresses of stylesheets on our own origin; the last one wins. */
  stylesheetHrefs: readonly string[]
  /** Null: none. */
  footer: PageFooter | null
}

const SAME_ORIGIN = { files: '', login: '' }

/** What of a page its `Content-Security-Policy` depends on. */
export interface PageOrigins {
  /** Where stylesheets, pictures and fonts come from; `''`: from the page's own origin. */
  files: string
  /** Of the login page, where the page's own form may end; `''`: that of the page. */
  login: string
}

/**
 * `Content-Security-Policy` of these pages: stylesheets, pictures, fonts and a form of our own, nothing else. `script`: the only one.
 * Chromium holds `form-action` against every redirect that answers a form: one of ours signs out, which ends at the login page.
 * Forms of a script go to an application, whose redirects nobody knows, so there any address is allowed.
 */
export function buildPageCsp({ files, login }: PageOrigins = SAME_ORIGIN, script?: PageScript): string {
  const ownFiles = files === '' ? "'self'" : files
  const rest = "base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
  const only =
    script === undefined
      ? `form-action 'self'${login === '' ? '' : ` ${login}`}`
      : `script-src '${script.hash}'; require-trusted-types-for 'script'; trusted-types 'none'`
  return `default-src 'none'; style-src ${ownFiles}; img-src ${ownFiles} data:; font-src ${ownFiles}; ${only}; ${rest}`
}

/** A frame whose stylesheets and pictures come from another origin. */
export function withFilesFrom(filesOrigin: string, frame: PageFrame): PageFrame {
  if (filesOrigin === '') return frame
  const { logo } = frame
  const at = (address: string) => `${filesOrigin}${address}`
  return {
    ...frame,
    logo:
      logo === null ? null : { src: at(logo.src), darkSrc: logo.darkSrc === null ? null : at(logo.darkSrc) },
    stylesheetHrefs: frame.stylesheetHrefs.map(at)
  }
}

/** The HTML of a page. Its classes are those of the login page. */
export function renderPage(page: Page, frame: PageFrame): string {
  const { language = ENGLISH } = page
  return [
    '<!doctype html>',
    `<html lang="${language.id}" dir="${language.direction}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="${escapeHtml(frame.colorScheme)}">`,
    `<title>${escapeHtml(page.title)} – ${escapeHtml(frame.brandName)}</title>`,
    ...frame.stylesheetHrefs.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    '</head><body><div id="page"><main class="card">',
    renderBrand(frame),
    `<header>${renderIcon(page.icon)}<h1>${escapeHtml(page.title)}</h1></header>`,
    `<p>${escapeHtml(page.text)}</p>`,
    page.note === undefined ? '' : `<p class="muted">${escapeHtml(page.note)}</p>`,
    page.script === undefined ? '' : '<div id="page-place"></div>',
    ...renderActions(page),
    page.reference === null
      ? ''
      : `<p class="muted">${escapeHtml(language.reference)}: <code dir="ltr">${escapeHtml(shortReference(page.reference))}</code></p>`,
    '</main>',
    frame.footer === null
      ? ''
      : renderFooter(frame.footer, { language: language.id, languageHref: page.languageHref ?? null }),
    `</div>${page.script === undefined ? '' : renderScript(page.script)}</body></html>`
  ].join('\n')
}

function renderScript({ source, data }: PageScript): string {
  return `<script type="application/json" id="page-data">${toScriptJson(data)}</script><script>${source}</script>`
}

/** JSON that cannot close the script element around it. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}

function renderBrand({ brandName, logo }: PageFrame): string {
  const name = escapeHtml(brandName)
  if (logo === null)
    return `<div class="brand"><span class="monogram" aria-hidden="true">${monogramOf(brandName)}</span><bdi>${name}</bdi></div>`
  const dark =
    logo.darkSrc === null
      ? ''
      : `<source srcset="${escapeHtml(logo.darkSrc)}" media="(prefers-color-scheme: dark)">`
  return `<picture class="brand">${dark}<img src="${escapeHtml(logo.src)}" alt="${name}"></picture>`
}

/** The first character of a name, as the login page shows it. */
function monogramOf(name: string): string {
  return escapeHtml([...name.trim()].slice(0, 1).join('').toUpperCase())
}

/** The one that most visitors want, then the others. */
function renderActions({ form, links = [] }: Page): string[] {
  const hasMainForm = form !== undefined && form.isMinor !== true
  const main = hasMainForm ? undefined : links[0]
  const others = main === undefined ? links : links.slice(1)
  return [
    hasMainForm ? renderForm(form) : '',
    main === undefined ? '' : renderLink(main, 'button'),
    others.length === 0 ? '' : `<p class="ways">${others.map((link) => renderLink(link)).join(' ')}</p>`,
    form?.isMinor === true ? renderForm(form) : ''
  ]
}

function renderLink({ label, href }: { label: string; href: string }, look = 'link'): string {
  return `<a class="${look}" href="${escapeHtml(href)}">${escapeHtml(label)}</a>`
}

function renderForm({ label, action, fields = {}, isMinor = false }: NonNullable<Page['form']>): string {
  const [place, look] = isMinor ? ['ways', 'link'] : ['action', 'button']
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
  return `<form class="${place}" method="post" action="${escapeHtml(action)}">${hidden}<button class="${look}" type="submit">${escapeHtml(label)}</button></form>`
}

/** What a page is about, as a small drawing says it. */
export type PageIcon = 'warning' | 'lock' | 'wait' | 'away' | 'lost' | 'leave' | 'success' | 'form'

/** Lines in a square of 24; none of them has a direction, so that they are right from right to left too. */
const DRAWINGS: Readonly<Record<PageIcon, string>> = {
  warning: 'M12 3a9 9 0 1 0 .1 0M12 7.5V13m0 3v.5',
  lock: 'M5.5 10.5h13v9h-13zM8.5 10V7.5a3.5 3.5 0 0 1 7 0V10',
  wait: 'M12 3a9 9 0 1 0 .1 0M12 7v5h4',
  away: 'M8 18h9a4 4 0 0 0 .7-7.9A6 6 0 0 0 6.3 9.6 4.3 4.3 0 0 0 8 18M4 4l16 16',
  lost: 'M10.5 4a6.5 6.5 0 1 0 .1 0M15.5 15.5 20 20',
  leave: 'M12 3v8M7.5 6a8 8 0 1 0 9 0',
  success: 'm5 12.5 4.5 4.5L19 7.5',
  form: 'M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h6'
}

/** The drawing in its tinted circle, as on the status screens of the login page. Decoration: the heading says the same. */
export function renderIcon(icon: PageIcon): string {
  return `<span class="badge ${icon}"><svg class="icon line" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${DRAWINGS[icon]}"/></svg></span>`
}

/** What stands below the card on every page of a host, as on the login page. */
export interface PageFooter {
  /** Addresses; null: none. */
  links: Readonly<Record<FooterLink, string | null>>
  /** Each named in itself, in the order of the switch. */
  languages: readonly { id: string; name: string }[]
  textsIn(language: string): FooterTexts
}

/** The links of a footer. */
export type FooterLink = 'help' | 'contact' | 'privacy' | 'terms'

/** `label` is of the links as a whole, `language` of the switch. */
export type FooterTexts = Readonly<Record<FooterLink | 'label' | 'language', string>>

/** In the order in which they stand. */
const LINKS: readonly FooterLink[] = ['help', 'contact', 'privacy', 'terms']

/** `languageHref`: where a language is chosen; null: not on this page. */
export interface FooterPlace {
  language: string
  languageHref: ((language: string) => string) | null
}

/** The HTML of a footer; empty when nothing is in it. */
function renderFooter(footer: PageFooter, { language, languageHref }: FooterPlace): string {
  const texts = footer.textsIn(language)
  const links = LINKS.map((link) => renderFooterLink(footer.links[link], texts[link])).join('')
  const nav = links === '' ? '' : `<nav aria-label="${escapeHtml(texts.label)}">${links}</nav>`
  const languages =
    languageHref === null || footer.languages.length < 2
      ? ''
      : renderLanguages(footer.languages, { language, languageHref, label: texts.language })
  return nav === '' && languages === '' ? '' : `<footer class="footer">${nav}${languages}</footer>`
}

function renderFooterLink(href: string | null, label: string): string {
  return href === null ? '' : `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`
}

function renderLanguages(
  languages: PageFooter['languages'],
  {
    language,
    languageHref,
    label
  }: { language: string; languageHref: (language: string) => string; label: string }
): string {
  const present = languages.find(({ id }) => id === language)?.name ?? language
  const items = languages.map(({ id, name }) => {
    const current = id === language ? ' aria-current="true"' : ''
    return `<li><a href="${escapeHtml(languageHref(id))}" rel="nofollow" lang="${id}" hreflang="${id}" dir="auto"${current}>${escapeHtml(name)}</a></li>`
  })
  return `<details class="languages"><summary><span class="visually-hidden">${escapeHtml(label)}: </span>${escapeHtml(present)}</summary><ul>${items.join('')}</ul></details>`
}

/** Text made safe for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
