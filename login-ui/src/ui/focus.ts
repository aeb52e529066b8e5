import { type RefObject, useEffect, useRef } from 'react'
import type { State } from '../machine.ts'
import { type FieldName, formProblemOf } from './field-problem.tsx'
import { type PageTools, usePage } from './page-context.tsx'

/**
 * Moves the focus inside of `root`: to the heading of a new place, or to the node marked `data-first`; after a failed
 * submit to the field that is wrong. The alert is announced where it stands, and only brought into view. When the page opens
 * only a marked node gets the focus.
 */
export function useFocus(root: RefObject<HTMLElement | null>, place: string, state: State): void {
  const { announce } = usePage()
  const seen = useRef<string | null>(null)

  useEffect(() => {
    const { current } = root
    const marked = current?.querySelector<HTMLElement>('[data-first]')
    const opens = seen.current === null
    if (seen.current !== place)
      moveFocus(marked ?? (opens ? null : current?.querySelector<HTMLElement>('h1, h2')))
    seen.current = place
  }, [root, place])

  const { status } = state
  const shown = useRef(status)
  useEffect(() => {
    // Editing a field changes what is shown as wrong, but the attempt that failed stays the same.
    if (shown.current !== status && root.current !== null) showProblem(root.current, state, announce)
    shown.current = status
  }, [root, status, state, announce])
}

/** Focuses what is to be corrected, and brings it and the text of the problem into view: the text wins. */
function showProblem(root: HTMLElement, state: State, announce: PageTools['announce']): void {
  const { problem, fields } = formProblemOf(state)
  const [name = problem?.kind === 'credentials' ? 'password' : null] = fields.keys()
  if (name !== null) announce(focusWrongField(name))
  if (problem !== null) root.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
}

/**
 * Takes the focus to the field that is wrong, and brings what is said of it into view. Gives what is to be announced:
 * screen readers read what is wrong with a field when the focus comes to it, and nothing when it is there already. Were all of
 * it announced, or each field a live region, it would be read twice.
 */
export function focusWrongField(name: FieldName): string {
  const field = isChoosingLanguage() ? null : document.querySelector<HTMLInputElement>(`#${name}`)
  const isRead = field !== null && field !== document.activeElement
  const unread = isRead ? `main .error:not(#${name}-error)` : 'main .error'
  field?.focus({ preventScroll: true })
  if (name === 'password' || name === 'code') field?.select()
  field?.closest('.field')?.scrollIntoView({ block: 'nearest' })
  return Array.from(document.querySelectorAll<HTMLElement>(unread), (error) => error.innerText).join(' ')
}

/** Gives the focus to what the page wants to say, if anything. Who is choosing a language keeps it. */
export function moveFocus(node: HTMLElement | null | undefined): void {
  if (!isChoosingLanguage()) node?.focus()
}

const isChoosingLanguage = () => document.querySelector('.languages[open]') !== null
