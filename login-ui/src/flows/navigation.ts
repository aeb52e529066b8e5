import { addressAt } from '../lib/addresses.ts'
import { isBusy } from '../machine.ts'
import type { Actions } from './actions.ts'
import type { Uses } from './context/flow-context.ts'
import { checkLink, type LazyFlows } from './lazy-flows.ts'
import { leave, leaveWithSession } from './session.ts'

export interface Navigation extends Pick<Actions, 'go' | 'startOver' | 'proceed' | 'cancel'> {
  /** The Back or Forward button has changed the address. */
  onHistory(): void
}

/** Going from screen to screen. */
export function createNavigation(
  context: Uses<'attempts' | 'browser' | 'config' | 'memory' | 'router' | 'store'>,
  { otherWays }: Pick<LazyFlows, 'otherWays'>
): Navigation {
  const { attempts, browser, config, memory, router, store } = context

  return {
    go(address) {
      if (!isBusy(store.state())) router.go(address)
    },

    startOver() {
      if (isBusy(store.state())) return
      const { account } = memory
      attempts.abandon()
      memory.forgetSignIn()
      router.go('sign-in')
      void account?.forget().catch(browser.report)
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
      attempts.abandon()
      store.dispatch({ type: 'cancelled' })
    },

    onHistory() {
      const address = addressAt(browser.location().pathname, config)
      if (address === memory.address || store.state().screen.name === 'leaving') return
      attempts.abandon()
      memory.forgetSignIn()
      router.show(address)
      if (address === 'action') checkLink(otherWays)
    }
  }
}
