import type { Actions } from '../actions.ts'
import type { Uses } from '../context/flow-context.ts'
import { acceptCredentials } from './credentials.ts'
import type { SignInSteps } from './sign-in.ts'

/** Signing in with e-mail address and password. */
export function createPasswordFlow(
  context: Uses<'attempts' | 'memory' | 'store'>,
  { onSignInAnswer, withTenant }: Pick<SignInSteps, 'onSignInAnswer' | 'withTenant'>
): Pick<Actions, 'signInWithPassword'> {
  const { attempts, memory } = context
  return {
    signInWithPassword({ email: typed, password }) {
      const email = typed.trim()
      if (!acceptCredentials(context, email, password)) return
      withTenant(email, () =>
        attempts.begin({ type: 'submitted' }, async (attempt) => {
          memory.forgetSignIn()
          const sdk = await attempt.sdk()
          if (sdk === null) return
          await onSignInAnswer(attempt, await sdk.signInWithPassword({ email, password }))
        })
      )
    }
  }
}
