import type { Screen } from '../machine.ts'
import type { Address } from '../page-config.ts'

/** Gives the screen that an address shows, as a rule: what it takes to load before the visitor goes there. */
export function screenAt(address: Address): Screen['name'] {
  return address === 'second-step' ? 'second-factor' : address
}

/**
 * Gives the address of a screen; sign-in for one without an address, where the way begins again.
 * Null: the screen hangs on a link that was used up, a reload would lose it.
 */
export function addressOf({ name }: Screen): Address | null {
  switch (name) {
    case 'action':
      return null
    case 'sign-up':
    case 'forgot':
    case 'link':
    case 'account':
    case 'signed-out':
    case 'problem':
      return name
    default:
      return 'sign-in'
  }
}
