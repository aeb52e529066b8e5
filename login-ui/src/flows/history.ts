import { mustChooseTenant } from '../first-state.ts'
import { addressAt } from '../lib/address-at.ts'
import { pathOf } from '../lib/addresses.ts'
import type { Screen, State } from '../machine.ts'
import type { PageConfig } from '../page-config.ts'
import type { Uses } from './context/flow-context.ts'
import { forgetAccount } from './navigation.ts'

/** Back and Forward, for screens without an address of their own too. */
export interface PageHistory {
  /** Gives the screen an entry of its own in the history, where Back would leave the page otherwise. */
  note(): void
  /** The Back or Forward button has led to another entry. */
  onMove(): void
}

/** Screens between the form of an address and the session. */
const between: ReadonlySet<Screen['name']> = new Set([
  'phone',
  'sent',
  'verify',
  'second-factor',
  'enrol',
  'other-method',
  'connect'
])

/**
 * `checkLink`: checks the link from a mail that opened the page. What a screen without an address needs is in memory only and
 * gone once the visitor has left it: Forward leads to the form before it.
 */
export function createHistory(
  context: Uses<'attempts' | 'browser' | 'config' | 'memory' | 'router' | 'store'>,
  checkLink: () => void
): PageHistory {
  const { browser, config, memory, router, store } = context
  let depth = browser.historyEntry().depth

  function cameBack(): boolean {
    const before = depth
    depth = browser.historyEntry().depth
    return depth < before
  }

  return {
    note() {
      const state = store.state()
      const rank = rankOf(state, config)
      const isDeeper = state.screen.name !== 'leaving' && rank > browser.historyEntry().rank
      if (isDeeper) browser.pushAddress(browser.location().href, rank)
      depth = browser.historyEntry().depth
    },

    onMove() {
      const isBack = cameBack()
      const state = store.state()
      if (state.screen.name === 'leaving') return
      const { rank } = browser.historyEntry()
      const address = addressAt(browser.location().pathname, config)
      if (address === memory.address && rankOf(state, config) <= rank) {
        // The screen that this entry was for is left already: nothing would seem to happen.
        if (isBack) browser.goBack()
        return
      }
      forgetAccount(context)
      const tenant = rank === 0 ? null : state.tenant
      if (tenant !== state.tenant) memory.tenantId = config.tenant.id
      const isUsed = address === memory.address && address === 'action' && memory.link === null
      if (isUsed) browser.replaceAddress(pathOf('sign-in', config) + browser.location().hash)
      router.show(isUsed ? 'sign-in' : address, tenant)
      if (memory.address === 'action') checkLink()
    }
  }
}

/** How many screens lie between the first one of the address and this one. */
function rankOf({ screen, tenant }: State, config: PageConfig): number {
  const isAsked = screen.name === 'tenant' && !mustChooseTenant(config)
  return Number(isAsked || tenant !== null) + Number(between.has(screen.name))
}
