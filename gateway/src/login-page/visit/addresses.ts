import { SECOND_STEP_PATH } from '../../access/login-link.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { Address } from '../contract.ts'

/** A screen that a URL asks for; `account` is the answer to `sign-in` for somebody who is signed in already. */
export type AskedAddress = Exclude<Address, 'account'>

/** https://w3c.github.io/webappsec-change-password-url/ */
export const CHANGE_PASSWORD_PATH = '/.well-known/change-password'

/** Screen -> what follows the path of the login page. */
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

/** Every screen that a URL can ask for. */
export const ADDRESSES: readonly AskedAddress[] = Object.keys(SCREEN_PATHS).filter(isAskedAddress)

function isAskedAddress(name: string): name is AskedAddress {
  return Object.hasOwn(SCREEN_PATHS, name)
}

/** Does this configuration have a use for the screen? */
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

/** Does somebody who is signed in already have nothing to do on this screen? */
export function isForSignedOut(address: AskedAddress): boolean {
  return address === 'sign-in' || address === 'sign-up' || address === 'link' || address === 'signed-out'
}
