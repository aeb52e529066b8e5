import { useState } from 'react'
import type { Text } from '../../lib/i18n.ts'
import { fieldOf } from '../../ui/form.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { setPassword } from '../changes/details.ts'
import type { OwnAccount } from '../contract.ts'
import { Success, TaskForm } from '../task.tsx'
import { type Changing, changeTask, Guarded } from './guarded.tsx'
import { Outcome } from './outcome.tsx'
import type { AccountScreen } from './screens.ts'

/** A new password, or the first one. One field suffices, because it can be shown. */
function Password() {
  const [typed, setTyped] = useState('')
  return (
    <Guarded action="password" atOnce>
      {(changing) => <PasswordForm changing={changing} typed={typed} onSubmit={setTyped} />}
    </Guarded>
  )
}

interface PasswordFormProps {
  changing: Changing
  /** Text typed before. */
  typed: string
  onSubmit: (typed: string) => void
}

function PasswordForm({ changing, typed, onSubmit }: PasswordFormProps) {
  const { text } = usePage()
  const { account } = useAccount()
  const task = changeTask(changing, 'password', 'new-password')
  if (task.state.kind === 'done') return <Saved />
  const submit = (fields: FormData) => {
    const password = fieldOf(fields, 'new-password')
    onSubmit(password)
    changing.changes.change('password', setPassword(password))
  }
  return (
    <TaskForm
      task={task}
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
      <OthersNote />
    </TaskForm>
  )
}

function Saved() {
  const { text } = usePage()
  return (
    <Outcome>
      <Success>{text('account-password.done')}</Success>
      <OthersNote />
    </Outcome>
  )
}

function OthersNote() {
  const { config, text } = usePage()
  const { facts } = useAccount()
  return <p className="muted">{othersNote(facts.othersEndWithinSeconds, config.locale, text)}</p>
}

function hasPassword({ providers }: OwnAccount): boolean {
  return providers.some(({ id }) => id === 'password')
}

export const passwordScreen: AccountScreen = {
  Body: Password,
  heading: (account, text) =>
    text(hasPassword(account) ? 'account-password.heading' : 'account-password.heading-add')
}

const HOUR_SECONDS = 3600

/** Text that this browser stays signed in, and how soon others are signed out. */
export function othersNote(withinSeconds: number, locale: string, text: Text): string {
  if (withinSeconds >= HOUR_SECONDS) return text('account-password.note')
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  return text('account-password.note-minutes', { duration: format.format(Math.ceil(withinSeconds / 60)) })
}
