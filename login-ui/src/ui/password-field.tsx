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

/** A password field with a visibility toggle and a Caps Lock warning. */
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
      // Hidden during submit: browsers store text field values for suggestions.
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
