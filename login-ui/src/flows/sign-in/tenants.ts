import { problemOf } from '../../auth/errors.ts'
import { domainOf } from '../../lib/email.ts'
import { isBusy } from '../../machine.ts'
import type { Actions } from '../actions.ts'
import type { Uses } from '../context/flow-context.ts'

/**
 * Finds the tenant of an address, then runs `then`: at once, or when the visitor has chosen. `email`: empty when there is
 * none.
 */
export type WithTenant = (email: string, then: () => void) => void

/** For configurations with more than one tenant. */
export interface Tenants extends Pick<Actions, 'chooseTenant'> {
  withTenant: WithTenant
}

export function createTenants({
  attempts,
  config,
  memory,
  router,
  store
}: Uses<'attempts' | 'config' | 'memory' | 'router' | 'store'>): Tenants {
  const { id, choose, byEmailDomain } = config.tenant
  const byDomain = new Map(Object.entries(byEmailDomain))
  /** What the visitor was about to do when the question came up. It may hold a password, so it is kept no longer. */
  let interrupted: (() => void) | null = null
  let chosen: string | null = null

  return {
    withTenant(email, then) {
      const known = id ?? chosen
      const ofDomain = byDomain.get(domainOf(email))
      memory.tenantId = known ?? ofDomain ?? null
      if (memory.tenantId !== null) return then()
      if (isBusy(store.state())) return
      if (choose.length > 0) {
        interrupted = then
        store.dispatch({ type: 'shown', screen: { name: 'tenant' } })
      } else if (email === '') attempts.refuse(problemOf('page/email-for-tenant'))
      else then()
    },

    chooseTenant(tenantId) {
      const state = store.state()
      if (isBusy(state) || state.screen.name !== 'tenant') return
      if (!choose.some((tenant) => tenant.id === tenantId)) return
      chosen = tenantId
      memory.tenantId = tenantId
      store.dispatch({ type: 'shown', screen: router.firstScreen() })
      const then = interrupted
      interrupted = null
      then?.()
    }
  }
}
