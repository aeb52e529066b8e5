import { checkEmail } from '../../auth/check-email.ts'
import { sameEmail, unusableEmail } from '../account-problems.ts'
import { type Change, refusedChange } from './change.ts'
import type { ProviderCalls } from './provider-calls.ts'

interface NewEmail {
  calls: Pick<ProviderCalls, 'call'>
  email: string
  /** The current address; null: none. */
  present: string | null
  /** Where the page behind the mail's link continues. */
  continueUrl: string
  /** The provider's code for the mail's language, read late because the change may wait for a proof. */
  language: () => string
}

/**
 * Sends a link to the new address. Nothing changes until it is opened, which ends all sessions of the
 * account. The address is never set directly: the provider forbids that with email enumeration protection.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/sendOobCode
 */
export function requestNewEmail({ calls, email, present, continueUrl, language }: NewEmail): Change {
  return async ({ idToken }) => {
    const problem = checkEmail(email)
    if (problem !== null) return { kind: 'refused', problem }
    if (email.toLowerCase() === present?.toLowerCase()) return { kind: 'refused', problem: sameEmail }
    const send = (settings: object) =>
      calls.call(
        'v1/accounts:sendOobCode',
        { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: email, ...settings },
        language()
      )
    const answer = await send({ continueUrl })
    // The project has not authorized our host yet.
    const last =
      answer.kind === 'refused' && answer.code === 'auth/unauthorized-continue-uri' ? await send({}) : answer
    if (last.kind === 'answered') return { kind: 'done' }
    return refusedChange(last, { 'auth/email-already-in-use': unusableEmail })
  }
}
