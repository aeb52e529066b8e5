import type { Account } from '../../auth/sdk-contract.ts'
import type { Attempt } from '../context/attempts.ts'
import type { Uses } from '../context/flow-context.ts'
import type { OpenSession } from '../session.ts'

/**
 * Goes on with an account that has signed in and answered every question: sets up a second factor if the visitor came for
 * that, else opens the session. `hasAuthenticator`: a factor was just used, and the account has an authenticator.
 */
export type Finish = (attempt: Attempt, account: Account, hasAuthenticator?: boolean) => Promise<void>

export function createFinish(
  { config, memory }: Uses<'config' | 'memory'>,
  openSession: OpenSession
): Finish {
  return async (attempt, account, hasAuthenticator = false) => {
    memory.account = account
    const wantsEnrolment = memory.address === 'second-step' && config.mfa.totp !== 'off'
    if (!wantsEnrolment || hasAuthenticator) return openSession(attempt, account)
    const { email, emailVerified } = account
    if (!emailVerified && email !== null) attempt.show({ name: 'verify', email, sent: false })
    else attempt.show({ name: 'enrol', required: config.mfa.totp === 'required', enrolment: null })
  }
}
