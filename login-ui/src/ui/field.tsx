import type { ComponentPropsWithRef, ReactNode } from 'react'

interface FieldProps extends Omit<ComponentPropsWithRef<'input'>, 'id'> {
  /** Also the id of the input. */
  name: string
  label: string
  /** What is wrong with this field; null = nothing that belongs to this field alone. */
  error: string | null
  /** Ids of other nodes that describe the field. */
  describedBy?: string | undefined
  /** A control inside the field, at its end. */
  trailing?: ReactNode
}

/** A labelled input with its own error text. `aria-invalid` given from outside marks it without a text. */
export function Field({ name, label, error, describedBy, trailing, ...input }: FieldProps) {
  const errorId = `${name}-error`
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="control">
        <input
          {...input}
          id={name}
          name={name}
          aria-invalid={error !== null || input['aria-invalid']}
          aria-describedby={error === null ? describedBy : errorId}
        />
        {trailing}
      </div>
      {error !== null && (
        <p className="error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  )
}
