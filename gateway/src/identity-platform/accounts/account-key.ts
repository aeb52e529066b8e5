import type { AccountKey } from './account-fields.ts'

/** Kinds of account keys on the command line. */
export const KEY_KINDS = ['uid', 'email', 'phone'] as const

export type KeyKind = (typeof KEY_KINDS)[number]

/** Interprets a word: an email address has an `@`, a phone number is `+` and digits, all else is a uid. */
export function readKey(word: string, by?: KeyKind): AccountKey {
  const kind = by ?? guessKind(word)
  if (kind === 'email') return { email: word }
  return kind === 'phone' ? { phoneNumber: word } : { uid: word }
}

export function guessKind(word: string): KeyKind {
  if (word.includes('@')) return 'email'
  return /^\+\d+$/.test(word) ? 'phone' : 'uid'
}
