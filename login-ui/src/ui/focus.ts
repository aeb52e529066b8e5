import { type RefObject, useEffect, useRef } from 'react'
import type { FormProblem } from './field-problem.tsx'

/**
 * Moves the focus inside of `root`: to the heading of a new place, or to the node marked `data-first`; after a failed
 * submit to the field, or to the alert. When the page opens only a marked node gets it.
 */
export function useFocus(
  root: RefObject<HTMLElement | null>,
  place: string,
  { problem, field }: FormProblem
): void {
  const seen = useRef<string | null>(null)

  useEffect(() => {
    const { current } = root
    const marked = current?.querySelector<HTMLElement>('[data-first]')
    const opens = seen.current === null
    if (seen.current !== place) (marked ?? (opens ? null : current?.querySelector('h1')))?.focus()
    seen.current = place
  }, [root, place])

  const opened = useRef(false)
  useEffect(() => {
    if (opened.current && problem !== null) {
      root.current?.querySelector<HTMLElement>(field === null ? '[role=alert]' : `#${field}`)?.focus()
    }
    opened.current = true
  }, [root, problem, field])
}
