import type { Account } from '../auth/sdk-contract.ts'
import type { Attempt, Page } from './page.ts'
import { openSession } from './session.ts'

/**
 * Goes on with an account that has signed in, no question open: sets up what the visitor came for, then opens the
 * session. `hasAuthenticator`: one of its factors was just asked for, an authenticator's among those that it has.
 */
export type Finish = (attempt: Attempt, account: Account, hasAuthenticator?: boolean) => Promise<void>

export function createFinish(page: Page): Finish {
  const { config, memory } = page
  return async (attempt, account, hasAuthenticator = false) => {
    memory.account = account
    const wantsEnrolment = memory.address === 'second-step' && config.mfa.totp !== 'off'
    if (!wantsEnrolment || hasAuthenticator) return openSession(page, attempt, account)
    const { email, emailVerified } = account
    if (!emailVerified && email !== null) attempt.show({ name: 'verify', email, sent: false })
    else attempt.show({ name: 'enrol', required: config.mfa.totp === 'required', enrolment: null })
  }
}
