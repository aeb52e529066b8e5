import type { SignInAnswer } from '../../auth/sdk-contract.ts'
import type { PageConfig } from '../../page-config.ts'
import type { Attempt } from '../context/attempts.ts'
import type { FlowContext } from '../context/flow-context.ts'
import type { OnSessionRefused, OpenSession } from '../session.ts'
import type { WithTenant } from './tenants.ts'

/** Facts about a sign-in besides the provider's response. */
export interface SignInDetails {
  /** Id of the federated provider. */
  provider?: string
  /** A second factor was just used, and the account has an authenticator. */
  hasAuthenticator?: boolean
}

/** Continues with the provider's response to any kind of sign-in. */
export type OnSignInAnswer = (
  attempt: Attempt,
  answer: SignInAnswer,
  details?: SignInDetails
) => Promise<void>

/** The same if the visitor may have to answer something before the session. */
export type OnFurtherStep = (
  attempt: Attempt,
  answer: Exclude<SignInAnswer, { kind: 'refused' }>,
  details: SignInDetails
) => Promise<void>

/** Steps shared by all sign-in methods. */
export interface SignInSteps {
  onSignInAnswer: OnSignInAnswer
  onSessionRefused: OnSessionRefused
  openSession: OpenSession
  withTenant: WithTenant
}

/** Whether a sign-in leads straight to the session. */
export function asksNothingElse({ config, memory }: FlowContext): boolean {
  return memory.heldCredential === null && memory.address !== 'second-step' && !config.secondFactor
}

export function createOnSignInAnswer(
  context: FlowContext,
  openSession: OpenSession,
  onFurtherStep: OnFurtherStep
): OnSignInAnswer {
  return async (attempt, answer, details = {}) => {
    if (attempt.isOver()) {
      // Signed in, but cancelled meanwhile.
      if (answer.kind === 'signed-in') await answer.account.forget()
      return
    }
    if (answer.kind === 'refused') return attempt.refuse(answer)
    if (answer.kind === 'signed-in' && asksNothingElse(context)) return openSession(attempt, answer.account)
    await onFurtherStep(attempt, answer, details)
  }
}

/** Whether an account may belong to one of several tenants. */
export function hasTenants({ tenant }: PageConfig): boolean {
  return tenant.choose.length > 0 || Object.keys(tenant.byEmailDomain).length > 0
}
