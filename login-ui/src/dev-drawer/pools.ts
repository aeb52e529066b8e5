import type { PageConfig } from '../page-config.ts'
import type { DrawerUser } from './contents.ts'

/** Tenants that the page accepts. `current`: the tenant to sign in to; null: the project itself, or not chosen yet. */
export interface PageTenants extends Pick<PageConfig['tenant'], 'choose' | 'byEmailDomain'> {
  current: string | null
}

/** The accounts of one tenant. `name`: null if there is only one list. */
export interface Pool {
  name: string | null
  users: readonly DrawerUser[]
}

/**
 * The accounts that the page accepts: by organization, or without a choice those of the one tenant or the
 * project. Others would be sent back to the page after signing in.
 */
export function listPools(users: readonly DrawerUser[], tenants: PageTenants): readonly Pool[] {
  const { choose, byEmailDomain, current } = tenants
  const named = new Map<string | null, string>([
    ...Object.values(byEmailDomain).map((id): [string, string] => [id, id]),
    ...choose.map(({ id, name }): [string, string] => [id, name])
  ])
  const of = (id: string | null) => users.filter(({ tenantId }) => tenantId === id)
  if (named.size === 0) return [{ name: null, users: of(current) }]
  return [...named].flatMap(([id, name]) => (of(id).length === 0 ? [] : [{ name, users: of(id) }]))
}
