import { type InputEvent, useRef } from 'react'
import { Field } from './field.tsx'
import { usePage } from './page-context.tsx'

/** How many digits authenticator apps and text messages give. */
const codeLength = 6

/** Gives the digits of `typed` in ASCII, Arabic, Persian and full-width ones too; all other characters are left out. */
export function digitsOf(typed: string): string {
  return typed
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\D/g, '')
}

interface CodeFieldProps {
  /** Id of the node that says where the code comes from. */
  describedBy: string
  /** Does it get the focus when the screen is shown? */
  first?: boolean
}

/** One field for a one-time code. The first full code sends the form by itself; a corrected one waits for the button. */
export function CodeField({ describedBy, first = false }: CodeFieldProps) {
  const { text } = usePage()
  const sent = useRef(false)
  const watch = ({ currentTarget }: InputEvent<HTMLInputElement>) => {
    if (sent.current || digitsOf(currentTarget.value).length !== codeLength) return
    sent.current = true
    currentTarget.form?.requestSubmit()
  }
  return (
    <Field
      name="code"
      label={text('field.code')}
      type="text"
      className="code"
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      describedBy={describedBy}
      data-first={first || undefined}
      onInput={watch}
    />
  )
}
