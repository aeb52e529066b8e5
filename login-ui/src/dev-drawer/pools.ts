import type { PageConfig } from '../page-config.ts'
import type { DrawerUser } from './contents.ts'

/** Whose accounts the page takes. `current`: the tenant that is signed in to now; null: the project itself, or none is chosen yet. */
export interface PageTenants extends Pick<PageConfig['tenant'], 'choose' | 'byEmailDomain'> {
  current: string | null
}

/** The accounts of one tenant. `name`: null where there is only one list. */
export interface Pool {
  name: string | null
  users: readonly DrawerUser[]
}

/**
 * The accounts that the page takes: those of each organization under its name, or, where nobody chooses, those of the one
 * tenant or of the project. Others would be sent back to the page after they have signed in.
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
