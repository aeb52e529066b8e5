import type { ReactNode, SubmitEvent } from 'react'
import { pathOf } from '../lib/addresses.ts'
import { Button } from './button.tsx'
import type { FieldName } from './field-problem.tsx'
import { usePage } from './page-context.tsx'

interface FormProps {
  onSubmit: (fields: FormData) => void
  /** Text of the submit button. */
  submit: string
  children: ReactNode
}

/**
 * A form with its submit button. Submitted before the script runs, it is a POST to the gateway, which discards it: without
 * a method, the password would be in the address.
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
      <Button name="submit" primary>
        {submit}
      </Button>
    </form>
  )
}

/** Gives a field of a form as text; a missing one is empty. Only email addresses are trimmed, never passwords. */
export function fieldOf(fields: FormData, name: FieldName): string {
  const value = fields.get(name)
  const typed = typeof value === 'string' ? value : ''
  return name === 'email' ? typed.trim() : typed
}
