import { checkEmail } from '../../auth/check-email.ts'
import { type Problem, problemOf } from '../../auth/errors.ts'
import type { Credentials } from '../../auth/sdk-contract.ts'
import { readEmail } from '../../lib/email.ts'
import type { Attempt } from '../context/attempts.ts'
import type { FlowContext } from '../context/flow-context.ts'
import type { WithTenant } from './tenants.ts'

function checkPassword(password: string): Problem | null {
  return password === '' ? problemOf('page/password-missing') : null
}

/** Stores the typed address and begins an attempt in its tenant. Shows missing input instead, without a request. */
export function beginWithCredentials(
  { attempts, memory, store }: FlowContext,
  withTenant: WithTenant,
  typed: Credentials,
  work: (attempt: Attempt, credentials: Credentials) => Promise<void>
): void {
  const { password } = typed
  const email = readEmail(typed.email)
  store.dispatch({ type: 'typed', email })
  const [problem, also] = [checkEmail(email), checkPassword(password)].filter((found) => found !== null)
  if (problem !== undefined) {
    attempts.refuse(problem, also)
    return
  }
  withTenant(email, () =>
    attempts.begin({ type: 'submitted' }, async (attempt) => {
      memory.forgetSignIn()
      await work(attempt, { email, password })
    })
  )
}
