import type { ReactNode, Ref } from 'react'
import type { Problem } from '../auth/errors.ts'
import { text } from '../lib/i18n.ts'

interface AlertProps {
  /** Of the node with the problem's text, for `aria-describedby`. */
  textId: string
  /** Null keeps the node, empty: readers announce changes only of a node they know. */
  problem: Problem | null
  /** To focus it after a failed submit. */
  ref: Ref<HTMLDivElement>
  /** A way on, after the text. */
  children?: ReactNode
}

/** The one node in which problems of the whole form are announced. */
export function Alert({ textId, problem, ref, children }: AlertProps) {
  return (
    <div className="alert" role="alert" tabIndex={-1} ref={ref}>
      {problem !== null && (
        <>
          <p id={textId}>
            <strong>{text(problem.title)}</strong>
            {problem.hint !== null && ` ${text(problem.hint)}`}
          </p>
          {problem.reference !== null && (
            <p className="muted">{text('problem.reference', { reference: problem.reference })}</p>
          )}
          {children}
        </>
      )}
    </div>
  )
}
