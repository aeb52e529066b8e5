import type { Actions } from '../actions.ts'
import type { Attempt } from '../context/attempts.ts'
import type { Uses } from '../context/flow-context.ts'
import type { Finish } from './finish.ts'
import { refuseStep } from './refusal.ts'

export interface VerificationFlow extends Pick<Actions, 'sendVerification' | 'checkVerification'> {
  /** For a tab that came to the front: the link may have been opened on another device. Shows nothing if it was not. */
  recheckQuietly(): Promise<void>
}

/** Verifies that the account's address is the visitor's. */
export function createVerificationFlow(
  context: Uses<'attempts' | 'memory' | 'router' | 'store'>,
  finish: Finish
): VerificationFlow {
  const { attempts, memory, router, store } = context

  async function refreshAccount(attempt: Attempt): Promise<void> {
    const { account } = memory
    if (account === null) return refuseStep(context, attempt)
    const answer = await account.refresh()
    if (attempt.isOver()) return
    if (answer.kind === 'refused') return refuseStep(context, attempt, answer)
    if (!account.emailVerified) return attempt.refuse({ code: 'page/not-verified' })
    await finish(attempt, account)
  }

  const flows: VerificationFlow = {
    sendVerification() {
      const { screen } = store.state()
      if (screen.name !== 'verify') return
      attempts.begin({ type: 'submitted' }, async (attempt) => {
        const { account } = memory
        if (account === null) return refuseStep(context, attempt)
        const answer = await account.sendVerification(router.urlOf('sign-in'))
        if (answer.kind === 'refused') attempt.refuse(answer)
        else attempt.show({ ...screen, sent: true, ...(screen.sent && { again: true }) })
      })
    },

    checkVerification() {
      if (store.state().screen.name === 'verify') attempts.begin({ type: 'submitted' }, refreshAccount)
    },

    async recheckQuietly() {
      const { account } = memory
      if (account === null || store.state().screen.name !== 'verify') return
      const answer = await account.refresh()
      if (answer.kind === 'done' && account.emailVerified && memory.account === account)
        flows.checkVerification()
    }
  }
  return flows
}
