import { fieldOf } from '../../ui/form.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { finishFactor } from '../changes/second-step.ts'
import { TaskForm } from '../task.tsx'
import { busyKey, type Changing, stepTask } from './guarded.tsx'
import type { AuthenticatorBegun } from './new-factor.ts'

interface AuthenticatorSetupProps {
  changing: Changing
  begun: AuthenticatorBegun
  /** The first code is given. */
  onFinish: () => void
}

/** The secret, and the first code that the app shows. */
export function AuthenticatorSetup({ changing, begun, onFinish }: AuthenticatorSetupProps) {
  const { text } = usePage()
  const { authenticator } = begun
  const { CodeField, digitsOf, Secret } = begun.parts
  const submit = (fields: FormData) => {
    onFinish()
    const code = digitsOf(fieldOf(fields, 'code'))
    changing.changes.change('second-step', finishFactor(authenticator, code))
  }
  return (
    <ol className="steps">
      <Secret {...authenticator} />
      <li>
        <TaskForm
          task={stepTask(changing, 'second-step', 'code')}
          busyText={text(busyKey(changing, 'busy.checking'))}
          onSubmit={submit}
          submit={text('enrol.submit')}
        >
          <p id="code-source">{text('enrol.code')}</p>
          <CodeField describedBy="code-source" />
        </TaskForm>
      </li>
    </ol>
  )
}
