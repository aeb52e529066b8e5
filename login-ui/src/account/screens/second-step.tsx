import { type ReactNode, useState } from 'react'
import { usePage } from '../../ui/page-context.tsx'
import { isAccountBusy } from '../account-state.ts'
import type { Change } from '../changes/change.ts'
import { finishFactor, type NewFactor, startPhone } from '../changes/second-step.ts'
import type { Asked } from '../rows/list-scope.tsx'
import { TaskScope } from '../task.tsx'
import { FactorList } from './factor-list.tsx'
import { type Changing, Guarded, stepTask, useFocusAt } from './guarded.tsx'
import type { Begun, PhoneBegun } from './new-factor.ts'

const ADDED = 'account-second-step.added'

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
        const isDone = asked?.done === ADDED && changing.state.done === 'second-step'
        const present = isDone ? null : begun
        return (
          <Stage step={stepOf(present)}>
            {present === null ? (
              list(changing)
            ) : (
              <Setup changing={changing} begun={present} onAsk={setAsked} onChange={setBegun} />
            )}
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

interface SetupProps {
  changing: Changing
  begun: Begun
  onAsk: (asked: Asked) => void
  onChange: (change: (now: Begun | null) => Begun | null) => void
}

/** An authenticator, or a phone number and then the code from its text message. */
function Setup({ changing, begun, onAsk, onChange }: SetupProps) {
  const { text } = usePage()
  const { changes, state } = changing
  const { parts } = begun
  const asksForNumber = begun.kind === 'sms' && begun.sent === null
  // A code sent after the visitor cancelled has no effect.
  const patch = (changed: Partial<PhoneBegun>) =>
    onChange((now) => (now?.kind === 'sms' ? { ...now, ...changed } : now))
  const perform = (done: Asked['done'], change: Change) => {
    if (isAccountBusy(state)) return
    onAsk({ id: 'submit', name: '', done })
    changes.change('second-step', change)
  }
  const finish = (factor: NewFactor) => (code: string) => perform(ADDED, finishFactor(factor, code))
  const send = ({ codes }: PhoneBegun) => {
    const onSent = (sent: NewFactor, number: string) => patch({ sent, number, codes: codes + 1 })
    return (typed: string) => {
      // Kept in case another proof is needed.
      if (!isAccountBusy(state)) patch({ number: typed })
      perform(null, startPhone(typed, onSent))
    }
  }
  const changeNumber = () => {
    if (isAccountBusy(state)) return
    changes.edit()
    patch({ sent: null })
  }
  const cancel = () => {
    changes.edit()
    onChange(() => null)
  }
  return (
    <div className="needs-script">
      <TaskScope
        key={stepOf(begun)}
        task={stepTask(changing, 'second-step', asksForNumber ? 'phone' : 'code')}
        busyText={text(asksForNumber ? 'busy.sending' : 'busy.checking')}
      >
        {begun.kind === 'totp' ? (
          <parts.Steps {...begun.authenticator} onCode={finish(begun.authenticator)} />
        ) : begun.sent === null ? (
          <parts.NumberForm number={begun.number} onSend={send(begun)} />
        ) : (
          <parts.CodeForm
            number={begun.number}
            submit={text('enrol.submit')}
            onCode={finish(begun.sent)}
            onSend={() => send(begun)(begun.number)}
            onChangeNumber={changeNumber}
          />
        )}
      </TaskScope>
      <button type="button" className="button plain" onClick={cancel}>
        {text('page.cancel')}
      </button>
    </div>
  )
}
