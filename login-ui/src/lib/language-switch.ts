import type { Language, PageConfig } from '../page-config.ts'
import type { Browser } from './browser.ts'
import { loadTexts } from './i18n.ts'

const longestWaitMs = 10_000
const block = /<script type="application\/json" id="gatehouse-config">(.*?)<\/script>/s

/** The language with all texts, once document and address are in it. `refused`: the visitor is signed out or redirected. */
export type LanguageAnswer = Language | 'lost' | 'refused'

interface LanguageSwitchOptions {
  config: Pick<PageConfig, 'texts'>
  browser: Pick<Browser, 'fetch' | 'location' | 'replaceAddress' | 'setLanguage'>
  /** Address of the same page in another language. */
  addressIn: (locale: string) => string
  /** Called once for each choice not superseded by another. */
  onAnswer: (answer: LanguageAnswer, locale: string) => void
}

/**
 * Returns the function that changes the language in place. Loads the same page in the other language, which
 * also makes the gateway store the choice. Never rejects.
 */
export function createLanguageSwitch({
  config,
  browser,
  addressIn,
  onAnswer
}: LanguageSwitchOptions): (locale: string) => Promise<void> {
  /** The last choice, the only one that counts. */
  let wanted: string | null = null

  async function load(locale: string): Promise<LanguageAnswer> {
    try {
      const signal = AbortSignal.timeout(longestWaitMs)
      const answer = await browser.fetch(addressIn(locale), { redirect: 'manual', signal })
      // An unfollowed redirect has no other information.
      if (answer.type === 'opaqueredirect' || [401, 403].includes(answer.status)) return 'refused'
      const page = answer.ok ? readPage(await answer.text()) : null
      if (page === null) return 'lost'
      // A text only this page needed is better in the previous language than missing.
      const texts = { ...config.texts, ...(await loadTexts(page, browser.fetch)) }
      return { locale: page.locale, direction: page.direction, texts }
    } catch {
      return 'lost'
    }
  }

  return async (locale) => {
    wanted = locale
    const answer = await load(locale)
    if (wanted !== locale) return
    if (typeof answer !== 'string') {
      browser.setLanguage(answer.locale, answer.direction)
      browser.replaceAddress(addressInLanguage(browser.location().href, answer.locale))
    }
    onAnswer(answer, locale)
  }
}

/** Path, query and fragment of the page's address, for reloading. */
export function addressInLanguage(href: string, locale: string): string {
  const { pathname, searchParams, hash } = new URL(href)
  searchParams.delete('ui_locales')
  searchParams.set('lang', locale)
  return `${pathname}?${searchParams}${hash}`
}

function readPage(html: string): PageConfig | null {
  const [, json] = block.exec(html) ?? []
  return json === undefined ? null : JSON.parse(json)
}
