import type { PageConfig } from '../page-config.ts'
import type { AccountPageName } from './contract.ts'

/** Gives the path of a page of the account. */
export function accountPathOf(page: AccountPageName, { paths }: Pick<PageConfig, 'paths'>): string {
  return page === 'overview' ? `${paths.account}` : `${paths.account}/${page}`
}

/** Gives the page of the account at a path; a path that is none of them counts as the overview. */
export function accountPageAt(
  pathname: string,
  pages: readonly AccountPageName[],
  config: Pick<PageConfig, 'paths'>
): AccountPageName {
  return pages.find((page) => accountPathOf(page, config) === pathname) ?? 'overview'
}
