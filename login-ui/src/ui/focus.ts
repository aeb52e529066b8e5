import { type RefObject, useEffect, useRef } from 'react'
import type { State } from '../machine.ts'
import { formProblemOf } from './field-problem.tsx'

/**
 * Moves the focus inside of `root`: to the heading of a new place, or to the node marked `data-first`; after a failed
 * submit to the field that is wrong. The alert is announced where it stands, and only brought into view. When the page opens
 * only a marked node gets the focus.
 */
export function useFocus(root: RefObject<HTMLElement | null>, place: string, state: State): void {
  const seen = useRef<string | null>(null)

  useEffect(() => {
    const { current } = root
    const marked = current?.querySelector<HTMLElement>('[data-first]')
    const opens = seen.current === null
    if (seen.current !== place)
      (marked ?? (opens ? null : current?.querySelector<HTMLElement>('h1, h2')))?.focus()
    seen.current = place
  }, [root, place])

  const { status } = state
  const shown = useRef(status)
  useEffect(() => {
    // Editing a field changes what is shown as wrong, but the attempt that failed stays the same.
    if (shown.current !== status && root.current !== null) showProblem(root.current, state)
    shown.current = status
  }, [root, status, state])
}

/** Focuses what is to be corrected, and brings it and the text of the problem into view: the text wins. */
function showProblem(root: HTMLElement, state: State): void {
  const { problem, fields } = formProblemOf(state)
  const [name = problem?.kind === 'credentials' ? 'password' : null] = fields.keys()
  const field = name === null ? null : root.querySelector<HTMLInputElement>(`#${name}`)
  field?.focus({ preventScroll: true })
  if (name === 'password' || name === 'code') field?.select()
  field?.closest('.field')?.scrollIntoView({ block: 'nearest' })
  if (problem !== null) root.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
}
