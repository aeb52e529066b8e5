import { problemOf } from '../auth/errors.ts'
import type { Actions } from './actions.ts'
import type { Finish } from './finish.ts'
import { type Attempt, type Page, urlOf } from './page.ts'

export interface VerificationFlows extends Pick<Actions, 'sendVerification' | 'checkVerification'> {
  /** The tab came to the front: perhaps the link was opened on another device. Says nothing when it was not. */
  recheckQuietly(): Promise<void>
}

/** Proving that the account's address is the visitor's. */
export function createVerificationFlows(page: Page, finish: Finish): VerificationFlows {
  const { memory } = page

  async function refreshAccount(attempt: Attempt): Promise<void> {
    const { account } = memory
    if (account === null) return attempt.refuse({ code: 'auth/user-token-expired' }, { screen: page.home() })
    const answer = await account.refresh()
    if (attempt.isOver()) return
    if (answer.kind === 'refused') {
      const isOver = problemOf(answer.code).kind === 'expired'
      return attempt.refuse(answer, isOver ? { screen: page.home() } : {})
    }
    if (!account.emailVerified) return attempt.refuse({ code: 'page/not-verified' })
    await finish(attempt, account)
  }

  const flows: VerificationFlows = {
    sendVerification() {
      const { screen } = page.state()
      if (screen.name !== 'verify') return
      page.attempt({ type: 'submitted' }, async (attempt) => {
        const { account } = memory
        if (account === null)
          return attempt.refuse({ code: 'auth/user-token-expired' }, { screen: page.home() })
        const answer = await account.sendVerification(urlOf(page, 'sign-in'))
        if (answer.kind === 'refused') attempt.refuse(answer)
        else attempt.show({ ...screen, sent: true, ...(screen.sent && { again: true }) })
      })
    },

    checkVerification() {
      if (page.state().screen.name === 'verify') page.attempt({ type: 'submitted' }, refreshAccount)
    },

    async recheckQuietly() {
      const { account } = memory
      if (account === null || page.state().screen.name !== 'verify') return
      const answer = await account.refresh()
      if (answer.kind === 'done' && account.emailVerified && memory.account === account)
        flows.checkVerification()
    }
  }
  return flows
}
