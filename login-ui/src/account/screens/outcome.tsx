import { type ReactNode, useEffect, useRef } from 'react'
import { moveFocus } from '../../ui/focus.ts'

/** The result of a change in place of its form, which had the focus. */
export function Outcome({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => moveFocus(root.current), [])
  return (
    <div className="status" role="status" tabIndex={-1} ref={root}>
      {children}
    </div>
  )
}
