import type { Account, SignInAnswer } from '../auth/sdk-contract.ts'
import { isSameEmail } from '../lib/mailbox.ts'
import type { Actions } from './actions.ts'
import type { Finish } from './finish.ts'
import type { Attempt, Page } from './page.ts'

/** How long a provider's word for an account can be used, in milliseconds. */
const heldMs = 600_000

export interface ConnectionFlows extends Pick<Actions, 'connect'> {
  /** The address belongs to an account that signs in another way: keeps what `provider` said, and names the other ways. */
  hold(attempt: Attempt, answer: SignInAnswer & { kind: 'other-method' }, provider: string | undefined): void
  /** Asks whether a provider tried before shall open this account too; false when there is nothing to ask. */
  offer(attempt: Attempt, account: Account): boolean
}

/** Whether a second provider opens the account from now on. Nothing is connected without a yes. */
export function createConnectionFlows(page: Page, finish: Finish): ConnectionFlows {
  const { browser, memory } = page

  function connectable(account: Account): string | null {
    const { held } = memory
    if (held === null) return null
    const isFresh = Math.abs(browser.now() - held.atMs) <= heldMs
    return isFresh && isSameEmail(held.email, account.email) ? held.provider : null
  }

  return {
    hold(attempt, { email, credential }, provider) {
      if (credential !== null && provider !== undefined)
        memory.held = { provider, email, credential, atMs: browser.now() }
      if (email !== null) attempt.tell({ type: 'typed', email })
      attempt.show({ name: 'other-method', email, attempted: provider ?? '' })
    },

    offer(attempt, account) {
      const attempted = connectable(account)
      if (attempted === null) return false
      memory.account = account
      attempt.show({ name: 'connect', attempted })
      return true
    },

    connect(yes) {
      if (page.state().screen.name !== 'connect') return
      page.attempt({ type: 'submitted' }, async (attempt) => {
        const { account, held } = memory
        if (account === null)
          return attempt.refuse({ code: 'auth/user-token-expired' }, { screen: page.home() })
        if (yes && held !== null) {
          const answer = await account.connect(held.credential)
          if (attempt.isOver()) return
          if (answer.kind === 'refused' && answer.code !== 'auth/provider-already-linked')
            return attempt.refuse(answer)
        }
        memory.held = null
        await finish(attempt, account)
      })
    }
  }
}
