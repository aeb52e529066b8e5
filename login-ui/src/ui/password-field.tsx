import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { EmailField } from './email-field.tsx'
import { Field } from './field.tsx'
import { Form, fieldOf } from './form.tsx'
import { EyeIcon } from './icons.tsx'
import { Link } from './link.tsx'
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

/** Email address and password of an account. */
export function PasswordForm() {
  const { config, text, act, extras } = usePage()
  const submit = (fields: FormData) =>
    act('signInWithPassword', { email: fieldOf(fields, 'email'), password: fieldOf(fields, 'password') })
  return (
    <Form onSubmit={submit} submit={text('sign-in.submit')}>
      <EmailField />
      <PasswordField
        name="password"
        label={text('field.password')}
        autoComplete={`current-password${config.passkeys.autoComplete}`}
        aside={<Link to="forgot">{text('sign-in.forgot')}</Link>}
      />
      {extras && <extras.Remember />}
    </Form>
  )
}
