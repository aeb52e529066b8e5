import type { Actions } from '../actions.ts'
import type { Uses } from '../context/flow-context.ts'
import { acceptCredentials } from './credentials.ts'
import { isStrong, refuseWeakPassword } from './new-password.ts'
import type { SignInSteps } from './sign-in.ts'

/** Creating an account with e-mail address and password. */
export function createSignUpFlow(
  context: Uses<'attempts' | 'memory' | 'store'>,
  { onSignInAnswer, withTenant }: Pick<SignInSteps, 'onSignInAnswer' | 'withTenant'>
): Pick<Actions, 'signUp'> {
  const { attempts, memory } = context
  return {
    signUp({ email: typed, password, name }) {
      const email = typed.trim()
      if (!acceptCredentials(context, email, password)) return
      withTenant(email, () =>
        attempts.begin({ type: 'submitted' }, async (attempt) => {
          memory.forgetSignIn()
          const sdk = await attempt.sdk()
          if (sdk === null || !(await isStrong(sdk, attempt, password))) return
          const answer = await sdk.signUp({ email, password, name: name?.trim() || null })
          if (answer.kind === 'refused' && refuseWeakPassword(attempt, answer)) return
          await onSignInAnswer(attempt, answer)
        })
      )
    }
  }
}
