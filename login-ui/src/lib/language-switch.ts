import type { Language, PageConfig } from '../page-config.ts'
import type { Browser } from './browser.ts'
import { loadTexts } from './later-texts.ts'

const longestWaitMs = 10_000
const block = /<script type="application\/json" id="gatehouse-config">(.*?)<\/script>/s

/** What came of the choice of a language. */
export type LanguageAnswer =
  /** Document and address are changed. `language` has all texts. */
  | { kind: 'spoken'; language: Language }
  /** It did not come, whatever the reason. */
  | { kind: 'lost' }
  /** The page is not for this visitor any more: who is signed out, or led elsewhere. */
  | { kind: 'refused' }

type Answer = { kind: 'page'; language: Language } | Exclude<LanguageAnswer, { kind: 'spoken' }>

interface LanguageSwitchOptions {
  config: Pick<PageConfig, 'texts'>
  browser: Pick<Browser, 'fetch' | 'location' | 'replaceAddress' | 'setLanguage'>
  /** Address of the same page in another language. */
  addressIn: (locale: string) => string
  /** Called once for each choice that was not followed by another one. */
  onAnswer: (answer: LanguageAnswer, locale: string) => void
}

/**
 * Gives the function that changes the language of a page where the visitor is. The texts are those of the same page in the other
 * language; asking for it also makes the gateway remember the choice. Never rejects.
 */
export function createLanguageSwitch({
  config,
  browser,
  addressIn,
  onAnswer
}: LanguageSwitchOptions): (locale: string) => Promise<void> {
  /** The choice that counts: the last one. */
  let wanted: string | null = null

  async function load(locale: string): Promise<Answer> {
    try {
      const signal = AbortSignal.timeout(longestWaitMs)
      const answer = await browser.fetch(addressIn(locale), { redirect: 'manual', signal })
      if (isRefused(answer)) return { kind: 'refused' }
      const page = answer.ok ? readPage(await answer.text()) : null
      if (page === null) return { kind: 'lost' }
      return { kind: 'page', language: { ...page, texts: await loadTexts(page, browser.fetch) } }
    } catch {
      return { kind: 'lost' }
    }
  }

  /** Gives the language with a text for everything. */
  function show({ locale, direction, texts }: Language): Language {
    browser.setLanguage(locale, direction)
    browser.replaceAddress(addressInLanguage(browser.location().href, locale))
    // A text that only this page needed is better in the language before than missing.
    return { locale, direction, texts: { ...config.texts, ...texts } }
  }

  return async (locale) => {
    wanted = locale
    const answer = await load(locale)
    if (wanted !== locale) return
    onAnswer(answer.kind === 'page' ? { kind: 'spoken', language: show(answer.language) } : answer, locale)
  }
}

/** Path, query and fragment of an address of the page, as reloading must find it. */
export function addressInLanguage(href: string, locale: string): string {
  const { pathname, searchParams, hash } = new URL(href)
  searchParams.delete('ui_locales')
  searchParams.set('lang', locale)
  return `${pathname}?${searchParams}${hash}`
}

/** A redirect that is not followed says no more than that it is one. */
function isRefused({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || status === 401 || status === 403
}

function readPage(html: string): PageConfig | null {
  const [, json] = block.exec(html) ?? []
  return json === undefined ? null : JSON.parse(json)
}
