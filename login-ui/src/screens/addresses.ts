import { signInAddress } from '../lib/addresses.ts'
import type { Screen } from '../machine.ts'
import type { Address, PageConfig } from '../page-config.ts'

/** The usual screen of an address, for prefetching. */
export function screenAt(address: Address): Screen['name'] {
  return address === 'second-step' ? 'second-factor' : address
}

/** The address of a screen; null: none, and a reload would lose progress. */
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
