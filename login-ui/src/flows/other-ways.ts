import type { Actions } from './actions.ts'
import type { FlowContext } from './context/flow-context.ts'
import { type ActionFlow, createActionFlow } from './mails/action.ts'
import { createMailFlow } from './mails/mail-requests.ts'
import { createPasswordRules, createSignUpFlow } from './sign-in/new-password.ts'
import { createPhoneFlow, type PhoneActions } from './sign-in/phone.ts'
import type { SignInSteps } from './sign-in/sign-in.ts'

// Too small for files of their own.
export { createLanguages } from './languages.ts'
export { createTenants } from './sign-in/tenants.ts'
export { createTestUserFlow } from './sign-in/test-users.ts'

/** Other ways than a known password: a new account, a new password, a link by mail, a phone number, and mail links. */
export interface OtherWays
  extends ActionFlow,
    PhoneActions,
    Pick<Actions, 'signUp' | 'checkNewPassword' | 'requestReset' | 'requestLink'> {}

export function createOtherWays(context: FlowContext, steps: SignInSteps): OtherWays {
  return {
    ...createSignUpFlow(context, steps),
    ...createPasswordRules(context),
    ...createMailFlow(context, steps.withTenant),
    ...createPhoneFlow(context, steps),
    ...createActionFlow(context, steps)
  }
}
