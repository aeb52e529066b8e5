import type { PageConfig } from '../page-config.ts'
import type { Departure } from './account-context.ts'
import { withTenant } from './account-paths.ts'

/**
 * Gives where the visitor goes from the account page. `config.query` names the redirect parameter: it holds the page that was
 * loaded. `tenant`: of the account.
 */
export function loginPathAfter(
  departure: Departure,
  { pathname }: Pick<Location, 'pathname'>,
  { paths, query }: Pick<PageConfig, 'paths' | 'query'>,
  tenant: string | null
): string {
  const parameter = query.slice(1).split('=', 1)[0] ?? ''
  const page = withTenant(pathname, tenant)
  switch (departure) {
    case 'sign-in':
      return `${paths.login}?${parameter}=${encodeURIComponent(page)}&reason=expired`
    case 'changed':
      return `${paths.login}?${parameter}=${encodeURIComponent(page)}&reason=changed`
    case 'deleted':
      return `${paths.login}/signed-out?reason=deleted`
    case 'signed-out':
    case 'revoked':
      return `${paths.login}?reason=${departure}`
  }
}
