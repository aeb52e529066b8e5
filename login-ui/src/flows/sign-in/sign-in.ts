import type { SignInAnswer } from '../../auth/sdk-contract.ts'
import type { Attempt } from '../context/attempts.ts'
import type { Uses } from '../context/flow-context.ts'
import type { OpenSession } from '../session.ts'
import type { WithTenant } from './tenants.ts'

/** What is known of a sign-in besides the provider's answer. */
export interface SignInDetails {
  /** Id of the federated provider. */
  provider?: string
  /** A second factor was just used, and the account has an authenticator among its factors. */
  hasAuthenticator?: boolean
}

/** Goes on with the provider's answer to a sign-in, whichever way it was tried. */
export type OnSignInAnswer = (
  attempt: Attempt,
  answer: SignInAnswer,
  details?: SignInDetails
) => Promise<void>

/** The same where the visitor may have to answer something before the session. */
export type OnFurtherStep = (
  attempt: Attempt,
  answer: Exclude<SignInAnswer, { kind: 'refused' }>,
  details: SignInDetails
) => Promise<void>

/** The steps that all ways to sign in share. */
export interface SignInSteps {
  onSignInAnswer: OnSignInAnswer
  openSession: OpenSession
  withTenant: WithTenant
}

export function createOnSignInAnswer(
  { config, memory }: Uses<'config' | 'memory'>,
  openSession: OpenSession,
  onFurtherStep: OnFurtherStep
): OnSignInAnswer {
  return async (attempt, answer, details = {}) => {
    if (attempt.isOver()) {
      // Signed in, but the visitor has cancelled meanwhile.
      if (answer.kind === 'signed-in') await answer.account.forget()
      return
    }
    if (answer.kind === 'refused') return attempt.refuse(answer)
    const asksNothing =
      memory.heldCredential === null && memory.address !== 'second-step' && !config.secondFactor
    if (answer.kind === 'signed-in' && asksNothing) return openSession(attempt, answer.account)
    await onFurtherStep(attempt, answer, details)
  }
}
