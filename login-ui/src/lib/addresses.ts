import type { Address, PageConfig } from '../page-config.ts'

type Place = Pick<PageConfig, 'paths' | 'query'>

/** Path and query of an address, including the redirect target. Two are states of the login path. */
export function pathOf(address: Address, { paths, query }: Place): string {
  const suffix = address === 'sign-in' || address === 'account' ? '' : `/${address}`
  return `${paths.login}${suffix}${query}`
}

/** The address of a screen in another language, keeping the rest of the query. */
export function hrefInLanguage(place: Place, address: Address, locale: string): string {
  return `${pathOf(address, place)}${place.query === '' ? '?' : '&'}lang=${encodeURIComponent(locale)}`
}

/** Where signing in starts: a visitor who came to set up a second step still has that purpose. */
export function signInAddress({ address }: Pick<PageConfig, 'address'>): Address {
  return address === 'second-step' ? address : 'sign-in'
}
