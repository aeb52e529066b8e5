import type { Address, PageConfig } from '../page-config.ts'
import { placesBelow } from './addresses.ts'

/** The address for a path; unknown paths count as sign-in. Only flows need it, so it is loaded with them. */
export function addressAt(pathname: string, { paths }: Pick<PageConfig, 'paths'>): Address {
  return placesBelow.find((address) => pathname === `${paths.login}/${address}`) ?? 'sign-in'
}
