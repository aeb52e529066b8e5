import type { GatewayTexts } from '../http/locales.ts'

const WORDS_OF_SCOPES = {
  openid: 'gateway.consent.openid',
  profile: 'gateway.consent.profile',
  email: 'gateway.consent.email',
  offline_access: 'gateway.consent.offline'
} as const

const isStandard = (scope: string): scope is keyof typeof WORDS_OF_SCOPES =>
  Object.hasOwn(WORDS_OF_SCOPES, scope)

/** A scope as visitors read it: in `texts`, in the words of the operator (`own`), or by its name. */
export function wordsOfScope(
  scope: string,
  texts: GatewayTexts,
  own: Readonly<Record<string, string>>
): string {
  return isStandard(scope) ? texts[WORDS_OF_SCOPES[scope]] : (own[scope] ?? scope)
}
