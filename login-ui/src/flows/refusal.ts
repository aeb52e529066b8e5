import { type Problem, problemOf } from '../auth/errors.ts'
import type { Account } from '../auth/sdk-contract.ts'
import type { SessionRefusal } from '../auth/session.ts'
import { isClockOff } from '../lib/clock.ts'
import type { Attempt, Page } from './page.ts'

/** Shows what the visitor can do about a session that the gateway refuses. */
export function meetRefusal(
  page: Page,
  attempt: Attempt,
  account: Account,
  { code, reference, serverMs }: SessionRefusal
): void {
  const { browser, memory } = page
  const { email, emailVerified } = account
  const lacksFactor = code === 'SECOND_FACTOR_REQUIRED'
  // The provider lets nobody set up a second factor before the address is verified.
  if (code === 'EMAIL_UNVERIFIED' || (lacksFactor && !emailVerified)) askForVerification(attempt, email)
  else if (lacksFactor && memory.hasEnrolled)
    beginAgain(page, attempt, account, problemOf('page/sign-in-again'))
  else if (lacksFactor) attempt.show({ name: 'enrol', required: true, enrolment: null })
  else if (dependsOnTime(code) && isClockOff(serverMs, browser.now()))
    attempt.fail(problemOf('page/clock-off', reference))
  else if (problemOf(code).kind === 'expired') beginAgain(page, attempt, account, problemOf(code, reference))
  else {
    if (canTryAgain(code)) memory.unopened = account
    attempt.fail(problemOf(code, reference))
  }
}

/** This sign-in opens no session any more, whatever is done on the screen it has come to: another one is needed. */
function beginAgain(page: Page, attempt: Attempt, account: Account, problem: Problem): void {
  page.forget()
  page.moveTo('sign-in')
  attempt.fail(problem)
  void account.forget().catch(page.browser.report)
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
