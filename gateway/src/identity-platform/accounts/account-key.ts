import type { AccountKey } from './account-fields.ts'

/** What a word can say of an account. */
export const KEY_KINDS = ['uid', 'email', 'phone'] as const

export type KeyKind = (typeof KEY_KINDS)[number]

/** Which account a word means: an email address has an `@`, a phone number is `+` and digits, all else is a uid. */
export function readKey(word: string, by?: KeyKind): AccountKey {
  const kind = by ?? guessKind(word)
  if (kind === 'email') return { email: word }
  return kind === 'phone' ? { phoneNumber: word } : { uid: word }
}

/** What a word looks like. */
export function guessKind(word: string): KeyKind {
  if (word.includes('@')) return 'email'
  return /^\+\d+$/.test(word) ? 'phone' : 'uid'
}
