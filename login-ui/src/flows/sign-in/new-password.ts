import {
  type PasswordStatus,
  problemByRefusal,
  problemByStatus,
  rulesOf
} from '../../auth/password-policy.ts'
import type { Refusal, Sdk } from '../../auth/sdk-contract.ts'
import type { Actions } from '../actions.ts'
import type { Attempt } from '../context/attempts.ts'
import type { FlowContext } from '../context/flow-context.ts'
import { beginWithCredentials } from './credentials.ts'
import type { SignInSteps } from './sign-in.ts'

/** Checks the password against the policy and shows what is missing. False also if the attempt is over. */
export async function acceptNewPassword(attempt: Attempt, sdk: Sdk, password: string): Promise<boolean> {
  const problem = problemByStatus(password, await sdk.checkPassword(password))
  if (problem !== null) attempt.fail(problem)
  return problem === null && !attempt.isOver()
}

/** Shows what a new password lacks if the provider rejected it for that; false: rejected for another reason. */
export function refuseWeakPassword(attempt: Attempt, refusal: Refusal): boolean {
  const problem = problemByRefusal(refusal)
  if (problem !== null) attempt.fail(problem)
  return problem !== null
}

/** Creates an account with email address and password. */
export function createSignUpFlow(
  context: FlowContext,
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

/**
 * Shows which rules a new password meets while it is typed. Calls the SDK once the visitor types, one call at
 * a time; of the input meanwhile, only the last counts.
 */
export function createPasswordRules({
  loadSdk,
  memory,
  store
}: FlowContext): Pick<Actions, 'checkNewPassword'> {
  let waiting: string | null = null
  let isAsking = false

  async function ask(password: string): Promise<PasswordStatus | null> {
    const sdk = await loadSdk()
    sdk.setTenant(memory.tenantId)
    return sdk.checkPassword(password)
  }

  async function answerAll(): Promise<void> {
    isAsking = true
    while (waiting !== null) {
      const password = waiting
      waiting = null
      // On failure only the provider's minimum is known; submitting the form reveals more.
      const status = await ask(password).catch(() => null)
      store.dispatch({ type: 'password-judged', rules: rulesOf(password, status) })
    }
    isAsking = false
  }

  return {
    checkNewPassword(password) {
      waiting = password
      if (!isAsking) void answerAll()
    }
  }
}
