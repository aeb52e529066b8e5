import { type ActionFlow, createActionFlow } from './action.ts'
import type { Actions } from './actions.ts'
import type { FlowContext } from './flow-context.ts'
import { createMailFlow } from './mails.ts'
import type { SignInSteps } from './sign-in.ts'
import { createSignUpFlow } from './sign-up.ts'

/** Ways in without a password at hand: a new account, a new password, a link by mail; and what links from mails are for. */
export interface OtherWays extends ActionFlow, Pick<Actions, 'signUp' | 'requestReset' | 'requestLink'> {}

export function createOtherWays(context: FlowContext, steps: SignInSteps): OtherWays {
  return {
    ...createSignUpFlow(context, steps),
    ...createMailFlow(context, steps.withTenant),
    ...createActionFlow(context, steps)
  }
}
