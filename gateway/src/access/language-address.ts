import type { AuthRequest } from '../http/auth-request.ts'
import { isSafeMethod } from '../http/origin.ts'

/** Remembers the language that a visitor chooses on a page of the gateway, and leads back to where it was shown. */
export const LANGUAGE_PATH = '/_auth/language'

/** Names the language (BCP 47), and the path to go back to. */
export const LANGUAGE_PARAMETERS = { language: 'lang', target: 'to' } as const

/** Max length of an encoded target: the page repeats it once per language. */
const MAX_ENCODED_TARGET_CHARS = 1000

/**
 * Gives the address that shows the page of this request in another language; null: it would not be the same page again. So it is with
 * what was sent by a form, and with steps of a sign-in.
 */
export function languageAddressOf({
  method,
  target
}: Pick<AuthRequest, 'method' | 'target'>): ((language: string) => string) | null {
  if (!isSafeMethod(method) || target === null) return null
  if (encodeURIComponent(target.raw).length > MAX_ENCODED_TARGET_CHARS) return null
  return /^\/_(auth|_)(\/|$)/.test(target.path) ? null : languageAddress(target.raw)
}

/** Gives the address that chooses a language and leads to a target of its own origin. */
export function languageAddress(target: string): (language: string) => string {
  const { language: name, target: to } = LANGUAGE_PARAMETERS
  const end = `&${to}=${encodeURIComponent(target)}`
  return (language) => `${LANGUAGE_PATH}?${name}=${encodeURIComponent(language)}${end}`
}
