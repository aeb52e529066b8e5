import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { Text } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { moveFocus } from '../../ui/focus.ts'
import { fieldOf } from '../../ui/form.tsx'
import { Given } from '../../ui/given.tsx'
import { StatusIcon } from '../../ui/icons.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { Words } from '../../ui/words.tsx'
import { useAccount } from '../account-context.ts'
import { accountPathOf, withTenant } from '../account-link.tsx'
import { deleteAccount, requestNewEmail, setPassword } from '../changes/details.ts'
import { TaskForm } from '../task.tsx'
import { type Changing, changeTask, Finished, Guarded } from './guarded.tsx'
import type { AccountScreen } from './screens.ts'

interface FormProps {
  changing: Changing
  /** Text typed before. */
  typed: string
  onSubmit: (typed: string) => void
}

/** A form that opens with a proof, and keeps the typed text meanwhile. */
function guard(action: 'password' | 'email' | 'delete', Form: ComponentType<FormProps>): ComponentType {
  return function Body() {
    const [typed, setTyped] = useState('')
    return (
      <Guarded action={action} atOnce>
        {(changing) => <Form changing={changing} typed={typed} onSubmit={setTyped} />}
      </Guarded>
    )
  }
}

/** A new password, or the first one. One field suffices, because it can be shown. */
function PasswordForm({ changing, typed, onSubmit }: FormProps) {
  const { config, text } = usePage()
  const { account, facts } = useAccount()
  const task = changeTask(changing, 'password', 'new-password')
  const isSaved = task.state.kind === 'done'
  const submit = (fields: FormData) => {
    const password = fieldOf(fields, 'new-password')
    onSubmit(password)
    changing.changes.change('password', setPassword(password))
  }
  return (
    <TaskForm
      task={isSaved ? { ...task, state: { kind: 'busy' } } : task}
      busyText={text('busy.saving')}
      onSubmit={submit}
      submit={text('account-password.submit')}
    >
      {account.email !== null && (
        // Tells password managers the account.
        <input
          type="text"
          name="username"
          autoComplete="username"
          defaultValue={account.email}
          readOnly
          hidden
        />
      )}
      <NewPasswordField initial={typed} />
      <p className="muted">{othersNote(facts.othersEndWithinSeconds, config.locale, text)}</p>
      {isSaved && <Finished page="password" words="account-password.done" />}
    </TaskForm>
  )
}

const HOUR_SECONDS = 3600

/** Text that this browser stays signed in, and how soon others are signed out. */
export function othersNote(withinSeconds: number, locale: string, text: Text): string {
  if (withinSeconds >= HOUR_SECONDS) return text('account-password.note')
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  return text('account-password.note-minutes', { duration: format.format(Math.ceil(withinSeconds / 60)) })
}

/**
 * A new address, valid once its link is opened. A pending change is only known during this visit: the
 * provider does not report it.
 */
function EmailForm({ changing, typed, onSubmit }: FormProps) {
  const { config, text } = usePage()
  const { account } = useAccount()
  const task = changeTask(changing, 'email', 'email')
  if (task.state.kind === 'done') return <LinkSent email={typed} />
  const submit = (fields: FormData) => {
    const typed = fieldOf(fields, 'email')
    onSubmit(typed)
    const present = account.email
    const continueUrl = location.origin + withTenant(accountPathOf('overview', config), account.tenant)
    changing.changes.change('email', requestNewEmail({ typed, present, continueUrl }))
  }
  return (
    <TaskForm
      task={task}
      busyText={text('busy.sending')}
      onSubmit={submit}
      submit={text('account-email.submit')}
    >
      {account.email !== null && (
        <p>
          <Words of="account-email.present" slots={{ email: <Given>{account.email}</Given> }} />
        </p>
      )}
      <Field
        name="email"
        label={text('account-email.field')}
        type="email"
        dir="ltr"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={typed}
      />
      <p className="muted">{text('account-email.note')}</p>
    </TaskForm>
  )
}

/** Deletes the account. The address must be typed to prevent accidents. */
function DeleteForm({ changing, typed, onSubmit }: FormProps) {
  const { config, text } = usePage()
  const { account } = useAccount()
  const expected = account.email ?? text('account-delete.word')
  const submit = (fields: FormData) => {
    const confirmation = fieldOf(fields, 'email')
    onSubmit(confirmation)
    changing.changes.change('delete', deleteAccount(confirmation, expected))
  }
  const { privacy } = config.links
  return (
    <div className="dangerous">
      <TaskForm
        task={changeTask(changing, 'delete', 'email')}
        busyText={text('busy.deleting')}
        onSubmit={submit}
        submit={text('account-delete.submit')}
      >
        <p>{text('account-delete.text', { site: config.brand.name })}</p>
        {privacy !== null && (
          <p className="ways">
            <a href={privacy}>{text('account-delete.privacy')}</a>
          </p>
        )}
        <Field
          name="email"
          label={<Words of="account-delete.field" slots={{ expected: <bdi>{expected}</bdi> }} />}
          type="text"
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={typed}
        />
      </TaskForm>
    </div>
  )
}

/** In place of the form, which had the focus. */
function LinkSent({ email }: { email: string }) {
  const { text } = usePage()
  const { finish } = useAccount()
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => moveFocus(root.current), [])
  return (
    <>
      <div className="status" role="status" tabIndex={-1} ref={root}>
        <p className="notice">
          <StatusIcon kind="mail" />
          <span>
            <Words of="account-email.done" slots={{ email: <Given>{email}</Given> }} />
          </span>
        </p>
      </div>
      <Button name="done" primary onPress={() => finish({ page: 'email' })}>
        {text('account-page.done')}
      </Button>
    </>
  )
}

/** One file for password, address and deletion. */
export const changeScreens = {
  password: {
    Body: guard('password', PasswordForm),
    heading: ({ providers }, text) => {
      const hasPassword = providers.some(({ id }) => id === 'password')
      return text(hasPassword ? 'account-password.heading' : 'account-password.heading-add')
    }
  },
  email: { Body: guard('email', EmailForm), heading: (_, text) => text('account-email.heading') },
  delete: { Body: guard('delete', DeleteForm), heading: (_, text) => text('account-delete.heading') }
} satisfies Record<string, AccountScreen>
