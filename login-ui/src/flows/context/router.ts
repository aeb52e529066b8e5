import { problemOf } from '../../auth/errors.ts'
import { firstScreen } from '../../first-state.ts'
import { pathOf, signInAddress } from '../../lib/addresses.ts'
import type { Browser } from '../../lib/browser.ts'
import type { Screen } from '../../machine.ts'
import type { Address, PageConfig } from '../../page-config.ts'
import type { Store } from '../../store.ts'
import type { Memory } from './memory.ts'

/** The page's addresses and the screens behind them. */
export interface Router {
  /** Gives the screen of the present address, or the one that must come before it. */
  firstScreen(): Screen
  /** Shows the screen of an address; the address bar stays. `tenant`: with this organization chosen; by default as before. */
  show(address: Address, tenant?: string | null): void
  /** Shows the screen of an address and changes the address bar, so that Back works. */
  go(address: Address): void
  /** Gives the absolute URL of an address, with the redirect target in it. */
  urlOf(address: Address): string
}

interface RouterDeps {
  config: PageConfig
  store: Store
  browser: Pick<Browser, 'location' | 'pushAddress'>
  memory: Memory
}

export function createRouter({ config, store, browser, memory }: RouterDeps): Router {
  const router: Router = {
    firstScreen() {
      const { address, tenantId, link } = memory
      if (address === 'action' && link === null) {
        const step = { name: 'dead', problem: problemOf('auth/invalid-action-code') } as const
        return { name: 'action', mode: null, step }
      }
      return firstScreen({ ...config, address, tenant: { ...config.tenant, id: tenantId } }, problemOf)
    },

    show(address, tenant = store.state().tenant) {
      memory.address = address
      store.dispatch({ type: 'shown', screen: router.firstScreen(), tenant })
    },

    go(to) {
      const address = to === 'sign-in' ? signInAddress(config) : to
      const path = pathOf(address, config)
      // The server never sees the fragment: it goes along in the address bar.
      if (path !== pathOf(memory.address, config))
        browser.pushAddress(path + browser.location().hash, Number(store.state().tenant !== null))
      router.show(address)
    },

    urlOf: (address) => browser.location().origin + pathOf(address, config)
  }
  return router
}
