import type { PageConfig } from '../page-config.ts'
import type { Departure } from './account-context.ts'
import { accountPathOf, withTenant } from './account-paths.ts'

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
  const backTo = (path: string) =>
    `${paths.login}?${parameter}=${encodeURIComponent(withTenant(path, tenant))}`
  switch (departure) {
    case 'sign-in':
      return `${backTo(pathname)}&reason=expired`
    case 'changed':
      // What was changed can be seen there, while the page of a change would ask for a proof at once.
      return `${backTo(accountPathOf('overview', { paths }))}&reason=changed`
    case 'deleted':
      return `${paths.login}/signed-out?reason=deleted`
    case 'signed-out':
    case 'revoked':
      return `${paths.login}?reason=${departure}`
  }
}
