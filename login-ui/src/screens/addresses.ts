import type { Screen } from '../machine.ts'
import type { Address } from '../page-config.ts'

/** Gives the screen that an address shows, as a rule: what it takes to load before the visitor goes there. */
export function screenAt(address: Address): Screen['name'] {
  return address === 'second-step' ? 'second-factor' : address
}

/** Gives the address of a screen; null: it has none, a reload would lose what the visitor has done. */
export function addressOf({ name }: Screen): Address | null {
  switch (name) {
    case 'sign-in':
    case 'sign-up':
    case 'forgot':
    case 'link':
    case 'account':
    case 'signed-out':
    case 'problem':
      return name
    case 'tenant':
      return 'sign-in'
    default:
      return null
  }
}
