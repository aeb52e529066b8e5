import { type RefObject, useEffect, useRef } from 'react'
import type { State } from '../machine.ts'
import { type FieldName, formProblemOf } from './field-problem.tsx'
import { type PageTools, usePage } from './page-context.tsx'

/**
 * Moves the focus inside `root`, which a new place shows from its top: to the heading, or to the node marked `data-first`; after a
 * failed submit, to the wrong field. The alert is announced in place and only scrolled into view. When the
 * page opens, only a marked node is focused.
 */
export function useFocus(root: RefObject<HTMLElement | null>, place: string, state: State): void {
  const { announce } = usePage()
  const seen = useRef<string | null>(null)

  useEffect(() => {
    const { current } = root
    const marked = current?.querySelector<HTMLElement>('[data-first]')
    const opens = seen.current === null
    if (seen.current !== place) {
      if (!opens) scrollTo(0, 0)
      moveFocus(marked ?? (opens ? null : current?.querySelector<HTMLElement>('h1, h2')))
    }
    seen.current = place
  }, [root, place])

  const { status } = state
  const shown = useRef(status)
  useEffect(() => {
    // Editing changes the visible problems, but not the failed attempt.
    if (shown.current !== status && root.current !== null) showProblem(root.current, state, announce)
    shown.current = status
  }, [root, status, state, announce])
}

/** Focuses what is wrong and scrolls it and the problem's text into view; the text has priority. */
function showProblem(root: HTMLElement, state: State, announce: PageTools['announce']): void {
  const { problem, fields } = formProblemOf(state)
  const [name = problem?.kind === 'credentials' ? 'password' : null] = fields.keys()
  if (name !== null) announce(focusWrongField(name))
  if (problem !== null) root.querySelector('[role=alert]:not(:empty)')?.scrollIntoView({ block: 'nearest' })
}

/**
 * Focuses the wrong field and scrolls its problem into view. Returns what to announce: screen readers read a field's problem on
 * focus, but not if it is already focused. Announcing everything, or live regions per field, would read it twice.
 */
export function focusWrongField(name: FieldName): string {
  const field = isChoosingLanguage() ? null : document.querySelector<HTMLInputElement>(`#${name}`)
  const isRead = field !== null && field !== document.activeElement
  const unread = isRead ? `main .error:not(#${name}-error)` : 'main .error'
  field?.focus({ preventScroll: true })
  if (name === 'password') field?.select()
  // Visitors type a code again rather than correct a digit.
  if (name === 'code' && field !== null) field.value = ''
  field?.closest('.field')?.scrollIntoView({ block: 'nearest' })
  return Array.from(document.querySelectorAll<HTMLElement>(unread), (error) => error.innerText).join(' ')
}

/** Focuses the node, if any, unless the visitor is choosing a language. */
export function moveFocus(node: HTMLElement | null | undefined): void {
  if (!isChoosingLanguage()) node?.focus()
}

const isChoosingLanguage = () => document.querySelector('.languages[open]') !== null
