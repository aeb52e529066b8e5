import type { PasswordStatus } from '../../auth/password-policy.ts'
import { rulesOf } from '../../auth/password-rules.ts'
import type { Actions } from '../actions.ts'
import type { Uses } from '../context/flow-context.ts'

/**
 * Says while a new password is typed which rules it meets. The provider is asked for its policy once the visitor types, one
 * question at a time: of what is typed meanwhile, only the last counts.
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
      // Without an answer the provider's own minimum is all that is known; submitting the form tells more.
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
