import type { Actions } from '../actions.ts'
import type { FlowContext } from '../context/flow-context.ts'
import type { OnSignInAnswer } from './sign-in.ts'

/**
 * One-press sign-in as a test provider's account, without password and second factor, by an unsigned custom
 * token. Only the official emulator and the demo's stand-in accept one; the gateway then checks the session
 * like any other. https://firebase.google.com/docs/emulator-suite/connect_auth#custom_token_authentication
 */
export function createTestUserFlow(
  { attempts, config, memory }: FlowContext,
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
        // The emulator takes the tenant from the call, the stand-in from the token.
        const token = { uid, ...(tenantId !== null && { tenant_id: tenantId, tenantId }) }
        await onSignInAnswer(attempt, await sdk.signInWithCustomToken(JSON.stringify(token)))
      })
    }
  }
}
