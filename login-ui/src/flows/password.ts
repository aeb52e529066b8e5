import { problemOf } from '../auth/errors.ts'
import { gapInEmail } from '../lib/mail-address.ts'
import type { Actions } from './actions.ts'
import type { Page } from './page.ts'
import type { TakeAnswer } from './sign-in.ts'
import type { SettleTenant } from './tenants.ts'

/** Signing in with e-mail address and password. */
export function createPasswordFlow(
  page: Page,
  take: TakeAnswer,
  settle: SettleTenant
): Pick<Actions, 'signInWithPassword'> {
  return {
    signInWithPassword({ email: typed, password }) {
      const email = typed.trim()
      if (!acceptCredentials(page, email, password)) return
      settle(email, () =>
        page.attempt({ type: 'submitted' }, async (attempt) => {
          page.forget()
          const sdk = await attempt.sdk()
          if (sdk === null) return
          await take(attempt, await sdk.signInWithPassword({ email, password }))
        })
      )
    }
  }
}

/** Keeps the address; tells what is missing before anybody is asked. */
export function acceptCredentials(page: Page, email: string, password: string): boolean {
  page.store.dispatch({ type: 'typed', email })
  const gap = gapInEmail(email) ?? (password === '' ? 'page/password-missing' : null)
  if (gap !== null) page.refuseAtOnce(problemOf(gap))
  return gap === null
}
