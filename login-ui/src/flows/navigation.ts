import { dropRedirect } from '../auth/pending-redirect.ts'
import { isBusy } from '../machine.ts'
import type { Actions } from './actions.ts'
import type { FlowContext } from './context/flow-context.ts'
import type { LazyFlows } from './lazy-flows.ts'
import { leave, leaveWithSession } from './session.ts'

export type Navigation = Pick<Actions, 'go' | 'startOver' | 'useOtherAccount' | 'proceed' | 'cancel'>

export function createNavigation(
  context: FlowContext,
  { otherWays }: Pick<LazyFlows, 'otherWays'>
): Navigation {
  const { attempts, browser, memory, router, store } = context

  return {
    go(address) {
      if (!isBusy(store.state())) router.go(address)
    },

    startOver() {
      if (isBusy(store.state())) return
      forgetAccount(context)
      memory.leftPassword = false
      router.go('sign-in')
    },

    useOtherAccount() {
      if (!isBusy(store.state())) store.dispatch({ type: 'chose-other-account' })
    },

    proceed() {
      const state = store.state()
      if (state.screen.name === 'leaving') leave(context)
      else if (isBusy(state)) return
      else if (state.screen.name === 'action') otherWays.use((flow) => flow.proceedAfterAction())
      else leaveWithSession(context)
    },

    cancel() {
      const { name } = store.state().status
      if (name !== 'waiting' && name !== 'returning') return
      if (name === 'returning') dropRedirect(browser.storage)
      attempts.abandon()
      store.dispatch({ type: 'cancelled' })
    }
  }
}

/** Ends what is running, and signs out the account reached so far. */
export function forgetAccount({ attempts, browser, memory }: FlowContext): void {
  const { account } = memory
  attempts.abandon()
  memory.forgetSignIn()
  void account?.forget().catch(browser.report)
}
