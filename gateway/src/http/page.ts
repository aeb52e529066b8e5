import { shortReference } from './auth-request.ts'
import { escapeHtml, type InlineStyle, renderStyle, toScriptJson } from './html.ts'
import type { GatewayTexts, Locale } from './locales.ts'

/** A simple page that works without JavaScript. All texts are plain and escaped on rendering. */
export interface Page {
  icon: PageIcon
  title: string
  text: string
  /** Name of a client: its initial and the brand are in place of the icon. */
  client?: string
  /** HTML below the text, of a plugin that has escaped what it was given. */
  content?: string
  /** Second, smaller paragraph. */
  note?: string
  /** Who is signed in. */
  account?: PageAccount
  /** The first is the main action, unless `form` is. */
  links?: readonly PageLink[]
  /** A button that posts a form with hidden `fields`. `isMinor`: rendered last, as a link. */
  form?: PageForm
  /** Alternatives to it, rendered as plain buttons before it. */
  forms?: readonly PageForm[]
  /** Whether pages of its own origin may frame it, which its links then leave. Default false. */
  isFramable?: boolean
  /** Whether forms, also those of its script, end at another site or where an application redirects them. Default false. */
  leadsAway?: boolean
  /** Request id, shown to visitors in short form; null if there was no error. */
  reference: string | null
  script?: PageScript
  /** Default: English. */
  language?: PageLanguage
  /** URL of the page in another language; default: no language switch. */
  languageHref?: ((language: string) => string) | null
}

/** `isButton`: an alternative as important as the main action. */
export interface PageLink {
  label: string
  href: string
  isButton?: boolean
}

/** `sentence`: says that the account is signed in, around its `{name}`. `detail`: below the name. `link`: to another account. */
export interface PageAccount {
  sentence: string
  name: string
  detail: string | null
  link?: PageLink
}

interface PageForm {
  label: string
  action: string
  fields?: Readonly<Record<string, string>> | URLSearchParams
  /** HTML above the button, as `content` of the page. */
  content?: string
  isMinor?: boolean
}

/** Writes a page's content in a language. */
export type WritePage = (texts: GatewayTexts, frame: PageFrame) => Omit<Page, 'reference' | 'language'>

/** `reference`: label of the request id. */
type PageLanguage = Pick<Locale, 'id' | 'direction'> & { reference: string }

const ENGLISH: PageLanguage = { id: 'en', direction: 'ltr', reference: 'Reference' }

/** An inline script. `#page-data` has its data as JSON; `#page-place` is an empty container for output. */
interface PageScript {
  /** Must not contain `</script`. */
  source: string
  /** CSP hash of the source: `sha256-…`. */
  hash: string
  data: unknown
}

/** Common to all pages of a host. */
export interface PageFrame {
  brandName: string
  /** Same-origin URLs of the logo. `darkSrc`: for dark backgrounds; null: use `src`. */
  logo: { src: string; darkSrc: string | null } | null
  /** CSS `color-scheme`, such as `light dark`. */
  colorScheme: string
  /** Same-origin URLs of stylesheets, in cascade order. */
  stylesheetHrefs: readonly string[]
  /** Inlined stylesheets, for a host that serves no files. Default: none. */
  styles?: readonly InlineStyle[]
  footer: PageFooter | null
  /** The application or part of it at a path, as the login page names it; null or by default: without a name. */
  nameAt?(path: string): string | null
}

/**
 * CSP of these pages: own stylesheets, images, fonts and form, and at most one `script`. Chromium applies `form-action` to redirects after a
 * form post too, as to the login page after signing out (`login`: its origin); where redirects are unknown, forms are not restricted.
 * `files`: origin of stylesheets, images and fonts; `''`: the page's own. `styles`: allowed by their hashes.
 */
export function buildPageCsp(
  sources: { files?: string; login?: string } & Pick<PageFrame, 'styles'> = {},
  { script, leadsAway = false, isFramable = false }: Pick<Page, 'script' | 'leadsAway' | 'isFramable'> = {}
): string {
  const { files = '', login = '', styles = [] } = sources
  const ownFiles = files === '' ? "'self'" : files
  const ownStyles = [ownFiles, ...styles.map(({ hash }) => `'${hash}'`)].join(' ')
  const rest = `base-uri 'none'; frame-ancestors ${isFramable ? "'self'" : "'none'"}; object-src 'none'`
  const forms = leadsAway ? '' : `form-action 'self'${login === '' ? '' : ` ${login}`}; `
  const scripts =
    script && `script-src '${script.hash}'; require-trusted-types-for 'script'; trusted-types 'none'; `
  return `default-src 'none'; style-src ${ownStyles}; img-src ${ownFiles} data:; font-src ${ownFiles}; ${scripts ?? ''}${forms}${rest}`
}

/** Loads stylesheets and logo from another origin. */
export function withFilesFrom(filesOrigin: string, frame: PageFrame): PageFrame {
  if (filesOrigin === '') return frame
  const { logo } = frame
  const at = (address: string) => `${filesOrigin}${address}`
  return {
    ...frame,
    logo: logo && { src: at(logo.src), darkSrc: logo.darkSrc && at(logo.darkSrc) },
    stylesheetHrefs: frame.stylesheetHrefs.map(at)
  }
}

/** Renders the HTML, with the login page's CSS classes. */
export function renderPage(page: Page, frame: PageFrame): string {
  const { language = ENGLISH, client } = page
  return [
    '<!doctype html>',
    `<html lang="${language.id}" dir="${language.direction}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="${escapeHtml(frame.colorScheme)}">`,
    `<title>${escapeHtml(page.title)} – ${escapeHtml(frame.brandName)}</title>`,
    ...(frame.styles ?? []).map(renderStyle),
    ...frame.stylesheetHrefs.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    `</head><body><div id="page"><main class="${isStep(page) ? 'card' : 'card lone'}">`,
    client === undefined ? renderBrand(frame) : renderPair(client, frame),
    `<header>${client === undefined ? renderIcon(page.icon) : ''}<h1>${escapeHtml(page.title)}</h1></header>`,
    page.text && `<p>${escapeHtml(page.text)}</p>`,
    page.account && renderAccount(page.account),
    page.content,
    page.note !== undefined && `<p class="muted">${breakAddresses(page.note)}</p>`,
    page.script?.data && '<div id="page-place"></div>',
    ...renderActions(page),
    page.reference !== null &&
      `<p class="muted">${escapeHtml(language.reference)}: <code dir="ltr">${escapeHtml(shortReference(page.reference))}</code></p>`,
    '</main>',
    frame.footer &&
      page.isFramable !== true &&
      renderFooter(frame.footer, language.id, page.languageHref ?? null),
    `</div>${page.script === undefined ? '' : renderScript(page.script)}</body></html>`
  ]
    .map((part) => part || '')
    .join('\n')
}

/** Part of signing in: as far from the top as the login page. Others are alone. */
const isStep = ({ icon, form }: Page) => icon !== 'leave' && form !== undefined && form.isMinor !== true

/** Long addresses break at their parts, by the rule of the login page (`withBreaks`). */
const breakAddresses = (text: string) =>
  text
    .split(/(?=[@.][\w.-]{16})/)
    .map(escapeHtml)
    .join('<wbr>')

function renderScript({ source, data }: PageScript): string {
  return `<script type="application/json" id="page-data">${toScriptJson(data)}</script><script>${source}</script>`
}

/** The first character of a name, as on the login page. */
export const monogramOf = (name: string) => [...name.trim()][0]?.toUpperCase() ?? ''

const renderMonogram = (letters: string) =>
  `<span class="monogram" aria-hidden="true">${escapeHtml(letters)}</span>`

/** Initials, name and address. What screen readers hear is a sentence. */
function renderAccount({ sentence, name, detail, link }: PageAccount): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const initials = monogramOf(first) + monogramOf(others.at(-1) ?? '')
  const [before, after = ''] = sentence.split('{name}').map(hidden)
  const below = detail === null ? '' : `<br><bdi class="muted">${breakAddresses(detail)}</bdi>`
  return `<div class="who">${renderMonogram(initials)}<p>${before}<bdi><strong>${breakAddresses(name)}</strong></bdi>${below}${after}</p>${link === undefined ? '' : `<div class="ways">${renderLink(link)}</div>`}</div>`
}

const hidden = (text: string) => `<span class="visually-hidden">${escapeHtml(text)}</span>`

/** The title names both. */
function renderPair(client: string, frame: PageFrame): string {
  const brand = frame.logo === null ? renderMonogram(monogramOf(frame.brandName)) : renderBrand(frame)
  return `<div class="brand">${renderMonogram(monogramOf(client))}<span class="divider"></span>${brand}</div>`
}

function renderBrand({ brandName, logo }: PageFrame): string {
  const name = escapeHtml(brandName)
  if (logo === null)
    return `<div class="brand">${renderMonogram(monogramOf(brandName))}<bdi>${name}</bdi></div>`
  const dark =
    logo.darkSrc && `<source srcset="${escapeHtml(logo.darkSrc)}" media="(prefers-color-scheme: dark)">`
  return `<picture class="brand">${dark ?? ''}<img src="${escapeHtml(logo.src)}" alt="${name}" height="36"></picture>`
}

function renderActions({ form, forms = [], links = [], isFramable = false }: Page) {
  const hasMainForm = form !== undefined && form.isMinor !== true
  const main = hasMainForm ? undefined : links[0]
  const others = main === undefined ? links : links.slice(1)
  const answers = [...forms.map((one) => renderForm(one, 'button plain')), hasMainForm && renderForm(form)]
  const small = others.filter(({ isButton }) => isButton !== true).map((link) => renderLink(link))
  return [
    forms.length > 0 ? `<div class="answers">${answers.join('')}</div>` : answers[0],
    main && renderLink(main, 'button', isFramable ? ' target="_top"' : ''),
    ...others.filter(({ isButton }) => isButton).map((link) => renderLink(link, 'button plain')),
    (small.length > 0 || form?.isMinor === true) &&
      `<div class="ways">${small.join(' ')}${form?.isMinor === true ? renderForm(form, 'link') : ''}</div>`
  ]
}

function renderLink({ label, href }: PageLink, look = 'link', target = ''): string {
  return `<a class="${look}" href="${escapeHtml(href)}"${target}>${escapeHtml(label)}</a>`
}

function renderForm({ label, action, fields = {}, content = '' }: PageForm, look = 'button'): string {
  const kind = look === 'link' ? '' : ' class="action"'
  const values = (fields instanceof URLSearchParams ? [...fields] : Object.entries(fields))
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
  return `<form${kind} method="post" action="${escapeHtml(action)}">${values}${content}<button class="${look}" type="submit">${escapeHtml(label)}</button></form>`
}

export type PageIcon = 'warning' | 'lock' | 'wait' | 'away' | 'lost' | 'leave' | 'success' | 'form' | 'device'

/** 24×24 paths without a direction, so that they suit right-to-left languages. */
const DRAWINGS: Readonly<Record<PageIcon, string>> = {
  warning: 'M12 3a9 9 0 1 0 .1 0M12 7.5V13m0 3v.5',
  lock: 'M5.5 10.5h13v9h-13zM8.5 10V7.5a3.5 3.5 0 0 1 7 0V10',
  wait: 'M12 3a9 9 0 1 0 .1 0M12 7v5h4',
  away: 'M8 18h9a4 4 0 0 0 .7-7.9A6 6 0 0 0 6.3 9.6 4.3 4.3 0 0 0 8 18M4 4l16 16',
  lost: 'M10.5 4a6.5 6.5 0 1 0 .1 0M15.5 15.5 20 20',
  leave: 'M12 3v8M7.5 6a8 8 0 1 0 9 0',
  success: 'm5 12.5 4.5 4.5L19 7.5',
  form: 'M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h6',
  device: 'M3.5 5h17v11.5h-17zM8 20h8'
}

/** A decorative badge, as on the login page; the heading says the same. */
export const renderIcon = (icon: PageIcon) => `<span class="badge ${icon}">${drawIcon(icon)}</span>`

/** Decorative. Its attributes are for a page whose stylesheet is missing. */
export const drawIcon = (icon: PageIcon) =>
  `<svg class="icon line" viewBox="0 0 24 24" aria-hidden="true" width="24" height="24"><path d="${DRAWINGS[icon]}"/></svg>`

/** The footer of every page of a host. */
export interface PageFooter {
  /** URLs; null if not set. */
  links: Readonly<Record<FooterLink, string | null>>
  /** Native names, in menu order. */
  languages: readonly { id: string; name: string }[]
  textsIn(language: string): FooterTexts
}

const LINKS = ['help', 'contact', 'privacy', 'terms'] as const

type FooterLink = (typeof LINKS)[number]

/** `label`: accessible name of the links; `language`: of the switch. */
type FooterTexts = Readonly<Record<`footer.${FooterLink | 'label' | 'language'}`, string>>

/** Empty if there is nothing to show. `languageHref`: URL that chooses a language; null for no switch. */
function renderFooter(
  footer: PageFooter,
  language: string,
  languageHref: ((language: string) => string) | null
): string {
  const texts = footer.textsIn(language)
  const links = LINKS.map((link) => {
    const href = footer.links[link]
    return href === null ? '' : `<a href="${escapeHtml(href)}">${escapeHtml(texts[`footer.${link}`])}</a>`
  }).join('')
  const nav = links === '' ? '' : `<nav aria-label="${escapeHtml(texts['footer.label'])}">${links}</nav>`
  const hasSwitch = languageHref !== null && footer.languages.length > 1
  const languages = hasSwitch
    ? renderLanguages(footer.languages, language, languageHref, texts['footer.language'])
    : ''
  return nav === '' && languages === '' ? '' : `<footer class="footer">${nav}${languages}</footer>`
}

function renderLanguages(
  languages: PageFooter['languages'],
  language: string,
  languageHref: (language: string) => string,
  label: string
): string {
  const present = languages.find(({ id }) => id === language)?.name ?? language
  const items = languages.map(({ id, name }) => {
    const current = id === language ? ' aria-current="true"' : ''
    return `<li><a href="${escapeHtml(languageHref(id))}" rel="nofollow" lang="${id}" hreflang="${id}" dir="auto"${current}>${escapeHtml(name)}</a></li>`
  })
  return `<details class="languages"><summary>${hidden(`${label}: `)}${escapeHtml(present)}</summary><ul>${items.join('')}</ul></details>`
}
