import type { Actions } from './actions.ts'
import type { Page } from './page.ts'
import type { TakeAnswer } from './sign-in.ts'

/**
 * Signing in as an account of a test provider with one press, no password and no second factor: by a custom token that
 * nobody signed. Only the official emulator and the demo's stand-in take one; the gateway then judges the session as any
 * other. https://firebase.google.com/docs/emulator-suite/connect_auth#custom_token_authentication
 */
export function createTestUserFlows(page: Page, take: TakeAnswer): Pick<Actions, 'signInAs'> {
  const { memory } = page
  return {
    signInAs({ uid, tenantId }) {
      page.attempt({ type: 'submitted' }, async (attempt) => {
        page.forget()
        memory.tenantId = tenantId
        const sdk = await attempt.sdk()
        if (sdk === null) return
        // The emulator takes the tenant from the call, the stand-in wants it in the token as well.
        const token = { uid, ...(tenantId !== null && { tenant_id: tenantId, tenantId }) }
        await take(attempt, await sdk.signInWithCustomToken(JSON.stringify(token)))
      })
    }
  }
}
