import type { MouseEvent, ReactNode } from 'react'
import { pathOf, signInAddress } from '../lib/addresses.ts'
import type { Address } from '../page-config.ts'
import { usePage } from './page-context.tsx'

/** Whether the click is plain navigation, not a new tab or a download. */
export function isPlainClick(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
}

/** Adds the current fragment to the clicked link, since the server never sees it. */
function keepFragment({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  currentTarget.hash = location.hash
}

interface LinkProps {
  to: Address
  className?: string
  children: ReactNode
}

/** A link to another screen. With the script, it shows the screen without a request. */
export function Link({ to, className, children }: LinkProps) {
  const { config, act, prepare } = usePage()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    keepFragment(event)
    if (!isPlainClick(event)) return
    event.preventDefault()
    act('go', to)
  }
  return (
    <a
      className={className}
      href={pathOf(to === 'sign-in' ? signInAddress(config) : to, config)}
      onClick={follow}
      onFocus={() => prepare(to)}
      onPointerEnter={() => prepare(to)}
    >
      {children}
    </a>
  )
}

/** The link to the redirect target. */
export function ContinueLink({ className, children }: Omit<LinkProps, 'to'>) {
  const { config, act } = usePage()
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    act('proceed')
  }
  return (
    <a className={className} href={config.redirectTarget} onClick={follow}>
      {children}
    </a>
  )
}
