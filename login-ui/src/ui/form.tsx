import type { ReactNode, SubmitEvent } from 'react'
import { pathOf } from '../lib/addresses.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { type FieldName, useFormProblem } from './field-problem.tsx'
import { usePage } from './page-context.tsx'

interface FormProps {
  onSubmit: (fields: FormData) => void
  /** Text of the submit button. */
  submit: string
  children: ReactNode
}

/**
 * A form with its submit button. Without script it POSTs to the gateway, which discards it: a GET would put
 * the password into the address.
 */
export function Form({ onSubmit, submit, children }: FormProps) {
  const { config, busyText, press } = usePage()
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busyText !== null) return
    press('submit')
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form method="post" action={pathOf('sign-in', config)} noValidate onSubmit={send}>
      {children}
      <Alert problem={useFormProblem('form')} />
      <Button name="submit" primary>
        {submit}
      </Button>
    </form>
  )
}

/** A form field as text; empty if missing. Email addresses are trimmed, passwords never. */
export function fieldOf(fields: FormData, name: FieldName): string {
  const value = fields.get(name)
  const typed = typeof value === 'string' ? value : ''
  return name === 'email' ? typed.trim() : typed
}
