import { isTransient, type Problem, problemOf } from '../../auth/errors.ts'
import type { Account, Refusal } from '../../auth/sdk-contract.ts'
import { isTimeOff, type SessionRefusal } from '../../auth/session.ts'
import type { Attempt } from '../context/attempts.ts'
import type { FlowContext } from '../context/flow-context.ts'

/** The page has lost the step's account. */
const SIGN_IN_LOST = { code: 'auth/user-token-expired' }

/** Shows what the visitor can do about a session that the gateway refused. */
export function showRefusal(
  { browser, memory, router }: FlowContext,
  attempt: Attempt,
  account: Account,
  { code, reference, serverMs }: SessionRefusal
): void {
  const { email, emailVerified } = account
  const problem = problemOf(code, reference)
  const lacksFactor = code === 'SECOND_FACTOR_REQUIRED'
  const dependsOnTime = code === 'TOKEN_EXPIRED' || code === 'INVALID_ARGUMENT'
  /** This sign-in cannot open a session; another one is needed. */
  const beginAgain = (why: Problem) => {
    memory.forgetSignIn()
    router.go('sign-in')
    attempt.fail(why)
    void account.forget().catch(browser.report)
  }
  // The provider requires a verified address to enrol a second factor.
  if (code === 'EMAIL_UNVERIFIED' || (lacksFactor && !emailVerified)) askForVerification(attempt, email)
  else if (lacksFactor && memory.hasEnrolled) beginAgain(problemOf('page/sign-in-again'))
  else if (lacksFactor) attempt.show({ name: 'enrol', required: true, enrolment: null })
  else if (dependsOnTime && isTimeOff(serverMs, browser.now()))
    attempt.fail(problemOf('page/clock-off', reference))
  else if (problem.kind === 'expired') beginAgain(problem)
  else {
    // The gateway may accept the same tokens later, so consumed codes and links are not requested again.
    if (isTransient(problem)) memory.awaitingSession = account
    attempt.fail(problem)
  }
}

/** Shows address verification; not possible for accounts without an address. */
export function askForVerification(attempt: Attempt, email: string | null): void {
  if (email === null) attempt.refuse({ code: 'page/no-email' })
  else attempt.show({ name: 'verify', email, sent: false })
}

/** Shows why a step was rejected. If the sign-in has expired, it restarts at the first screen. */
export function refuseStep(
  { router }: FlowContext,
  attempt: Attempt,
  refusal: Pick<Refusal, 'code'> & { message?: string } = SIGN_IN_LOST
): void {
  const isOver = problemOf(refusal.code).kind === 'expired'
  attempt.refuse(refusal, isOver ? { screen: router.firstScreen() } : {})
}
