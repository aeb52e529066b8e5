import { fieldOf } from '../../ui/form.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { isAccountBusy } from '../account-state.ts'
import { finishFactor, type NewFactor, startPhone } from '../changes/second-step.ts'
import { TaskForm } from '../task.tsx'
import { busyKey, type Changing, stepTask } from './guarded.tsx'
import type { PhoneBegun } from './new-factor.ts'

interface PhoneSetupProps {
  changing: Changing
  begun: PhoneBegun
  onChange: (changes: Partial<PhoneBegun>) => void
  /** A code is asked for. */
  onSend: () => void
  /** The code is given. */
  onFinish: () => void
}

/** A phone number as a second factor: the number, then the code of the text message. */
export function PhoneSetup({ changing, begun, onChange, onSend, onFinish }: PhoneSetupProps) {
  const { changes, state } = changing
  const { number, sent, codes } = begun
  const send = (typed: string) => {
    if (isAccountBusy(state)) return
    onSend()
    // Kept, should another proof be asked for.
    onChange({ number: typed })
    const onSent = (factor: NewFactor, number: string) => onChange({ sent: factor, number, codes: codes + 1 })
    changes.change('second-step', startPhone({ loadSdk: changes.loadSdk, typed, onSent }))
  }
  if (sent === null) return <NumberForm changing={changing} begun={begun} onSend={send} />
  const finish = (code: string) => {
    if (isAccountBusy(state)) return
    onFinish()
    changes.change('second-step', finishFactor(sent, code))
  }
  const changeNumber = () => {
    if (isAccountBusy(state)) return
    changes.edit()
    onChange({ sent: null })
  }
  return (
    <CodeForm
      key={codes}
      changing={changing}
      begun={begun}
      onCode={finish}
      onSend={() => send(number)}
      onChangeNumber={changeNumber}
    />
  )
}

interface NumberFormProps extends Pick<PhoneSetupProps, 'changing' | 'begun'> {
  onSend: (typed: string) => void
}

function NumberForm({ changing, begun: { number, parts }, onSend }: NumberFormProps) {
  const { text } = usePage()
  return (
    <TaskForm
      task={stepTask(changing, 'second-step', 'phone')}
      busyText={text('busy.sending')}
      onSubmit={(fields) => onSend(parts.asciiDigits(fieldOf(fields, 'phone')))}
      submit={text('second-factor.send')}
    >
      <p>{text('phone.lead')}</p>
      <parts.PhoneField number={number} />
    </TaskForm>
  )
}

interface CodeFormProps extends Pick<PhoneSetupProps, 'changing' | 'begun'> {
  onCode: (code: string) => void
  onSend: () => void
  onChangeNumber: () => void
}

function CodeForm({ changing, begun: { number, parts }, onCode, onSend, onChangeNumber }: CodeFormProps) {
  const { text } = usePage()
  return (
    <TaskForm
      task={stepTask(changing, 'second-step', 'code')}
      busyText={text(busyKey(changing, 'busy.checking'))}
      onSubmit={(fields) => onCode(parts.digitsOf(fieldOf(fields, 'code')))}
      submit={text('enrol.submit')}
      below={<parts.NextCode onSend={onSend} onChangeNumber={onChangeNumber} />}
    >
      <parts.SentTo number={number} />
      <parts.CodeField describedBy="code-source" first />
    </TaskForm>
  )
}
