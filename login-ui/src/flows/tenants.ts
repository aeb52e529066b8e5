import { problemOf } from '../auth/errors.ts'
import { domainOf } from '../lib/mailbox.ts'
import { isBusy } from '../machine.ts'
import type { Actions } from './actions.ts'
import type { Page } from './page.ts'

/**
 * Finds out whose accounts an address is of, then goes on with `then`: at once, or when the visitor has chosen.
 * `email`: empty when there is none.
 */
export type SettleTenant = (email: string, then: () => void) => void

/** For configurations with more than one place where an account can be. */
export interface Tenants extends Pick<Actions, 'chooseTenant'> {
  settle: SettleTenant
}

export function createTenants(page: Page): Tenants {
  const { config, memory, store } = page
  const { id, choose, byEmailDomain } = config.tenant
  const byDomain = new Map(Object.entries(byEmailDomain))
  /** What the visitor was about to do when the question came up; may hold what was typed, so only until it is answered. */
  let interrupted: (() => void) | null = null
  let chosen: string | null = null

  return {
    settle(email, then) {
      const known = id ?? chosen
      const ofDomain = byDomain.get(domainOf(email))
      memory.tenantId = known ?? ofDomain ?? null
      if (memory.tenantId !== null) return then()
      if (isBusy(page.state())) return
      if (choose.length > 0) {
        interrupted = then
        store.dispatch({ type: 'shown', screen: { name: 'tenant' } })
      } else if (email === '') page.refuseAtOnce(problemOf('page/email-for-tenant'))
      else then()
    },

    chooseTenant(tenantId) {
      const { screen } = page.state()
      if (isBusy(page.state()) || screen.name !== 'tenant') return
      if (!choose.some((tenant) => tenant.id === tenantId)) return
      chosen = tenantId
      memory.tenantId = tenantId
      store.dispatch({ type: 'shown', screen: page.home() })
      const goOn = interrupted
      interrupted = null
      goOn?.()
    }
  }
}
