import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { EmailField } from './email-field.tsx'
import { Field } from './field.tsx'
import { Form, fieldOf } from './form.tsx'
import { EyeIcon } from './icons.tsx'
import { Link } from './link.tsx'
import { usePage } from './page-context.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<typeof Field>, 'hint' | 'trailing'> {
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
      enterKeyHint="go"
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

/**
 * Email address and password of an account, at once or one after the other. In the first of two steps, the password is there for
 * password managers and out of sight: see `controls.css`.
 */
export function PasswordForm() {
  const { config, text, act, extras, step } = usePage()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const field = input.current
    if (step !== 'password' || field === null) return
    // Meant for this address, not for the next one.
    return () => {
      field.value = ''
    }
  }, [step])
  const submit = (fields: FormData) =>
    act('signInWithPassword', { email: fieldOf(fields, 'email'), password: fieldOf(fields, 'password') })
  return (
    <Form onSubmit={submit} submit={text(step === 'address' ? 'page.continue' : 'sign-in.submit')}>
      <EmailField />
      <PasswordField
        ref={input}
        name="password"
        label={text('field.password')}
        autoComplete={`current-password${config.passkeys.autoComplete}`}
        data-first={step === 'password' || undefined}
        aside={<Link to="forgot">{text('sign-in.forgot')}</Link>}
        {...(step === 'address' && { tabIndex: -1, 'aria-hidden': true })}
      />
      {extras && <extras.Remember />}
    </Form>
  )
}
