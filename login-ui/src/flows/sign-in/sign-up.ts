import type { Actions } from '../actions.ts'
import type { Uses } from '../context/flow-context.ts'
import { beginWithCredentials } from './credentials.ts'
import { acceptNewPassword, refuseWeakPassword } from './new-password.ts'
import type { SignInSteps } from './sign-in.ts'

/** Creates an account with email address and password. */
export function createSignUpFlow(
  context: Uses<'attempts' | 'memory' | 'store'>,
  { onSignInAnswer, withTenant }: Pick<SignInSteps, 'onSignInAnswer' | 'withTenant'>
): Pick<Actions, 'signUp'> {
  return {
    signUp: ({ name, ...typed }) =>
      beginWithCredentials(context, withTenant, typed, async (attempt, credentials) => {
        const sdk = await attempt.sdk()
        if (sdk === null) return
        if (!(await acceptNewPassword(attempt, sdk, credentials.password))) return
        const answer = await sdk.signUp({ ...credentials, name: name?.trim() || null })
        if (answer.kind === 'refused' && refuseWeakPassword(attempt, answer)) return
        await onSignInAnswer(attempt, answer)
      })
  }
}
