import { problemOf } from '../auth/errors.ts'
import type { Account } from '../auth/sdk-contract.ts'
import type { SessionRefusal } from '../auth/session.ts'
import { isClockOff } from '../lib/clock.ts'
import type { Attempt, Page } from './page.ts'

/** Shows what the visitor can do about a session that the gateway refuses. */
export function meetRefusal(
  { browser, memory, home }: Page,
  attempt: Attempt,
  account: Account,
  { code, reference, serverMs }: SessionRefusal
): void {
  const { email, emailVerified } = account
  const lacksFactor = code === 'SECOND_FACTOR_REQUIRED'
  // The provider lets nobody set up a second factor before the address is verified.
  if (code === 'EMAIL_UNVERIFIED' || (lacksFactor && !emailVerified)) askForVerification(attempt, email)
  else if (lacksFactor && memory.hasEnrolled)
    attempt.refuse({ code: 'page/sign-in-again' }, { screen: home() })
  else if (lacksFactor) attempt.show({ name: 'enrol', required: true, enrolment: null })
  else if (dependsOnTime(code) && isClockOff(serverMs, browser.now()))
    attempt.fail(problemOf('page/clock-off', reference))
  else {
    if (canTryAgain(code)) memory.unopened = account
    attempt.fail(problemOf(code, reference))
  }
}

function dependsOnTime(code: string): boolean {
  return code === 'TOKEN_EXPIRED' || code === 'INVALID_ARGUMENT'
}

/** Shows the way to a verified address; there is none for accounts without an address. */
export function askForVerification(attempt: Attempt, email: string | null): void {
  if (email === null) attempt.refuse({ code: 'page/no-email' })
  else attempt.show({ name: 'verify', email, sent: false })
}

/** May the same tokens be taken another time? Then what was used up on the way to them need not be done again. */
function canTryAgain(code: string): boolean {
  return ['network', 'unavailable', 'attempts'].includes(problemOf(code).kind)
}
