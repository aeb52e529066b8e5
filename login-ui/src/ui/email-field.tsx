import { useEffect, useRef, useState } from 'react'
import { Field } from './field.tsx'
import { usePage } from './page-context.tsx'

/** The e-mail address, kept from screen to screen. */
export function EmailField() {
  const { text, email, keepEmail } = usePage()
  const [initial] = useState(email)
  const input = useRef<HTMLInputElement>(null)
  // What was typed or filled in before the script could listen.
  useEffect(() => {
    const typed = input.current?.value ?? ''
    if (typed !== initial) keepEmail(typed)
  }, [initial, keepEmail])
  return (
    <Field
      name="email"
      label={text('field.email')}
      type="email"
      dir="ltr"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={initial}
      onInput={({ currentTarget }) => keepEmail(currentTarget.value)}
      ref={input}
    />
  )
}
