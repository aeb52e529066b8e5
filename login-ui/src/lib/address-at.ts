import type { Address, PageConfig } from '../page-config.ts'
import { suffixes } from './addresses.ts'

/** The address for a path; unknown paths count as sign-in. Only flows need it, so it is loaded with them. */
export function addressAt(pathname: string, { paths }: Pick<PageConfig, 'paths'>): Address {
  return suffixes.find(([, suffix]) => pathname === paths.login + suffix)?.[0] ?? 'sign-in'
}
