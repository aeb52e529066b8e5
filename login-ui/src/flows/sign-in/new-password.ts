import { problemOf } from '../../auth/errors.ts'
import { gapsIn } from '../../auth/password-gaps.ts'
import { gapsInMessage, problemOfGaps } from '../../auth/password-policy.ts'
import type { Refusal, Sdk } from '../../auth/sdk-contract.ts'
import type { Attempt } from '../context/attempts.ts'

/** Does the project's policy allow the password? If not, says what is missing. False also when the attempt is over. */
export async function isStrong(sdk: Sdk, attempt: Attempt, password: string): Promise<boolean> {
  const status = await sdk.checkPassword(password)
  const problem = status === null ? null : problemOfGaps(gapsIn(status))
  if (problem !== null) attempt.fail(problem)
  return problem === null && !attempt.isOver()
}

/** Says what a new password lacks, when that is why it was refused. */
export function refuseWeakPassword(attempt: Attempt, { code, message }: Refusal): boolean {
  if (code !== 'auth/weak-password' && code !== 'auth/password-does-not-meet-requirements') return false
  attempt.fail(problemOfGaps(gapsInMessage(message)) ?? problemOf('page/weak-password'))
  return true
}
