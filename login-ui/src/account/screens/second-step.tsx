import { type ReactNode, useState } from 'react'
import { usePage } from '../../ui/page-context.tsx'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { type Asked, FactorList } from './factor-list.tsx'
import { type Changing, Guarded, useFocusAt } from './guarded.tsx'
import type { Begun, PhoneBegun } from './new-factor.ts'
import { PhoneSetup } from './phone-setup.tsx'
import type { AccountScreen } from './screens.ts'

/** Second steps: those that the account has, and a new one. */
function SecondStep() {
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
        const isDone = asked === 'add' && changing.state.done === 'second-step'
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

/** One step after the other in the same place: the focus follows. */
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

function Setup({ changing, begun, onAsk, onChange }: SetupProps) {
  const { text } = usePage()
  const finish = () => onAsk('add')
  // Nothing comes of a code that is sent after the visitor has given up.
  const patch = (changes: Partial<PhoneBegun>) =>
    onChange((now) => (now?.kind === 'sms' ? { ...now, ...changes } : now))
  const giveUp = () => {
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
          onSend={() => onAsk('start')}
          onFinish={finish}
        />
      )}
      <button type="button" className="button plain" onClick={giveUp}>
        {text('page.cancel')}
      </button>
    </div>
  )
}

export const secondStepScreen: AccountScreen = {
  Body: SecondStep,
  heading: (_, text) => text('account-page.second-step')
}
