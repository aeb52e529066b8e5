import { problemOf } from '../../auth/errors.ts'
import { missingByMessage, missingByStatus, problemOfMissing } from '../../auth/password-policy.ts'
import type { Refusal, Sdk } from '../../auth/sdk-contract.ts'
import type { Attempt } from '../context/attempts.ts'

/** Checks the password against the policy and shows what is missing. False also if the attempt is over. */
export async function acceptNewPassword(attempt: Attempt, sdk: Sdk, password: string): Promise<boolean> {
  const status = await sdk.checkPassword(password)
  const problem = status === null ? null : problemOfMissing(missingByStatus(status))
  if (problem !== null) attempt.fail(problem)
  return problem === null && !attempt.isOver()
}

/** Shows what a new password lacks if the provider rejected it for that; false: rejected for another reason. */
export function refuseWeakPassword(attempt: Attempt, { code, message }: Refusal): boolean {
  if (code !== 'auth/weak-password' && code !== 'auth/password-does-not-meet-requirements') return false
  attempt.fail(problemOfMissing(missingByMessage(message)) ?? problemOf('page/weak-password'))
  return true
}
