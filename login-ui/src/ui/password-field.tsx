import { type KeyboardEvent, useState } from 'react'
import { Field } from './field.tsx'
import { EyeIcon } from './icons.tsx'
import { usePage } from './page-context.tsx'

/** A password whose text can be shown, and which tells when Caps Lock is on while it has the focus. */
export function PasswordField({ name }: { name: 'password' | 'new-password' }) {
  const { text, busyText, announce } = usePage()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const isNew = name === 'new-password'

  const noteCapsLock = (on: boolean) => {
    if (on === capsLock) return
    setCapsLock(on)
    announce(on ? text('field.caps-lock') : null)
  }
  const watchCapsLock = (event: KeyboardEvent) => noteCapsLock(event.getModifierState('CapsLock'))

  return (
    <Field
      name={name}
      label={text(isNew ? 'field.new-password' : 'field.password')}
      // Hidden while it is submitted, whatever the toggle says: browsers keep the value of a text field, to suggest it again.
      type={shown && busyText === null ? 'text' : 'password'}
      dir="ltr"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => noteCapsLock(false)}
      hint={
        capsLock && (
          <p className="muted" aria-hidden="true">
            {text('field.caps-lock')}
          </p>
        )
      }
      trailing={
        <button
          type="button"
          className="toggle"
          aria-label={text('field.show-password')}
          aria-pressed={shown}
          aria-controls={name}
          onClick={() => setShown(!shown)}
        >
          <EyeIcon struck={shown} />
        </button>
      }
    />
  )
}
