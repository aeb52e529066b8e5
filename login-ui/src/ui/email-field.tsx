import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Field } from './field.tsx'
import { Link } from './link.tsx'
import { usePage } from './page-context.tsx'

/** The email address, kept between screens; prefilled for a step-up sign-in until changed. `enter`: what Enter does, for phones. */
export function EmailField({ enter = 'next' }: { enter?: 'next' | 'send' }) {
  const { isKnown } = usePage()
  const [wasKnown] = useState(isKnown)
  return <EmailInput key={String(isKnown)} isFreed={wasKnown && !isKnown} enter={enter} />
}

/** `isFreed`: the visitor has just asked to type another address. */
function EmailInput({ isFreed, enter }: { isFreed: boolean; enter: 'next' | 'send' }) {
  const { config, text, email, keepEmail, isKnown, step, act } = usePage()
  // Not what was typed: browsers restore only values that differ from the default one.
  const [initial] = useState(email)
  const input = useRef<HTMLInputElement>(null)
  const [wasGiven, setWasGiven] = useState(false)
  if (step === 'password' && !wasGiven) setWasGiven(true)
  // Typed, or restored after Back, before hydration.
  useEffect(() => {
    const typed = input.current?.value ?? ''
    if (typed !== initial) keepEmail(typed)
  }, [initial, keepEmail])
  // Found after a reload. Selected where a visitor is about to type, who would otherwise append to it.
  useLayoutEffect(() => {
    const field = input.current
    if (field?.value !== '' || email === '') return
    field.value = email
    if (field === document.activeElement) field.select()
  }, [email])
  // The focused button is gone.
  useEffect(() => {
    if (isFreed) input.current?.focus()
  }, [isFreed])
  return (
    <Field
      name="email"
      label={text('field.email')}
      type="email"
      dir="ltr"
      autoComplete={`username${config.passkeys.autoComplete}`}
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={initial}
      enterKeyHint={enter}
      {...((isKnown || step === 'password') && { readOnly: true })}
      onInput={({ currentTarget }) => keepEmail(currentTarget.value)}
      aside={
        isKnown ? (
          <button type="button" className="link" onClick={() => act('useOtherAccount')}>
            {text('page.other-account')}
          </button>
        ) : undefined
      }
      data-first={(wasGiven && step === 'address') || undefined}
      trailing={
        step === 'password' && (
          <Link to="sign-in" className="toggle">
            {text('password-step.change')}
          </Link>
        )
      }
      ref={input}
    />
  )
}
