import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { fieldOf } from '../../ui/form.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { Words } from '../../ui/words.tsx'
import { useAccount } from '../account-context.ts'
import { deleteAccount } from '../changes/details.ts'
import { TaskForm } from '../task.tsx'
import { type Changing, changeTask, Guarded } from './guarded.tsx'
import type { AccountScreen } from './screens.ts'

/** Deletes the account. The address must be typed to prevent accidents. */
function Delete() {
  const [typed, setTyped] = useState('')
  return (
    <Guarded action="delete" atOnce>
      {(changing) => (
        <div className="dangerous">
          <DeleteForm changing={changing} typed={typed} onSubmit={setTyped} />
        </div>
      )}
    </Guarded>
  )
}

interface DeleteFormProps {
  changing: Changing
  /** Text typed before. */
  typed: string
  onSubmit: (typed: string) => void
}

function DeleteForm({ changing, typed, onSubmit }: DeleteFormProps) {
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
  )
}

export const deleteScreen: AccountScreen = {
  Body: Delete,
  heading: (_, text) => text('account-delete.heading')
}
