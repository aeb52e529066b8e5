import { problemOf } from '../../auth/errors.ts'
import type { Uses } from '../context/flow-context.ts'

/** Gives the code of what is wrong with an address before it is sent to the provider; null: nothing. */
export function gapInEmail(email: string): string | null {
  if (email === '') return 'page/email-missing'
  return /^[^@]+@[^@]+$/.test(email) ? null : 'page/email-malformed'
}

/** Keeps the address, and shows what is missing before a request is made. False: something is missing. */
export function acceptCredentials(
  { attempts, store }: Uses<'attempts' | 'store'>,
  email: string,
  password: string
): boolean {
  store.dispatch({ type: 'typed', email })
  const gap = gapInEmail(email) ?? (password === '' ? 'page/password-missing' : null)
  if (gap !== null) attempts.refuse(problemOf(gap))
  return gap === null
}
