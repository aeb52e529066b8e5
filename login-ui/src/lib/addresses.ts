import type { Address, PageConfig } from '../page-config.ts'

type Place = Pick<PageConfig, 'paths' | 'query'>

/** Addresses that differ from the login path, and what follows it there; the others are states of the login path itself. */
export const suffixes: readonly [Address, string][] = [
  ['sign-up', '/sign-up'],
  ['forgot', '/forgot'],
  ['link', '/link'],
  ['action', '/action'],
  ['second-step', '/second-step'],
  ['signed-out', '/signed-out'],
  ['problem', '/problem']
]

/** Gives path and query of an address of the page; the redirect target stays in it. */
export function pathOf(address: Address, { paths, query }: Place): string {
  const suffix = suffixes.find(([name]) => name === address)?.[1] ?? ''
  return `${paths.login}${suffix}${query}`
}

/** Gives the address of a screen in another language, with the rest of the query kept. */
export function hrefInLanguage(place: Place, address: Address, locale: string): string {
  return `${pathOf(address, place)}${place.query === '' ? '?' : '&'}lang=${encodeURIComponent(locale)}`
}

/** Gives the address where signing in begins: who came to set up a second step still has come for that. */
export function signInAddress({ address }: Pick<PageConfig, 'address'>): Address {
  return address === 'second-step' ? address : 'sign-in'
}
