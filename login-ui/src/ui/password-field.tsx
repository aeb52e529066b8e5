import { type ComponentPropsWithRef, type KeyboardEvent, useState } from 'react'
import { text } from '../lib/i18n.ts'
import { Field } from './field.tsx'
import { EyeIcon } from './icons.tsx'

interface PasswordFieldProps extends Omit<ComponentPropsWithRef<typeof Field>, 'type' | 'trailing'> {
  /** True: the typed text is not shown, whatever the toggle says. */
  concealed: boolean
  onCapsLock: (on: boolean) => void
}

/** A field whose text can be shown, and which tells when Caps Lock is on while it has the focus. */
export function PasswordField({ concealed, onCapsLock, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const visible = shown && !concealed
  const watchCapsLock = (event: KeyboardEvent) => onCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field
      {...field}
      type={visible ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => onCapsLock(false)}
      trailing={
        <button
          type="button"
          className="toggle"
          aria-label={text('sign-in.show-password')}
          aria-pressed={shown}
          aria-controls={field.name}
          onClick={() => setShown(!shown)}
        >
          <EyeIcon struck={shown} />
        </button>
      }
    />
  )
}
