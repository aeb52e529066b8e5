import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { fieldOf } from '../../ui/form.tsx'
import { StatusIcon } from '../../ui/icons.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { Given, Words } from '../../ui/words.tsx'
import { useAccount } from '../account-context.ts'
import { accountPathOf, withTenant } from '../account-paths.ts'
import { requestNewEmail } from '../changes/details.ts'
import { TaskForm } from '../task.tsx'
import { type Changing, changeTask, Guarded } from './guarded.tsx'
import { Outcome } from './outcome.tsx'
import type { AccountScreen } from './screens.ts'

/**
 * A new address, valid once its link is opened. A pending change is only known during this visit: the
 * provider does not report it.
 */
function Email() {
  const [typed, setTyped] = useState('')
  return (
    <Guarded action="email" atOnce>
      {(changing) => <EmailForm changing={changing} typed={typed} onSubmit={setTyped} />}
    </Guarded>
  )
}

interface EmailFormProps {
  changing: Changing
  /** Text typed before. */
  typed: string
  onSubmit: (typed: string) => void
}

function EmailForm({ changing, typed, onSubmit }: EmailFormProps) {
  const { config, text } = usePage()
  const { account } = useAccount()
  const task = changeTask(changing, 'email', 'email')
  if (task.state.kind === 'done')
    return (
      <Outcome>
        <p className="notice">
          <StatusIcon kind="success" />
          <span>
            <Words of="account-email.done" slots={{ email: <Given>{typed}</Given> }} />
          </span>
        </p>
      </Outcome>
    )
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

export const emailScreen: AccountScreen = { Body: Email, heading: (_, text) => text('account-email.heading') }
