import type { Actions } from '../actions.ts'
import type { Uses } from '../context/flow-context.ts'
import type { OnSignInAnswer } from './sign-in.ts'

/**
 * Signing in as an account of a test provider with one press, no password and no second factor: by an unsigned custom
 * token. Only the official emulator and the demo's stand-in accept one; the gateway then judges the session as any other.
 * https://firebase.google.com/docs/emulator-suite/connect_auth#custom_token_authentication
 */
export function createTestUserFlow(
  { attempts, config, memory }: Uses<'attempts' | 'config' | 'memory'>,
  onSignInAnswer: OnSignInAnswer
): Pick<Actions, 'signInAs'> {
  return {
    signInAs({ uid, tenantId }) {
      if (config.paths.drawer === null) return
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        memory.forgetSignIn()
        memory.tenantId = tenantId
        const sdk = await attempt.sdk()
        if (sdk === null) return
        // The emulator takes the tenant from the call, the stand-in wants it in the token as well.
        const token = { uid, ...(tenantId !== null && { tenant_id: tenantId, tenantId }) }
        await onSignInAnswer(attempt, await sdk.signInWithCustomToken(JSON.stringify(token)))
      })
    }
  }
}
