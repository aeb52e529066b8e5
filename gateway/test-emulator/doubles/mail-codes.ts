import { randomUUID } from 'node:crypto'
import {
  askAsOwner,
  jsonResponse,
  type ProviderCall,
  type ProviderResponse,
  poolPath,
  refusal
} from './provider-call.ts'

/** Codes of mails as the provider has them and the emulator does not: expired ones, and those that undo a second factor. */
export interface MailCodes {
  /** Null: not a call of ours. */
  response(call: ProviderCall): Promise<ProviderResponse | null>
  /** From now on this code is told to be too old. */
  expire(oobCode: string): void
  /** A code that removes the second factors of an account, as the mail about a new one carries it. */
  createRevertCode(account: { uid: string; email: string }): string
}

const CODE_CALLS = /\/accounts:(resetPassword|update|signInWithEmailLink)$/
/** As the provider names the new factor in the answer to a look at the code. */
const FACTOR = {
  mfaEnrollmentId: 'new-factor',
  phoneInfo: '+*******1234',
  enrolledAt: '2026-01-01T00:00:00Z'
}

/** Codes in front of the emulator at `host`. */
export function createMailCodes(host: string): MailCodes {
  const expired = new Set<string>()
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
    async response(call) {
      const { oobCode } = call.body
      if (typeof oobCode !== 'string' || !CODE_CALLS.test(call.path)) return null
      if (expired.has(oobCode)) return refusal(call, 'EXPIRED_OOB_CODE')
      return revert(call, oobCode)
    },
    expire(oobCode) {
      expired.add(oobCode)
    },
    createRevertCode(account) {
      const oobCode = `revert-${randomUUID()}`
      reverts.set(oobCode, account)
      return oobCode
    }
  }
}
