import { addressAt } from '../lib/addresses.ts'
import { isBusy } from '../machine.ts'
import type { Actions } from './actions.ts'
import type { Page } from './page.ts'
import { goOn, leave } from './session.ts'

export interface Navigation extends Pick<Actions, 'go' | 'startOver' | 'proceed' | 'cancel'> {
  /** The Back or Forward button has changed the address. */
  follow(): void
}

interface NavigationDeps {
  /** Looks at the link again, where Back leads to one. */
  checkLink(): void
  /** The way on from a finished action. */
  proceedAfterAction(): void
}

/** Going from screen to screen. */
export function createNavigation(page: Page, { checkLink, proceedAfterAction }: NavigationDeps): Navigation {
  const { browser, config, memory, store } = page

  return {
    go(address) {
      if (!isBusy(page.state())) page.moveTo(address)
    },

    startOver() {
      if (isBusy(page.state())) return
      const { account } = memory
      page.abandon()
      page.forget()
      page.moveTo('sign-in')
      void account?.forget().catch(browser.report)
    },

    proceed() {
      const { screen } = page.state()
      if (screen.name === 'leaving') leave(page)
      else if (isBusy(page.state())) return
      else if (screen.name === 'action') proceedAfterAction()
      else goOn(page)
    },

    cancel() {
      const { name } = page.state().status
      if (name !== 'waiting' && name !== 'returning') return
      page.abandon()
      store.dispatch({ type: 'cancelled' })
    },

    follow() {
      const address = addressAt(browser.location().pathname, config)
      if (address === memory.address || page.state().screen.name === 'leaving') return
      page.abandon()
      page.forget()
      page.showAt(address)
      if (address === 'action') checkLink()
    }
  }
}
