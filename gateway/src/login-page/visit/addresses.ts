import { SECOND_STEP_PATH } from '../../access/login-link.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { Address } from '../contract.ts'

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

export const ADDRESSES: readonly AskedAddress[] = Object.keys(SCREEN_PATHS).filter(isAskedAddress)

function isAskedAddress(name: string): name is AskedAddress {
  return Object.hasOwn(SCREEN_PATHS, name)
}

/** Whether this configuration uses the screen. */
export function isOffered(address: AskedAddress, { methods, mfa }: Config['login']): boolean {
  switch (address) {
    case 'sign-up':
      return methods.password && methods.signup
    case 'forgot':
      return methods.password
    case 'link':
      return methods.emailLink
    case 'second-step':
      return mfa.totp !== 'off' || mfa.sms
    default:
      return true
  }
}

/** Whether the screen is useless for a signed-in visitor. */
export function isForSignedOut(address: AskedAddress): boolean {
  return address === 'sign-in' || address === 'sign-up' || address === 'link' || address === 'signed-out'
}
