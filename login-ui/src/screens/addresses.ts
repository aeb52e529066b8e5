import { signInAddress } from '../lib/addresses.ts'
import type { Screen } from '../machine.ts'
import type { Address, PageConfig } from '../page-config.ts'

/** Gives the screen that an address usually shows, so that it can be loaded ahead. */
export function screenAt(address: Address): Screen['name'] {
  return address === 'second-step' ? 'second-factor' : address
}

/** Gives the address of a screen; null: it has none, and a reload would lose progress. */
export function addressOf({ name }: Screen, config: Pick<PageConfig, 'address'>): Address | null {
  switch (name) {
    case 'sign-up':
    case 'forgot':
    case 'link':
    case 'account':
    case 'signed-out':
    case 'problem':
      return name
    case 'sign-in':
    case 'tenant':
      return signInAddress(config)
    default:
      return null
  }
}
