import type { Account } from '../../auth/sdk-contract.ts'
import type { Attempt } from '../context/attempts.ts'
import type { FlowContext } from '../context/flow-context.ts'
import type { OpenSession } from '../session.ts'

/**
 * Continues after an account has passed all its factors: sets up a second factor if requested, or if the
 * redirect target requires one and none was used; otherwise opens the session. `hasAuthenticator`: whether
 * the account has one; omitted: no factor was used.
 */
export type Finish = (attempt: Attempt, account: Account, hasAuthenticator?: boolean) => Promise<void>

export function createFinish({ config, memory }: FlowContext, openSession: OpenSession): Finish {
  return async (attempt, account, hasAuthenticator) => {
    memory.account = account
    const needsFactor = config.secondFactor && hasAuthenticator === undefined
    const cameForThat = memory.address === 'second-step' && hasAuthenticator !== true
    if (config.mfa.totp === 'off' || !(needsFactor || cameForThat)) return openSession(attempt, account)
    const { email, emailVerified } = account
    if (!emailVerified && email !== null) attempt.show({ name: 'verify', email, sent: false })
    else
      attempt.show({
        name: 'enrol',
        required: needsFactor || config.mfa.totp === 'required',
        enrolment: null
      })
  }
}
