import type { MouseEvent, ReactNode } from 'react'
import { isPlainClick } from '../ui/link.tsx'
import { usePage } from '../ui/page-context.tsx'
import { useAccount } from './account-context.ts'
import { accountPathOf } from './account-paths.ts'
import type { AccountPageName } from './contract.ts'

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
