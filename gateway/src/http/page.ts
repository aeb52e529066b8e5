import { escapeHtml } from './escape-html.ts'
import type { GatewayTexts, Locale } from './locales.ts'
import { type PageFooter, renderFooter } from './page-footer.ts'
import { type PageIcon, renderIcon } from './page-icons.ts'
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
