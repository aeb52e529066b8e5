import type { Actions } from './actions.ts'
import { createConnectionFlows } from './connection.ts'
import { createEnrolmentFlows, type EnrolmentActions } from './enrolment.ts'
import { createFinish } from './finish.ts'
import type { MeetRefusal, Page } from './page.ts'
import { meetRefusal } from './refusal.ts'
import { createSecondFactorFlows, type SecondFactorActions } from './second-factor.ts'
import type { TakeAnswer, TakeFurther } from './sign-in.ts'
import { createVerificationFlows, type VerificationFlows } from './verification.ts'

/** Everything that can stand between a first factor and the session. */
export interface SecondStep
  extends SecondFactorActions,
    EnrolmentActions,
    VerificationFlows,
    Pick<Actions, 'connect'> {
  takeFurther: TakeFurther
  meetRefusal: MeetRefusal
}

export function createSecondStep(page: Page, take: TakeAnswer): SecondStep {
  const finish = createFinish(page)
  const { ask, ...secondFactor } = createSecondFactorFlows(page, take, finish)
  const { hold, offer, ...connection } = createConnectionFlows(page, finish)
  return {
    ...secondFactor,
    ...createEnrolmentFlows(page),
    ...createVerificationFlows(page, finish),
    ...connection,

    async meetRefusal(attempt, account, refusal) {
      meetRefusal(page, attempt, account, refusal)
    },

    async takeFurther(attempt, answer, { provider, hasAuthenticator }) {
      switch (answer.kind) {
        case 'second-factor':
          return ask(attempt, answer.challenge)
        case 'other-method':
          return hold(attempt, answer, provider)
        case 'signed-in':
          if (!offer(attempt, answer.account)) await finish(attempt, answer.account, hasAuthenticator)
      }
    }
  }
}
