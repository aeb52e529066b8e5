import type { Account, SignInAnswer } from '../../auth/sdk-contract.ts'
import type { Actions } from '../actions.ts'
import type { Attempt } from '../context/attempts.ts'
import type { Uses } from '../context/flow-context.ts'
import type { Finish } from './finish.ts'
import { refuseStep } from './refusal.ts'

/** How long the credential of another provider can be used, in milliseconds. */
const heldForMs = 600_000

export interface ConnectionFlow extends Pick<Actions, 'connect'> {
  /** The address belongs to an account that signs in another way: keeps the credential, and shows the other ways. */
  hold(attempt: Attempt, answer: SignInAnswer & { kind: 'other-method' }, provider: string | undefined): void
  /**
   * Asks whether the provider that was tried before shall open this account too; false: there is nothing to ask.
   * `hasAuthenticator`: as for `Finish`.
   */
  offer(attempt: Attempt, account: Account, hasAuthenticator: boolean | undefined): boolean
}

/** Connects a second provider with the account. Nothing is connected before the visitor agrees. */
export function createConnectionFlow(
  context: Uses<'attempts' | 'browser' | 'memory' | 'router' | 'store'>,
  finish: Finish
): ConnectionFlow {
  const { attempts, browser, memory, store } = context
  let usedFactor: boolean | undefined

  function connectable(account: Account): string | null {
    const { heldCredential: held } = memory
    if (held === null) return null
    const isFresh = Math.abs(browser.now() - held.atMs) <= heldForMs
    return isFresh && isSameEmail(held.email, account.email) ? held.provider : null
  }

  return {
    hold(attempt, { email, credential }, provider) {
      if (credential !== null && provider !== undefined)
        memory.heldCredential = { provider, email, credential, atMs: browser.now() }
      if (email !== null) attempt.dispatch({ type: 'typed', email })
      attempt.show({ name: 'other-method', email, attempted: provider ?? '' })
    },

    offer(attempt, account, hasAuthenticator) {
      const attempted = connectable(account)
      if (attempted === null) return false
      memory.account = account
      usedFactor = hasAuthenticator
      attempt.show({ name: 'connect', attempted })
      return true
    },

    connect(yes) {
      if (store.state().screen.name !== 'connect') return
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        const { account, heldCredential: held } = memory
        if (account === null) return refuseStep(context, attempt)
        if (yes && held !== null) {
          const answer = await account.connect(held.credential)
          if (attempt.isOver()) return
          if (answer.kind === 'refused' && answer.code !== 'auth/provider-already-linked')
            return attempt.refuse(answer)
        }
        memory.heldCredential = null
        await finish(attempt, account, usedFactor)
      })
    }
  }
}

/** Do both name the same mailbox, as the provider compares them? */
export function isSameEmail(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.trim().toLowerCase() === b.trim().toLowerCase()
}
