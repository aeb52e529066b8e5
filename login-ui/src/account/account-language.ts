import type { Browser } from '../lib/browser.ts'
import { addressInLanguage, createLanguageSwitch } from '../lib/language-switch.ts'
import type { Language, PageConfig } from '../page-config.ts'
import { createStoreOf } from '../store.ts'

export interface Spoken {
  /** With all its texts. */
  language: Language
  /** Whether the language chosen last failed to load. */
  isLost: boolean
}

/** The language of the account page, which can change in place. */
export type AccountLanguage = ReturnType<typeof createAccountLanguage>

interface AccountLanguageOptions {
  config: PageConfig
  browser: Pick<Browser, 'fetch' | 'location' | 'replaceAddress' | 'setLanguage'>
  /** The page is no longer available to this visitor. `href`: its address in the chosen language. */
  onRefused: (href: string) => void
}

/** Starts with the language the page came with. */
export function createAccountLanguage({ config, browser, onRefused }: AccountLanguageOptions) {
  const { locale, direction, texts } = config
  const first: Spoken = { language: { locale, direction, texts }, isLost: false }
  const store = createStoreOf<Spoken, Partial<Spoken>>(first, (spoken, change) => ({ ...spoken, ...change }))
  const addressIn = (locale: string) => addressInLanguage(browser.location().href, locale)
  const speak = createLanguageSwitch({
    config,
    browser,
    addressIn,
    onAnswer(answer, locale) {
      if (answer === 'refused') onRefused(addressIn(locale))
      else if (answer === 'lost') store.dispatch({ isLost: true })
      else store.dispatch({ language: answer, isLost: false })
    }
  })
  return {
    state: store.state,
    subscribe: store.subscribe,
    speak: (locale: string) => void speak(locale),
    /** Clears the failure to load a language. */
    clear() {
      if (store.state().isLost) store.dispatch({ isLost: false })
    }
  }
}
