import { type ReactNode, useState } from 'react'
import { fieldOf } from '../../ui/form.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { isAccountBusy } from '../account-state.ts'
import { finishFactor, type NewFactor, startPhone } from '../changes/second-step.ts'
import type { Asked } from '../rows/list-scope.tsx'
import { TaskForm } from '../task.tsx'
import { FactorList } from './factor-list.tsx'
import { type Changing, Finished, Guarded, stepTask, useFocusAt } from './guarded.tsx'
import type { AuthenticatorBegun, Begun, PhoneBegun } from './new-factor.ts'

interface SetupProps<B> {
  changing: Changing
  begun: B
  /** Submits the code. */
  onFinish: () => void
}

interface PhoneSetupProps extends SetupProps<PhoneBegun> {
  onChange: (changes: Partial<PhoneBegun>) => void
  /** Requests a code. */
  onSend: () => void
}

/** A phone number as a second factor: the number, then the code from the text message. */
function PhoneSetup({ changing, begun, onChange, onSend, onFinish }: PhoneSetupProps) {
  const { text } = usePage()
  const { changes, state } = changing
  const { number, sent, codes, parts } = begun
  const send = (typed: string) => {
    if (isAccountBusy(state)) return
    onSend()
    // Kept in case another proof is needed.
    onChange({ number: typed })
    const onSent = (factor: NewFactor, number: string) => onChange({ sent: factor, number, codes: codes + 1 })
    changes.change('second-step', startPhone(typed, onSent))
  }
  if (sent === null)
    return (
      <TaskForm
        task={stepTask(changing, 'second-step', 'phone')}
        busyText={text('busy.sending')}
        onSubmit={(fields) => send(parts.asciiDigits(fieldOf(fields, 'phone')))}
        submit={text('second-factor.send')}
      >
        <p>{text('phone.lead')}</p>
        <parts.PhoneField number={number} />
      </TaskForm>
    )
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
    <TaskForm
      key={codes}
      task={stepTask(changing, 'second-step', 'code')}
      busyText={text('busy.checking')}
      onSubmit={(fields) => finish(parts.digitsOf(fieldOf(fields, 'code')))}
      submit={text('enrol.submit')}
      below={<parts.NextCode onSend={() => send(number)} onChangeNumber={changeNumber} />}
    >
      <parts.SentTo number={number} />
      <parts.CodeField describedBy="code-source" first />
    </TaskForm>
  )
}

/** The secret, and the app's first code. */
function AuthenticatorSetup({ changing, begun, onFinish }: SetupProps<AuthenticatorBegun>) {
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
          busyText={text('busy.checking')}
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

/** What was asked for last, if it completes a new one. */
const ADDED = 'added'

/** The account's second factors, and a new one. */
export function SecondStep() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [begun, setBegun] = useState<Begun | null>(null)
  const ask = (next: Asked) => {
    setAsked(next)
    setBegun(null)
  }
  const list = (changing: Changing | null) => (
    <FactorList changing={changing} asked={asked} onAsk={ask} onBegun={setBegun} />
  )
  return (
    <Guarded action="second-step" atOnce={false} meanwhile={list(null)}>
      {(changing) => {
        const isAdded = asked?.id === ADDED && changing.state.done === 'second-step'
        return (
          <Stage step={stepOf(begun)}>
            {begun === null ? (
              list(changing)
            ) : (
              <Setup changing={changing} begun={begun} onAsk={setAsked} onChange={setBegun} />
            )}
            {isAdded && <Finished page="second-step" words="account-second-step.added" />}
          </Stage>
        )
      }}
    </Guarded>
  )
}

function stepOf(begun: Begun | null): string {
  if (begun === null) return 'list'
  return begun.kind === 'sms' && begun.sent !== null ? `sms-${begun.codes}` : begun.kind
}

/** Steps replace each other in place; the focus follows. */
function Stage({ step, children }: { step: string; children: ReactNode }) {
  useFocusAt(step, '#phone, #code[data-first]')
  return children
}

interface AnySetupProps {
  changing: Changing
  begun: Begun
  onAsk: (asked: Asked) => void
  onChange: (change: (now: Begun | null) => Begun | null) => void
}

function Setup({ changing, begun, onAsk, onChange }: AnySetupProps) {
  const { text } = usePage()
  const finish = () => onAsk({ id: ADDED, name: '', done: null })
  // A code sent after the visitor cancelled has no effect.
  const patch = (changes: Partial<PhoneBegun>) =>
    onChange((now) => (now?.kind === 'sms' ? { ...now, ...changes } : now))
  const cancel = () => {
    changing.changes.edit()
    onChange(() => null)
  }
  return (
    <div className="needs-script">
      {begun.kind === 'totp' ? (
        <AuthenticatorSetup changing={changing} begun={begun} onFinish={finish} />
      ) : (
        <PhoneSetup
          changing={changing}
          begun={begun}
          onChange={patch}
          onSend={() => onAsk({ id: 'submit', name: '', done: null })}
          onFinish={finish}
        />
      )}
      <button type="button" className="button plain" onClick={cancel}>
        {text('page.cancel')}
      </button>
    </div>
  )
}
