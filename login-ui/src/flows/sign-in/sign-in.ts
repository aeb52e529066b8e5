import type { SignInAnswer } from '../../auth/sdk-contract.ts'
import type { Attempt } from '../context/attempts.ts'
import type { Uses } from '../context/flow-context.ts'
import type { OnSessionRefused, OpenSession } from '../session.ts'
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
  onSessionRefused: OnSessionRefused
  openSession: OpenSession
  withTenant: WithTenant
}

/** Does a sign-in lead to the session, without a question to the visitor before? */
export function asksNothingElse({ config, memory }: Uses<'config' | 'memory'>): boolean {
  return memory.heldCredential === null && memory.address !== 'second-step' && !config.secondFactor
}

export function createOnSignInAnswer(
  context: Uses<'config' | 'memory'>,
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
    if (answer.kind === 'signed-in' && asksNothingElse(context)) return openSession(attempt, answer.account)
    await onFurtherStep(attempt, answer, details)
  }
}
