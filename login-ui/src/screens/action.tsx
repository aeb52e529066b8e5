import { useState } from 'react'
import type { Problem } from '../auth/errors.ts'
import type { MessageKey, Text } from '../lib/i18n.ts'
import type { ActionStep } from '../machine.ts'
import type { ActionMode } from '../page-config.ts'
import { ProblemDetails } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { Field } from '../ui/field.tsx'
import { Form, fieldOf } from '../ui/form.tsx'
import { Given } from '../ui/given.tsx'
import type { StatusKind } from '../ui/icons.tsx'
import { ContinueLink, Link } from '../ui/link.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { usePage } from '../ui/page-context.tsx'
import { Words } from '../ui/words.tsx'
import { BackToSignIn } from './mail-screens.tsx'
import type { ScreenOf, ScreenProps, View } from './views.ts'

/** The part of its texts' keys, per kind of mail link. */
const actionNames = {
  resetPassword: 'reset',
  verifyEmail: 'verify',
  recoverEmail: 'recover',
  verifyAndChangeEmail: 'change',
  revertSecondFactorAddition: 'factor',
  signIn: 'link'
} as const satisfies Record<ActionMode, string>

type StepOf<Name extends ActionStep['name']> = Extract<ActionStep, { name: Name }>

/** A mail link. Scanners open links too, so nothing happens until a button is pressed. */
function Action({ screen: { mode, step }, state: { status } }: ScreenProps<'action'>) {
  switch (step.name) {
    case 'checking':
      return <Checking failed={status.name === 'error'} />
    case 'ready':
      if (mode === 'resetPassword') return <Reset step={step} />
      return <Confirm mode={mode ?? 'signIn'} step={step} />
    case 'ask-email':
      return <AskEmail />
    case 'done':
      return <Done mode={mode ?? 'signIn'} />
    case 'dead':
      return <Dead mode={mode} step={step} />
  }
}

/** After a failure the button stays during the new check, because it has the focus. */
function Checking({ failed }: { failed: boolean }) {
  const { text, act } = usePage()
  const [retries, setRetries] = useState(failed)
  if (failed && !retries) setRetries(true)
  return (
    <>
      {retries ? (
        <Button name="retry" primary onPress={() => act('applyAction', {})}>
          {text('page.retry')}
        </Button>
      ) : (
        <p className="checking">
          <span className="spinner" />
        </p>
      )}
      <BackToSignIn />
    </>
  )
}

/** The address is in a field so that password managers save the new password with it. */
function Reset({ step: { email } }: { step: StepOf<'ready'> }) {
  const { text, act } = usePage()
  return (
    <>
      <Form
        onSubmit={(fields) => act('applyAction', { newPassword: fieldOf(fields, 'new-password') })}
        submit={text('action.reset.submit')}
      >
        {email !== null && (
          <Field
            name="email"
            label={text('field.email')}
            type="email"
            dir="ltr"
            autoComplete="username"
            readOnly
            defaultValue={email}
          />
        )}
        <NewPasswordField />
      </Form>
      <BackToSignIn />
    </>
  )
}

interface ConfirmProps {
  mode: Exclude<ActionMode, 'resetPassword'>
  step: StepOf<'ready'>
}

function Confirm({ mode, step }: ConfirmProps) {
  const { text, act, extras } = usePage()
  const name = actionNames[mode]
  const email = mode === 'verifyAndChangeEmail' ? step.newEmail : step.email
  return (
    <>
      <p>
        {email === null ? (
          text(`action.${name}.text-unnamed`)
        ) : (
          <Words of={`action.${name}.text`} slots={{ email: <Given>{email}</Given> }} />
        )}
      </p>
      {mode === 'signIn' && extras && <extras.Remember />}
      <Button name="apply" primary onPress={() => act('applyAction', {})}>
        {text(name === 'link' ? 'sign-in.submit' : `action.${name}.submit`)}
      </Button>
      <BackToSignIn />
    </>
  )
}

function AskEmail() {
  const { text, act, extras } = usePage()
  return (
    <>
      <p>{text('action.ask.text')}</p>
      <Form
        onSubmit={(fields) => act('applyAction', { email: fieldOf(fields, 'email') })}
        submit={text('sign-in.submit')}
      >
        <EmailField />
        {extras && <extras.Remember />}
      </Form>
      <BackToSignIn />
    </>
  )
}

/** After a reverted change, someone else may know the password: offers a new one. */
function Done({ mode }: { mode: ActionMode }) {
  const { config, text } = usePage()
  const undone = mode === 'recoverEmail' || mode === 'revertSecondFactorAddition'
  return (
    <>
      <p>{text(`action.${actionNames[mode]}.done`)}</p>
      <ContinueLink className="button">{text('page.continue')}</ContinueLink>
      {undone && config.methods.password && (
        <Link to="forgot" className="button plain">
          {text('action.reset-password')}
        </Link>
      )}
    </>
  )
}

/** Hints that are useless if the visitor cannot request another link. */
const hintsToAsk: ReadonlySet<Problem['hint']> = new Set([
  'problem.link-expired.hint',
  'problem.link-used.hint'
])

/**
 * An unusable link. Only a signed-in account can request another verification mail, so in that case the page leads to sign-in.
 */
function Dead({ mode, step: { problem } }: { mode: ActionMode | null; step: StepOf<'dead'> }) {
  const { text } = usePage()
  const source = mode === 'resetPassword' ? 'forgot' : mode === 'signIn' ? 'link' : null
  const cannotAsk = source === null && hintsToAsk.has(problem.hint)
  return (
    <>
      <ProblemDetails of={cannotAsk ? { ...problem, hint: 'problem.link-none.hint' } : problem} />
      {source !== null && (
        <Link to={source} className="button">
          {text('action.new-link')}
        </Link>
      )}
      <Link to="sign-in" className={source === null ? 'button' : 'button plain'}>
        {text('page.back')}
      </Link>
    </>
  )
}

function headingOf({ mode, step }: ScreenOf<'action'>, text: Text): string {
  const name = actionNames[mode ?? 'signIn']
  switch (step.name) {
    case 'checking':
      return text('action.checking')
    case 'ask-email':
      return text('action.ask.heading')
    case 'ready':
      return text(`action.${name}.heading`)
    case 'done':
      return text(`action.${name}.done-heading`)
    case 'dead':
      return text(step.problem.title, step.problem.slots)
  }
}

function busyOf({ mode, step }: ScreenOf<'action'>): MessageKey {
  if (step.name === 'checking') return 'busy.checking'
  return mode === 'signIn' ? 'sign-in.submitting' : 'busy.saving'
}

function badgeOf({ step }: ScreenOf<'action'>): StatusKind | null {
  return step.name === 'done' ? 'success' : step.name === 'dead' ? 'warning' : null
}

export const actionView: View<'action'> = {
  Body: Action,
  heading: headingOf,
  step: ({ step }) => step.name,
  busy: busyOf,
  badge: badgeOf
}
