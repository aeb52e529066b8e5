import type { ComponentPropsWithRef, ReactNode } from 'react'
import { ProblemDetails } from './alert.tsx'
import { type FieldName, useFieldProblem } from './field-problem.tsx'
import { usePage } from './page-context.tsx'

interface Props extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'name'> {
  /** Also the input's id: password managers remember both, so never change them. */
  name: FieldName
  label: ReactNode
  /** Id of another node that describes the field. */
  describedBy?: string | undefined
  /** A control before the field. */
  lead?: ReactNode
  /** A control at the end of the field. */
  trailing?: ReactNode
  /** Below the field. */
  hint?: ReactNode
  /** A link beside the label. */
  aside?: ReactNode
}

/** A labelled input with its problem. Uncontrolled, to survive hydration. */
export function Field({ name, label, describedBy, lead, trailing, hint, aside, onInput, ...input }: Props) {
  const { text, busyText } = usePage()
  const { problem, suspect, edit } = useFieldProblem(name)
  const errorId = `${name}-error`
  const descriptions = [problem !== null && errorId, suspect && 'problem', describedBy].filter(Boolean)
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="control">
        {lead}
        <input
          required
          readOnly={busyText !== null}
          {...input}
          id={name}
          name={name}
          onInput={(event) => {
            edit()
            onInput?.(event)
          }}
          aria-invalid={problem !== null || suspect}
          aria-describedby={descriptions.join(' ') || undefined}
        />
        {trailing}
      </div>
      {problem !== null && (
        <div className="error" id={errorId}>
          <p>{text(problem.title, problem.slots)}</p>
          <ProblemDetails of={problem} />
        </div>
      )}
      {hint}
      {aside !== undefined && <div className="aside">{aside}</div>}
    </div>
  )
}
