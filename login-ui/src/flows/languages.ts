import { providerLanguage } from '../auth/provider-language.ts'
import { hrefInLanguage } from '../lib/addresses.ts'
import { loadTexts } from '../lib/later-texts.ts'
import type { Language, PageConfig } from '../page-config.ts'
import type { Actions } from './actions.ts'
import type { Uses } from './context/flow-context.ts'

const longestWaitMs = 10_000
const block = /<script type="application\/json" id="gatehouse-config">(.*?)<\/script>/s

/**
 * Changes the language where the visitor is: the step under way and what was typed stay. The texts are those of the same page
 * in the other language; asking for it also makes the gateway remember the choice.
 */
export function createLanguages({
  browser,
  config,
  loadSdk,
  store
}: Uses<'browser' | 'config' | 'loadSdk' | 'store'>): Pick<Actions, 'speak'> {
  /** The choice that counts: the last one. */
  let wanted: string | null = null

  /** Null: it did not come, whatever the reason. */
  async function load(locale: string): Promise<Language | null> {
    try {
      const signal = AbortSignal.timeout(longestWaitMs)
      const answer = await browser.fetch(pageIn(config, locale), { redirect: 'error', signal })
      const page = answer.ok ? readPage(await answer.text()) : null
      return page && { ...page, texts: await loadTexts(page, browser.fetch) }
    } catch {
      return null
    }
  }

  function show(language: Language): void {
    const { locale, direction, texts } = language
    browser.setLanguage(locale, direction)
    browser.replaceAddress(withLanguage(browser.location().href, locale))
    // A text that only this page needed is better in the language before than missing.
    store.dispatch({ type: 'spoke', language: { locale, direction, texts: { ...config.texts, ...texts } } })
    // One that is loaded later begins with the language of the state.
    loadSdk().then(
      (sdk) => sdk.setLanguage(providerLanguage(locale)),
      () => {}
    )
  }

  return {
    async speak(locale) {
      wanted = locale
      const language = await load(locale)
      if (wanted !== locale) return
      if (language === null) store.dispatch({ type: 'spoke', language: null })
      else show(language)
    }
  }
}

/** The page that this one came from, with its notice, in another language. It comes also to somebody who is signed in. */
function pageIn(config: PageConfig, locale: string): string {
  const { address, reason } = config
  const notice = reason === null ? '' : `&reason=${reason}`
  return `${hrefInLanguage(config, address, locale)}&prompt=login${notice}`
}

function readPage(html: string): PageConfig | null {
  const [, json] = block.exec(html) ?? []
  return json === undefined ? null : JSON.parse(json)
}

/** Path, query and fragment of an address of the page, as reloading must find it. */
function withLanguage(href: string, locale: string): string {
  const { pathname, searchParams, hash } = new URL(href)
  searchParams.delete('ui_locales')
  searchParams.set('lang', locale)
  return `${pathname}?${searchParams}${hash}`
}
