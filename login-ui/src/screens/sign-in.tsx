import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Problem } from '../auth/errors.ts'
import type { Credentials } from '../auth/sign-in.ts'
import { type MessageKey, text } from '../lib/i18n.ts'
import { isBusy, type State } from '../machine.ts'
import type { PageConfig } from '../page-config.ts'
import { Alert } from '../ui/alert.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'

interface SignInProps {
  state: State
  config: PageConfig
  onSubmit: (credentials: Credentials) => void
  /** The visitor has touched or focused a control. May be called often. */
  onIntent: () => void
}

/** E-mail and password. Both inputs keep their text through every state. */
export function SignIn({ state, config, onSubmit, onIntent }: SignInProps) {
  const [capsLock, setCapsLock] = useState(false)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const alert = useRef<HTMLDivElement>(null)

  const problem = state.name === 'error' ? state.problem : null
  const formProblem = problem !== null && fieldError(problem, 'email', 'password') === null ? problem : null
  const mismatch = problem?.kind === 'credentials'
  const busy = isBusy(state)
  const hint = hintFor(state, capsLock)

  useEffect(() => {
    if (problem === null) return
    const place = problem.kind === 'email' ? email : problem.kind === 'password' ? password : alert
    place.current?.focus()
  }, [problem])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    onSubmit({ email: String(fields.get('email')).trim(), password: String(fields.get('password')) })
  }

  const retryPassword = () => {
    password.current?.focus()
    password.current?.select()
  }

  return (
    <>
      <h1>{text('sign-in.heading')}</h1>
      {state.name === 'ready' && state.reason !== null && (
        <p className="notice">{text(`notice.${state.reason}`)}</p>
      )}
      <Alert textId="problem" problem={formProblem} ref={alert}>
        {mismatch && (
          <button type="button" className="link" onClick={retryPassword}>
            {text('problem.retry-password')}
          </button>
        )}
      </Alert>
      <form
        method="post"
        action={config.paths.login}
        noValidate
        onSubmit={submit}
        onFocus={onIntent}
        onPointerDown={onIntent}
      >
        <Field
          name="email"
          label={text('sign-in.email')}
          type="email"
          autoComplete="username"
          required
          readOnly={busy}
          ref={email}
          error={fieldError(problem, 'email')}
          aria-invalid={mismatch}
          describedBy={mismatch ? 'problem' : undefined}
        />
        <PasswordField
          name="password"
          label={text('sign-in.password')}
          autoComplete="current-password"
          required
          readOnly={busy}
          concealed={busy}
          ref={password}
          error={fieldError(problem, 'password')}
          aria-invalid={mismatch}
          describedBy={mismatch ? 'problem' : undefined}
          onCapsLock={setCapsLock}
        />
        <p className={hint === null ? 'visually-hidden' : 'status'} role="status">
          {busy ? text(submitLabel(state)) : hint}
        </p>
        <p className="actions">
          <button type="submit" className="button" aria-disabled={busy}>
            {text(submitLabel(state))}
          </button>
        </p>
      </form>
    </>
  )
}

/** What the status line shows; while the page is busy it speaks only to screen readers, the button shows the same. */
function hintFor(state: State, capsLock: boolean): string | null {
  if (state.name === 'offline') return text('sign-in.offline')
  return capsLock && !isBusy(state) ? text('sign-in.caps-lock') : null
}

function fieldError(problem: Problem | null, ...kinds: Problem['kind'][]): string | null {
  return problem !== null && kinds.includes(problem.kind) ? text(problem.title) : null
}

function submitLabel(state: State): MessageKey {
  switch (state.name) {
    case 'submitting':
      return 'sign-in.submitting'
    case 'exchanging':
      return 'sign-in.exchanging'
    case 'leaving':
      return 'sign-in.leaving'
    default:
      return 'sign-in.submit'
  }
}
