import type { PageConfig } from '../page-config.ts'
import type { AccountPageName } from './contract.ts'

/** Gives the path of a page of the account. Previews of a configuration without an account page lead to the usual one. */
export function accountPathOf(page: AccountPageName, { paths }: Pick<PageConfig, 'paths'>): string {
  const root = paths.account ?? '/account'
  return page === 'overview' ? root : `${root}/${page}`
}

/** Gives the page of the account at a path; a path that is none of them counts as the overview. */
export function accountPageAt(
  pathname: string,
  pages: readonly AccountPageName[],
  config: Pick<PageConfig, 'paths'>
): AccountPageName {
  return pages.find((page) => accountPathOf(page, config) === pathname) ?? 'overview'
}

/** The same address with the tenant of the account, which the login page on the way there signs in to; its path tells none. */
export function withTenant(path: string, tenant: string | null): string {
  return tenant === null ? path : `${path}?tenant=${encodeURIComponent(tenant)}`
}
