import { type ActionFlows, createActionFlows } from './action.ts'
import type { Actions } from './actions.ts'
import { createMailFlows } from './mails.ts'
import type { Page } from './page.ts'
import type { TakeAnswer } from './sign-in.ts'
import { createSignUpFlow } from './sign-up.ts'
import type { SettleTenant } from './tenants.ts'

/** Ways in for who has no password at hand: a new account, a new password, a link; and what links of mails are for. */
export interface OtherWays extends ActionFlows, Pick<Actions, 'signUp' | 'requestReset' | 'requestLink'> {}

export function createOtherWays(page: Page, take: TakeAnswer, settle: SettleTenant): OtherWays {
  return {
    ...createSignUpFlow(page, take, settle),
    ...createMailFlows(page, settle),
    ...createActionFlows(page, take)
  }
}
