import type { Config } from '../../config/schema/schema.ts'
import type { AccountPermissions } from '../../endpoints/account/contract.ts'
import type { PageConfig } from '../contract.ts'

/** The pages of the account: the overview, and one for each kind of change. */
export type AccountPageName = NonNullable<PageConfig['accountPage']>['page']

/** Page -> what follows `paths.account`. */
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

/** The pages that these permissions have a use for, the overview first. */
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

/** Is this path the account page, or below it? Never, where there is none. */
export function isAccountPage({ account, paths }: Pick<Config, 'account' | 'paths'>, path: string): boolean {
  return account.enabled && (path === paths.account || path.startsWith(`${paths.account}/`))
}
