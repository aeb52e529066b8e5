import type { Config } from '../../config/schema/schema.ts'
import type { AccountPermissions } from '../../endpoints/account/contract.ts'
import type { PageConfig } from '../contract.ts'

export type AccountPageName = NonNullable<PageConfig['accountPage']>['page']

/** Page -> path suffix after `paths.account`. */
export const ACCOUNT_PAGE_PATHS: Readonly<Record<AccountPageName, string>> = {
  overview: '',
  password: '/password',
  email: '/email',
  'second-step': '/second-step',
  passkeys: '/passkeys',
  providers: '/providers',
  delete: '/delete'
}

const PAGES = Object.keys(ACCOUNT_PAGE_PATHS).filter(isPage)

function isPage(name: string): name is AccountPageName {
  return Object.hasOwn(ACCOUNT_PAGE_PATHS, name)
}

/** The pages that these permissions allow, the overview first. */
export function listAccountPages(may: AccountPermissions): readonly AccountPageName[] {
  return PAGES.filter((page) => isOffered(page, may))
}

function isOffered(page: AccountPageName, may: AccountPermissions): boolean {
  switch (page) {
    case 'overview':
      return true
    case 'second-step':
      return may.totp || may.sms
    case 'providers':
      return may.providers.length > 0
    default:
      return may[page]
  }
}

/** Whether this path is the account page or below it; false if it is disabled. */
export function isAccountPage({ account, paths }: Pick<Config, 'account' | 'paths'>, path: string): boolean {
  return account.enabled && (path === paths.account || path.startsWith(`${paths.account}/`))
}
