import type { LoadSdk } from './sdk-contract.ts'

/**
 * Languages whose Google codes differ from BCP 47, per the lists of reCAPTCHA
 * (https://cloud.google.com/recaptcha/docs/language) and FirebaseUI (LANGUAGES.md of
 * firebase/firebaseui-web). For unknown codes, Google uses the project's language.
 */
const CODES: Readonly<Record<string, string>> = { 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', he: 'iw', nb: 'no' }

/** The provider's code for a page language, for mails, text messages and reCAPTCHA. */
export function providerLanguage(locale: string): string {
  return CODES[locale] ?? locale
}

/** Sets the language of the loaded SDK. One loaded later starts with the page's. */
export function speakToProvider(loadSdk: LoadSdk, locale: string): void {
  loadSdk().then(
    (sdk) => sdk.setLanguage(providerLanguage(locale)),
    () => {}
  )
}
