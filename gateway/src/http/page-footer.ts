import { escapeHtml } from './escape-html.ts'

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
export function renderFooter(footer: PageFooter, { language, languageHref }: FooterPlace): string {
  const texts = footer.textsIn(language)
  const links = LINKS.map((link) => renderLink(footer.links[link], texts[link])).join('')
  const nav = links === '' ? '' : `<nav aria-label="${escapeHtml(texts.label)}">${links}</nav>`
  const languages =
    languageHref === null || footer.languages.length < 2
      ? ''
      : renderLanguages(footer.languages, { language, languageHref, label: texts.language })
  return nav === '' && languages === '' ? '' : `<footer class="footer">${nav}${languages}</footer>`
}

function renderLink(href: string | null, label: string): string {
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
