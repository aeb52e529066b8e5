import type { Problem } from '../../problem.ts'
import { isUid } from '../tokens/id-token.ts'

/** Identifies an account. Email addresses are case-insensitive; phone numbers are E.164. */
export type AccountKey = { uid: string } | { email: string } | { phoneNumber: string }

/** Validates a key; null if valid. */
export function checkKey(key: AccountKey): Problem | null {
  if ('uid' in key) return problemUnless('uid', isUid(key.uid), 'must be 1 to 128 characters')
  // Anything with an `@`: only the provider can validate addresses.
  if ('email' in key)
    return problemUnless('email', /^[^@\s]+@[^@\s]+$/.test(key.email), 'must be something@something')
  // ITU-T E.164: a plus and up to 15 digits, not starting with 0.
  const isE164 = /^\+[1-9]\d{1,14}$/.test(key.phoneNumber)
  return problemUnless('phoneNumber', isE164, 'must be E.164, such as +15555550100')
}

function problemUnless(path: string, isValid: boolean, message: string): Problem | null {
  return isValid ? null : { path, message, hint: '' }
}

/** Kinds of account keys on the command line. */
export const KEY_KINDS = ['uid', 'email', 'phone'] as const

export type KeyKind = (typeof KEY_KINDS)[number]

/** Interprets a word as a key, of its own kind by default. */
export function readKey(word: string, kind: KeyKind = guessKind(word)): AccountKey {
  if (kind === 'email') return { email: word }
  return kind === 'phone' ? { phoneNumber: word } : { uid: word }
}

/** An email address has an `@`, a phone number is `+` and digits, all else is a uid. */
export function guessKind(word: string): KeyKind {
  if (word.includes('@')) return 'email'
  return /^\+\d+$/.test(word) ? 'phone' : 'uid'
}
