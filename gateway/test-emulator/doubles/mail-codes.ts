import { randomUUID } from 'node:crypto'
import {
  askAsOwner,
  jsonResponse,
  type ProviderCall,
  type ProviderResponse,
  poolPath
} from './provider-call.ts'

const CODE_CALLS = /\/accounts:(resetPassword|update|signInWithEmailLink)$/
/** How the provider names the new factor when the code is checked. */
const FACTOR = {
  mfaEnrollmentId: 'new-factor',
  phoneInfo: '+*******1234',
  enrolledAt: '2026-01-01T00:00:00Z'
}

/** Mail codes in front of the emulator at `host`. */
export function createMailCodes(host: string) {
  const reverts = new Map<string, { uid: string; email: string }>()

  async function revert(call: ProviderCall, oobCode: string): Promise<ProviderResponse | null> {
    const account = reverts.get(oobCode)
    if (account === undefined) return null
    const { uid, email } = account
    if (call.path.endsWith(':resetPassword')) {
      return jsonResponse(call, 200, { requestType: 'REVERT_SECOND_FACTOR_ADDITION', email, mfaInfo: FACTOR })
    }
    reverts.delete(oobCode)
    const path = `/identitytoolkit.googleapis.com/v1/${poolPath(null)}/accounts:update`
    await askAsOwner(host, path, { localId: uid, mfa: { enrollments: [] } })
    return jsonResponse(call, 200, { localId: uid, email })
  }

  return {
    /** Null: not a call of ours. */
    async response(call: ProviderCall): Promise<ProviderResponse | null> {
      const { oobCode } = call.body
      if (typeof oobCode !== 'string' || !CODE_CALLS.test(call.path)) return null
      return revert(call, oobCode)
    },
    /** A code that removes the second factors of an account, as in the mail about a new one. */
    createRevertCode(account: { uid: string; email: string }): string {
      const oobCode = `revert-${randomUUID()}`
      reverts.set(oobCode, account)
      return oobCode
    }
  }
}
