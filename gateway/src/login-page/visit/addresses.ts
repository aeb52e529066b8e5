import { SECOND_STEP_PATH } from '../../access/responses/redirect-target.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { AccountPermissions } from '../../endpoints/contract.ts'
import type { Address, PageConfig } from '../contract.ts'

/** A screen named by a URL; `account` is what `sign-in` shows when already signed in. */
export type AskedAddress = Exclude<Address, 'account'>

/** https://w3c.github.io/webappsec-change-password-url/ */
export const CHANGE_PASSWORD_PATH = '/.well-known/change-password'

/** Screen -> path suffix after the login page. */
export const SCREEN_PATHS: Readonly<Record<AskedAddress, string>> = {
  'sign-in': '',
  'sign-up': '/sign-up',
  forgot: '/forgot',
  link: '/link',
  action: '/action',
  'second-step': SECOND_STEP_PATH,
  'signed-out': '/signed-out',
  problem: '/problem'
}

export const ADDRESSES: readonly AskedAddress[] = keysOf(SCREEN_PATHS)

function keysOf<Name extends string>(paths: Readonly<Record<Name, string>>): Name[] {
  return Object.keys(paths).filter((name): name is Name => Object.hasOwn(paths, name))
}

/** Whether this configuration uses the screen. */
export function isOffered(address: AskedAddress, { methods, mfa }: Config['login']): boolean {
  if (address === 'sign-up') return methods.password && methods.signup
  if (address === 'forgot') return methods.password
  if (address === 'link') return methods.emailLink
  return address !== 'second-step' || mfa.totp !== 'off' || mfa.sms
}

/** Screens that are useless for a signed-in visitor. */
export const FOR_SIGNED_OUT: readonly AskedAddress[] = ['sign-in', 'sign-up', 'link', 'signed-out']

export type AccountPageName = NonNullable<PageConfig['accountPage']>['page']

/** Page -> path suffix after `paths.account`. */
export const ACCOUNT_PAGE_PATHS: Readonly<Record<AccountPageName, string>> = {
  overview: '',
  password: '/password',
  email: '/email',
  'second-step': '/second-step',
  passkeys: '/passkeys',
  providers: '/providers',
  sessions: '/sessions',
  applications: '/applications',
  delete: '/delete'
}

/** The pages that these permissions allow, the overview first. */
export function listAccountPages(may: AccountPermissions): readonly AccountPageName[] {
  const allowed = {
    ...may,
    overview: true,
    'second-step': may.totp || may.sms,
    providers: may.providers.length > 0
  }
  return keysOf(ACCOUNT_PAGE_PATHS).filter((page) => allowed[page])
}

/** Whether this path is the account page or below it; false if it is disabled. */
export function isAccountPage({ account, paths }: Pick<Config, 'account' | 'paths'>, path: string): boolean {
  return account.enabled && (path === paths.account || path.startsWith(`${paths.account}/`))
}
