import type { Actions } from '../actions.ts'
import type { Uses } from '../context/flow-context.ts'
import { beginWithCredentials } from './credentials.ts'
import type { SignInSteps } from './sign-in.ts'

/** Signing in with e-mail address and password. */
export function createPasswordFlow(
  context: Uses<'attempts' | 'memory' | 'store'>,
  { onSignInAnswer, withTenant }: Pick<SignInSteps, 'onSignInAnswer' | 'withTenant'>
): Pick<Actions, 'signInWithPassword'> {
  return {
    signInWithPassword: (typed) =>
      beginWithCredentials(context, withTenant, typed, async (attempt, sdk, credentials) =>
        onSignInAnswer(attempt, await sdk.signInWithPassword(credentials))
      )
  }
}
