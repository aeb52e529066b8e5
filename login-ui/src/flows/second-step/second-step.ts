import type { Actions } from '../actions.ts'
import type { FlowContext } from '../context/flow-context.ts'
import type { OnSessionRefused } from '../session.ts'
import type { OnFurtherStep, SignInSteps } from '../sign-in/sign-in.ts'
import { createConnectionFlow } from './connection.ts'
import { createEnrolmentFlow, type EnrolmentActions } from './enrolment.ts'
import { createFinish } from './finish.ts'
import { showRefusal } from './refusal.ts'
import { createSecondFactorFlow, type SecondFactorActions } from './second-factor.ts'
import { createVerificationFlow, type VerificationFlow } from './verification.ts'

/** Everything that may come between the first factor and the session. */
export interface SecondStep
  extends SecondFactorActions,
    EnrolmentActions,
    VerificationFlow,
    Pick<Actions, 'connect'> {
  onFurtherStep: OnFurtherStep
  onSessionRefused: OnSessionRefused
}

export function createSecondStep(
  context: FlowContext,
  { onSignInAnswer, openSession }: Pick<SignInSteps, 'onSignInAnswer' | 'openSession'>
): SecondStep {
  const finish = createFinish(context, openSession)
  const { ask, ...secondFactor } = createSecondFactorFlow(context, onSignInAnswer, finish)
  const { hold, offer, ...connection } = createConnectionFlow(context, finish)
  return {
    ...secondFactor,
    ...createEnrolmentFlow(context, openSession),
    ...createVerificationFlow(context, finish),
    ...connection,

    async onSessionRefused(attempt, account, refusal) {
      showRefusal(context, attempt, account, refusal)
    },

    async onFurtherStep(attempt, answer, { provider, hasAuthenticator }) {
      switch (answer.kind) {
        case 'second-factor':
          return ask(attempt, answer.challenge)
        case 'other-method':
          // A proof is no occasion to connect anything.
          if (context.onProved !== null) return attempt.refuse({ code: 'page/other-account' })
          return hold(attempt, answer, provider)
        case 'signed-in':
          if (!offer(attempt, answer.account, hasAuthenticator))
            await finish(attempt, answer.account, hasAuthenticator)
      }
    }
  }
}
