import type { MouseEvent, ReactNode } from 'react'
import type { PageConfig } from '../page-config.ts'
import { isPlainClick } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import { useAccount } from './account-context.ts'
import type { AccountPageName } from './contract.ts'

/** The path of an account page; for previews without an account page, the usual one. */
export function accountPathOf(page: AccountPageName, { paths }: Pick<PageConfig, 'paths'>): string {
  const root = paths.account ?? '/account'
  return page === 'overview' ? root : `${root}/${page}`
}

/** The account page at a path; by default the overview. */
export function accountPageAt(
  pathname: string,
  pages: readonly AccountPageName[],
  config: Pick<PageConfig, 'paths'>
): AccountPageName {
  return pages.find((page) => accountPathOf(page, config) === pathname) ?? 'overview'
}

/** Adds the account's tenant to an address, for a sign-in on the way there. */
export function withTenant(path: string, tenant: string | null): string {
  return tenant === null ? path : `${path}?tenant=${encodeURIComponent(tenant)}`
}

interface AccountLinkProps {
  to: AccountPageName
  className?: string
  id?: string
  /** Ids of the labelling elements. */
  labelledBy?: string
  children: ReactNode
}

/** A link to an account page. With the script, it shows the page without a request. */
export function AccountLink({ to, className, id, labelledBy, children }: AccountLinkProps) {
  const { config } = usePage()
  const { show } = useAccount()
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    show(to)
  }
  return (
    <a
      id={id}
      className={className}
      href={accountPathOf(to, config)}
      aria-labelledby={labelledBy}
      onClick={follow}
    >
      {children}
    </a>
  )
}
