import type { Address, PageConfig } from '../page-config.ts'
import { suffixes } from './addresses.ts'

/** Gives the address that a path asks for; a path that is none of ours counts as sign-in. Only flows need it, so it comes with them. */
export function addressAt(pathname: string, { paths }: Pick<PageConfig, 'paths'>): Address {
  return suffixes.find(([, suffix]) => pathname === paths.login + suffix)?.[0] ?? 'sign-in'
}
