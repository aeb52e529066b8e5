import { signInAddress } from '../lib/addresses.ts'
import type { Screen } from '../machine.ts'
import type { Address, PageConfig } from '../page-config.ts'

/** Gives the screen that an address shows, as a rule: what it takes to load before the visitor goes there. */
export function screenAt(address: Address): Screen['name'] {
  return address === 'second-step' ? 'second-factor' : address
}

/** Gives the address of a screen; null: it has none, a reload would lose what the visitor has done. */
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
