import { problemOf } from '../../auth/errors.ts'
import { isBusy } from '../../machine.ts'
import type { Actions } from '../actions.ts'
import type { FlowContext } from '../context/flow-context.ts'

/** Determines the tenant of an address, then runs `then`, at once or after the visitor's choice. `email`: may be empty. */
export type WithTenant = (email: string, then: () => void) => void

/** For configurations with more than one tenant. */
export interface Tenants extends Pick<Actions, 'chooseTenant' | 'changeTenant'> {
  withTenant: WithTenant
}

export function createTenants({ attempts, config, memory, router, store }: FlowContext): Tenants {
  const { id, choose, byEmailDomain } = config.tenant
  const byDomain = new Map(Object.entries(byEmailDomain))
  /** The action interrupted by the choice. It may hold a password, so it is kept no longer. */
  let interrupted: (() => void) | null = null

  return {
    withTenant(email, then) {
      const known = id ?? store.state().tenant
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
      memory.tenantId = tenantId
      store.dispatch({ type: 'shown', screen: router.firstScreen(), tenant: tenantId })
      const then = interrupted
      interrupted = null
      then?.()
    },

    changeTenant() {
      const state = store.state()
      if (isBusy(state) || state.tenant === null) return
      memory.tenantId = id
      store.dispatch({ type: 'shown', screen: { name: 'tenant' }, tenant: null })
    }
  }
}

/** The part after the `@`, in lower case; empty without one. */
export function domainOf(email: string): string {
  return email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
}
