import type { Actions } from './actions.ts'
import { isStrong, refuseWeakPassword } from './new-password.ts'
import type { Page } from './page.ts'
import { acceptCredentials } from './password.ts'
import type { TakeAnswer } from './sign-in.ts'
import type { SettleTenant } from './tenants.ts'

/** Making an account with e-mail address and password. */
export function createSignUpFlow(
  page: Page,
  take: TakeAnswer,
  settle: SettleTenant
): Pick<Actions, 'signUp'> {
  return {
    signUp({ email: typed, password, name }) {
      const email = typed.trim()
      if (!acceptCredentials(page, email, password)) return
      settle(email, () =>
        page.attempt({ type: 'submitted' }, async (attempt) => {
          page.forget()
          const sdk = await attempt.sdk()
          if (sdk === null || !(await isStrong(sdk, attempt, password))) return
          const answer = await sdk.signUp({ email, password, name: name?.trim() || null })
          if (answer.kind === 'refused' && refuseWeakPassword(attempt, answer)) return
          await take(attempt, answer)
        })
      )
    }
  }
}
