import type { Actions } from './actions.ts'
import type { FlowContext } from './context/flow-context.ts'
import { type ActionFlow, createActionFlow } from './mails/action.ts'
import { createMailFlow } from './mails/mail-requests.ts'
import type { SignInSteps } from './sign-in/sign-in.ts'
import { createSignUpFlow } from './sign-in/sign-up.ts'

/**
 * Other ways to sign in than with a known password: a new account, a new password, a link by mail; and what links from mails
 * do.
 */
export interface OtherWays extends ActionFlow, Pick<Actions, 'signUp' | 'requestReset' | 'requestLink'> {}

export function createOtherWays(context: FlowContext, steps: SignInSteps): OtherWays {
  return {
    ...createSignUpFlow(context, steps),
    ...createMailFlow(context, steps.withTenant),
    ...createActionFlow(context, steps)
  }
}
