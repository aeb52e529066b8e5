import { isEmail } from '../lib/email.ts'
import { type Problem, problemOf } from './errors.ts'

/** Checks an address before it is sent to the provider; null: fine. */
export function checkEmail(email: string): Problem | null {
  if (email === '') return problemOf('page/email-missing')
  return isEmail(email) ? null : problemOf('page/email-malformed')
}
