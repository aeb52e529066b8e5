import { problemOf } from '../../auth/errors.ts'
import {
  missingByMessage,
  missingByStatus,
  type PasswordStatus,
  problemOfMissing
} from '../../auth/password-policy.ts'
import type { Refusal } from '../../auth/sdk-contract.ts'
import { type Change, type ChangeAnswer, refusedChange } from './change.ts'
import { type ProviderCalls, tokensOf } from './provider-calls.ts'

interface NewPassword {
  calls: Pick<ProviderCalls, 'call'>
  password: string
  /** How the password meets the project's policy; null: unknown. */
  evaluate: (password: string) => Promise<PasswordStatus | null>
}

/**
 * Sets the password, including an account's first. The provider ends all sessions of the account: only the tokens in the
 * response are valid. https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/update
 */
export function setPassword({ calls, password, evaluate }: NewPassword): Change {
  return async ({ idToken }) => {
    if (password === '') return { kind: 'refused', problem: problemOf('page/password-missing') }
    const status = await evaluate(password)
    const missing = status === null ? null : problemOfMissing(missingByStatus(status))
    if (missing !== null) return { kind: 'refused', problem: missing }
    const answer = await calls.call('v1/accounts:update', { idToken, password, returnSecureToken: true })
    if (answer.kind === 'refused') return refuseWeak(answer) ?? refusedChange(answer)
    return { kind: 'changed', tokens: tokensOf(answer.body), endsSession: true }
  }
}

function refuseWeak({ code, message }: Refusal): ChangeAnswer | null {
  if (code !== 'auth/weak-password' && code !== 'auth/password-does-not-meet-requirements') return null
  const problem = problemOfMissing(missingByMessage(message)) ?? problemOf('page/weak-password')
  return { kind: 'refused', problem }
}
