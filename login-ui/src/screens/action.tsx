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
import type { StatusKind } from '../ui/icons.tsx'
import { ContinueLink, Link } from '../ui/link.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { usePage } from '../ui/page-context.tsx'
import { Given, Words } from '../ui/words.tsx'
import type { ScreenOf, ScreenProps, View } from './views.ts'

interface ActionWords {
  heading: MessageKey
  /** With the slot `email`; null: the form shows the address. */
  text: MessageKey | null
  /** If the address is unknown. */
  textUnnamed: MessageKey | null
  submit: MessageKey
  doneHeading: MessageKey
  done: MessageKey
}

/** Wording per kind of mail link. */
const actionWords: Readonly<Record<ActionMode, ActionWords>> = {
  resetPassword: {
    heading: 'action.reset.heading',
    text: null,
    textUnnamed: null,
    submit: 'action.reset.submit',
    doneHeading: 'action.reset.done-heading',
    done: 'action.reset.done'
  },
  verifyEmail: {
    heading: 'action.verify.heading',
    text: 'action.verify.text',
    textUnnamed: 'action.verify.text-unnamed',
    submit: 'action.verify.submit',
    doneHeading: 'action.verify.done-heading',
    done: 'action.verify.done'
  },
  recoverEmail: {
    heading: 'action.recover.heading',
    text: 'action.recover.text',
    textUnnamed: 'action.recover.text-unnamed',
    submit: 'action.recover.submit',
    doneHeading: 'action.recover.done-heading',
    done: 'action.recover.done'
  },
  verifyAndChangeEmail: {
    heading: 'action.change.heading',
    text: 'action.change.text',
    textUnnamed: 'action.change.text-unnamed',
    submit: 'action.change.submit',
    doneHeading: 'action.change.done-heading',
    done: 'action.change.done'
  },
  revertSecondFactorAddition: {
    heading: 'action.factor.heading',
    text: 'action.factor.text',
    textUnnamed: 'action.factor.text-unnamed',
    submit: 'action.factor.submit',
    doneHeading: 'action.factor.done-heading',
    done: 'action.factor.done'
  },
  signIn: {
    heading: 'action.link.heading',
    text: 'action.link.text',
    textUnnamed: 'action.link.text-unnamed',
    submit: 'sign-in.submit',
    doneHeading: 'action.link.done-heading',
    done: 'action.link.done'
  }
}

type StepOf<Name extends ActionStep['name']> = Extract<ActionStep, { name: Name }>

/** A mail link. Scanners open links too, so nothing happens until a button is pressed. */
function Action({ screen: { mode, step }, state: { status } }: ScreenProps<'action'>) {
  switch (step.name) {
    case 'checking':
      return <Checking failed={status.name === 'error'} />
    case 'ready':
      return mode === 'resetPassword' ? (
        <Reset step={step} />
      ) : (
        <Confirm mode={mode ?? 'signIn'} step={step} />
      )
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
      <Back />
    </>
  )
}

function Back() {
  const { text } = usePage()
  return (
    <p className="ways">
      <Link to="sign-in">{text('page.back')}</Link>
    </p>
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
      <Back />
    </>
  )
}

function Confirm({ mode, step }: { mode: ActionMode; step: StepOf<'ready'> }) {
  const { text, act, extras } = usePage()
  const words = actionWords[mode]
  const email = mode === 'verifyAndChangeEmail' ? step.newEmail : step.email
  return (
    <>
      <p>
        {email !== null && words.text !== null ? (
          <Words of={words.text} slots={{ email: <Given>{email}</Given> }} />
        ) : (
          words.textUnnamed !== null && text(words.textUnnamed)
        )}
      </p>
      {mode === 'signIn' && extras && <extras.Remember />}
      <Button name="apply" primary onPress={() => act('applyAction', {})}>
        {text(words.submit)}
      </Button>
      <Back />
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
      <Back />
    </>
  )
}

/** After a reverted change, someone else may know the password: offers a new one. */
function Done({ mode }: { mode: ActionMode }) {
  const { config, text } = usePage()
  const undone = mode === 'recoverEmail' || mode === 'revertSecondFactorAddition'
  return (
    <>
      <p>{text(actionWords[mode].done)}</p>
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
  const words = actionWords[mode ?? 'signIn']
  switch (step.name) {
    case 'checking':
      return text('action.checking')
    case 'ask-email':
      return text('action.ask.heading')
    case 'ready':
      return text(words.heading)
    case 'done':
      return text(words.doneHeading)
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
