import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Field } from './field.tsx'
import { EyeIcon } from './icons.tsx'
import { usePage } from './page-context.tsx'

interface PasswordFieldProps
  extends Pick<
    ComponentProps<typeof Field>,
    'aside' | 'autoComplete' | 'defaultValue' | 'describedBy' | 'label' | 'onFocus' | 'onInput' | 'ref'
  > {
  name: 'password' | 'new-password'
  /** Below the field. */
  below?: ReactNode
}

/** A password whose text can be shown, and which tells when Caps Lock is on while it has the focus. */
export function PasswordField({ below, ...field }: PasswordFieldProps) {
  const { text, busyText, announce } = usePage()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)

  const noteCapsLock = (on: boolean) => {
    if (on === capsLock) return
    setCapsLock(on)
    announce(on ? text('field.caps-lock') : null)
  }
  const watchCapsLock = (event: KeyboardEvent) => noteCapsLock(event.getModifierState('CapsLock'))

  return (
    <Field
      {...field}
      // Hidden while it is submitted, whatever the toggle says: browsers keep the value of a text field, to suggest it again.
      type={shown && busyText === null ? 'text' : 'password'}
      dir="ltr"
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => noteCapsLock(false)}
      hint={
        <>
          {capsLock && (
            <p className="muted" aria-hidden="true">
              {text('field.caps-lock')}
            </p>
          )}
          {below}
        </>
      }
      trailing={
        <button
          type="button"
          className="toggle"
          aria-label={text('field.show-password')}
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
