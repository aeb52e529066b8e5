import { type Problem, problemOf } from '../../auth/errors.ts'
import type { Account } from '../../auth/sdk-contract.ts'
import type { SessionRefusal } from '../../auth/session.ts'
import type { Attempt } from '../context/attempts.ts'
import type { Uses } from '../context/flow-context.ts'

/** Shows what the visitor can do about a session that the gateway refuses. */
export function showRefusal(
  context: Uses<'browser' | 'clock' | 'memory' | 'router'>,
  attempt: Attempt,
  account: Account,
  { code, reference, serverMs }: SessionRefusal
): void {
  const { clock, memory } = context
  const { email, emailVerified } = account
  const lacksFactor = code === 'SECOND_FACTOR_REQUIRED'
  // The provider lets nobody set up a second factor before the address is verified.
  if (code === 'EMAIL_UNVERIFIED' || (lacksFactor && !emailVerified)) askForVerification(attempt, email)
  else if (lacksFactor && memory.hasEnrolled)
    beginAgain(context, attempt, account, problemOf('page/sign-in-again'))
  else if (lacksFactor) attempt.show({ name: 'enrol', required: true, enrolment: null })
  else if (dependsOnTime(code) && clock.isOff(serverMs)) attempt.fail(problemOf('page/clock-off', reference))
  else if (problemOf(code).kind === 'expired')
    beginAgain(context, attempt, account, problemOf(code, reference))
  else {
    if (canTryAgain(code)) memory.awaitingSession = account
    attempt.fail(problemOf(code, reference))
  }
}

/** Nothing on the present screen can make this sign-in open a session: another sign-in is needed. */
function beginAgain(
  { browser, memory, router }: Uses<'browser' | 'memory' | 'router'>,
  attempt: Attempt,
  account: Account,
  problem: Problem
): void {
  memory.forgetSignIn()
  router.go('sign-in')
  attempt.fail(problem)
  void account.forget().catch(browser.report)
}

function dependsOnTime(code: string): boolean {
  return code === 'TOKEN_EXPIRED' || code === 'INVALID_ARGUMENT'
}

/** Shows the way to a verified address; there is none for accounts without an address. */
export function askForVerification(attempt: Attempt, email: string | null): void {
  if (email === null) attempt.refuse({ code: 'page/no-email' })
  else attempt.show({ name: 'verify', email, sent: false })
}

/** May the gateway accept the same tokens later? Then codes and links that were used up need not be asked for again. */
function canTryAgain(code: string): boolean {
  return ['network', 'unavailable', 'attempts'].includes(problemOf(code).kind)
}
