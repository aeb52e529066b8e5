import { speakToProvider } from '../auth/provider-language.ts'
import { hrefInLanguage } from '../lib/addresses.ts'
import { createLanguageSwitch } from '../lib/language-switch.ts'
import type { PageConfig } from '../page-config.ts'
import type { Actions } from './actions.ts'
import type { FlowContext } from './context/flow-context.ts'

/** Changes the language in place, keeping the current step and typed text. */
export function createLanguages({ browser, config, loadSdk, store }: FlowContext): Pick<Actions, 'speak'> {
  const speak = createLanguageSwitch({
    config,
    browser,
    addressIn: (locale) => pageIn(config, locale),
    onAnswer(answer) {
      const language = typeof answer === 'string' ? null : answer
      store.dispatch({ type: 'language-changed', language })
      if (language !== null) speakToProvider(loadSdk, language.locale)
    }
  })
  return { speak }
}

/** The page as first loaded, with its notice, in another language. Also available when signed in. */
function pageIn(config: PageConfig, locale: string): string {
  const { address, reason } = config
  const notice = reason === null ? '' : `&reason=${reason}`
  return `${hrefInLanguage(config, address, locale)}&prompt=login${notice}`
}
