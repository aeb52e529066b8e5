import { type Problem, problemOf } from '../../auth/errors.ts'
import type { Credentials } from '../../auth/sdk-contract.ts'
import { isEmail, readEmail } from '../../lib/email.ts'
import { ASK_PASSWORD, isBusy, SIGN_IN } from '../../machine.ts'
import type { Attempt } from '../context/attempts.ts'
import type { FlowContext } from '../context/flow-context.ts'
import type { WithTenant } from './tenants.ts'

/** Checks an address before it is sent to the provider; null: fine. */
export function checkEmail(email: string): Problem | null {
  if (email === '') return problemOf('page/email-missing')
  return isEmail(email) ? null : problemOf('page/email-malformed')
}

function checkPassword(password: string): Problem | null {
  return password === '' ? problemOf('page/password-missing') : null
}

/**
 * Stores the typed address and begins an attempt in its tenant. Shows missing input instead, without a request. Of two steps, the
 * first leads to the second, asking nothing about the address: what follows is the same for every one.
 */
export function beginWithCredentials(
  { attempts, config, memory, store }: FlowContext,
  withTenant: WithTenant,
  typed: Credentials,
  work: (attempt: Attempt, credentials: Credentials) => Promise<void>
): void {
  const { password } = typed
  const email = readEmail(typed.email)
  const state = store.state()
  const isFirst = config.identifierFirst && state.screen === SIGN_IN && !state.isKnown && !isBusy(state)
  const askPassword = () => isFirst && store.dispatch({ type: 'shown', screen: ASK_PASSWORD })
  const isAddress = isFirst && password === ''
  store.dispatch({ type: 'typed', email })
  const [problem, also] = [checkEmail(email), isAddress ? null : checkPassword(password)].filter(
    (found) => found !== null
  )
  if (problem !== undefined) return void attempts.refuse(problem, also)
  if (isAddress) return void askPassword()
  withTenant(email, () => {
    askPassword()
    attempts.begin({ type: 'submitted' }, async (attempt) => {
      memory.forgetSignIn()
      await work(attempt, { email, password })
    })
  })
}
