import type { Browser } from '../lib/browser.ts'
import { addressInLanguage, createLanguageSwitch } from '../lib/language-switch.ts'
import type { Language, PageConfig } from '../page-config.ts'
import { createStoreOf, type StoreOf } from '../store.ts'

/** What the account page speaks. */
export interface Spoken {
  /** With all its texts. */
  language: Language
  /** Could the language that was chosen last not be loaded? */
  isLost: boolean
}

/** The language of the account page, which can change where the visitor is. */
export interface AccountLanguage extends Pick<StoreOf<Spoken, never>, 'state' | 'subscribe'> {
  speak(locale: string): void
  /** The visitor goes on: that a language could not be loaded is out of date. */
  clear(): void
}

interface AccountLanguageOptions {
  config: PageConfig
  browser: Pick<Browser, 'fetch' | 'location' | 'replaceAddress' | 'setLanguage'>
  /** The page is not shown to this visitor any more. `href`: its address in the language that was chosen. */
  onRefused: (href: string) => void
}

/** Gives the language that the page came with, and what changes it. */
export function createAccountLanguage({
  config,
  browser,
  onRefused
}: AccountLanguageOptions): AccountLanguage {
  const { locale, direction, texts } = config
  const first: Spoken = { language: { locale, direction, texts }, isLost: false }
  const store = createStoreOf<Spoken, Partial<Spoken>>(first, (spoken, change) => ({ ...spoken, ...change }))
  const addressIn = (locale: string) => addressInLanguage(browser.location().href, locale)
  const speak = createLanguageSwitch({
    config,
    browser,
    addressIn,
    onAnswer(answer, locale) {
      if (answer.kind === 'refused') onRefused(addressIn(locale))
      else if (answer.kind === 'lost') store.dispatch({ isLost: true })
      else store.dispatch({ language: answer.language, isLost: false })
    }
  })
  return {
    state: store.state,
    subscribe: store.subscribe,
    speak: (locale) => void speak(locale),
    clear() {
      if (store.state().isLost) store.dispatch({ isLost: false })
    }
  }
}
