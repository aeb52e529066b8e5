import type { LoadSdk } from './sdk-contract.ts'

/**
 * Languages that Google names otherwise than BCP 47 does today. Its lists for what this code drives, reCAPTCHA
 * (https://cloud.google.com/recaptcha/docs/language) and FirebaseUI (LANGUAGES.md of firebase/firebaseui-web), have these
 * alone; what it does not know, it answers in the language of the project.
 */
const CODES: Readonly<Record<string, string>> = { 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', he: 'iw' }

/** The code by which the provider knows a language of the page: for its mails, text messages and reCAPTCHA. */
export function providerLanguage(locale: string): string {
  return CODES[locale] ?? locale
}

/** Has the SDK ask in another language of the page from now on. One that is loaded later begins with that of the page. */
export function speakToProvider(loadSdk: LoadSdk, locale: string): void {
  loadSdk().then(
    (sdk) => sdk.setLanguage(providerLanguage(locale)),
    () => {}
  )
}
