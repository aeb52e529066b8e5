import type { PageConfig } from '../page-config.ts'
import type { Departure } from './account-context.ts'

/**
 * Gives where the visitor goes from the account page. `config.query` names the redirect parameter: it holds the page that was
 * loaded.
 */
export function loginPathAfter(
  departure: Departure,
  { pathname }: Pick<Location, 'pathname'>,
  { paths, query }: Pick<PageConfig, 'paths' | 'query'>
): string {
  const parameter = query.slice(1).split('=', 1)[0] ?? ''
  switch (departure) {
    case 'sign-in':
      return `${paths.login}?${parameter}=${encodeURIComponent(pathname)}&reason=expired`
    case 'changed':
      return `${paths.login}?${parameter}=${encodeURIComponent(pathname)}&reason=changed`
    case 'deleted':
      return `${paths.login}/signed-out?reason=deleted`
    case 'signed-out':
    case 'revoked':
      return `${paths.login}?reason=${departure}`
  }
}
