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
