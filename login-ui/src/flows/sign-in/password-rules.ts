import type { PasswordStatus } from '../../auth/password-policy.ts'
import { rulesOf } from '../../auth/password-rules.ts'
import type { Actions } from '../actions.ts'
import type { Uses } from '../context/flow-context.ts'

/**
 * Shows which rules a new password meets while it is typed. Calls the SDK once the visitor types, one call at
 * a time; of the input meanwhile, only the last counts.
 */
export function createPasswordRules({
  loadSdk,
  memory,
  store
}: Uses<'loadSdk' | 'memory' | 'store'>): Pick<Actions, 'checkNewPassword'> {
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
